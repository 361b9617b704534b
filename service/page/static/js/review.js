/* In: a scan. Out: its photo and its hands to look at and mend; each change goes to the service, which answers the totals. */

import { number, points } from "./amounts.js";
import { ask } from "./api.js";
import { el, fill } from "./element.js";
import { icon } from "./icons.js";
import { act } from "./notices.js";
import { closeUp, photoView } from "./photo_view.js";
import { addChip, pieceChip } from "./piece_chip.js";
import { askPiece } from "./piece_sheet.js";
import { handAt, marksOf, namesOf, unreadIn } from "./scan_marks.js";
import { _ } from "./words.js";

/**
 * @param {any} scan
 * @param {any} game
 * @param {{onScan: (scan: any) => void, whose?: (hand: number) => any, named?: (hand: number) => string}} on `onScan` is told of every state, the first one too;
 *   `whose` is shown at the head of each hand; `named` is what stands on each in the photo, where there are several
 *   `mend` tells whether it is still on the screen
 * @returns {{node: HTMLElement, draw: () => void, mend: (corrections: any[]) => Promise<boolean>, open: (id: string) => Promise<void>, light: (hand: number|null) => void, reach: (hand: number|null) => void}}
 */
export function review(scan, game, { onScan, whose = () => null, named = (hand) => String(hand + 1) }) {
  let lit = null;
  const photo = photoView(scan, {
    onPick: (id) => run(() => open(id)),
    onPlace: (place) => run(() => add(handAt(scan, place), place)),
    onHand: (hand) => reach(hand),
  });
  const hands = el("div", { class: "hands" });
  const node = el("section", { class: "review", "aria-label": _("What was seen") }, photo.node, hands);
  const run = (work) => act(work)();

  function draw() {
    photo.mark(marksOf(scan, lit), namesOf(scan, named));
    node.classList.toggle("several", scan.hands.length > 1);
    fill(
      hands,
      scan.warnings.map((warning) => el("p", { class: "advice" }, icon("warning"), warning.message)),
      scan.hands.length ? scan.hands.map(handCard) : nothing(),
      scan.corrections > 0 &&
        el("button", { type: "button", class: "quiet", id: "undo-correction", onclick: act(undo) }, icon("turn"), _("Undo the last correction")),
    );
  }
  function become(next) {
    if (!node.isConnected) return false; // another photo or screen came before the answer: nothing there follows from it
    scan = next;
    draw();
    onScan(scan);
    return true;
  }
  async function mend(corrections) {
    return become(await ask("PATCH", `/scans/${scan.id}`, { json: { corrections } }));
  }
  async function undo() {
    become(await ask("POST", `/scans/${scan.id}/undo`));
  }
  async function add(hand, place) {
    const said = await askPiece(game, { title: _("Which piece lies here?") });
    if (said) await mend([{ action: "add", label: said.label, hand, place }]);
  }
  async function open(id) {
    const piece = pieceNamed(scan, id);
    const said = await askPiece(game, {
      title: _("What is this piece?"),
      picture: closeUp(scan, piece.outline),
      likely: piece.label === null ? [] : [piece.label, ...piece.alternatives],
      hands: scan.hands.length > 1 || piece.hand === null ? otherHands(scan, piece.hand) : [],
      removable: true,
    });
    if (said === "remove") await mend([{ action: "remove", piece: id }]);
    else if (said?.hand !== undefined) await mend([{ action: "move", piece: id, hand: said.hand }]);
    else if (said) await mend([{ action: "label", piece: id, label: said.label }]);
  }
  const adding = (hand) => el("li", {}, addChip(`add-${hand}`, () => run(() => add(hand, photo.middle()))));
  function nothing() {
    const says = _("Or tap the photo where a piece lies, and say which it is.");
    return el("section", { class: "hand", "aria-label": _("Hand") }, el("p", { class: "hint", id: "nothing-found" }, says), el("ul", { class: "chips" }, adding(0)));
  }
  function handCard(hand, at) {
    const chip = (piece) =>
      el(
        "li",
        {},
        pieceChip(`chip-${piece.id}`, piece, game.pieces, {
          onclick: () => run(() => open(piece.id)),
          onlight: (on) => photo.light(on ? piece.id : null),
        }),
      );
    const unread = unreadIn(scan, at).map((piece) => ({ ...piece, label: null }));
    return el(
      "section",
      { class: `hand${lit === at ? " lit" : ""}`, id: `hand-card-${at}`, "aria-labelledby": `hand-${at}` },
      el(
        "header",
        {},
        el("h2", { id: `hand-${at}` }, scan.hands.length > 1 ? _("Hand {number}", { number: at + 1 }) : _("Hand")),
        el("p", { class: "total", role: "status" }, el("span", { class: "unseen" }, points(hand.points)), el("b", { "aria-hidden": "true" }, number(hand.points))),
      ),
      standing(hand, unread.length), // before the chips, since those of a long rack reach below the screen
      whose(at),
      el("ul", { class: "chips" }, hand.pieces.map(chip), unread.map(chip), adding(at)),
    );
  }

  draw();
  onScan(scan);
  const light = (hand) => {
    lit = hand;
    draw();
  };
  const reach = (hand) => {
    light(hand);
    document.getElementById(`hand-card-${hand}`)?.scrollIntoView({ block: "start" });
  };
  return { node, draw, mend, open, light, reach };
}

function standing(hand, unread) {
  const unsure = hand.pieces.filter((piece) => piece.review).length;
  if (unread) return el("p", { class: "standing unread" }, _("Pieces still to be named: {count}. Tap the one marked “?”.", { count: unread }));
  if (unsure) return el("p", { class: "standing unsure" }, _("Pieces to look at: {count}. Tap what is wrong.", { count: unsure }));
  return null;
}

function pieceNamed(scan, id) {
  for (const [hand, { pieces }] of scan.hands.entries()) {
    const found = pieces.find((piece) => piece.id === id);
    if (found) return { ...found, hand };
  }
  return { ...scan.unread.find((piece) => piece.id === id), label: null };
}

function otherHands(scan, hand) {
  return [...scan.hands.keys(), scan.hands.length].filter((number) => number !== hand);
}
