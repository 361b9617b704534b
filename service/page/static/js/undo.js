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
  const shown = `/match/${id}`;
  const undone = await ask("POST", `/matches/${id}/undo`, { version }).catch((problem) => problem);
  if (location.hash === `#${shown}`) window.dispatchEvent(new HashChangeEvent("hashchange"));
  else go(shown);
  if (undone instanceof Error) complain(undone);
  else tell(_("The last change was undone."));
}
