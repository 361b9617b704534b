/* In: a name and a value. Out: the value again after a reload. For drafts and choices; scores are the service's. */

const PREFIX = "handscan.";

/**
 * @param {string} name
 * @param {any} [otherwise]
 * @returns {any}
 */
export function recall(name, otherwise = null) {
  const kept = localStorage.getItem(PREFIX + name);
  return kept === null ? otherwise : JSON.parse(kept);
}

/**
 * @param {string} name
 * @param {any} value
 */
export function remember(name, value) {
  localStorage.setItem(PREFIX + name, JSON.stringify(value));
}

/**
 * @param {string} name
 */
export function forget(name) {
  localStorage.removeItem(PREFIX + name);
}
