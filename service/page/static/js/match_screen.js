/* In: a match. Out: the screen where it stands: totals, chart, table, who starts, who has won, and what can be done with it. */

import { number } from "./amounts.js";
import { ask, inLanguage } from "./api.js";
import { go, instead } from "./address.js";
import { el } from "./element.js";
import { title } from "./games.js";
import { icon } from "./icons.js";
import { isBegun } from "./match_draft.js";
import { beginLike } from "./match_form.js";
import { act } from "./notices.js";
import { roundsTable } from "./rounds_table.js";
import { settings } from "./settings.js";
import { sheet, sure } from "./sheet.js";
import { totalsChart } from "./totals_chart.js";
import { undoLast } from "./undo.js";
import { _, language } from "./words.js";

/**
 * @param {import("./page.js").Page} page
 * @param {string} id
 */
export async function matchScreen(page, id) {
  const match = await ask("GET", `/matches/${id}`);
  page.heading(matchName(match), {
    back: "#/",
    tools: [el("button", { type: "button", class: "tool", id: "more", "aria-label": _("More"), onclick: () => more(match) }, icon("more"))],
  });
  page.draw(
    outcome(match),
    match.over && el("button", { type: "button", class: "wide", id: "rematch", onclick: () => beginLike(match) }, icon("plus"), _("New match, same players")),
    standings(match),
    match.rounds.length > 0 && [
      el("figure", { class: "chart-frame" }, totalsChart(match)),
      roundsTable(match),
      el("p", { class: "hint" }, _("Tap the number of a round to see or change it.")),
    ],
  );
  const add = el("a", { class: "button main", id: "add-round", href: `#/match/${id}/round/new/edit` }, icon("plus"), adds(match));
  const undo = el("button", { type: "button", id: "undo", onclick: act(() => undoLast(id, match.version)) }, icon("turn"), _("Undo"));
  page.offer(match.can_undo && undo, add);
}

/**
 * @param {{name: string, players: string[]}} match
 * @returns {string}
 */
export function matchName({ name, players }) {
  return name || players.join(", ");
}

function adds(match) {
  const next = match.rounds.length + 1;
  if (isBegun(match)) return _("Go on with round {number}", { number: next });
  return match.over ? _("Add a round all the same") : _("Add round {number}", { number: next });
}

function outcome(match) {
  const { over, winners, next_starter } = match;
  const facts = el("span", {}, factsOf(match), el("span", { class: "on-paper" }, ` · ${new Date(match.created).toLocaleDateString(language, { dateStyle: "long" })}`));
  if (!over) return el("p", { class: "outcome", id: "outcome", role: "status" }, facts, el("b", {}, _("{player} starts", { player: next_starter })));
  const said = winners.length > 1 ? _("{players} have won together.", { players: winners.join(", ") }) : _("{player} has won.", { player: winners[0] });
  return [el("p", { class: "outcome won", id: "outcome", role: "status" }, icon("crown"), said), el("p", { class: "outcome" }, facts)];
}

function factsOf({ over, rounds, target, totals, options, game }) {
  const isPlayed = options.rounds <= rounds.length || (target !== null && Math.max(...Object.values(totals)) >= target);
  const facts = [
    title(game),
    target !== null && _("up to {target} points", { target }),
    options.rounds && _("{count} rounds", { count: options.rounds }),
    isPlayed && !over && _("a tie: one more round"),
  ];
  return facts.filter(Boolean).join(" · ");
}

function standings({ players, totals, leaders, rounds }) {
  return el(
    "ol",
    { class: "standings", "aria-label": _("Totals") },
    players.map((player, seat) => {
      const leads = rounds.length > 0 && leaders.includes(player);
      return el(
        "li",
        { class: leads ? "leads" : "" },
        el("span", { class: `swatch seat-${seat}`, "aria-hidden": "true" }),
        el("span", { class: "name" }, player, leads && el("span", { class: "crown" }, icon("crown"), el("span", { class: "unseen" }, _("leads")))),
        el("b", {}, number(totals[player])),
      );
    }),
  );
}

async function more(match) {
  const file = (form) => inLanguage(`/matches/${match.id}/export?format=${form}`);
  const chosen = await sheet(matchName(match), (choose) =>
    el(
      "div",
      { class: "choices" },
      el("button", { type: "button", onclick: () => choose("edit") }, _("Names and house rules")),
      el("a", { class: "button", href: file("json"), download: "" }, _("Save as JSON")),
      el("a", { class: "button", href: file("csv"), download: "" }, _("Save as CSV")),
      el("button", { type: "button", onclick: () => choose("print") }, _("Print")),
      el("button", { type: "button", onclick: () => choose("settings") }, _("Language and colours")),
      el("button", { type: "button", class: "danger", onclick: () => choose("delete") }, _("Delete the match")),
    ),
  );
  if (chosen === "edit") go(`/match/${match.id}/edit`);
  if (chosen === "print") window.print();
  if (chosen === "settings") await settings();
  if (chosen === "delete") await act(() => remove(match))();
}

async function remove({ id, version }) {
  if (!(await sure(_("Delete the match with all its rounds?"), _("Delete it")))) return;
  await ask("DELETE", `/matches/${id}`, { version });
  instead("/");
}
