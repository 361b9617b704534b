/* In: nothing, or a scan. Out: the screen that reads a hand and counts it, with no match. */

import { ask } from "./api.js";
import { becomes, go } from "./address.js";
import { capture } from "./capture.js";
import { choice } from "./choices.js";
import { confirmButton } from "./confirm_hand.js";
import { el } from "./element.js";
import { gameNamed, games, title } from "./games.js";
import { icon } from "./icons.js";
import { recall, remember } from "./memory.js";
import { act, tell } from "./notices.js";
import { review } from "./review.js";
import { sure } from "./sheet.js";
import { _ } from "./words.js";

/**
 * @param {import("./page.js").Page} page
 * @param {string} [id]
 */
export async function scanScreen(page, id) {
  page.heading(_("Scan a hand"), { back: "#/" });
  if (id) await reading(page, await ask("GET", `/scans/${id}`));
  else await asking(page);
}

async function asking(page) {
  const known = await games();
  let chosen = recall("game", known[0].name);
  let hands = "1";
  const draw = () => {
    const game = known.find(({ name }) => name === chosen);
    const onScan = async (scan) => {
      becomes(`/scan/${scan.id}`);
      await reading(page, scan);
    };
    page.offer();
    page.draw(
      choice(_("Game"), "game", known.map(({ name }) => [name, title(name)]), chosen, (name) => {
        chosen = name;
        remember("game", name);
        draw();
      }),
      handsChoice(hands, (count) => (hands = count)),
      el("p", { class: "lead" }, _("Lay the pieces face up, side by side or as a fan, and fill the picture with them.")),
      capture(game, () => hands, onScan),
    );
  };
  draw();
}

/**
 * @param {string} chosen
 * @param {(count: string) => void} onChoose
 * @returns {HTMLElement}
 */
export function handsChoice(chosen, onChoose) {
  const counts = [["auto", _("Find out")], ...["1", "2", "3", "4", "5", "6"].map((count) => [count, count])];
  return choice(_("Hands in the photo"), "hands", counts, chosen, onChoose);
}

async function reading(page, first) {
  const game = await gameNamed(first.game);
  let reviewed = null;
  const offer = (scan) => {
    const open = scan.hands.findIndex((hand) => hand.review || hand.points === null);
    const again = el("a", { class: "button", href: "#/scan" }, icon("camera"), _("Next hand"));
    page.offer(again, open >= 0 && reviewed && confirmButton(scan, open, reviewed, () => tell(_("Confirmed."))));
  };
  let latest = first;
  reviewed = review(first, game, { onScan: (scan) => offer((latest = scan)) });
  offer(latest);
  const discard = act(async () => {
    if (!(await sure(_("Forget this photo and what was read from it?"), _("Forget it")))) return;
    await ask("DELETE", `/scans/${latest.id}`);
    go("/scan");
  });
  page.heading(_("Scan a hand"), {
    back: "#/scan",
    tools: [el("button", { type: "button", class: "tool", id: "discard", "aria-label": _("Forget the photo"), onclick: discard }, icon("trash"))],
  });
  page.draw(reviewed.node);
}
