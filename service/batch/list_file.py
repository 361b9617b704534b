"""In: a CSV or JSONL list of photos and players. Out: `Plan`, whose hands lie where; and such a list of a plan."""

import csv
import io
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from scoring import RuleSet, ScoringError, csv_cell
from service.batch.entry import Entry, Plan, Problem
from service.batch.names import player_names
from service.table_file import Row, read_table

COLUMNS: Final = ("photo", "game", "match", "round", "player", "ending", "winner", "opened")
OPENED: Final = {"": None, "yes": True, "true": True, "no": False, "false": False}
_ENDINGS: Final = {"": "", "out": "out", "blocked": "blocked", "one_turn": "one_turn", "one turn": "one_turn"}


def plan_of_list(path: Path, game: str | None, games: Mapping[str, RuleSet]) -> Plan:
    """Photos are looked for beside the list. Several lines of one photo and round are its hands in reading order.

    A line that cannot be understood becomes a problem. Raises ScoringError where the file itself cannot be read.
    """
    entries: dict[object, Entry] = {}
    problems: list[Problem] = []
    for row in read_table(path, ("photo", "round")):
        try:
            _add(entries, _entry(row, path, game, games))
        except ScoringError as error:
            problems.append(Problem(f"{path.name}, line {row.line}", str(error)))
    return Plan(tuple(entries.values()), tuple(problems))


def list_of_plan(entries: Iterable[Entry]) -> str:
    """The plan as a CSV list, a line a player, that can be mended and given back."""
    text = io.StringIO(newline="")
    table = csv.writer(text, lineterminator="\n")
    table.writerow(COLUMNS)
    words = {opened: word for word, opened in reversed(OPENED.items()) if word not in ("true", "false")}
    for entry in entries:
        for player, opened in zip(entry.players, entry.opened, strict=True):
            said = (entry.ending, entry.winner, words[opened])
            table.writerow(map(csv_cell, (entry.name, entry.game, entry.match, entry.round, player, *said)))
    return text.getvalue()


def opened_of(word: str) -> bool | None:
    """Whether a player opened, as a list says it. Raises ScoringError."""
    if word.lower() not in OPENED:
        raise ScoringError(f"opened must be yes, no or left empty, not “{word}”.")
    return OPENED[word.lower()]


def _entry(row: Row, path: Path, game: str | None, games: Mapping[str, RuleSet]) -> Entry:
    name, ending, number = row.text("photo"), row.text("ending").lower(), row.text("round")
    players = player_names(_several(row.cells.get("player") or row.cells.get("players")))
    opened = tuple(opened_of(word) for word in _several(row.cells.get("opened"))) or (None,)
    chosen = row.text("game").lower() or game or ""
    if not number.isdecimal():
        raise ScoringError(f"round must be a whole number, not “{number}”.")
    if not players:
        raise ScoringError("The player is missing: whose hand is it?")
    if ending not in _ENDINGS:
        raise ScoringError(f"ending must be out, blocked or one_turn, or left empty, not “{ending}”.")
    if chosen and chosen not in games:
        raise ScoringError(f"“{chosen}” is not a game known here: say {' or '.join(games)}.")
    if len(opened) not in (1, len(players)):
        raise ScoringError(f"opened has {len(opened)} words for {len(players)} players: one for each, or one for all.")
    winner = next(iter(player_names([row.text("winner")])), "")
    return Entry(
        path.parent / name if name else None,
        name,
        chosen,
        row.text("match") or path.stem,
        int(number),
        players,
        opened if len(opened) == len(players) else opened * len(players),
        _ENDINGS[ending],
        winner,
    )


def _several(cell: Any) -> list[str]:
    """What one cell holds: a list in JSON, words between + or ; in CSV."""
    if cell is None:
        return []
    words = cell if isinstance(cell, list) else str(cell).replace(";", "+").split("+")
    return [str(word).strip() for word in words] if any(str(word).strip() for word in words) else []


def _add(entries: dict[object, Entry], new: Entry) -> None:
    """One more line; of a photo that the round already has, its further hands."""
    key = (new.photo or len(entries), new.match, new.round)
    old = entries.get(key)
    if old is None:
        entries[key] = new
        return
    for word, said, before in (("ending", new.ending, old.ending), ("winner", new.winner, old.winner)):
        if said and before and said != before:
            raise ScoringError(f"{word} is {said} here and {before} in another line of the same photo: keep one.")
    entries[key] = replace(
        old,
        players=(*old.players, *new.players),
        opened=(*old.opened, *new.opened),
        ending=old.ending or new.ending,
        winner=old.winner or new.winner,
    )
