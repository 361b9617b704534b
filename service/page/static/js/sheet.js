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
    let isLeaving = false;
    const place = above() + 1;
    // To give its place in the history back takes a moment. It covers the screen until then, lest another one is opened.
    const choose = (value) => {
      if (isLeaving) return;
      isLeaving = true;
      chosen = value;
      history.go(place - 1 - above());
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
      isLeaving = true;
      window.removeEventListener("popstate", left);
      dialog.close();
      dialog.remove();
      done(chosen);
    };
    dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      choose(null);
    });
    dialog.addEventListener("close", () => choose(null)); // some browsers close it unasked
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
