/* In: a player of a round being entered. Out: the screen where that hand is brought in, looked at and confirmed. */

import { points } from "./amounts.js";
import { ask } from "./api.js";
import { go } from "./address.js";
import { capture } from "./capture.js";
import { confirmButton } from "./confirm_hand.js";
import { el } from "./element.js";
import { gameNamed } from "./games.js";
import { handEntry } from "./hand_entry.js";
import { icon } from "./icons.js";
import { draftOf, follow, keepDraft } from "./match_draft.js";
import { act, tell } from "./notices.js";
import { waiting } from "./page.js";
import { review } from "./review.js";
import { usedBefore } from "./used_before.js";
import { _ } from "./words.js";

/**
 * @param {import("./page.js").Page} page
 * @param {string} id of the match
 * @param {string} number of the round, or "new"
 * @param {string} seat
 */
export async function handScreen(page, id, number, seat) {
  const match = await ask("GET", `/matches/${id}`);
  const game = await gameNamed(match.game);
  const back = `/match/${id}/round/${number}/edit`;
  page.heading(match.players[seat], { back: `#${back}` });

  const draft = draftOf(match, number);
  const keep = (changes) => {
    Object.assign(draft.hands[seat], changes);
    keepDraft(match, number, draft);
  };
  const done = () => {
    keep({ ready: true });
    go(back);
  };

  async function seen(scan) {
    const hand = draft.hands[seat].scan.hand;
    let reviewed = null;
    const offer = (now) => {
      follow(draft, now);
      keep({});
      if (reviewed) page.offer(anew, confirmButton(now, hand, reviewed, done));
    };
    const anew = el("button", { type: "button", id: "anew", onclick: act(start) }, icon("camera"), _("Another photo"));
    const owner = (number) => draft.hands.findIndex((one) => one.scan?.id === scan.id && one.scan.hand === number);
    reviewed = review(scan, game, { onScan: offer, named: (number) => match.players[owner(number)] ?? String(number + 1) });
    reviewed.draw();
    page.draw(reviewed.node);
    if (scan.hands.length > 1) reviewed.reach(hand);
    page.offer(anew, confirmButton(scan, hand, reviewed, done));
  }
  async function bring(scan) {
    const used = usedBefore(match, draft, number, Number(seat), { id: scan.id, hand: 0 });
    if (used) tell(used);
    keep({ scan: { id: scan.id, hand: 0 }, ready: false });
    await seen(scan);
  }
  async function start() {
    keep({ scan: null, ready: false, labels: [] });
    page.draw(waiting()); // nobody confirms the hand that is no more
    page.offer();
    await enter();
  }
  async function enter() {
    const entry = await handEntry(game, draft.hands[seat].labels, (labels, worth) => {
      keep({ labels, ready: false });
      // What still stands in the field is read first, and the new total is looked at before it counts.
      const confirm = act(async () => (await entry.readTyped()) || done());
      const says = _("Confirm: {points}", { points: points(worth) });
      page.offer(labels.length > 0 && el("button", { type: "button", class: "main", id: "confirm", onclick: confirm }, icon("check"), says));
    });
    page.draw(capture(game, () => "1", bring), el("p", { class: "or" }, _("or without a photo")), entry.node);
  }

  const { scan } = draft.hands[seat];
  if (scan) await seen(await ask("GET", `/scans/${scan.id}`));
  else await enter();
}
