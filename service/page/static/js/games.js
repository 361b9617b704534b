/* In: nothing. Out: the games as the service describes them, fetched once. */

import { ask } from "./api.js";

let asked = null;

/** @returns {Promise<Array<{name: string, pieces: "cards"|"tiles", min_players: number, max_players: number, endings: string[], tie_policies: string[], labels: Array<{label: string, name: string, points: number}>, rules: Record<string, any>}>>} */
export async function games() {
  asked ??= ask("GET", "/games");
  return (await asked).games;
}

/**
 * @param {string} name
 */
export async function gameNamed(name) {
  return (await games()).find((game) => game.name === name);
}

/**
 * @param {{labels: Array<{label: string, name: string}>}} game
 * @param {string} label
 * @returns {string} as people call it
 */
export function nameOf(game, label) {
  return game.labels.find((piece) => piece.label === label).name;
}

/**
 * Game names are proper names and are not translated.
 * @param {string} name
 * @returns {string}
 */
export function title(name) {
  return name[0].toUpperCase() + name.slice(1);
}
