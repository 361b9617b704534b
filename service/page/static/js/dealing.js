/* In: a round being entered. Out: the screen where one photo of several hands is dealt to the players by tapping. */

import { ask } from "./api.js";
import { go } from "./address.js";
import { capture } from "./capture.js";
import { el } from "./element.js";
import { gameNamed } from "./games.js";
import { icon } from "./icons.js";
import { draftOf, follow, keepDraft, wentOut } from "./match_draft.js";
import { act } from "./notices.js";
import { review } from "./review.js";
import { handsChoice } from "./scan_screen.js";
import { labelsOf, unreadIn } from "./scan_marks.js";
import { _ } from "./words.js";

/**
 * @param {import("./page.js").Page} page
 * @param {string} id of the match
 * @param {string} number of the round, or "new"
 */
export async function dealing(page, id, number) {
  const match = await ask("GET", `/matches/${id}`);
  const game = await gameNamed(match.game);
  const back = `/match/${id}/round/${number}/edit`;
  page.heading(_("Photo of the table"), { back: `#${back}` });
  const draft = draftOf(match, number);
  const keep = () => keepDraft(match, number, draft);
  const seats = [...match.players.keys()].filter((seat) => !wentOut(draft, seat));

  const owner = (hand) => draft.hands.findIndex(({ scan }) => scan?.id === draft.photo && scan.hand === hand);
  function deal(hand, seat) {
    const before = owner(hand);
    if (before >= 0) Object.assign(draft.hands[before], { scan: null, labels: [], ready: false });
    if (before !== seat) Object.assign(draft.hands[seat], { scan: { id: draft.photo, hand }, ready: false });
    keep();
  }

  function show(scan) {
    let latest = scan;
    const isDealt = (hand) => owner(hand) >= 0;
    const next = () => latest.hands.findIndex((hand, at) => hand.pieces.length && !isDealt(at));
    const seatRow = (hand) =>
      el(
        "div",
        { class: "seats", role: "group", "aria-label": _("Whose hand is it?") },
        seats.map((seat) =>
          el(
            "button",
            {
              type: "button",
              id: `seat-${hand}-${seat}`,
              class: "seat",
              "aria-pressed": String(owner(hand) === seat),
              onclick: () => {
                deal(hand, seat);
                reviewed.reach(next() >= 0 ? next() : null);
                offer();
              },
            },
            match.players[seat],
          ),
        ),
      );
    const reviewed = review(scan, game, {
      whose: seatRow,
      named: (hand) => match.players[owner(hand)] ?? String(hand + 1),
      onScan: (now) => {
        latest = now;
        follow(draft, now);
        keep();
        offer();
      },
    });
    async function take() {
      const dealt = [...latest.hands.keys()].filter(isDealt);
      if (!(await reviewed.mend(dealt.map((hand) => ({ action: "confirm", hand }))))) return;
      for (const hand of dealt) Object.assign(draft.hands[owner(hand)], { labels: labelsOf(latest, hand), ready: true });
      keep();
      go(back);
    }
    function offer() {
      const dealt = [...latest.hands.keys()].filter(isDealt);
      const unread = dealt.flatMap((hand) => unreadIn(latest, hand));
      const anew = el("button", { type: "button", id: "anew", onclick: begin }, icon("camera"), _("Another photo"));
      if (unread.length) {
        page.offer(anew, el("button", { type: "button", class: "main warn", id: "name-unread", onclick: act(() => reviewed.open(unread[0].id)) }, _("Name the “?”")));
      } else {
        page.offer(anew, el("button", { type: "button", class: "main", id: "confirm", disabled: dealt.length === 0, onclick: act(take) }, icon("check"), _("Confirm these hands")));
      }
    }
    page.draw(el("p", { class: "lead" }, _("Tap whose hand each one is.")), reviewed.node);
    reviewed.light(next() >= 0 ? next() : null);
    offer();
  }
  function begin() {
    let hands = "auto";
    draft.photo = null;
    keep();
    page.offer();
    page.draw(
      el("p", { class: "lead" }, _("Leave room between the hands, so that they can be told apart.")),
      handsChoice(hands, (count) => (hands = count)),
      capture(game, () => hands, (scan) => {
        draft.photo = scan.id;
        keep();
        show(scan);
      }),
    );
  }

  if (draft.photo) show(await ask("GET", `/scans/${draft.photo}`));
  else begin();
}
