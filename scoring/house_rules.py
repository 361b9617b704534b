"""In: changes to a rule set, from code, JSON or TOML. Out: the rule set with them, and the changes it holds.

A house rule is a field of RuleSet by its own name. "none" switches a rule off where None does, since TOML has no null.
"""

import difflib
import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, replace
from typing import Any, Final

from scoring.errors import ScoringError
from scoring.games import GAMES
from scoring.ruleset import RuleSet

_FIELDS: Final[dict[str, Field[Any]]] = {field.name: field for field in fields(RuleSet) if field.name != "name"}


def change_rules(rules: RuleSet, changes: Mapping[str, Any]) -> RuleSet:
    """The rule set with some fields changed; `values` may name only the ranks that differ.

    Raises ScoringError naming the field that is unknown or makes no sense.
    """
    return replace(rules, **_checked(changes, rules.values))


def rule_changes(rules: RuleSet) -> dict[str, Any]:
    """The fields in which a rule set differs from the game of its name: all of them for a game not in the package."""
    if rules.name not in GAMES:
        return {name: getattr(rules, name) for name in _FIELDS}
    usual = GAMES[rules.name]
    changes = {name: getattr(rules, name) for name in _FIELDS if getattr(rules, name) != getattr(usual, name)}
    if "values" in changes:
        changes["values"] = {rank: value for rank, value in rules.values.items() if usual.values.get(rank) != value}
    return changes


def rules_from(data: Mapping[str, Any], games: Mapping[str, RuleSet] = GAMES) -> RuleSet:
    """The rule set of `data["game"]` with the other entries changed, or a game of its own when they say it all."""
    game, changes = data.get("game"), {key: value for key, value in data.items() if key != "game"}
    if not isinstance(game, str):
        raise ScoringError(f"Say which game the rules are for: game = {_either(games)}.")
    if game in games:
        return change_rules(games[game], changes)
    required = [name for name, field in _FIELDS.items() if field.default is MISSING]
    missing = [name for name in required if name not in changes]
    if missing:
        more = f"; a game of its own must also give {', '.join(missing)}" if changes else ""
        raise ScoringError(f"“{game}” is not a game known here: say {_either(games)}{more}.")
    return RuleSet(name=game, **_checked(changes, {}))


def rules_from_toml(text: str) -> RuleSet:
    """The house rules, or the whole game, of a TOML file. Raises ScoringError saying what to mend."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ScoringError(f"The rules are no valid TOML: {error}.") from error
    return rules_from(data)


def _checked(changes: Mapping[str, Any], values: Mapping[str, int]) -> dict[str, Any]:
    checked: dict[str, Any] = {}
    for name, value in changes.items():
        if name not in _FIELDS:
            near = difflib.get_close_matches(name, _FIELDS, n=1, cutoff=0.0)[0]
            raise ScoringError(f"There is no rule “{name}”; the nearest is {near}.")
        if name == "values" and isinstance(value, Mapping):
            checked[name] = dict(values) | {rank.upper(): points for rank, points in value.items()}
        elif isinstance(value, list):
            checked[name] = tuple(value)
        else:
            checked[name] = None if value == "none" else value
    return checked


def _either(games: Mapping[str, RuleSet]) -> str:
    return " or ".join(f'"{game}"' for game in games)
