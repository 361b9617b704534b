"""In: the sets on a table. Out: what is wrong with which; a joker stands for any piece.

A group is three or four of one rank, each of another suit; a run is three or more of one suit that follow each other.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from scoring.pieces import FACES, JOKER, RANKS, SUITS, Face, Kind
from scoring.ruleset import RuleSet

LEAST: Final = 3
"""The fewest pieces of a group or run."""
_RANK: Final[dict[Kind, str]] = {"cards": "rank", "tiles": "number"}
_SUIT: Final[dict[Kind, str]] = {"cards": "suit", "tiles": "colour"}


def check_table(table: Iterable[tuple[str, ...]], rules: RuleSet) -> tuple[tuple[int, str], ...]:
    """Each set that is no valid group or run, by its number on the table from 1, and what is wrong with it."""
    problems = ((number, meld_problem(pieces, rules)) for number, pieces in enumerate(table, start=1))
    return tuple((number, problem) for number, problem in problems if problem is not None)


def meld_problem(pieces: tuple[str, ...], rules: RuleSet) -> str | None:
    """What keeps these pieces, in any order, from being a group or a run; None when nothing does.

    Raises ScoringError for a piece the game does not have.
    """
    for label in pieces:
        rules.check_label(label)
    if len(pieces) < LEAST:
        return f"it has {len(pieces)} of the {LEAST} pieces a set needs at least"
    faces = [FACES[rules.pieces][label] for label in pieces if label != JOKER]
    group, run = _group_problem(faces, len(pieces), rules), _run_problem(faces, len(pieces), rules)
    if group is None or run is None:
        return None
    if len({face.rank for face in faces}) == 1:
        return group
    if len({face.suit for face in faces}) == 1:
        return run
    return f"its pieces are neither of one {_RANK[rules.pieces]} nor of one {_SUIT[rules.pieces]}"


def _group_problem(faces: list[Face], size: int, rules: RuleSet) -> str | None:
    if len({face.rank for face in faces}) > 1:
        return f"its pieces are not of one {_RANK[rules.pieces]}"
    if twice := _twice([face.suit for face in faces]):
        return f"{twice} is twice in the group"
    most = len(SUITS[rules.pieces])
    return f"a group has at most {most} pieces, not {size}" if size > most else None


def _run_problem(faces: list[Face], size: int, rules: RuleSet) -> str | None:
    if len({face.suit for face in faces}) > 1:
        return f"its pieces are not of one {_SUIT[rules.pieces]}"
    ranks = [face.rank for face in faces]
    if twice := _twice(ranks):
        return f"{twice} is twice in the run"
    if size > len(RANKS[rules.pieces]):
        return f"a run has at most {len(RANKS[rules.pieces])} pieces, not {size}"
    order = rules.run_order()
    if any(set(ranks) <= set(order[start : start + size]) for start in range(len(order) - size + 1)):
        return None
    jokers = " even with its jokers" if size > len(faces) else ""
    return f"{', '.join(ranks)} do not follow each other{jokers}"


def _twice(names: list[str]) -> str | None:
    return next((name for name, count in Counter(names).items() if count > 1), None)
