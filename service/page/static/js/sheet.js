/* In: a title and content. Out: what the person chose on a sheet that rises from the bottom; null where it was closed.

A sheet has a place of its own in the history, so that the browser's Back closes it and leaves the screen as it is. */

import { el } from "./element.js";
import { icon } from "./icons.js";
import { _ } from "./words.js";

// How many sheets lie over the screen at this place of the history. After a reload none do.
const above = () => history.state?.sheet ?? 0;
if (above()) history.go(-above());

/**
 * @param {string} title
 * @param {(choose: (value: any) => void) => any} content
 * @returns {Promise<any>}
 */
export function sheet(title, content) {
  return new Promise((done) => {
    let chosen = null;
    const place = above() + 1;
    const choose = (value) => {
      chosen = value;
      dialog.close();
    };
    const dialog = el(
      "dialog",
      { class: "sheet", "aria-labelledby": "sheet-title" },
      el(
        "header",
        {},
        el("h2", { id: "sheet-title" }, title),
        el("button", { type: "button", class: "tool", "aria-label": _("Close"), onclick: () => choose(null) }, icon("close")),
      ),
      content(choose),
    );
    // Only the backdrop is the dialog itself: its content lies upon it.
    dialog.addEventListener("click", (event) => event.target === dialog && choose(null));
    const left = () => {
      if (above() >= place) return;
      window.removeEventListener("popstate", left);
      dialog.remove();
      done(chosen);
    };
    // What was chosen may open another screen: first its place in the history is given back.
    dialog.addEventListener("close", () => (above() >= place ? history.go(place - 1 - above()) : left()));
    window.addEventListener("popstate", left);
    history.pushState({ sheet: place }, "");
    document.body.append(dialog);
    dialog.showModal();
  });
}

/**
 * @param {string} question
 * @param {string} yes what the button says that does it
 * @returns {Promise<boolean>}
 */
export async function sure(question, yes) {
  return (
    (await sheet(question, (choose) =>
      el(
        "div",
        { class: "choices" },
        el("button", { type: "button", class: "danger", onclick: () => choose(true) }, yes),
        el("button", { type: "button", onclick: () => choose(false) }, _("No, leave it")),
      ),
    )) === true
  );
}
