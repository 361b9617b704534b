/* In: the camera of this device. Out: a photo taken from its live picture; null where the person thought better of it. */

import { el } from "./element.js";
import { complain } from "./notices.js";
import { sheet } from "./sheet.js";
import { _ } from "./words.js";

/** Browsers show the live camera only where nobody can listen in: over https, or on this machine. */
export const hasCamera = Boolean(navigator.mediaDevices?.getUserMedia);

// `ideal`, since a device without such a camera shall show the one it has.
const WISH = { video: { facingMode: { ideal: "environment" }, width: { ideal: 3840 }, height: { ideal: 2160 } } };

/** @returns {Promise<File|null>} */
export async function snap() {
  const stream = await opened();
  if (!stream) return null;
  const video = el("video", { autoplay: true, playsinline: true, muted: true, "aria-label": _("Live picture of the camera") });
  video.srcObject = stream;
  try {
    return await sheet(_("Live camera"), (choose) =>
      el(
        "div",
        { class: "camera" },
        video,
        el("button", { type: "button", class: "shutter", id: "shutter", "aria-label": _("Take the photo"), onclick: async () => choose(await frame(video)) }),
      ),
    );
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
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
