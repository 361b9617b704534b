/* In: the camera of this device. Out: a photo taken from its live picture, or the scan of a hand that was read from it; null
where the person thought better of it. */

import { points } from "./amounts.js";
import { el } from "./element.js";
import { icon } from "./icons.js";
import { liveLink } from "./live_link.js";
import { liveView } from "./live_view.js";
import { complain } from "./notices.js";
import { sheet } from "./sheet.js";
import { _ } from "./words.js";

/** Browsers show the live camera only where nobody can listen in: over https, or on this machine. */
export const hasCamera = Boolean(navigator.mediaDevices?.getUserMedia);

// `ideal`, since a device without such a camera shall show the one it has.
const WISH = { video: { facingMode: { ideal: "environment" }, width: { ideal: 3840 }, height: { ideal: 2160 } } };

/**
 * @param {{game: string, deck: string, keep: boolean}|null} reading how a hand is read while the camera looks; null: not at all
 * @returns {Promise<{photo?: File, scan?: any}|null>}
 */
export async function snap(reading) {
  const stream = await opened();
  if (!stream) return null;
  const video = el("video", { autoplay: true, playsinline: true, muted: true, "aria-label": _("Live picture of the camera") });
  video.srcObject = stream;
  const shutter = (choose) => {
    const onclick = async () => choose({ photo: await frame(video) });
    // Where a hand is read, the photo is only the other way.
    if (reading) return el("button", { type: "button", class: "quiet", id: "shutter", onclick }, icon("camera"), _("Take a photo instead"));
    return el("button", { type: "button", class: "shutter", id: "shutter", "aria-label": _("Take the photo"), onclick });
  };
  const live = reading && reader(video, reading);
  try {
    return await sheet(_("Live camera"), (choose) => el("div", { class: "camera" }, live ? live.parts(choose) : video, shutter(choose)));
  } finally {
    live?.close();
    for (const track of stream.getTracks()) track.stop();
  }
}

/** What stands over the picture while a hand is read in it, and the button that takes the hand. */
function reader(video, { game, deck, keep }) {
  const view = liveView(video);
  const says = (stands) => (stands ? _("Use this hand: {points}", { points: points(stands.points) }) : _("Use this hand"));
  const use = el("button", { type: "button", class: "main", id: "use-hand", disabled: true }, icon("check"), el("span", {}, says(null)));
  const offer = (stands) => {
    use.disabled = !stands;
    use.querySelector("span").textContent = says(stands);
  };
  const link = liveLink(video, { game, deck }, {
    onSeen(seen) {
      view.show(seen);
      offer(seen.stands);
    },
    onLost(sentence) {
      view.lost(sentence);
      offer(null);
    },
  });
  async function take(choose) {
    try {
      choose({ scan: await link.take(keep) });
    } catch (problem) {
      view.lost(problem.message);
    }
  }
  return {
    parts(choose) {
      use.addEventListener("click", () => take(choose));
      return [view.node, use];
    },
    close() {
      link.close();
      view.close();
    },
  };
}

async function opened() {
  try {
    return await navigator.mediaDevices.getUserMedia(WISH);
  } catch {
    complain(new Error(_("The camera cannot be used: allow it in the browser, or take a photo instead.")));
    return null;
  }
}

async function frame(video) {
  if (!video.videoWidth) await new Promise((done) => video.addEventListener("loadeddata", done, { once: true }));
  const canvas = el("canvas", { width: video.videoWidth, height: video.videoHeight });
  canvas.getContext("2d").drawImage(video, 0, 0);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.95));
  return new File([blob], "camera.jpg", { type: "image/jpeg" });
}
