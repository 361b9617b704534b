"""In: a match. Out: the same as CSV, one row for each player of each round, and back without loss.

Rows of round 0 seat the players and the first of them carries the house rules. `points` and `total` are there to be
read in a spreadsheet; they are derived, so nothing is taken from them on the way back. No name becomes a formula.
"""

import csv
import io
import json
from collections.abc import Mapping
from fractions import Fraction
from itertools import groupby
from typing import Any, Final

from scoring.amounts import json_number
from scoring.csv_cells import csv_cell, csv_text
from scoring.errors import ScoringError
from scoring.games import GAMES
from scoring.house_rules import rule_changes
from scoring.match import Match
from scoring.records import match_from_dict, parse_json, round_to_dict
from scoring.ruleset import RuleSet

_COLUMNS: Final = (
    *("round", "player", "hand", "opened", "points", "total"),
    *("ending", "winner", "starter", "blocked_tie", "table", "game", "options"),
)
_OPENED: Final = {"": None, "yes": True, "no": False}


def match_to_csv(match: Match) -> str:
    """The match as CSV text with a heading."""
    text = io.StringIO(newline="")
    table = csv.DictWriter(text, _COLUMNS, restval="")
    table.writeheader()

    def put(row: Mapping[str, Any]) -> None:
        table.writerow({column: csv_cell(value) for column, value in row.items()})

    totals = dict.fromkeys(match.players, Fraction(0))
    for seat, player in enumerate(match.players):
        options = {} if seat else {"options": json.dumps(rule_changes(match.rules), ensure_ascii=False)}
        put({"round": 0, "player": player, "total": 0, "game": match.rules.name} | options)
    for number, (round_, score) in enumerate(zip(match.rounds, match.scores(), strict=True), start=1):
        record = round_to_dict(round_)
        for hand in round_.hands:
            points = score.points[hand.player]
            totals[hand.player] += points
            put(
                {
                    "round": number,
                    "player": hand.player,
                    "hand": " ".join(hand.pieces),
                    "opened": {opened: word for word, opened in _OPENED.items()}[hand.opened],
                    "points": json_number(points),
                    "total": json_number(totals[hand.player]),
                    "ending": round_.ending,
                    "winner": record.get("winner", ""),
                    "starter": record.get("starter", ""),
                    "blocked_tie": round_.blocked_tie or "",
                    "table": " | ".join(" ".join(pieces) for pieces in round_.table),
                    "game": match.rules.name,
                }
            )
    return text.getvalue()


def match_from_csv(text: str, games: Mapping[str, RuleSet] = GAMES) -> Match:
    """The match of a CSV file that `match_to_csv` wrote, perhaps mended since. Raises ScoringError."""
    try:
        rows = list(csv.DictReader(io.StringIO(text, newline=""), strict=True))
    except csv.Error as error:
        raise ScoringError(f"This is no valid CSV: {error}.") from error
    for row in rows:
        missing = [column for column in _COLUMNS if row.get(column) is None]
        if missing:
            raise ScoringError(f"The CSV lacks the column {missing[0]}: its heading is {','.join(_COLUMNS)}.")
    rows = [{column: csv_text(row[column]) for column in _COLUMNS} for row in rows]
    rounds = [list(found) for _, found in groupby(rows, key=lambda row: row["round"])]
    if not rounds or rounds[0][0]["round"] != "0":
        raise ScoringError("The CSV must begin with a row of round 0 for each player.")
    seats = rounds.pop(0)
    return match_from_dict(
        {
            "game": seats[0]["game"],
            "options": parse_json(seats[0]["options"] or "{}"),
            "players": [row["player"] for row in seats],
            "rounds": [_round(found) for found in rounds],
        },
        games,
    )


def _round(rows: list[dict[str, str]]) -> dict[str, Any]:
    """A round as JSON has it. What is said of the round stands in every row and is taken from the first."""
    first = rows[0]
    table = first["table"]
    return {
        "ending": first["ending"],
        "winner": first["winner"] or None,
        "starter": first["starter"] or None,
        "options": {"blocked_tie": first["blocked_tie"]} if first["blocked_tie"] else {},
        "table": table.split("|") if table else [],
        "players": [{"name": row["player"], "hand": row["hand"], "opened": _opened(row)} for row in rows],
    }


def _opened(row: dict[str, str]) -> bool | None:
    if row["opened"] not in _OPENED:
        raise ScoringError(f"{row['player']}: opened must be yes, no or left empty, not {row['opened']!r}.")
    return _OPENED[row["opened"]]
