/* In: a match and a round of it, new or old. Out: the round as entered so far, kept until it is saved. */

import { forget, recall, remember } from "./memory.js";
import { labelsOf } from "./scan_marks.js";

/**
 * Players are kept by their seats, since they can be renamed meanwhile.
 * @typedef {{labels: string[], scan: {id: string, hand: number}|null, opened: boolean, ready: boolean}} DraftHand
 * @typedef {{key: string|null, ending: string, winner: number|null, starter: number|null, options: any, table: string[][], hands: DraftHand[], photo: string|null}} Draft
 */

/**
 * @param {any} match
 * @param {string} number of the round, or "new"
 * @returns {Draft}
 */
export function draftOf(match, number) {
  return recall(nameOf(match.id, number)) ?? (number === "new" ? empty(match) : recorded(match, match.rounds[number - 1]));
}

/**
 * @param {any} match
 * @param {string} number
 * @param {Draft} draft
 */
export function keepDraft(match, number, draft) {
  remember(nameOf(match.id, number), draft);
}

/**
 * @param {any} match
 * @param {string} number
 */
export function dropDraft(match, number) {
  forget(nameOf(match.id, number));
}

/**
 * @param {any} match
 * @returns {boolean} whether a new round was begun
 */
export function isBegun(match) {
  return recall(nameOf(match.id, "new")) !== null;
}

/**
 * What is mended in a photo holds for every hand that was taken from it; one that changes is to be confirmed anew.
 * @param {Draft} draft
 * @param {any} scan
 */
export function follow(draft, scan) {
  for (const hand of draft.hands) {
    if (hand.scan?.id !== scan.id) continue;
    const labels = labelsOf(scan, hand.scan.hand);
    if (labels.join() !== hand.labels.join()) Object.assign(hand, { labels, ready: false });
  }
}

/**
 * Of a player who went out nobody asks for a hand.
 * @param {Draft} draft
 * @param {number} seat
 * @returns {boolean}
 */
export function wentOut(draft, seat) {
  return draft.ending !== "blocked" && draft.winner === seat;
}

/**
 * @param {Draft} draft
 * @returns {number[]} the seats whose hands are still to be entered; after a finish in one turn no hand counts
 */
export function seatsDue(draft) {
  if (draft.ending === "one_turn") return [];
  return [...draft.hands.keys()].filter((seat) => !wentOut(draft, seat) && !draft.hands[seat].ready);
}

/**
 * @param {any} match
 * @param {Draft} draft
 * @returns {any} the round as the API takes it
 */
export function roundOf(match, draft) {
  const { ending, options, table, key } = draft;
  const name = (seat) => (seat === null ? null : match.players[seat]);
  const players = draft.hands.map(({ labels, scan, opened }, seat) => {
    if (wentOut(draft, seat)) return { name: name(seat), hand: [] };
    const said = ending === "one_turn" ? {} : { opened };
    return { name: name(seat), hand: labels, ...said, ...(scan ? { scan } : {}) };
  });
  return { ending, winner: name(draft.winner), starter: name(draft.starter), options, table, key, players };
}

function nameOf(id, number) {
  return `round.${id}.${number}`;
}

function empty(match) {
  const hands = match.players.map(() => ({ labels: [], scan: null, opened: true, ready: false }));
  return { key: freshKey(), ending: "out", winner: null, starter: null, options: {}, table: [], hands, photo: null };
}

// Not crypto.randomUUID, which browsers keep to https.
function freshKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function recorded(match, { key, ending, winner, starter, options, table, players }) {
  const seat = (name) => (name === null ? null : match.players.indexOf(name));
  const hands = match.players.map((name) => {
    const { hand, scan, opened } = players.find((player) => player.name === name);
    return { labels: hand, scan, opened: opened ?? true, ready: true };
  });
  return { key, ending, winner: seat(winner), starter: seat(starter), options, table, hands, photo: null };
}
