"""In: a round or a match as JSON has it. Out: the same as checked values, and back.

Fields that are not known are passed over, since later versions may add some; one that looks like a slip of the pen is
an error, for it would change a score without a word.
"""

import difflib
import json
from collections.abc import Mapping
from typing import Any, Final

from scoring.errors import ScoringError
from scoring.games import GAMES
from scoring.house_rules import rule_changes, rules_from
from scoring.match import Match
from scoring.read import read_hand, read_piece
from scoring.round import Hand, Round
from scoring.ruleset import RuleSet
from scoring.split import split_table

_ROUND: Final = ("game", "ending", "winner", "players", "options", "starter", "table")
_HAND: Final = ("name", "hand", "opened")
_MATCH: Final = ("game", "players", "options", "rounds")


def parse_json(text: str) -> Any:
    """JSON with no doubtful corners: NaN and a key written twice are errors too. Raises ScoringError."""
    try:
        return json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=_unique_keys)
    except ScoringError:
        raise
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise ScoringError(f"This is no valid JSON: {error.msg} ({place}).") from error
    except (RecursionError, ValueError) as error:
        raise ScoringError("This is no round or match: it is nested too deep, or holds too long a number.") from error


def round_from_dict(data: Any, games: Mapping[str, RuleSet] = GAMES) -> tuple[RuleSet, Round]:
    """A round that names its game, and the rules with the house rules in its `options`. Raises ScoringError."""
    record = _record(data, "a round", _ROUND)
    rules = _rules(record, games)
    return rules, _round(record, rules)


def match_from_dict(data: Any, games: Mapping[str, RuleSet] = GAMES) -> Match:
    """A match and its rounds; the house rules are its `options`. Raises ScoringError, naming the round."""
    record = _record(data, "a match", _MATCH)
    rules = _rules(record, games)
    players = tuple(_text(name, "a player's name") for name in _list(record.get("players"), "players"))
    rounds: list[Round] = []
    for number, item in enumerate(_list(record.get("rounds", []), "rounds"), start=1):
        try:
            rounds.append(match_round_from_dict(item, rules))
        except ScoringError as error:
            raise ScoringError(f"Round {number}: {error}") from error
    return Match(rules, players, tuple(rounds))


def match_round_from_dict(data: Any, rules: RuleSet) -> Round:
    """A round of a match: of its `options` it may settle only a tie, the other house rules are the match's."""
    record = _record(data, "a round", _ROUND)
    if record.get("game", rules.name) != rules.name:
        raise ScoringError(f"It is a round of {record['game']} in a match of {rules.name}.")
    options = dict(_mapping(record.get("options", {}), "options"))
    tie = options.pop("blocked_tie", None)
    if options:
        raise ScoringError(f"The house rule {next(iter(options))} belongs in the options of the match.")
    if tie is not None and tie not in rules.tie_policies:
        raise ScoringError(f"blocked_tie is {tie!r}, but {rules.name} takes {', '.join(rules.tie_policies)}.")
    return _round(record, rules, tie)


def round_to_dict(round_: Round) -> dict[str, Any]:
    """A round as a match holds it: what was recorded and no more."""
    record: dict[str, Any] = {"ending": round_.ending}
    if round_.winner is not None:
        record["winner"] = round_.winner
    if round_.starter is not None:
        record["starter"] = round_.starter
    if round_.blocked_tie is not None:
        record["options"] = {"blocked_tie": round_.blocked_tie}
    if round_.table:
        record["table"] = [list(pieces) for pieces in round_.table]
    record["players"] = [
        {"name": hand.player, "hand": list(hand.pieces)} | ({} if hand.opened is None else {"opened": hand.opened})
        for hand in round_.hands
    ]
    return record


def match_to_dict(match: Match) -> dict[str, Any]:
    """A match as JSON has it; `match_from_dict` gives the same match back."""
    return {
        "game": match.rules.name,
        "players": list(match.players),
        "options": rule_changes(match.rules),
        "rounds": [round_to_dict(round_) for round_ in match.rounds],
    }


def _rules(record: Mapping[str, Any], games: Mapping[str, RuleSet]) -> RuleSet:
    return rules_from({**_mapping(record.get("options", {}), "options"), "game": record.get("game")}, games)


def _round(record: Mapping[str, Any], rules: RuleSet, tie: Any = None) -> Round:
    ending = record.get("ending")
    if ending not in rules.endings:
        raise ScoringError(f"ending must say how the round ended, {' or '.join(rules.endings)}, not {ending!r}.")
    return Round(
        ending,
        tuple(_hand(item, rules) for item in _list(record.get("players"), "players")),
        winner=_name(record, "winner"),
        blocked_tie=tie,
        starter=_name(record, "starter"),
        table=_table(record.get("table", []), rules),
    )


def _hand(data: Any, rules: RuleSet) -> Hand:
    record = _record(data, "a player", _HAND)
    name = _text(record.get("name"), "a player's name")
    if "hand" not in record:
        raise ScoringError(f"{name}'s hand is missing; an empty one is [].")
    opened = record.get("opened")
    if opened is not None and not isinstance(opened, bool):
        raise ScoringError(f"{name}'s opened must be true or false, not {opened!r}.")
    try:
        return Hand(name, _pieces(record["hand"], rules), opened)
    except ScoringError as error:
        raise ScoringError(f"{name}: {error}") from error


def _pieces(data: Any, rules: RuleSet) -> tuple[str, ...]:
    """Labels in a list, or a hand as typed."""
    if isinstance(data, str):
        return read_hand(data, rules)
    return tuple(read_piece(_text(piece, "a piece"), rules) for piece in _list(data, "a hand"))


def _table(data: Any, rules: RuleSet) -> tuple[tuple[str, ...], ...]:
    """The sets of a table in a list, or its loose pieces as typed, which are split into sets."""
    if not isinstance(data, str):
        return tuple(_pieces(pieces, rules) for pieces in _list(data, "table"))
    table = split_table(read_hand(data, rules), rules)
    if table is None:
        raise ScoringError("The pieces on the table cannot be split into valid groups and runs.")
    return table


def _record(data: Any, what: str, known: tuple[str, ...]) -> Mapping[str, Any]:
    record = _mapping(data, what)
    for name in record:
        near = difflib.get_close_matches(name.lower(), known, n=1, cutoff=0.8)
        if near and name not in known:
            raise ScoringError(f"“{name}” in {what} is not known: write {near[0]}.")
    return record


def _mapping(data: Any, what: str) -> Mapping[str, Any]:
    if not isinstance(data, dict):
        raise ScoringError(f"{what} must be an object, {{…}}, not {_shown(data)}.")
    return data


def _list(data: Any, what: str) -> list[Any]:
    if not isinstance(data, list):
        raise ScoringError(f"{what} must be a list, […], not {_shown(data)}.")
    return data


def _text(data: Any, what: str) -> str:
    if not isinstance(data, str):
        raise ScoringError(f"{what} must be text, not {_shown(data)}.")
    return data


def _name(record: Mapping[str, Any], role: str) -> str | None:
    return None if record.get(role) is None else _text(record[role], role)


def _shown(data: Any) -> str:
    text = json.dumps(data)
    return text if len(text) <= 40 else text[:40] + "…"


def _refuse_constant(name: str) -> None:
    raise ScoringError(f"{name} is no number of points: write a whole number.")


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ScoringError(f"“{key}” is written twice in one object: keep one.")
        found[key] = value
    return found
