/* In: the name of a sign. Out: its drawing, 24 by 24, in the colour of the text round it. */

import { svg } from "./element.js";

/** Lines, two units wide. */
const LINES = {
  back: "M15 5 8 12l7 7",
  camera: "M4 8.5h3.2L9 6h6l1.8 2.5H20a1 1 0 0 1 1 1V18a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V9.5a1 1 0 0 1 1-1zM12 10.2a3.4 3.4 0 1 0 0 6.8 3.4 3.4 0 0 0 0-6.8z",
  check: "m5 12.5 4.5 4.5L19 7.5",
  close: "m6 6 12 12M18 6 6 18",
  crown: "M4 8l3.5 4L12 6l4.5 6L20 8l-1.5 10h-13z",
  fit: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  live: "M3 7h11v10H3zM14 11l7-4v10l-7-4",
  minus: "M5 12h14",
  move: "M4 12h15M14 7l5 5-5 5",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  picture: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M9 9h.01",
  plus: "M12 5v14M5 12h14",
  settings: "M4 7h9M19 7h1M13 7a3 3 0 1 0 6 0 3 3 0 0 0-6 0M4 17h1M11 17h9M5 17a3 3 0 1 0 6 0 3 3 0 0 0-6 0",
  sheet: "M6 3h9l4 4v14H6zM9.5 12.5l2 2 4-4.5",
  table: "M3 6h18v12H3zM7 9.5h2v5H7zM15 9.5h2v5h-2z",
  trash: "M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13",
  turn: "M8 5 4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11H9",
  warning: "M12 4 3 20h18zM12 10v4.5M12 17.3h.01",
};

/** Filled figures: suits, and one shape for each tile colour, so that colour is never the only sign. */
const FIGURES = {
  H: "M12 21.5C5.5 16.5 2 12.8 2 8.6A5.3 5.3 0 0 1 7.3 3.2c2 0 3.7 1 4.7 2.7 1-1.7 2.7-2.7 4.7-2.7A5.3 5.3 0 0 1 22 8.6c0 4.2-3.5 7.9-10 12.9z",
  D: "M12 1.8c2.2 3.9 4.8 7.2 8 10.2-3.2 3-5.8 6.3-8 10.2-2.2-3.9-4.8-7.2-8-10.2 3.2-3 5.8-6.3 8-10.2z",
  S: "M12 1.8c1.8 4.3 9 7.6 9 12.7a4.3 4.3 0 0 1-7.8 2.5c.2 2 .9 3.7 2.3 5.2h-7c1.4-1.5 2.1-3.2 2.3-5.2A4.3 4.3 0 0 1 3 14.5c0-5.1 7.2-8.4 9-12.7z",
  C: "M12 2a4.7 4.7 0 0 1 3.8 7.4 4.7 4.7 0 1 1-2.6 7.9c.2 1.9.9 3.5 2.3 4.9h-7c1.4-1.4 2.1-3 2.3-4.9a4.7 4.7 0 1 1-2.6-7.9A4.7 4.7 0 0 1 12 2z",
  K: "M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16z",
  R: "M12 3.5 21.5 20h-19z",
  B: "M4.5 4.5h15v15h-15z",
  O: "M12 2.5 21.5 12 12 21.5 2.5 12z",
  star: "m12 2 2.9 6.6 7.1.7-5.3 4.8 1.5 7L12 17.5 5.8 21.1l1.5-7L2 9.3l7.1-.7z",
};

/**
 * @param {string} name of a line drawing
 * @returns {SVGElement}
 */
export function icon(name) {
  return svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: LINES[name] }));
}

/**
 * @param {string} name of a suit, a tile colour, or star
 * @returns {SVGElement}
 */
export function figure(name) {
  return svg("svg", { class: "figure", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: FIGURES[name] }));
}

/** @returns {SVGElement} the smiling face on a joker tile */
export function smile() {
  const line = "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM8.7 9.5h.01M15.3 9.5h.01M7.8 14c1.8 3.2 6.6 3.2 8.4 0";
  return svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: line }));
}
