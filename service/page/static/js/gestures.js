/* In: fingers, mouse and wheel on an element. Out: taps, pulls and pinches. */

const STILL_PX = 8;

/**
 * @param {Element} node
 * @param {{tap: (event: MouseEvent) => void, pull: (across: number, down: number) => void, pinch: (factor: number, x: number, y: number) => void}} on in pixels of the screen
 */
export function gestures(node, on) {
  const fingers = new Map();
  let still = true;

  node.addEventListener("pointerdown", (event) => {
    if (fingers.size === 0) still = true;
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
  });
  node.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const now = [event.clientX, event.clientY];
    if (still && distance(before, now) < STILL_PX) return;
    still = false;
    node.setPointerCapture(event.pointerId);
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) on.pinch(distance(now, other) / Math.max(distance(before, other), 1), ...middle(now, other));
    else on.pull(now[0] - before[0], now[1] - before[1]);
    fingers.set(event.pointerId, now);
  });
  node.addEventListener("pointerup", (event) => fingers.delete(event.pointerId));
  // Not when the finger leaves: its click comes later, and would press what the tap has opened there.
  node.addEventListener("click", (event) => still && on.tap(event));
  // The browser took the finger to scroll the page.
  node.addEventListener("pointercancel", (event) => fingers.delete(event.pointerId));
  node.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey) return; // a plain wheel scrolls the page
      event.preventDefault();
      on.pinch(Math.exp(-event.deltaY / 100), event.clientX, event.clientY);
    },
    { passive: false },
  );
}

function distance([ax, ay], [bx, by]) {
  return Math.hypot(ax - bx, ay - by);
}

function middle([ax, ay], [bx, by]) {
  return [(ax + bx) / 2, (ay + by) / 2];
}
