/* In: nothing. Out: the games as the service describes them, fetched once; where it is away, as it did last. */

import { ask } from "./api.js";
import { recall, remember } from "./memory.js";
import { language } from "./words.js";

let asked = null;

/** @returns {Promise<Array<{name: string, pieces: "cards"|"tiles", min_players: number, max_players: number, endings: string[], tie_policies: string[], labels: Array<{label: string, name: string, points: number}>, rules: Record<string, any>}>>} */
export async function games() {
  asked ??= described();
  return asked;
}

/** What was said last will do meanwhile: a photo can be taken, and waits. */
async function described() {
  const kept = `games.${language}`;
  try {
    const { games: found } = await ask("GET", "/games", { patient: false });
    remember(kept, found);
    return found;
  } catch (problem) {
    asked = null;
    const last = problem.code === "offline" ? recall(kept) : null;
    if (last) return last;
    return (await ask("GET", "/games")).games;
  }
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
 * Sentences of the service name pieces by their labels. What was typed stands between quotation marks there and stays.
 * @param {{labels: Array<{label: string, name: string}>}} game
 * @param {string} sentence
 * @param {string[]} [players] one of whom may be called like a label
 * @returns {string} the same, with pieces named as people call them
 */
export function inWords(game, sentence, players = []) {
  const one = game.labels.map(({ label }) => label).filter((label) => !players.includes(label)).join("|");
  const found = new RegExp(`“[^”]*”|«[^»]*»|\\b(?:${one})(?: (?:${one}))*\\b`, "g");
  return sentence.replace(found, (part, at) => {
    if (/^[“«]/.test(part)) return part;
    const names = part.split(" ").map((label) => nameOf(game, label)).join(", ");
    const begins = at === 0 || sentence.slice(0, at).endsWith(". ");
    return begins ? names[0].toLocaleUpperCase(language) + names.slice(1) : names;
  });
}

/**
 * Game names are proper names and are not translated.
 * @param {string} name
 * @returns {string}
 */
export function title(name) {
  return name[0].toUpperCase() + name.slice(1);
}
