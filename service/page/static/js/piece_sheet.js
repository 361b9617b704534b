/* In: a piece and what it may be. Out: what the person says of it: a label, another hand, away with it; null for nothing. */

import { el } from "./element.js";
import { icon } from "./icons.js";
import { labelButton, labelPad } from "./label_pad.js";
import { sheet } from "./sheet.js";
import { _ } from "./words.js";

/**
 * @param {any} game
 * @param {{title: string, picture?: Node|null, likely?: string[], hands?: number[], removable?: boolean}} piece
 *   `likely`: labels offered first; `hands`: numbers of the hands it could be moved to
 * @returns {Promise<{label: string}|{hand: number}|"remove"|null>}
 */
export function askPiece(game, { title, picture = null, likely = [], hands = [], removable = false }) {
  return sheet(title, (choose) => {
    const pick = (label) => choose({ label });
    const known = likely.map((label) => game.labels.find((piece) => piece.label === label));
    return [
      (picture || known.length > 0) &&
        el(
          "div",
          { class: "likely" },
          picture,
          el("div", { role: "group", "aria-label": _("Most likely") }, known.map((piece) => labelButton(game, piece, pick))),
        ),
      labelPad(game, pick),
      (removable || hands.length > 0) &&
        el(
          "div",
          { class: "pad-more" },
          hands.map((hand) =>
            el("button", { type: "button", class: "quiet", onclick: () => choose({ hand }) }, icon("move"), _("To hand {number}", { number: hand + 1 })),
          ),
          removable && el("button", { type: "button", class: "quiet danger-text", onclick: () => choose("remove") }, icon("trash"), _("Not a piece")),
        ),
    ];
  });
}
