/* In: the part of the address after #. Out: the screen that it names. */

import { go } from "./address.js";
import { dealing } from "./dealing.js";
import { handScreen } from "./hand_screen.js";
import { home } from "./home.js";
import { matchForm } from "./match_form.js";
import { matchScreen } from "./match_screen.js";
import { complain } from "./notices.js";
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

/** Shows the screen of the address, now and whenever it changes. */
export function start() {
  window.addEventListener("hashchange", open);
  open();
}

async function open() {
  const address = location.hash.slice(1) || "/";
  for (const [pattern, screen] of SCREENS) {
    const found = pattern.exec(address);
    if (!found) continue;
    const page = new Page();
    try {
      await screen(page, ...found.slice(1));
    } catch (problem) {
      complain(problem);
      if (problem.status === 404) go("/");
    }
    if (page.isOpen) page.arrive();
    return;
  }
  go("/");
}
