/* In: nothing. Out: the first screen: begin something, or go on with a match. */

import { number } from "./amounts.js";
import { ask } from "./api.js";
import { go } from "./address.js";
import { el } from "./element.js";
import { title } from "./games.js";
import { icon } from "./icons.js";
import { matchName } from "./match_screen.js";
import { act } from "./notices.js";
import { waiting } from "./page.js";
import { pieceFace } from "./piece_face.js";
import { settings } from "./settings.js";
import { _, language } from "./words.js";

const MOST = 50;

/**
 * @param {import("./page.js").Page} page
 */
export async function home(page) {
  page.heading("handscan", {
    tools: [el("button", { type: "button", class: "tool", id: "settings", "aria-label": _("Language and colours"), onclick: settings }, icon("settings"))],
  });
  const starts = el(
    "div",
    { class: "starts" },
    start("new", "#/new", _("New match"), _("Score an evening, round by round"), fan(["KH", "AS"], "cards")),
    start("scan", "#/scan", _("Scan a hand"), _("Just count what is on the table"), fan(["B7", "O12"], "tiles")),
    start("verify", "#/verify", _("Check a sheet"), _("Compare what was written with a photo"), el("span", { class: "fan" }, icon("sheet"))),
  );
  page.draw(starts, waiting());
  const { matches, count } = await ask("GET", `/matches?limit=${MOST}`);
  page.draw(
    starts,
    el(
      "section",
      { "aria-labelledby": "matches-title" },
      el("h2", { id: "matches-title" }, _("Matches")),
      matches.length ? el("ul", { class: "matches" }, matches.map(entry)) : el("p", { class: "hint" }, _("None yet. What you score is kept here, on the machine that runs handscan.")),
      count > MOST && el("p", { class: "hint" }, _("The newest {most} of {count}.", { most: MOST, count })),
      el("label", { class: "way quiet", for: "import" }, el("input", { type: "file", id: "import", accept: ".json,.csv", onchange: act(bring) }), _("Import a match")),
    ),
  );
}

function start(id, href, says, about, picture) {
  return el("a", { class: "start", id: `start-${id}`, href }, picture, el("span", {}, el("b", {}, says), el("small", {}, about)));
}

function fan(labels, pieces) {
  return el("span", { class: "fan" }, labels.map((label) => pieceFace(label, pieces)));
}

function entry(match) {
  const totals = match.players.map((player) => `${player}\u00a0${number(match.totals[player])}`).join(" · ");
  const day = new Date(match.changed).toLocaleDateString(language, { day: "numeric", month: "short" });
  const state = match.over ? [icon("crown"), match.winners.join(", ")] : _("Rounds: {count}", { count: match.rounds });
  return el(
    "li",
    {},
    el(
      "a",
      { href: `#/match/${match.id}` },
      el("b", {}, matchName(match)),
      el("small", {}, `${title(match.game)} · ${day}`),
      el("span", { class: "totals" }, totals),
      el("span", { class: "state" }, state),
    ),
  );
}

async function bring(event) {
  const [file] = event.target.files;
  if (!file) return;
  try {
    const match = await ask("POST", "/matches/import", { body: await file.text() });
    go(`/match/${match.id}`);
  } finally {
    event.target.value = "";
  }
}
