/* In: a round, new or old. Out: the screen where it is entered: how it ended, who holds what; scored before it is saved. */

import { ask } from "./api.js";
import { go } from "./address.js";
import { choice, toggle } from "./choices.js";
import { el, fill } from "./element.js";
import { gameNamed, inWords } from "./games.js";
import { icon } from "./icons.js";
import { draftOf, dropDraft, keepDraft, roundOf, seatsDue, wentOut } from "./match_draft.js";
import { act, tell } from "./notices.js";
import { faceRow } from "./piece_face.js";
import { scoreLines } from "./score_lines.js";
import { sure } from "./sheet.js";
import { _ } from "./words.js";

/**
 * @param {import("./page.js").Page} page
 * @param {string} id of the match
 * @param {string} number of the round, or "new"
 */
export async function roundForm(page, id, number) {
  let match = await ask("GET", `/matches/${id}`);
  const game = await gameNamed(match.game);
  const rules = { ...game.rules, ...match.options };
  const draft = draftOf(match, number);
  const isNew = number === "new";
  const back = isNew ? `/match/${id}` : `/match/${id}/round/${number}`;
  const address = `#/match/${id}/round/${number}`;
  const preview = el("section", { class: "preview", "aria-live": "polite" });
  let asked = 0;

  const change = (changes) => {
    Object.assign(draft, changes);
    keepDraft(match, number, draft);
    draw();
  };
  const openingCounts = rules.unopened_addition > 0 || (rules.unopened_points ?? null) !== null;

  function draw() {
    page.draw(
      choice(_("How did the round end?"), "ending", game.endings.map((ending) => [ending, endingName(ending)]), draft.ending, (ending) => change({ ending, winner: ending === "blocked" ? null : draft.winner })),
      draft.ending === "blocked" ? tie() : choice(_("Who went out?"), "winner", match.players.map((name, seat) => [String(seat), name]), String(draft.winner), (seat) => change({ winner: Number(seat) })),
      hands(),
      preview,
    );
    score();
  }

  function tie() {
    if (game.tie_policies.length < 2) return null;
    const policy = draft.options.blocked_tie ?? rules.blocked_tie;
    const named = [["null", _("Nobody")], ...match.players.map((name, seat) => [String(seat), name])];
    return el(
      "details",
      { class: "options", open: policy === "tiebreak" || draft.options.blocked_tie !== undefined },
      el("summary", {}, _("If the lowest hands tie")),
      choice(_("The win is"), "tie", game.tie_policies.map((one) => [one, tieName(one)]), policy, (blocked_tie) => change({ options: { ...draft.options, blocked_tie }, winner: null })),
      policy === "tiebreak" && choice(_("Who won the tiebreaker?"), "tie-winner", named, String(draft.winner), (seat) => change({ winner: seat === "null" ? null : Number(seat) })),
    );
  }

  function hands() {
    const holding = [...match.players.keys()].filter((seat) => !wentOut(draft, seat));
    return el(
      "section",
      { class: "players", "aria-labelledby": "hands-title" },
      el("h2", { id: "hands-title" }, _("Hands left")),
      el("a", { class: "button wide", id: "table-photo", href: `${address}/table` }, icon("table"), _("One photo of the whole table")),
      el("ul", { class: "players-list" }, holding.map(player)),
    );
  }

  function player(seat) {
    const hand = draft.hands[seat];
    const begun = hand.labels.length > 0 || hand.scan;
    return el(
      "li",
      { class: hand.ready ? "ready" : "" },
      el(
        "a",
        { class: "player", id: `hand-of-${seat}`, href: `${address}/hand/${seat}` },
        el("b", {}, match.players[seat]),
        hand.labels.length > 0 && faceRow(hand.labels, game.pieces),
        el("span", { class: "state" }, hand.ready ? [icon("check"), hand.labels.length ? _("Confirmed") : _("Empty hand")] : [icon("plus"), begun ? _("Look and confirm") : _("Add the hand")]),
      ),
      openingCounts && draft.ending !== "one_turn" && toggle(`opened-${seat}`, _("Has opened"), hand.opened, (opened) => change({ hands: draft.hands.with(seat, { ...hand, opened }) })),
    );
  }

  async function score() {
    const turn = (asked += 1);
    const due = seatsDue(draft);
    fill(preview);
    if (draft.ending !== "blocked" && draft.winner === null) {
      page.offer(lacking(_("Say who went out.")), saveButton(false));
      return;
    }
    if (due.length) {
      const players = due.map((seat) => match.players[seat]).join(", ");
      const next = el("a", { class: "button main", id: "next-hand", href: `${address}/hand/${due[0]}` }, icon("plus"), _("Next: {player}", { player: match.players[due[0]] }));
      page.offer(lacking(_("Hands still to come: {players}.", { players })), next);
      return;
    }
    const { key: _key, ...round } = roundOf(match, draft);
    try {
      const options = { ...match.options, ...draft.options };
      const found = await ask("POST", "/scores", { json: { ...round, game: match.game, options }, patient: true });
      if (turn !== asked) return;
      const handOf = (name) => round.players.find((one) => one.name === name).hand;
      fill(preview, el("h2", {}, _("This round")), scoreLines(match.players, found, handOf, game.pieces));
      page.offer(saveButton(true));
    } catch (problem) {
      if (turn !== asked) return;
      fill(preview, el("p", { class: "standing unread", role: "alert" }, icon("warning"), inWords(game, problem.message, match.players)));
      page.offer(saveButton(false));
    }
  }

  const lacking = (says) => el("p", { class: "hint", role: "status" }, says);
  const saveButton = (complete) =>
    el("button", { type: "button", class: "main", id: "save-round", disabled: !complete, onclick: act(save) }, icon("check"), isNew ? _("Score this round") : _("Save the change"));

  async function save() {
    const json = roundOf(match, draft);
    try {
      // A new round carries a key of its own, so it may be sent until an answer comes.
      if (isNew) await ask("POST", `/matches/${id}/rounds`, { json, version: match.version, patient: true });
      else await ask("PUT", `/matches/${id}/rounds/${number}`, { json, version: match.version });
    } catch (problem) {
      if (problem.status !== 412) throw problem;
      match = await ask("GET", `/matches/${id}`);
      tell(_("Someone else changed the match meanwhile. It is up to date now: look, then score the round again."));
      heading();
      draw();
      return;
    }
    dropDraft(match, number);
    go(back);
  }

  const discard = act(async () => {
    if (!(await sure(_("Throw away what was entered for this round?"), _("Throw it away")))) return;
    dropDraft(match, number);
    go(back);
  });
  function heading() {
    page.heading(_("Round {number}", { number: isNew ? match.rounds.length + 1 : number }), {
      back: `#${back}`,
      tools: [el("button", { type: "button", class: "tool", id: "discard", "aria-label": _("Throw away"), onclick: discard }, icon("trash"))],
    });
  }
  heading();
  draw();
}

function endingName(ending) {
  return { out: _("Someone went out"), blocked: _("Blocked"), one_turn: _("Out in one turn") }[ending];
}

function tieName(policy) {
  return { share: _("shared"), tiebreak: _("decided by a tiebreaker"), void: _("void") }[policy];
}
