/* In: the video of a camera. Out: what the service sees in it, picture after picture, for as long as it is watched. */

import { ask, liveAddress } from "./api.js";

const LONG_SIDE = 1280;
const QUALITY = 0.8;
// One is read while the next is on its way: more would only be old when their turn comes.
const AHEAD = 2;
const AGAIN_MS = 2000;

/** @typedef {{settled: boolean, just_settled: boolean, hints: {code: string, message: string}[], stands: {points: number|null, review: boolean}|null, photo: any, hands: any[], unread: any[]}} Seen */

/**
 * @param {HTMLVideoElement} video
 * @param {{game: string, deck: string}} asked
 * @param {{onSeen: (seen: Seen) => void, onLost: (sentence: string|null) => void}} on `onLost`: nothing is read for now, and why
 * @returns {{take: (keep: boolean) => Promise<any>, close: () => void}} `take`: the scan of the hand that stands
 */
export function liveLink(video, asked, { onSeen, onLost }) {
  let live = "";
  let open = true;
  let socket = null;
  let sent = 0;
  let answered = 0;

  function connect() {
    let problem = null;
    sent = answered = 0;
    socket = new WebSocket(liveAddress(asked));
    socket.addEventListener("message", ({ data }) => {
      const said = JSON.parse(data);
      if (said.live) live = said.live;
      if (said.frame) answered = said.frame;
      if (said.error && !said.frame) problem = said.error.message;
      if (said.hands && open) onSeen(said);
    });
    socket.addEventListener("close", () => {
      if (!open) return;
      onLost(problem);
      setTimeout(() => open && connect(), AGAIN_MS);
    });
  }
  async function feed() {
    while (open) {
      await nextPicture(video);
      if (!open || socket.readyState !== WebSocket.OPEN || sent - answered >= AHEAD) continue;
      const picture = await still(video);
      if (!picture || socket.readyState !== WebSocket.OPEN) continue;
      sent += 1;
      socket.send(picture);
    }
  }

  connect();
  feed();
  return {
    take: (keep) => ask("POST", `/live/${live}/scan?keep=${keep}`),
    close() {
      open = false;
      socket.close();
    },
  };
}

function nextPicture(video) {
  return new Promise((done) => {
    if (video.requestVideoFrameCallback) video.requestVideoFrameCallback(done);
    else setTimeout(done, 50);
  });
}

/** As large as it is read: more would only take longer on the way. */
function still(video) {
  const scale = Math.min(1, LONG_SIDE / Math.max(video.videoWidth, video.videoHeight));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  canvas.getContext("2d").drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
}
