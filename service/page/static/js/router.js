/* In: the part of the address after #. Out: the screen that it names. */

import { instead } from "./address.js";
import { dealing } from "./dealing.js";
import { handScreen } from "./hand_screen.js";
import { home } from "./home.js";
import { matchForm } from "./match_form.js";
import { matchScreen } from "./match_screen.js";
import { complain, leave } from "./notices.js";
import { Page } from "./page.js";
import { roundForm } from "./round_form.js";
import { roundScreen } from "./round_screen.js";
import { scanScreen } from "./scan_screen.js";
import { verifyScreen } from "./verify_screen.js";

const SCREENS = [
  [/^\/$/, home],
  [/^\/new$/, matchForm],
  [/^\/scan(?:\/(\w+))?$/, scanScreen],
  [/^\/verify(?:\/(\w+))?$/, verifyScreen],
  [/^\/match\/(\w+)$/, matchScreen],
  [/^\/match\/(\w+)\/edit$/, matchForm],
  [/^\/match\/(\w+)\/round\/(\d+)$/, roundScreen],
  [/^\/match\/(\w+)\/round\/(new|\d+)\/edit$/, roundForm],
  [/^\/match\/(\w+)\/round\/(new|\d+)\/hand\/(\d+)$/, handScreen],
  [/^\/match\/(\w+)\/round\/(new|\d+)\/table$/, dealing],
];

/** Nothing is entered on these: they are shown anew when the page is looked at again, since others score too. */
const ONLY_SHOW = [home, matchScreen];

/** Shows the screen of the address, now and whenever it changes. */
export function start() {
  window.addEventListener("hashchange", open);
  document.addEventListener("visibilitychange", () => {
    const isShown = document.visibilityState === "visible" && !document.querySelector("dialog[open]");
    if (isShown && ONLY_SHOW.includes(found(address())?.screen)) open();
  });
  open();
}

function address() {
  return location.hash.slice(1) || "/";
}

function found(address) {
  for (const [pattern, screen] of SCREENS) {
    const match = pattern.exec(address);
    if (match) return { screen, parts: match.slice(1) };
  }
  return null;
}

async function open() {
  leave();
  const known = found(address());
  if (!known) {
    instead("/");
    return;
  }
  const page = new Page();
  try {
    await known.screen(page, ...known.parts);
  } catch (problem) {
    if (problem.status === 404 && page.isOpen) instead("/");
    complain(problem);
  }
  if (page.isOpen) page.arrive();
}
