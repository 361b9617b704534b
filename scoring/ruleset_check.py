"""In: the fields of a rule set, from code or a file. Out: nothing, or an error naming the field and what it takes."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from scoring.errors import ScoringError
from scoring.pieces import JOKER, RANKS

if TYPE_CHECKING:
    from scoring.ruleset import RuleSet

# The least a whole number may be.
_LEAST: Mapping[str, int] = MappingProxyType(
    {
        "copies": 1,
        "jokers": 0,
        "sets": 1,
        "most_held": 1,
        "min_players": 2,
        "max_players": 2,
        "players_per_extra_set": 0,
        "one_turn_points": 0,
        "unopened_addition": 0,
        "unopened_cap": 0,
        "unopened_cap_percent": 0,
        "unopened_points": 0,
        "target": 1,
        "target_per_opponent": 1,
        "rounds": 1,
    }
)
_MAY_BE_NONE = frozenset(
    {
        "most_held",
        "one_turn_points",
        "unopened_cap",
        "unopened_cap_percent",
        "unopened_points",
        "target",
        "target_per_opponent",
        "rounds",
    }
)
_CHOICES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "pieces": ("cards", "tiles"),
        "ace": ("low", "high", "both"),
        "losers_score": ("plus", "minus", "nothing"),
        "blocked_counts": ("hand", "difference"),
        "blocked_tie": ("share", "tiebreak", "void"),
        "best_total": ("lowest", "highest"),
        "match_tie": ("share", "another_round"),
        "starter": ("rotate", "draw"),
    }
)
_LISTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"endings": ("out", "blocked", "one_turn"), "tie_policies": _CHOICES["blocked_tie"]}
)


def check_fields(rules: "RuleSet") -> None:
    """Raises ScoringError for the first field whose value makes no sense, alone or beside the others."""
    if not isinstance(rules.name, str) or not rules.name.strip() or not rules.name.isprintable():
        raise ScoringError(f"{rules.name!r} is no name for a game.")
    if not isinstance(rules.winner_collects, bool):
        raise ScoringError(f"winner_collects must be true or false, not {rules.winner_collects!r}.")
    for field, least in _LEAST.items():
        _check_whole(field, getattr(rules, field), least)
    for field, choices in _CHOICES.items():
        if getattr(rules, field) not in choices:
            raise ScoringError(f"{field} must be {_either(choices)}, not {getattr(rules, field)!r}.")
    for field, choices in _LISTS.items():
        _check_list(field, getattr(rules, field), choices)
    _check_values(rules)
    _check_together(rules)


def _check_whole(field: str, value: Any, least: int) -> None:
    if value is None and field in _MAY_BE_NONE:
        return
    # True is an int to Python, never to a player.
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise ScoringError(f"{field} must be a whole number of {least} or more, not {value!r}.")


def _check_list(field: str, value: Any, choices: tuple[str, ...]) -> None:
    if not isinstance(value, tuple) or not value or any(item not in choices for item in value):
        raise ScoringError(f"{field} must list one or more of {', '.join(choices)}, not {value!r}.")


def _check_values(rules: "RuleSet") -> None:
    if not isinstance(rules.values, Mapping):
        raise ScoringError(f"values must give the points of each rank, not {rules.values!r}.")
    ranks = (*RANKS[rules.pieces], JOKER) if rules.jokers else RANKS[rules.pieces]
    for rank in ranks:
        if rank not in rules.values:
            raise ScoringError(f"values must give the points of {rank}.")
    for rank, points in rules.values.items():
        if rank not in RANKS[rules.pieces] and rank != JOKER:
            raise ScoringError(f"values names “{rank}”, which is none of {', '.join(RANKS[rules.pieces])}, {JOKER}.")
        _check_whole(f"values.{rank}", points, 0)


def _check_together(rules: "RuleSet") -> None:
    if rules.max_players < rules.min_players:
        raise ScoringError(f"max_players ({rules.max_players}) is below min_players ({rules.min_players}).")
    if rules.blocked_tie not in rules.tie_policies:
        raise ScoringError(
            f"blocked_tie is {rules.blocked_tie!r}, but {rules.name} settles a tie by {_either(rules.tie_policies)}."
        )
    if "one_turn" in rules.endings and rules.one_turn_points is None:
        raise ScoringError("one_turn is among the endings, so one_turn_points must say what it costs.")


def _either(choices: tuple[str, ...]) -> str:
    return " or ".join(f'"{choice}"' for choice in choices)
