/* In: the labels of a hand without a photo. Out: a place to type and tap them; the service reads and counts. */

import { number, points } from "./amounts.js";
import { ask } from "./api.js";
import { el, fill } from "./element.js";
import { inWords, nameOf } from "./games.js";
import { labelPad } from "./label_pad.js";
import { act } from "./notices.js";
import { pieceChip } from "./piece_chip.js";
import { askPiece } from "./piece_sheet.js";
import { _ } from "./words.js";

/**
 * @param {any} game
 * @param {string[]} labels
 * @param {(labels: string[], points: number) => void} onChange told of every state, the first one too
 * @returns {Promise<{node: HTMLElement, readTyped: () => Promise<boolean>}>} `readTyped` takes in what is still on its way and
 *   what still stands in the field, and tells whether there was anything
 */
export async function handEntry(game, labels, onChange) {
  const worth = new Map(game.labels.map((piece) => [piece.label, piece.points]));
  const hand = el("section", { class: "hand", "aria-labelledby": "entered" });
  const typed = el("input", { id: "typed", type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false", placeholder: example(game) });
  let changing = Promise.resolve();
  const wrong = el("p", { class: "standing unread", id: "typed-wrong", role: "alert" });

  const counted = (next) => ask("POST", "/hands", { json: { game: game.name, typed: next.join(" ") }, patient: true });
  function become(next) {
    labels = next.labels;
    draw(next.points);
    onChange(labels, next.points);
  }
  /** One change after the other, lest of two quick taps one is lost; none once a photo or another screen has come. */
  function change(made) {
    changing = changing.catch(() => {}).then(async () => {
      const next = await counted(made(labels));
      if (node.isConnected) become(next);
    });
    return changing;
  }
  async function readTyped() {
    fill(wrong);
    const before = labels;
    await changing.catch(() => {});
    if (!typed.value.trim()) return labels !== before;
    try {
      const answer = await ask("POST", "/hands", { json: { game: game.name, typed: typed.value } });
      await change((now) => [...now, ...answer.labels]);
      typed.value = "";
    } catch (problem) {
      fill(wrong, inWords(game, problem.message));
      typed.focus();
    }
    return true;
  }
  async function mend(place) {
    const said = await askPiece(game, { title: _("Change this piece: {piece}", { piece: nameOf(game, labels[place]) }), removable: true });
    if (said === "remove") await change((now) => now.toSpliced(place, 1));
    else if (said) await change((now) => now.with(place, said.label));
  }
  function draw(total) {
    const chip = (label, place) => {
      const piece = { label, name: nameOf(game, label), points: worth.get(label) };
      return el("li", {}, pieceChip(`entered-${place}`, piece, game.pieces, { onclick: act(() => mend(place)) }));
    };
    fill(
      hand,
      el(
        "header",
        {},
        el("h2", { id: "entered" }, _("Hand")),
        el("p", { class: "total", role: "status" }, el("span", { class: "unseen" }, points(total)), el("b", { "aria-hidden": "true" }, number(total))),
      ),
      labels.length ? el("ul", { class: "chips" }, labels.map(chip)) : el("p", { class: "hint" }, _("Nothing yet: type the pieces, or tap them below.")),
    );
  }

  become(await counted(labels));
  const node = el(
    "div",
    { class: "entry typed-entry" },
    hand,
    el(
      "form",
      { class: "typing", onsubmit: (event) => event.preventDefault() || readTyped() },
      el("label", { class: "field", for: "typed" }, el("span", {}, _("Type the hand")), typed),
      el("button", { type: "submit", id: "read-typed" }, _("Add")),
    ),
    wrong,
    el("p", { class: "hint", id: "tap-hint" }, _("Or tap the pieces in:")),
    labelPad(game, (label) => act(() => change((now) => [...now, label]))()),
  );
  return { node, readTyped };
}

/**
 * @param {{pieces: "cards"|"tiles"}} game
 * @returns {string} how a hand may be typed
 */
export function example(game) {
  return game.pieces === "cards" ? _("10h, ace of spades, joker") : _("red 7, b12, joker");
}
