"""In: review.csv as people left it, and the matches played. Out: what was corrected, and the file written anew.

Whatever stands in the column `correction` stays in the file, also where its photo is gone.
"""

import csv
import io
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from scoring import Language, csv_cell
from service.batch.entry import Entry
from service.batch.evening import PlayedMatch
from service.batch.job import Job
from service.language import N_, say
from service.sentences import in_words
from service.table_file import read_table

COLUMNS: Final = ("photo", "content", "hand", "match", "round", "player", "why", "seen", "correction")
GONE: Final = N_("This photo, with this content, is not in the batch any more.")

DELIMITERS: Final[Mapping[Language, str]] = {"en": ",", "ms": ",", "fr": ";"}
"""What spreadsheets of the language part their columns by."""

Place = tuple[str, str, int]
Look = Mapping[str, Any]
"""A row of the file, and the hand's `state`."""
Corrections = Mapping[Place, Look]


def read_corrections(path: Path) -> Corrections:
    """The rows with a correction, by the hand they are for. Raises ScoringError where the file cannot be understood."""
    if not path.exists():
        return {}
    rows = {}
    for row in read_table(path, ("photo", "content", "hand", "correction")):
        if row.text("correction"):
            found = {name: row.text(name) for name in COLUMNS}
            rows[_place(found)] = found
    return rows


def followed(corrections: Corrections, work: Iterable[tuple[Entry, Job | None]]) -> Corrections:
    """Those of photos that were renamed or moved at their new places: the same bytes, and the hand of the same
    player. One that could belong to several stays where it was."""
    places: dict[tuple[str, str], list[Place]] = defaultdict(list)
    for entry, job in work:
        for number, player in enumerate(entry.players, 1):
            if job:
                places[job.content, player].append((entry.name, job.content, number))
    known = {place for found in places.values() for place in found}
    rows: dict[Place, Look] = {}
    for place, row in corrections.items():
        moved = [new for new in places[row["content"], row["player"]] if new not in corrections]
        if place not in known and len(moved) == 1:
            photo, _, hand = moved[0]
            rows[moved[0]] = {**row, "photo": photo, "hand": str(hand)}
        else:
            rows[place] = row
    return rows


def looks_of(played: PlayedMatch, language: Language) -> Iterator[Look]:
    """The hands of a match that need a look or were corrected; all of a round that contradicts itself."""
    for one in played.rounds:
        for hand in one.hands:
            if hand.photo and (hand.state != "sure" or one.reasons or hand.correction):
                yield {
                    "photo": hand.photo,
                    "content": hand.content,
                    "hand": hand.hand,
                    "match": played.name,
                    "round": one.number,
                    "player": hand.player,
                    "why": in_words(language, (*hand.reasons, *one.reasons)),
                    "seen": hand.seen,
                    "correction": hand.correction,
                    "state": "failed" if one.reasons else hand.state,
                }


def review_csv(looks: Iterable[Look], corrections: Corrections, language: Language) -> bytes:
    """What needs a look first, then what was corrected, then corrections that belong to nothing any more.

    As a spreadsheet opens it: with the mark by which it knows UTF-8, and parted as in its language.
    """
    text = io.StringIO(newline="")
    table = csv.DictWriter(text, COLUMNS, extrasaction="ignore", lineterminator="\n", delimiter=DELIMITERS[language])
    table.writeheader()

    def put(row: Look) -> None:
        table.writerow({column: csv_cell(value) for column, value in row.items()})

    left = dict(corrections)
    for look in sorted(looks, key=lambda look: look["state"] == "sure"):
        left.pop(_place(look), None)
        put(look)
    for row in left.values():
        put({**row, "why": say(language, GONE)})
    return text.getvalue().encode("utf-8-sig")


def _place(row: Look) -> Place:
    return row["photo"], row["content"], int(row["hand"]) if str(row["hand"]).isdecimal() else 0
