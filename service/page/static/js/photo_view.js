/* In: a scan. Out: its photo with an outline round each piece, to be zoomed, pulled and tapped.

For the eye and the finger: each outline has its chip below the photo, which keyboard and screen reader use. */

import { el, fill, svg } from "./element.js";
import { gestures } from "./gestures.js";
import { icon } from "./icons.js";
import { _ } from "./words.js";
import { around, moved, viewBox, whole, zoomed } from "./zoom.js";

const STEP = 1.6;

/** @typedef {{hand: number, says: string, place: [number, number]}} Name */
/** @typedef {{id: string, outline: Array<[number, number]>, kind: string, badge?: string}} Mark */

/**
 * @param {{picture: string, photo: {width: number, height: number}}} scan
 * @param {{onPick: (id: string) => void, onPlace?: (place: [number, number]) => void, onHand?: (hand: number) => void, onPhoto?: (seen: boolean) => void}} on
 *   `onPhoto` is told whether the photo is still there
 * @returns {{node: HTMLElement, mark: (marks: Mark[], names?: Name[]) => void, light: (id: string|null) => void, middle: () => [number, number]}}
 */
export function photoView({ picture, photo }, { onPick, onPlace, onHand, onPhoto }) {
  let box = whole(photo);
  const outlines = svg("g", {});
  const image = svg("image", { href: picture, width: photo.width, height: photo.height });
  const drawing = svg("svg", { class: "photo", viewBox: viewBox(box), role: "img", "aria-label": _("The photo, each piece outlined") }, image, outlines);
  drawing.style.aspectRatio = `${photo.width} / ${photo.height}`;
  const gone = el("p", { class: "photo-gone", hidden: true }, _("The photo was not kept; its pieces were. Take it again to see it here."));
  const tell = (seen) => {
    gone.hidden = seen;
    onPhoto?.(seen);
  };
  image.addEventListener("load", () => tell(true));
  image.addEventListener("error", () => tell(false));

  function look(next) {
    box = next;
    drawing.setAttribute("viewBox", viewBox(box));
    drawing.classList.toggle("close", box.width < photo.width);
    sizeBadges();
  }
  function toPhoto(x, y) {
    const point = new DOMPoint(x, y).matrixTransform(drawing.getScreenCTM().inverse());
    return [point.x, point.y];
  }
  const scale = () => drawing.getScreenCTM()?.a || 1;
  const middle = () => [box.x + box.width / 2, box.y + box.height / 2];
  function sizeBadges() {
    const size = 1 / scale();
    for (const badge of outlines.querySelectorAll("[data-x]")) {
      badge.setAttribute("transform", `translate(${badge.dataset.x} ${badge.dataset.y}) scale(${size})`);
    }
  }
  gestures(drawing, {
    tap(event) {
      const { piece, hand } = event.target.closest("[data-piece], [data-hand]")?.dataset ?? {};
      if (piece) onPick(piece);
      else if (hand) onHand?.(Number(hand));
      else onPlace?.(toPhoto(event.clientX, event.clientY).map(Math.round));
    },
    pull: (across, down) => look(moved(box, photo, -across / scale(), -down / scale())),
    pinch: (factor, x, y) => look(zoomed(box, photo, factor, toPhoto(x, y))),
  });
  new ResizeObserver(sizeBadges).observe(drawing);

  const tool = (name, says, next) =>
    el("button", { type: "button", class: "tool", "aria-label": says, onclick: () => look(next()) }, icon(name));
  const tools = el(
    "div",
    { class: "photo-tools" },
    tool("minus", _("Zoom out"), () => zoomed(box, photo, 1 / STEP, middle())),
    tool("fit", _("Show the whole photo"), () => whole(photo)),
    tool("plus", _("Zoom in"), () => zoomed(box, photo, STEP, middle())),
  );
  return {
    node: el("div", { class: "photo-frame" }, drawing, gone, tools),
    mark(marks, names = []) {
      fill(outlines, marks.map(outline), marks.filter((mark) => mark.badge).map(badge), names.map(handName));
      sizeBadges();
    },
    light(id) {
      for (const shape of outlines.children) shape.classList.toggle("lit", id !== null && shape.dataset.piece === id);
    },
    middle: () => middle().map(Math.round),
  };
}

/**
 * @param {{picture: string, photo: {width: number, height: number}}} scan
 * @param {Array<[number, number]>} outline
 * @returns {SVGElement} the piece alone, seen close
 */
export function closeUp({ picture, photo }, outline) {
  return svg(
    "svg",
    { class: "close-up", viewBox: viewBox(around(outline, 0.2)), "aria-hidden": "true" },
    svg("image", { href: picture, width: photo.width, height: photo.height }),
  );
}

/**
 * @param {Mark} mark
 * @returns {SVGElement}
 */
export function outline({ id, outline: corners, kind }) {
  return svg("polygon", { class: `outline ${kind}`, "data-piece": id, points: corners.map((corner) => corner.join(",")).join(" ") });
}

function handName({ hand, says, place: [x, y] }) {
  return svg(
    "g",
    { class: "hand-name", "data-hand": hand, "data-x": x, "data-y": y },
    svg("circle", { r: 20 }),
    svg("text", { "text-anchor": "middle", dy: "0.36em" }, says),
  );
}

function badge({ id, outline: corners, kind, badge: sign }) {
  const { x, y, width } = around(corners, 0);
  return svg(
    "g",
    { class: `badge ${kind}`, "data-piece": id, "data-x": x + width / 2, "data-y": y },
    svg("circle", { r: 11 }),
    svg("text", { "text-anchor": "middle", dy: "0.36em" }, sign),
  );
}
