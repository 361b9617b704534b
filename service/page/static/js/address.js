/* In: an address after #. Out: the browser is there. */

/**
 * @param {string} address without the #
 */
export function go(address) {
  location.hash = address;
}

/**
 * Another screen, which takes this one's place in the history: Back does not lead to what is not there.
 * @param {string} address without the #
 */
export function instead(address) {
  location.replace(`#${address}`);
}

/**
 * The same screen under another address, which takes the old one's place in the history.
 * @param {string} address without the #
 */
export function becomes(address) {
  history.replaceState(null, "", `#${address}`);
}
