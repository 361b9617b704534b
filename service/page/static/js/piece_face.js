/* In: a label. Out: the little card or tile that stands for it. */

import { el } from "./element.js";
import { figure, icon, smile } from "./icons.js";

/**
 * @param {string|null} label null: a piece nobody could read
 * @param {"cards"|"tiles"} pieces
 * @returns {HTMLElement} for the eye alone; what holds it must be named
 */
export function pieceFace(label, pieces) {
  const face = (kind, ...parts) => el("span", { class: `face ${pieces} ${kind}`, "aria-hidden": "true" }, parts);
  if (label === null) return face("unknown", "?");
  if (label === "JOKER") return face("joker", pieces === "cards" ? figure("star") : smile());
  if (pieces === "cards") return face(`suit-${label.at(-1)}`, el("b", {}, label.slice(0, -1)), figure(label.at(-1)));
  return face(`colour-${label[0]}`, el("b", {}, label.slice(1)), figure(label[0]));
}

/**
 * @param {string[]} labels
 * @param {"cards"|"tiles"} pieces
 * @returns {HTMLElement} a row of small faces
 */
export function faceRow(labels, pieces) {
  return el("span", { class: "face-row" }, labels.map((label) => pieceFace(label, pieces)));
}

/** @returns {HTMLElement} the sign on a piece that wants a look */
export function lookSign() {
  return el("span", { class: "look-sign", "aria-hidden": "true" }, icon("warning"));
}
