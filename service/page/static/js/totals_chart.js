/* In: a match. Out: a chart of the totals after each round: one line a player, told apart by colour, dashes and name. */

import { number } from "./amounts.js";
import { svg } from "./element.js";
import { _ } from "./words.js";

const WIDTH = 400;
const HEIGHT = 220;
const EDGE = { left: 38, right: 92, top: 14, bottom: 26 };
const NAME_HEIGHT = 16;

/**
 * @param {{players: string[], rounds: Array<{totals: Record<string, number>}>, target: number|null, totals: Record<string, number>}} match
 * @returns {SVGElement}
 */
export function totalsChart({ players, rounds, target, totals }) {
  const lines = players.map((player) => [0, ...rounds.map((round) => round.totals[player])]);
  const all = [...lines.flat(), ...(target === null ? [] : [target])];
  const [low, high] = [Math.min(0, ...all), Math.max(1, ...all)];
  const across = (round) => EDGE.left + (round / rounds.length) * (WIDTH - EDGE.left - EDGE.right);
  const down = (points) => EDGE.top + ((high - points) / (high - low)) * (HEIGHT - EDGE.top - EDGE.bottom);

  const level = (points, kind) => [
    svg("line", { class: kind, x1: EDGE.left, x2: WIDTH - EDGE.right, y1: down(points), y2: down(points) }),
    svg("text", { class: kind, x: EDGE.left - 8, y: down(points), "text-anchor": "end", dy: "0.35em" }, number(points)),
  ];
  const levels = [...new Set([0, low, high])].filter((points) => points !== target).map((points) => level(points, "level"));
  const ends = spread(lines.map((line) => down(line.at(-1))));
  return svg(
    "svg",
    { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": chartName(players, totals) },
    levels,
    target !== null && level(target, "target"),
    steps(rounds.length).map((round) => svg("text", { class: "level", x: across(round), y: HEIGHT - 8, "text-anchor": "middle" }, round)),
    lines.map((line, seat) =>
      svg(
        "g",
        { class: `line seat-${seat}` },
        svg("polyline", { points: line.map((points, round) => `${across(round)},${down(points)}`).join(" ") }),
        line.map((points, round) => svg("circle", { cx: across(round), cy: down(points), r: round ? 3.5 : 0 })),
        svg("text", { x: WIDTH - EDGE.right + 12, y: ends[seat], dy: "0.35em" }, short(players[seat])),
      ),
    ),
  );
}

/** Which rounds are numbered: at most ten, so that the numbers stay apart. */
function steps(count) {
  const step = Math.ceil(count / 10);
  return Array.from({ length: count }, (_each, index) => index + 1).filter((round) => (count - round) % step === 0);
}

/** Names at the ends of lines that lie close together are moved apart. */
function spread(heights) {
  const order = [...heights.keys()].sort((one, other) => heights[one] - heights[other]);
  const placed = [];
  let free = EDGE.top;
  for (const seat of order) {
    placed[seat] = Math.max(heights[seat], free);
    free = placed[seat] + NAME_HEIGHT;
  }
  const beyond = Math.max(0, free - NAME_HEIGHT - (HEIGHT - EDGE.bottom));
  return placed.map((height) => Math.max(height - beyond, EDGE.top / 2));
}

function short(name) {
  const signs = [...name];
  return signs.length > 11 ? `${signs.slice(0, 10).join("")}…` : name;
}

function chartName(players, totals) {
  const said = players.map((player) => `${player} ${number(totals[player])}`).join(", ");
  return _("Totals after each round. Now: {totals}.", { totals: said });
}
