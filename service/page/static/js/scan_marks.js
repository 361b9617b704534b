/* In: a scan. Out: what to draw on its photo, and what stands in the way of its totals. */

/**
 * @param {any} scan
 * @param {number|null} [lit] the hand that stands out among several
 * @returns {import("./photo_view.js").Mark[]}
 */
export function marksOf(scan, lit = null) {
  const dim = (hand) => (lit === null || hand === lit ? "" : " dim");
  const pieces = scan.hands.flatMap((hand, number) =>
    hand.pieces.map((piece) => ({
      id: piece.id,
      outline: piece.outline,
      kind: (piece.review ? "unsure" : "sure") + dim(number),
      badge: piece.review ? "!" : undefined,
    })),
  );
  const unread = scan.unread.map((piece) => ({
    id: piece.id,
    outline: piece.outline,
    kind: (piece.hand === null ? "aside" : "unread") + dim(piece.hand),
    badge: piece.hand === null ? undefined : "?",
  }));
  return [...pieces, ...unread];
}

/**
 * @param {any} scan
 * @param {(hand: number) => string} named
 * @returns {import("./photo_view.js").Name[]} what is written on each hand, where there are several
 */
export function namesOf(scan, named) {
  if (scan.hands.length < 2) return [];
  return scan.hands.flatMap(({ pieces }, hand) => (pieces.length ? [{ hand, says: named(hand), place: middleOf(pieces.flatMap((piece) => piece.outline)) }] : []));
}

/**
 * @param {any} scan
 * @param {number} hand
 * @returns {any[]} what is to be named before the hand has a total
 */
export function unreadIn(scan, hand) {
  return scan.unread.filter((piece) => piece.hand === hand);
}

/**
 * @param {any} scan
 * @param {[number, number]} place
 * @returns {number} the hand of the piece next to it; the first where there is none
 */
export function handAt(scan, [x, y]) {
  const pieces = scan.hands.flatMap((hand, number) => hand.pieces.map((piece) => ({ number, outline: piece.outline })));
  const far = ({ outline }) => {
    const [across, down] = middleOf(outline);
    return Math.hypot(across - x, down - y);
  };
  return pieces.reduce((best, piece) => (best && far(best) <= far(piece) ? best : piece), null)?.number ?? 0;
}

/**
 * @param {any} scan
 * @param {number} hand
 * @returns {string[]}
 */
export function labelsOf(scan, hand) {
  return scan.hands[hand]?.pieces.map((piece) => piece.label) ?? [];
}

function middleOf(corners) {
  return [0, 1].map((axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length);
}
