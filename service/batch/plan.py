"""In: a folder, a glob or a list of photos. Out: `Plan`, how every photo was understood."""

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from scoring import RuleSet, ScoringError
from service.batch.entry import Entry, Plan, Problem
from service.batch.list_file import plan_of_list
from service.batch.names import entry_named
from service.photo_paths import PHOTO_SUFFIXES, photo_paths, shown


def plan_of(typed: Sequence[str], game: str | None, games: Mapping[str, RuleSet], besides: Path | None = None) -> Plan:
    """`besides`: the folder of results, whose pictures are none. Raises ScoringError where there is nothing to do."""
    first = Path(typed[0])
    if len(typed) == 1 and first.suffix.lower() in (".csv", ".jsonl"):
        plan = plan_of_list(first, game, games)
    else:
        plan = _plan_of_photos(typed, game, games, besides)
    if not plan.entries and not plan.problems:
        raise ScoringError(
            f"There is no photo in {' '.join(typed)}: name a folder of photos, a glob, or a list (.csv)."
        )
    if any(not entry.game for entry in plan.entries):
        raise ScoringError("Say which game lies there: --game rummikub (tiles) or --game rami (cards).")
    return plan


def _plan_of_photos(typed: Sequence[str], game: str | None, games: Mapping[str, RuleSet], besides: Path | None) -> Plan:
    entries: list[Entry] = []
    problems: list[Problem] = []
    for root, photo in _photos(typed):
        if besides is not None and photo.resolve().is_relative_to(besides.resolve()):
            continue
        below = shown(photo.relative_to(root))
        try:
            entries.append(entry_named(photo, below, shown(root.resolve()).name, game, games))
        except ScoringError as error:
            problems.append(Problem(below.as_posix(), str(error)))
    return Plan(tuple(entries), tuple(problems))


def _photos(typed: Sequence[str]) -> Iterator[tuple[Path, Path]]:
    """Each photo with the folder that its name is read below: the one typed, or what the photos have in common."""
    if len(typed) == 1 and Path(typed[0]).is_dir():
        root = Path(typed[0])
        for photo in sorted(root.rglob("*")):
            hidden = any(part.startswith(".") for part in photo.relative_to(root).parts)  # a Mac leaves ._ana.jpg
            if photo.suffix.lower() in PHOTO_SUFFIXES and photo.is_file() and not hidden:
                yield root, photo
        return
    found = photo_paths(typed)
    if missing := [str(path) for path in found if not path.is_file()]:
        raise ScoringError(f"There is no photo {missing[0]}: check its name and folder.")
    # Of evening/round-1/ana.jpg alone the match is still evening: names are read from three folders up at most.
    common = Path(os.path.commonpath([path.absolute().parent for path in found]))
    for photo in found:
        root = min(common, *photo.absolute().parents[2:3], key=lambda path: len(path.parts))
        yield root, photo.absolute()
