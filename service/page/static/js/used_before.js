/* In: a scanned hand for a seat. Out: a word of warning where the same hand was counted already. */

import { _ } from "./words.js";

/**
 * @param {any} match
 * @param {import("./match_draft.js").Draft} draft
 * @param {string} number of the round being entered, or "new"
 * @param {number} seat
 * @param {{id: string, hand: number}} scan
 * @returns {string|null}
 */
export function usedBefore(match, draft, number, seat, scan) {
  const same = (other) => other?.id === scan.id && other.hand === scan.hand;
  const other = draft.hands.findIndex((hand, place) => place !== seat && same(hand.scan));
  if (other >= 0) return _("This photo is already the hand of {player} in this round.", { player: match.players[other] });
  for (const round of match.rounds) {
    const player = round.players.find((one) => same(one.scan));
    if (player && String(round.number) !== number) {
      return _("This photo was already the hand of {player} in round {number}.", { player: player.name, number: round.number });
    }
  }
  return null;
}
