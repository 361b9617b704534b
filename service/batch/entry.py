"""In: what a name or a line of a list says. Out: `Entry`, whose hands lie in which photo; `Plan`, all of them."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Entry:
    """The hands of one photo, or, without one, of players who had nothing left.

    `name`: the photo as reports call it. `players` in reading order, `opened` in the same order, None where nobody
    said. `ending` and `winner` are empty where nobody said.
    """

    photo: Path | None
    name: str
    game: str
    match: str
    round: int
    players: tuple[str, ...]
    opened: tuple[bool | None, ...]
    ending: str = ""
    winner: str = ""


@dataclass(frozen=True)
class Problem:
    """What was not understood, and a sentence on how to mend it."""

    where: str
    sentence: str


@dataclass(frozen=True)
class Plan:
    entries: tuple[Entry, ...]
    problems: tuple[Problem, ...] = ()
