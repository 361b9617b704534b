/* In: a scored round. Out: each player's points and the sentences that explain them. */

import { signed, signsFor } from "./amounts.js";
import { el } from "./element.js";
import { icon } from "./icons.js";
import { faceRow } from "./piece_face.js";
import { _ } from "./words.js";

/**
 * @param {string[]} players
 * @param {{winners: string[], points: Record<string, number>, explain: Record<string, Array<{points: number, text: string}>>}} score
 * @param {(player: string) => string[]} handOf
 * @param {"cards"|"tiles"} pieces
 * @returns {HTMLElement}
 */
export function scoreLines(players, score, handOf, pieces) {
  const say = signsFor(Object.values(score.points));
  return el(
    "ul",
    { class: "score" },
    players.map((player) => {
      const won = score.winners.includes(player);
      return el(
        "li",
        { class: won ? "won" : "" },
        el("h3", {}, player, won && el("span", { class: "crown" }, icon("crown"), el("span", { class: "unseen" }, _("wins the round")))),
        el("p", { class: "points" }, say(score.points[player])),
        handOf(player).length > 0 && faceRow(handOf(player), pieces),
        el("ul", { class: "why" }, score.explain[player].map((line, _at, all) => el("li", {}, line.text, all.length > 1 && el("span", {}, signed(line.points))))),
      );
    }),
  );
}
