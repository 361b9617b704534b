/* In: the video of a camera, and what is seen in it. Out: outlines and labels over the picture, the running total, and what
to do; a frame and a tone tell when the total stands. */

import { points } from "./amounts.js";
import { chime } from "./chime.js";
import { el, fill, svg } from "./element.js";
import { outline } from "./photo_view.js";
import { marksOf } from "./scan_marks.js";
import { _ } from "./words.js";

const SUITS = { S: "♠", H: "♥", D: "♦", C: "♣" };

/**
 * @param {HTMLVideoElement} video
 * @returns {{node: HTMLElement, show: (seen: import("./live_link.js").Seen) => void, lost: (sentence: string|null) => void, close: () => void}}
 */
export function liveView(video) {
  const tone = chime();
  const drawing = svg("svg", { class: "live-marks", "aria-hidden": "true" });
  const frame = el("div", { class: "live-frame" }, video, drawing);
  const total = el("p", { class: "live-total" }, points(null));
  const hint = el("p", { class: "live-hint", role: "status" }, _("Show the hand to the camera, face up."));
  const say = (sentence) => {
    if (hint.textContent !== sentence) hint.textContent = sentence;
  };
  return {
    node: el("div", { class: "live" }, frame, total, hint),
    show(seen) {
      const { width, height } = seen.photo;
      const { hands: [hand] } = seen;
      drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
      fill(drawing, marksOf(seen).map(outline), (hand?.pieces ?? []).map((piece) => label(piece, height)));
      total.textContent = points(hand?.points ?? null);
      frame.classList.toggle("stands", seen.settled);
      frame.classList.toggle("unsure", seen.settled && hand.review);
      say(seen.hints[0]?.message ?? _("The total stands: {points}", { points: points(hand?.points ?? null) }));
      if (!seen.just_settled) return;
      tone.ring();
      flash(frame);
    },
    lost(sentence) {
      fill(drawing);
      frame.classList.remove("stands", "unsure");
      total.textContent = points(null);
      say(sentence ?? _("Live reading has stopped; it starts again by itself. Taking a photo works all the same."));
    },
    close: tone.close,
  };
}

/** In the middle of its piece, as large as can be read from afar. */
function label({ label: name, outline: corners, review }, height) {
  const [x, y] = [0, 1].map((axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length);
  const short = name === "JOKER" ? "★" : SUITS[name.at(-1)] ? name.slice(0, -1) + SUITS[name.at(-1)] : name;
  return svg("text", { class: review ? "unsure" : "sure", x, y, "font-size": height / 18 }, review ? `${short}?` : short);
}

function flash(frame) {
  frame.classList.remove("flash");
  void frame.offsetWidth; // so that it starts anew where it still runs
  frame.classList.add("flash");
}
