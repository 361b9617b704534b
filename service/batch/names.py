"""In: the path of a photo below its folder. Out: its match, round and players, as in `evening1/round-03/ana.jpg`."""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from scoring import ScoringError
from service.batch.entry import Entry
from service.language import N_

_ROUND: Final = re.compile(r"\b(?:round|pusingan|manche|r) ?0*(\d{1,4})\b", re.IGNORECASE)
_NUMBER: Final = re.compile(r"0*(\d{1,4})")
_COPY: Final = re.compile(r"(?: (?:copy|copie|salinan)(?: \d{1,2})?)?(?: \(\d{1,2}\))?$", re.IGNORECASE)
_CAMERA: Final = re.compile(r"\d{3}")
_ENDINGS: Final = {"": "", "out": "out", "blocked": "blocked", "one turn": "one_turn"}
PATTERN: Final = N_("evening1/round-03/ana.jpg, or ana+ben.jpg where several hands lie in reading order")


def entry_named(photo: Path, below: Path, match: str, game: str | None, games: Iterable[str]) -> Entry:
    """`below`: the photo's path in its folder, whose name `match` is. `game`: where the path names none.

    Raises ScoringError with a sentence where something is not told.
    """
    parts = [_words(part) for part in (*below.parent.parts, below.stem)]
    place, number, rest = _round(parts)
    after = parts[place + 1 :]
    if place == len(parts) - 1:  # the round stands in the photo's own name, and what is left of it is the player
        who, ending = rest, ""
    else:
        who, ending = after[0], rest.lower()
    if ending not in _ENDINGS:
        raise ScoringError(f"“{rest}” beside the round is no ending: say out, blocked or one-turn, or nothing.")
    if not who or len(after) > 2 or _CAMERA.search(who):
        raise ScoringError(f"It does not say whose hand it is: name it like {PATTERN}.")
    players = player_names(_COPY.sub("", who).split("+"))
    named = [known for known in games for part in parts[:place] if known in part.lower().split()]
    return Entry(
        photo,
        below.as_posix(),
        (named or [game or ""])[0],
        "/".join(below.parent.parts[:place]) or match,
        number,
        players,
        (None,) * len(players),
        _ENDINGS[ending],
    )


def player_names(written: Iterable[str]) -> tuple[str, ...]:
    """Names as people write them: one blank between words, and a capital where a file name has none."""
    names = (" ".join(name.split()) for name in written)
    return tuple(name.title() if name == name.lower() else name for name in names if name)


def _words(part: str) -> str:
    return " ".join(re.split(r"[\s_-]+", part)).strip()


def _round(parts: Sequence[str]) -> tuple[int, int, str]:
    """The part that names the round, its number, and what else that part says."""
    for place, part in enumerate(parts):
        if found := _ROUND.search(part):
            return place, int(found[1]), " ".join((part[: found.start()] + part[found.end() :]).split())
    for place, part in enumerate(parts[:-1]):
        if found := _NUMBER.fullmatch(part):
            return place, int(found[1]), ""
    raise ScoringError(f"It does not say which round it is of: name it like {PATTERN}.")
