/* In: a match and its version. Out: the match before its newest change, shown. */

import { ask } from "./api.js";
import { go } from "./address.js";
import { complain, tell } from "./notices.js";
import { _ } from "./words.js";

/**
 * @param {string} id
 * @param {number} version
 */
export async function undoLast(id, version) {
  try {
    await ask("POST", `/matches/${id}/undo`, { version });
    tell(_("The last change was undone."));
  } catch (problem) {
    complain(problem);
  }
  if (location.hash === `#/match/${id}`) window.dispatchEvent(new HashChangeEvent("hashchange"));
  else go(`/match/${id}`);
}
