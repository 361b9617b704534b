/* In: a tag, properties and children. Out: DOM nodes; text goes in as text, never as markup. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {string} tag
 * @param {Record<string, any>} [props] `on…` listens, `class` and attributes are set, true is an empty attribute, null none
 * @param {...(Node|string|number|null|undefined|false|Array)} children
 * @returns {HTMLElement}
 */
export function el(tag, props = {}, ...children) {
  return made(document.createElement(tag), props, children);
}

/**
 * @param {string} tag
 * @param {Record<string, any>} [props]
 * @param {...any} children
 * @returns {SVGElement}
 */
export function svg(tag, props = {}, ...children) {
  return made(document.createElementNS(SVG, tag), props, children);
}

/**
 * Puts new children in place of the old; the focus stays on what bears the same id.
 * @param {Element} node
 * @param {...any} children
 */
export function fill(node, ...children) {
  const focused = node.contains(document.activeElement) ? document.activeElement.id : "";
  node.replaceChildren(...flat(children));
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

function made(node, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked") node[name] = value;
    else if (value !== null && value !== undefined && value !== false) {
      node.setAttribute(name, value === true ? "" : value);
    }
  }
  node.append(...flat(children));
  return node;
}

function flat(children) {
  return children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
}
