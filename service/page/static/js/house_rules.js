/* In: a game and the house rules chosen so far. Out: controls for those that people change; only what differs is sent. */

import { choice, field } from "./choices.js";
import { el } from "./element.js";
import { _ } from "./words.js";

/**
 * @param {any} game
 * @param {Record<string, any>} options changed in place
 * @returns {HTMLElement}
 */
export function houseRules(game, options) {
  const { rules } = game;
  const set = (name, value) => {
    if (value === rules[name]) delete options[name];
    else options[name] = value;
  };
  const numbers = numberRules().filter(([name]) => isPlayed(name, game));
  return el(
    "details",
    { class: "options" },
    el("summary", {}, _("House rules")),
    numbers.map(([name, says]) => field(says, numberInput(name, options[name] ?? rules[name], (value) => set(name, value)))),
    field(_("Points of a joker left in the hand"), numberInput("joker", options.values?.JOKER ?? rules.values.JOKER, (value) => setJoker(value, rules, options))),
    game.tie_policies.length > 1 &&
      choice(_("A tie of the lowest in a blocked round"), "blocked_tie", game.tie_policies.map((policy) => [policy, tieName(policy)]), options.blocked_tie ?? rules.blocked_tie, (value) => set("blocked_tie", value)),
    choice(_("A tie at the end of the match"), "match_tie", [["share", _("The win is shared")], ["another_round", _("One more round")]], options.match_tie ?? rules.match_tie, (value) => set("match_tie", value)),
    choice(_("Who starts a round"), "starter", [["rotate", _("The next seat")], ["draw", _("Drawn by lot")]], options.starter ?? rules.starter, (value) => set("starter", value)),
  );
}

function numberRules() {
  return [
    ["rounds", _("Number of rounds")],
    ["target", _("Total that ends the match")],
    ["target_per_opponent", _("Total that ends the match, for each opponent")],
    ["one_turn_points", _("Points of each opponent when someone goes out in one turn")],
    ["unopened_addition", _("Added for a player who never opened")],
    ["unopened_cap", _("Most that such a player pays")],
    ["unopened_points", _("A fixed price instead")],
    ["sets", _("Sets in play")],
  ];
}

/** Rules that a game does not know at all are not offered for it. */
function isPlayed(name, { rules, endings }) {
  if (name === "one_turn_points") return endings.includes("one_turn");
  if (name === "rounds" || name === "sets") return true;
  if (name === "target") return rules.target_per_opponent !== null;
  return name.startsWith("unopened") ? rules.unopened_addition > 0 : rules[name] !== null;
}

function numberInput(name, value, onValue) {
  const read = (event) => {
    if (event.target.validity.valid) onValue(event.target.value === "" ? null : Number(event.target.value));
  };
  return el("input", { type: "number", id: `rule-${name}`, inputmode: "numeric", min: "0", step: "1", value: value ?? "", placeholder: "–", onchange: read });
}

function setJoker(value, rules, options) {
  if (value === null || value === rules.values.JOKER) delete options.values;
  else options.values = { JOKER: value };
}

function tieName(policy) {
  return { share: _("shared"), tiebreak: _("decided by a tiebreaker"), void: _("void") }[policy];
}
