/* In: a game. Out: every label of it as a button, one group for each suit or colour. */

import { el } from "./element.js";
import { pieceFace } from "./piece_face.js";
import { _ } from "./words.js";

/**
 * @param {{pieces: "cards"|"tiles", labels: Array<{label: string, name: string}>}} game
 * @param {(label: string) => void} onPick
 * @returns {HTMLElement}
 */
export function labelPad(game, onPick) {
  const groups = Map.groupBy(game.labels, ({ label }) => groupOf(label, game.pieces));
  return el(
    "div",
    { class: "pad" },
    [...groups].map(([group, labels]) =>
      el(
        "div",
        { class: `pad-group${group === "JOKER" ? " wide" : ""}`, role: "group", "aria-label": groupName(group) },
        labels.map((piece) => labelButton(game, piece, onPick)),
      ),
    ),
  );
}

/**
 * @param {{pieces: "cards"|"tiles"}} game
 * @param {{label: string, name: string}} piece
 * @param {(label: string) => void} onPick
 * @returns {HTMLElement}
 */
export function labelButton(game, { label, name }, onPick) {
  return el(
    "button",
    { type: "button", class: "key", "data-label": label, "aria-label": name, title: name, onclick: () => onPick(label) },
    pieceFace(label, game.pieces),
    label === "JOKER" && el("span", { class: "word", "aria-hidden": "true" }, name),
  );
}

function groupOf(label, pieces) {
  if (label === "JOKER") return label;
  return pieces === "cards" ? `suit ${label.at(-1)}` : `colour ${label[0]}`;
}

function groupName(group) {
  return {
    "suit S": _("Spades"),
    "suit H": _("Hearts"),
    "suit D": _("Diamonds"),
    "suit C": _("Clubs"),
    "colour K": _("Black"),
    "colour R": _("Red"),
    "colour B": _("Blue"),
    "colour O": _("Orange"),
    JOKER: _("Joker"),
  }[group];
}
