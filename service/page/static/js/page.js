/* In: a title, a way back, tools, content. Out: the screen, unless another was opened meanwhile. */

import { el, fill } from "./element.js";
import { icon } from "./icons.js";
import { _ } from "./words.js";

const bar = document.getElementById("bar");
const main = document.getElementById("main");
let current = null;

/** @returns {HTMLElement} what stands where something is still on its way; it shows only when that takes long */
export function waiting() {
  return el("p", { class: "waiting", role: "status" }, _("One moment…"));
}

/** One screen. What an older screen still wants to draw is drawn nowhere. */
export class Page {
  constructor() {
    current = this;
    this.body = el("div", { class: "page", tabindex: "-1" });
    this.actions = el("div", { class: "actions", hidden: true });
    fill(main, this.body, this.actions);
    this.draw(waiting());
    window.scrollTo(0, 0);
  }

  /** @returns {boolean} whether this screen is the one people see */
  get isOpen() {
    return current === this;
  }

  /**
   * @param {string} title
   * @param {{back?: string, tools?: Node[]}} [more] `back`: the address of the screen before
   */
  heading(title, { back, tools = [] } = {}) {
    if (!this.isOpen) return;
    document.title = `${title} · handscan`;
    fill(
      bar,
      back && el("a", { class: "tool", id: "back", href: back, "aria-label": _("Back") }, icon("back")),
      el("h1", { id: "title", tabindex: "-1" }, title),
      tools,
    );
  }

  /** Moves the reader to the top of a new screen. */
  arrive() {
    document.getElementById("title")?.focus({ preventScroll: true });
  }

  /**
   * @param {...any} children
   */
  draw(...children) {
    fill(this.body, ...children);
  }

  /**
   * @param {...any} buttons within reach of the thumb; the main one last
   */
  offer(...buttons) {
    fill(this.actions, ...buttons);
    this.actions.hidden = !this.actions.hasChildNodes();
  }
}
