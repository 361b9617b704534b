/* In: something to tell. Out: a line that is shown and read aloud, and goes away by itself. */

import { el, fill } from "./element.js";
import { icon } from "./icons.js";
import { _ } from "./words.js";

const SHOWN_MS = 8000;
const place = document.getElementById("notice");
let timer = 0;
let saidAt = "";

/**
 * @param {string} text
 * @param {{label: string, act: () => void}} [offer] such as to undo what was done
 */
export function tell(text, offer) {
  show("notice", text, offer);
}

/**
 * @param {Error} problem
 */
export function complain(problem) {
  show("notice wrong", problem.message);
}

/** Something else begins: what was said of the thing before is over. */
export function hush() {
  fill(place);
}

/** Another screen has opened. */
export function leave() {
  if (location.hash !== saidAt) hush();
}

/**
 * What a button does: once at a time, and whatever goes wrong is told.
 * @param {(event: Event) => any} work
 * @returns {(event: Event) => Promise<void>}
 */
export function act(work) {
  let working = false;
  return async (event) => {
    if (working) return;
    working = true;
    try {
      await work(event);
    } catch (problem) {
      complain(problem);
    } finally {
      working = false;
    }
  };
}

function show(kind, text, offer) {
  clearTimeout(timer);
  saidAt = location.hash;
  const offered = () => {
    hush();
    offer.act();
  };
  fill(
    place,
    el(
      "div",
      { class: kind },
      el("p", {}, text),
      offer && el("button", { type: "button", class: "quiet", onclick: offered }, offer.label),
      el("button", { type: "button", class: "tool", "aria-label": _("Close"), onclick: hush }, icon("close")),
    ),
  );
  timer = setTimeout(hush, SHOWN_MS);
}
