/* In: counts and points as JSON has them. Out: as people read them: −12, 20 1/3, 3 points. */

import { _, isOne } from "./words.js";

const LARGEST_SHARE = 60;

/**
 * Shares are exact at the service and come with six decimals: the fraction they stand for is found again.
 * @param {number|null} points null: not known yet
 * @returns {string}
 */
export function number(points) {
  if (points === null) return "?";
  const size = Math.abs(points);
  const [whole, part, of] = mixed(size);
  const fraction = part ? `${part}/${of}` : "";
  const text = [whole || !fraction ? whole : "", fraction].filter((word) => word !== "").join(" ");
  return points < 0 ? `−${text}` : text;
}

/**
 * Where some lose what others win, a plus tells the two apart; where all count up, it would only be in the way.
 * @param {number[]} all the points that stand beside each other
 * @returns {(points: number) => string}
 */
export function signsFor(all) {
  return all.some((points) => points < 0) ? signed : number;
}

/**
 * @param {number} points
 * @returns {string}
 */
export function signed(points) {
  return points > 0 ? `+${number(points)}` : number(points);
}

/**
 * @param {number|null} count
 * @returns {string}
 */
export function points(count) {
  if (count === null) return _("no total yet");
  const shown = number(count);
  return isOne(count) ? _("{count} point", { count: shown }) : _("{count} points", { count: shown });
}

function mixed(size) {
  for (let of = 1; of <= LARGEST_SHARE; of += 1) {
    const parts = Math.round(size * of);
    if (Math.abs(size - parts / of) < 1e-5) return [Math.floor(parts / of), parts % of, of];
  }
  return [Math.round(size * 100) / 100, 0, 1];
}
