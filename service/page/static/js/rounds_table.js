/* In: a match. Out: its running table: a row each round, a column each player, the totals below. */

import { go } from "./address.js";
import { number, signsFor } from "./amounts.js";
import { el } from "./element.js";
import { _ } from "./words.js";

/**
 * @param {any} match
 * @returns {HTMLElement}
 */
export function roundsTable({ id, players, rounds, totals }) {
  const say = signsFor(rounds.flatMap((round) => Object.values(round.points)));
  // The link is for the keyboard; a finger may meet the row anywhere.
  const row = (round) =>
    el(
      "tr",
      { onclick: () => go(`/match/${id}/round/${round.number}`) },
      el("th", { scope: "row" }, el("a", { href: `#/match/${id}/round/${round.number}`, "aria-label": _("Round {number}", { number: round.number }) }, round.number)),
      players.map((player) => el("td", { class: round.winners.includes(player) ? "won" : "" }, say(round.points[player]))),
    );
  return el(
    "div",
    { class: "table-frame", tabindex: "0", role: "region", "aria-label": _("Points of each round") },
    el(
      "table",
      {},
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, _("Round")), players.map((player) => el("th", { scope: "col" }, player)))),
      el("tbody", {}, rounds.map(row)),
      el("tfoot", {}, el("tr", {}, el("th", { scope: "row" }, _("Total")), players.map((player) => el("td", {}, number(totals[player]))))),
    ),
  );
}
