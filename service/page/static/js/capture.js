/* In: a game, and how many hands a photo shows. Out: ways to bring a photo here, and the scan of it. */

import { ask } from "./api.js";
import { hasCamera, snap } from "./camera.js";
import { list, toggle } from "./choices.js";
import { el, fill } from "./element.js";
import { icon } from "./icons.js";
import { recall, remember } from "./memory.js";
import { act, complain, hush, tell } from "./notices.js";
import { dropPhoto, keepPhoto, keptPhoto } from "./photo_keep.js";
import { _ } from "./words.js";

/**
 * @param {{pieces: "cards"|"tiles", name: string}} game
 * @param {() => string} hands how many the photo shows, or "auto"
 * @param {(scan: any) => any} onScan
 * @returns {HTMLElement}
 */
export function capture(game, hands, onScan) {
  const screen = location.hash;
  const root = el("section", { class: "capture", "aria-label": _("Photo") });

  async function send(photo) {
    hush();
    await keepPhoto(screen, photo);
    fill(root, onTheWay(photo));
    try {
      // Before anything follows from it: what is drawn anew where that fails would send a photo that is still kept again.
      const scan = await sent(photo, game, hands()).finally(() => dropPhoto(screen));
      if (scan.seen_before && scan.corrections > 0) tell(_("This photo was here before: its pieces are as you left them."));
      await onScan(scan);
    } catch (problem) {
      complain(problem);
      fill(root, ways(game, hands, send, onScan));
    }
  }

  fill(root, ways(game, hands, send, onScan));
  keptPhoto(screen).then((photo) => photo && send(photo));
  return root;
}

function ways(game, hands, send, onScan) {
  const live = act(async () => {
    const alone = hands() === "1";
    const { photo, scan } = (await snap(alone ? { game: game.name, deck: deckOf(game), keep: recall("keep", false) } : null)) ?? {};
    if (photo) await send(photo);
    else if (scan) await onScan(scan);
  });
  return [
    el(
      "div",
      { class: "ways" },
      // Two inputs: on phones, one with `capture` hides the gallery.
      fileWay("take-photo", "camera", _("Take photo"), send, { capture: "environment" }),
      fileWay("choose-photo", "picture", _("Choose photo"), send),
      hasCamera && el("button", { type: "button", id: "live-camera", onclick: live }, icon("live"), _("Live camera")),
    ),
    el(
      "details",
      { class: "options" },
      el("summary", {}, _("About the photo")),
      game.pieces === "cards" &&
        el("label", { class: "field" }, el("span", {}, _("Letters on the cards")), list("deck", decks(), recall("deck", "auto"), (deck) => remember("deck", deck))),
      toggle("keep", _("Keep the photo with the scores"), recall("keep", false), (keep) => remember("keep", keep)),
      el("p", { class: "hint" }, _("A photo that is not kept is forgotten after half an hour. Nothing leaves this machine.")),
      !hasCamera && el("p", { class: "hint" }, _("For the live camera, start handscan with --https.")),
    ),
  ];
}

function fileWay(id, sign, says, send, more = {}) {
  const chosen = (event) => event.target.files[0] && send(event.target.files[0]);
  return el("label", { class: "way", for: id }, el("input", { type: "file", id, accept: "image/*,.heic,.heif", onchange: chosen, ...more }), icon(sign), says);
}

function onTheWay(photo) {
  const address = URL.createObjectURL(photo);
  const picture = el("img", { src: address, alt: "" });
  picture.addEventListener("load", () => URL.revokeObjectURL(address));
  picture.addEventListener("error", () => picture.remove()); // a kind of photo that the browser cannot show
  return el("div", { class: "on-the-way", role: "status" }, picture, el("p", {}, _("Reading the photo…")));
}

async function sent(photo, game, hands) {
  const form = new FormData();
  form.append("photos", photo, photo.name);
  form.append("game", game.name);
  form.append("hands", hands);
  form.append("deck", deckOf(game));
  form.append("keep", recall("keep", false));
  // The same photo is the same scan: it may be sent until an answer comes.
  const answer = await ask("POST", "/scans", { body: form, patient: true });
  return answer.scans[0];
}

function deckOf(game) {
  return game.pieces === "cards" ? recall("deck", "auto") : "auto";
}

function decks() {
  return [
    ["auto", _("Find out")],
    ["en", "A K Q J"],
    ["fr", "1 R D V"],
    ["de", "A K D B"],
    ["nl", "A H V B"],
  ];
}
