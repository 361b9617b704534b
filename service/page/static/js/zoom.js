/* In: the part of a photo that is seen, and how a hand moved. Out: the part to be seen next, within the photo. */

const CLOSEST = 12;

/** @typedef {{x: number, y: number, width: number, height: number}} Box */

/**
 * @param {{width: number, height: number}} photo
 * @returns {Box}
 */
export function whole({ width, height }) {
  return { x: 0, y: 0, width, height };
}

/**
 * @param {Box} box
 * @param {{width: number, height: number}} photo
 * @param {number} factor above 1 goes closer
 * @param {[number, number]} about the place that stays where it is
 * @returns {Box}
 */
export function zoomed(box, photo, factor, [x, y]) {
  const width = Math.min(photo.width, Math.max(photo.width / CLOSEST, box.width / factor));
  const scale = width / box.width;
  const next = { x: x - (x - box.x) * scale, y: y - (y - box.y) * scale, width, height: box.height * scale };
  return within(next, photo);
}

/**
 * @param {Box} box
 * @param {{width: number, height: number}} photo
 * @param {number} across pixels of the photo
 * @param {number} down
 * @returns {Box}
 */
export function moved(box, photo, across, down) {
  return within({ ...box, x: box.x + across, y: box.y + down }, photo);
}

/**
 * @param {Array<[number, number]>} outline
 * @param {number} margin share of the outline's own size
 * @returns {Box} what encloses it
 */
export function around(outline, margin) {
  const [across, down] = [0, 1].map((axis) => outline.map((corner) => corner[axis]));
  const [left, top] = [Math.min(...across), Math.min(...down)];
  const [width, height] = [Math.max(...across) - left, Math.max(...down) - top];
  const edge = Math.max(width, height) * margin;
  return { x: left - edge, y: top - edge, width: width + 2 * edge, height: height + 2 * edge };
}

/**
 * @param {Box} box
 * @returns {string} for an SVG
 */
export function viewBox({ x, y, width, height }) {
  return `${x} ${y} ${width} ${height}`;
}

function within(box, photo) {
  const x = Math.min(Math.max(box.x, 0), photo.width - box.width);
  const y = Math.min(Math.max(box.y, 0), photo.height - box.height);
  return { ...box, x, y };
}
