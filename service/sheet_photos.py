"""In: a folder of photos and the lines of a sheet. Out: the hand that a photo shows for each of them."""

import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from scoring import RuleSet
from service.batch.engine import engine_of
from service.batch.entry import Entry
from service.batch.job import jobs_of, what_reads
from service.batch.photos_said import PhotosSaid
from service.batch.plan import plan_of
from service.batch.reading import MakeReader
from service.batch.run import OnProgress, read_photos
from service.batch.scan_store import open_store
from service.photo_paths import harmless
from service.scan_command import Deck
from service.sheet_check import Place
from service.sheet_file import SheetLine
from service.sheet_finding import Finding
from service.verify_scan import SeenHand, seen_hand

FEW = 8  # photos for which a pool of processes would take longer to start than to read them


@dataclass(frozen=True)
class Shown:
    """What one photo shows for one line. `hand` is a sentence where it cannot be read; `width` is in px."""

    photo: Path
    width: int
    hand: SeenHand | str


def shown_for(
    folder: Path,
    lines: Sequence[SheetLine],
    deck: Deck,
    games: Mapping[str, RuleSet],
    make_reader: MakeReader,
    progress: OnProgress,
) -> tuple[dict[Place, Shown], list[Finding]]:
    """By match, round and player as the sheet calls them; and a finding for each photo that is not understood."""
    game = lines[0].rules.name
    plan = plan_of([str(folder)], game, games)
    work = tuple(jobs_of(_as_the_sheet_says(plan.entries, lines), deck, what_reads()))
    workers = 1 if len(work) < FEW else os.cpu_count() or 1
    shown: dict[Place, Shown] = {}
    with tempfile.TemporaryDirectory() as kept:
        store = open_store(Path(kept))
        passing, _ = read_photos(work, store, engine_of("local", workers, None, make_reader), progress)
        said = PhotosSaid(work, games, store, passing, {})
        for entry, job in work:
            record = said.record(entry, job)
            for number, player in enumerate(entry.players):
                if entry.photo is not None:
                    shown[entry.match, entry.round, player] = _shown(entry.photo, record, number, len(entry.players))
    problems = [Finding("unclear", f"{problem.where}: {problem.sentence}", "", 0, "") for problem in plan.problems]
    return shown, problems


def _shown(photo: Path, record: Mapping[str, Any], number: int, players: int) -> Shown:
    if "error" in record:
        return Shown(photo, 0, f"{harmless(photo.name)}: {record['error']['message']}")
    found = len(record["hands"])
    if found and found != players:
        return Shown(photo, 0, f"{harmless(photo.name)} shows {found} hands, and {players} players are named for it.")
    return Shown(photo, record["photo"]["width"], seen_hand(record, number))


def _as_the_sheet_says(entries: Sequence[Entry], lines: Sequence[SheetLine]) -> Iterator[Entry]:
    """The entries with the sheet's names of matches and their games. One match is the other where each has only one."""
    names = {line.match.casefold(): line for line in lines}
    alone = len(names) == 1 and len({entry.match for entry in entries}) == 1
    for entry in entries:
        line = lines[0] if alone else names.get(entry.match.casefold())
        yield replace(entry, match=line.match, game=line.rules.name) if line else entry
