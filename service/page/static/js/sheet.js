/* In: a title and content. Out: what the person chose on a sheet that rises from the bottom; null where it was closed. */

import { el } from "./element.js";
import { icon } from "./icons.js";
import { _ } from "./words.js";

/**
 * @param {string} title
 * @param {(choose: (value: any) => void) => any} content
 * @returns {Promise<any>}
 */
export function sheet(title, content) {
  return new Promise((done) => {
    let chosen = null;
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
    dialog.addEventListener("close", () => {
      dialog.remove();
      done(chosen);
    });
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
