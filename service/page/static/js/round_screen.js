/* In: a round of a match. Out: the screen that shows it: points, reasons, photos that were kept; change it or take it out. */

import { ask } from "./api.js";
import { go } from "./address.js";
import { el } from "./element.js";
import { gameNamed } from "./games.js";
import { icon } from "./icons.js";
import { act, tell } from "./notices.js";
import { photoView } from "./photo_view.js";
import { marksOf } from "./scan_marks.js";
import { scoreLines } from "./score_lines.js";
import { sure } from "./sheet.js";
import { undoLast } from "./undo.js";
import { _ } from "./words.js";

/**
 * @param {import("./page.js").Page} page
 * @param {string} id of the match
 * @param {string} number of the round
 */
export async function roundScreen(page, id, number) {
  const match = await ask("GET", `/matches/${id}`);
  const round = match.rounds[number - 1];
  if (!round) {
    go(`/match/${id}`);
    return;
  }
  const game = await gameNamed(match.game);
  const remove = act(async () => {
    if (!(await sure(_("Take round {number} out of the match?", { number }), _("Take it out")))) return;
    const { version } = await ask("DELETE", `/matches/${id}/rounds/${number}`, { version: match.version });
    go(`/match/${id}`);
    tell(_("Round {number} was taken out.", { number }), { label: _("Undo"), act: () => undoLast(id, version) });
  });
  page.heading(_("Round {number}", { number }), {
    back: `#/match/${id}`,
    tools: [el("button", { type: "button", class: "tool", id: "remove-round", "aria-label": _("Take the round out"), onclick: remove }, icon("trash"))],
  });
  const handOf = (name) => round.players.find((player) => player.name === name).hand;
  page.draw(el("h2", {}, ended(round)), scoreLines(match.players, round, handOf, game.pieces), await photos(round));
  page.offer(el("a", { class: "button main", id: "change-round", href: `#/match/${id}/round/${number}/edit` }, _("Change this round")));
}

function ended({ ending, winner, winners }) {
  if (ending === "blocked") return winners.length ? _("Blocked; lowest hand: {player}.", { player: winners.join(", ") }) : _("Blocked; void.");
  return ending === "one_turn" ? _("{player} went out in one turn.", { player: winner }) : _("{player} went out.", { player: winner });
}

async function photos(round) {
  const linked = Map.groupBy(round.players.filter((player) => player.scan), (player) => player.scan.id);
  const shown = await Promise.all([...linked].map(([id, players]) => photo(id, players)));
  return el("div", { class: "round-photos" }, shown);
}

async function photo(id, players) {
  const scan = await ask("GET", `/scans/${id}`).catch(() => null);
  if (!scan) return null;
  const view = photoView(scan, { onPick: () => {}, onPhoto: (seen) => (figure.hidden = !seen) });
  view.mark(marksOf(scan));
  const figure = el("figure", { hidden: true }, view.node, el("figcaption", {}, players.map((player) => player.name).join(", ")));
  return figure;
}
