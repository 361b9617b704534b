/* In: what a sheet says, and a photo. Out: the screen that shows where the two differ, and what it does to the score. */

import { number, signed } from "./amounts.js";
import { ask } from "./api.js";
import { becomes } from "./address.js";
import { capture } from "./capture.js";
import { choice, field } from "./choices.js";
import { el, fill } from "./element.js";
import { gameNamed, games, inWords, nameOf, title } from "./games.js";
import { example } from "./hand_entry.js";
import { icon } from "./icons.js";
import { recall, remember } from "./memory.js";
import { act } from "./notices.js";
import { closeUp, photoView } from "./photo_view.js";
import { pieceFace } from "./piece_face.js";
import { askPiece } from "./piece_sheet.js";
import { namesOf } from "./scan_marks.js";
import { handsChoice } from "./scan_screen.js";
import { _ } from "./words.js";

const SIGNS = { different: "≠", extra: "+", cannot_tell: "?", missing: "−" };

/**
 * @param {import("./page.js").Page} page
 * @param {string} [id] of the scan it is compared with
 */
export async function verifyScreen(page, id) {
  page.heading(_("Check a sheet"), { back: "#/" });
  const known = await games();
  const said = { hands: "1", ...recall("sheet", { game: recall("game", known[0].name), typed: "", total: "" }) };
  if (id && (said.typed || said.total)) await comparing(page, id, said);
  else await asking(page, known, said);
}

async function asking(page, known, said) {
  const keep = (changes) => {
    Object.assign(said, changes);
    remember("sheet", said);
  };
  const hand = el("textarea", { id: "sheet-hand", rows: "3", autocapitalize: "off", spellcheck: "false", value: said.typed, oninput: () => typedOne({ typed: hand.value }) });
  const total = el("input", { id: "sheet-total", type: "number", min: "0", inputmode: "numeric", value: said.total, oninput: () => typedOne({ total: total.value }) });
  const photo = el("div", { class: "with-photo" });
  const offerPhoto = () => {
    const game = known.find(({ name }) => name === said.game);
    hand.placeholder = example(game);
    const onScan = async (scan) => {
      becomes(`/verify/${scan.id}`);
      await comparing(page, scan.id, said);
    };
    const ready = said.typed.trim() || said.total !== "";
    fill(photo, ready ? capture(game, () => said.hands, onScan) : el("p", { class: "hint" }, _("Then a photo of the hand.")));
  };
  let wasReady = null;
  const typedOne = (changes) => {
    keep(changes);
    const ready = Boolean(said.typed.trim() || said.total !== "");
    // One of the two is compared: the other waits, lest it seem to count as well.
    total.disabled = said.typed.trim() !== "";
    hand.disabled = said.total !== "" && !total.disabled;
    if (ready !== wasReady) offerPhoto();
    wasReady = ready;
  };
  page.offer();
  page.draw(
    choice(_("Game"), "game", known.map(({ name }) => [name, title(name)]), said.game, (game) => {
      keep({ game });
      offerPhoto();
    }),
    handsChoice(said.hands, (hands) => keep({ hands })),
    field(_("The hand, as the sheet has it"), hand),
    field(_("Or only its points"), total),
    photo,
  );
  typedOne({});
}

/** `hand`: the number of the one that was chosen among several, else the one that agrees best; of a total, the first. */
async function comparing(page, scanId, said, hand = null) {
  const form = new FormData();
  form.append("scan", scanId);
  if (said.typed.trim()) form.append("typed", said.typed);
  else form.append("total", said.total);
  form.append("hand", hand ?? (said.typed.trim() ? "closest" : "0"));
  const found = await ask("POST", "/verifications", { body: form, patient: true }).catch(async (problem) => {
    becomes("/verify");
    await asking(page, await games(), said);
    problem.message = inWords(await gameNamed(said.game), problem.message);
    throw problem;
  });
  if (location.hash !== `#/verify/${scanId}`) return; // the sheet was taken up again meanwhile
  const game = await gameNamed(found.scan.game);
  const again = () => comparing(page, scanId, said, found.hand);
  const every = found.scan.hands.length;
  const correct = async (corrections) => {
    await ask("PATCH", `/scans/${scanId}`, { json: { corrections } });
    await again();
  };
  const view = photoView(found.scan, {
    onPick: act((id) => mend(game, found.scan, id, correct)),
    onHand: act((other) => comparing(page, scanId, said, other)),
  });
  view.mark(marks(found), namesOf(found.scan, (number) => String(number + 1)));
  page.draw(
    el(
      "div",
      { class: "review" },
      el(
        "section",
        { class: `verdict ${found.verdict}`, role: "status" },
        icon(found.verdict === "confirmed" ? "check" : "warning"),
        el(
          "div",
          {},
          el("h2", {}, verdictName(found.verdict)),
          el("p", {}, found.message),
          every > 1 && el("p", { id: "which-hand" }, _("Compared with hand {number} of {every} in the photo.", { number: found.hand + 1, every })),
        ),
      ),
      view.node,
      el("div", { class: "entry" }, sides(found), differences(game, found, (id) => act(() => mend(game, found.scan, id, correct))())),
    ),
  );
  const restart = async () => {
    becomes("/verify");
    await asking(page, await games(), said);
  };
  const next = async () => {
    Object.assign(said, { typed: "", total: "" });
    remember("sheet", said);
    await restart();
  };
  page.offer(
    el("button", { type: "button", id: "change-sheet", onclick: act(restart) }, _("Change the sheet")),
    el("button", { type: "button", class: "main", id: "next-sheet", onclick: act(next) }, _("Next hand")),
  );
}

function sides({ typed, seen, difference }) {
  const side = (says, amount) => el("div", {}, el("dt", {}, says), el("dd", {}, amount));
  return el("dl", { class: "sides" }, side(_("Sheet"), number(typed.points)), side(_("Photo"), number(seen.points)), side(_("Difference"), difference === null ? "?" : signed(difference)));
}

function verdictName(verdict) {
  return { confirmed: _("They agree"), contradicted: _("They differ"), cannot_tell: _("It cannot be told") }[verdict];
}

function marks(found) {
  const kinds = new Map();
  for (const kind of ["confirmed", "different", "extra", "cannot_tell"]) {
    for (const pair of found[kind]) if (pair.piece) kinds.set(pair.piece, kind);
  }
  const pieces = found.scan.hands.flatMap((hand) => hand.pieces);
  return [...pieces, ...found.scan.unread].map(({ id, outline }) => {
    const kind = kinds.get(id) ?? (found.scan.hands.length > 1 ? "sure dim" : "sure");
    return { id, outline, kind, badge: SIGNS[kind] };
  });
}

function differences(game, found, onOpen) {
  const rows = ["different", "extra", "missing", "cannot_tell"].flatMap((kind) => found[kind].map((pair) => ({ ...pair, kind })));
  if (!rows.length) return null;
  const face = (label) => (label === null ? el("span", { class: "face none", "aria-hidden": "true" }, "–") : pieceFace(label, game.pieces));
  return el(
    "ul",
    { class: "differences" },
    rows.map((row) =>
      el(
        "li",
        { class: row.kind },
        el("span", { class: "sign", "aria-hidden": "true" }, SIGNS[row.kind]),
        face(row.typed),
        el("span", { class: "arrow", "aria-hidden": "true" }, "→"),
        row.piece && row.seen === null ? pieceFace(null, game.pieces) : face(row.seen),
        el("p", {}, differs(game, row)),
        el("b", {}, row.points === null ? "?" : signed(row.points)),
        row.piece && el("button", { type: "button", class: "quiet", "aria-label": _("Mend what was seen: {what}", { what: differs(game, row) }), onclick: () => onOpen(row.piece) }, _("Mend")),
      ),
    ),
  );
}

function differs(game, { kind, typed, seen }) {
  const said = { typed: typed && nameOf(game, typed), seen: seen && nameOf(game, seen) };
  if (kind === "different") return _("The sheet says {typed}, the photo shows {seen}.", said);
  if (kind === "extra") return _("{seen} is in the photo and not on the sheet.", said);
  if (kind === "missing") return _("{typed} is on the sheet and not in the photo.", said);
  if (typed && seen) return _("The sheet says {typed}; it may be {seen}.", said);
  if (typed) return _("{typed} could not be made out.", said);
  return seen ? _("It may be {seen}.", said) : _("One piece could not be made out.");
}

async function mend(game, scan, id, correct) {
  const piece = [...scan.hands.flatMap((hand) => hand.pieces), ...scan.unread].find((one) => one.id === id);
  const answer = await askPiece(game, {
    title: _("What is this piece?"),
    picture: closeUp(scan, piece.outline),
    likely: piece.label ? [piece.label, ...piece.alternatives] : [],
    removable: true,
  });
  if (answer === "remove") await correct([{ action: "remove", piece: id }]);
  else if (answer) await correct([{ action: "label", piece: id, label: answer.label }]);
}
