/* In: what there is to choose from. Out: form controls in one style: a row of choices, a field with its name. */

import { el } from "./element.js";

/**
 * @param {string} legend
 * @param {string} name of the group, unique on the screen
 * @param {Array<[string, string|Node]>} options value and what it says
 * @param {string|null} chosen
 * @param {(value: string) => void} onChoose
 * @returns {HTMLElement}
 */
export function choice(legend, name, options, chosen, onChoose) {
  return el(
    "fieldset",
    { class: `choice ${name}` },
    el("legend", {}, legend),
    el(
      "div",
      { class: "segments" },
      options.map(([value, said]) => {
        const id = `${name}-${value}`;
        return el(
          "label",
          { for: id },
          el("input", { type: "radio", name, id, value, checked: value === chosen, onchange: () => onChoose(value) }),
          el("span", {}, said),
        );
      }),
    ),
  );
}

/**
 * @param {string} name
 * @param {HTMLElement} input
 * @param {string} [hint]
 * @returns {HTMLElement}
 */
export function field(name, input, hint) {
  return el("label", { class: "field" }, el("span", {}, name), input, hint && el("small", {}, hint));
}

/**
 * @param {string} id
 * @param {string} says
 * @param {boolean} on
 * @param {(on: boolean) => void} onSwitch
 * @returns {HTMLElement}
 */
export function toggle(id, says, on, onSwitch) {
  return el(
    "label",
    { class: "switch", for: id },
    el("input", { type: "checkbox", role: "switch", id, checked: on, onchange: (event) => onSwitch(event.target.checked) }),
    el("span", {}, says),
  );
}

/**
 * @param {string} id
 * @param {Array<[string, string]>} options
 * @param {string} chosen
 * @param {(value: string) => void} onChoose
 * @returns {HTMLElement}
 */
export function list(id, options, chosen, onChoose) {
  return el(
    "select",
    { id, onchange: (event) => onChoose(event.target.value) },
    options.map(([value, said]) => el("option", { value, selected: value === chosen }, said)),
  );
}
