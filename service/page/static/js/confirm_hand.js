/* In: a scanned hand. Out: the one button that takes it further: name what is unread, then confirm. */

import { points } from "./amounts.js";
import { el } from "./element.js";
import { icon } from "./icons.js";
import { act } from "./notices.js";
import { unreadIn } from "./scan_marks.js";
import { _ } from "./words.js";

/**
 * @param {any} scan
 * @param {number} hand
 * @param {{open: (id: string) => Promise<void>, mend: (corrections: any[]) => Promise<boolean>}} reviewed
 * @param {() => any} onConfirmed
 * @returns {HTMLElement|null} null where nothing was found
 */
export function confirmButton(scan, hand, reviewed, onConfirmed) {
  if (!scan.hands[hand]) return null;
  const [first] = unreadIn(scan, hand);
  if (first) return el("button", { type: "button", class: "main warn", id: "name-unread", onclick: act(() => reviewed.open(first.id)) }, _("Name the “?”"));
  const confirm = act(async () => {
    if (await reviewed.mend([{ action: "confirm", hand }])) await onConfirmed();
  });
  const worth = points(scan.hands[hand].points);
  return el("button", { type: "button", class: "main", id: "confirm", onclick: confirm }, icon("check"), _("Confirm: {points}", { points: worth }));
}
