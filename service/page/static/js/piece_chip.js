/* In: a piece. Out: the chip that stands for it, a button with its name, its points and whether it wants a look. */

import { number, points } from "./amounts.js";
import { el } from "./element.js";
import { icon } from "./icons.js";
import { lookSign, pieceFace } from "./piece_face.js";
import { _ } from "./words.js";

/**
 * @param {string} id unique on the screen
 * @param {{label: string|null, name?: string, points?: number, review?: boolean}} piece label null: unread
 * @param {"cards"|"tiles"} pieces
 * @param {{onclick: () => void, onlight?: (lit: boolean) => void}} on
 * @returns {HTMLElement}
 */
export function pieceChip(id, piece, pieces, { onclick, onlight = () => {} }) {
  const state = piece.label === null ? "unread" : piece.review ? "unsure" : "sure";
  return el(
    "button",
    {
      type: "button",
      class: `chip ${state}`,
      id,
      "aria-label": chipName(piece),
      onclick,
      onfocus: () => onlight(true),
      onblur: () => onlight(false),
      onpointerenter: () => onlight(true),
      onpointerleave: () => onlight(false),
    },
    pieceFace(piece.label, pieces),
    state !== "sure" && lookSign(),
    el("small", { "aria-hidden": "true" }, piece.label === null ? "?" : number(piece.points)),
  );
}

/**
 * @param {string} id
 * @param {() => void} onclick
 * @returns {HTMLElement} the chip that adds a piece
 */
export function addChip(id, onclick) {
  return el("button", { type: "button", class: "chip add", id, "aria-label": _("Add a piece"), onclick }, icon("plus"));
}

function chipName({ label, name, points: worth, review }) {
  if (label === null) return _("A piece that could not be read");
  const said = { piece: name, points: points(worth) };
  return review ? _("{piece}, {points}, not sure", said) : _("{piece}, {points}", said);
}
