/* In: nothing, or a match. Out: the screen that begins a match, or changes its names and house rules. */

import { ask } from "./api.js";
import { go } from "./address.js";
import { choice, field } from "./choices.js";
import { el } from "./element.js";
import { gameNamed, games, title } from "./games.js";
import { houseRules } from "./house_rules.js";
import { icon } from "./icons.js";
import { forget, recall, remember } from "./memory.js";
import { act } from "./notices.js";
import { _ } from "./words.js";

const NEW = "match.new";

/**
 * Opens the form of a new match, filled in as that one was.
 * @param {{game: string, players: string[], options: any}} match
 */
export function beginLike({ game, players, options }) {
  remember(NEW, { game, name: "", players, options });
  go("/new");
}

/**
 * @param {import("./page.js").Page} page
 * @param {string} [id]
 */
export async function matchForm(page, id) {
  const match = id ? await ask("GET", `/matches/${id}`) : null;
  const known = match ? [await gameNamed(match.game)] : await games();
  const name = match ? `match.${id}` : NEW;
  const draft = recall(name) ?? first(match, known[0]);
  page.heading(match ? _("Names and house rules") : _("New match"), { back: match ? `#/match/${id}` : "#/" });

  const keep = () => remember(name, draft);
  const change = (changes) => {
    Object.assign(draft, changes);
    keep();
    draw();
  };
  function draw() {
    const game = known.find((one) => one.name === draft.game);
    const most = game.max_players + (game.rules.players_per_extra_set || 0) * ((draft.options.sets ?? 1) - 1);
    const form = el(
      "form",
      { id: "match-form", oninput: keep, onchange: keep, onsubmit: (event) => event.preventDefault() || save(game) },
      match === null && choice(_("Game"), "game", known.map((one) => [one.name, gameCard(one)]), draft.game, (chosen) => change({ game: chosen, options: {}, players: draft.players.slice(0, known.find((one) => one.name === chosen).max_players) })),
      el(
        "fieldset",
        { class: "names" },
        el("legend", {}, _("Players, in the order they sit")),
        draft.players.map((player, seat) => playerRow(player, seat, draft.players.length > game.min_players)),
        match === null && draft.players.length < most && el("button", { type: "button", class: "quiet", id: "add-player", onclick: addPlayer }, icon("plus"), _("One more player")),
      ),
      field(_("Name of the match, if you like"), el("input", { id: "match-name", type: "text", maxlength: "120", autocomplete: "off", value: draft.name, oninput: (event) => (draft.name = event.target.value) })),
      houseRules(game, draft.options),
    );
    page.draw(form);
    page.offer(el("button", { type: "submit", form: "match-form", class: "main", id: "save-match" }, icon("check"), match ? _("Save the change") : _("Start the match")));
  }
  function playerRow(player, seat, removable) {
    const says = _("Player {number}", { number: seat + 1 });
    const write = (event) => (draft.players[seat] = event.target.value);
    const away = () => change({ players: draft.players.toSpliced(seat, 1) });
    return el(
      "div",
      { class: "name-row" },
      el("input", { id: `player-${seat}`, type: "text", required: true, maxlength: "60", autocomplete: "off", "aria-label": says, placeholder: says, value: player, oninput: write }),
      match === null && removable && el("button", { type: "button", class: "tool", "aria-label": _("Without player {number}", { number: seat + 1 }), onclick: away }, icon("close")),
    );
  }
  function addPlayer() {
    change({ players: [...draft.players, ""] });
    document.getElementById(`player-${draft.players.length - 1}`).focus();
  }
  const save = (game) =>
    act(async () => {
      const said = { name: draft.name, players: draft.players.map((player) => player.trim()), options: draft.options };
      const saved = match ? await ask("PATCH", `/matches/${id}`, { json: said, version: match.version }) : await ask("POST", "/matches", { json: { ...said, game: game.name } });
      forget(name);
      remember("game", game.name);
      remember("players", saved.players);
      go(`/match/${saved.id}`);
    })();
  draw();
}

function first(match, game) {
  if (match) return { game: match.game, name: match.name, players: [...match.players], options: structuredClone(match.options) };
  return { game: recall("game", game.name), name: "", players: recall("players", ["", ""]).slice(0, game.max_players), options: {} };
}

function gameCard(game) {
  const about = game.pieces === "cards" ? _("cards, fewest points win") : _("tiles, most points win");
  return el("span", { class: "game-card" }, el("b", {}, title(game.name)), el("small", {}, about));
}
