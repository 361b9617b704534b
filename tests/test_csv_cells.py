"""What goes into CSV files is no formula to a spreadsheet, and comes back as it was."""

import csv
import io
from typing import Any

import pytest

from scoring import Match, csv_cell, csv_text, match_from_csv, match_to_csv
from scoring.games import RAMI

CELLS: list[tuple[Any, Any]] = [
    ("=1+1", "'=1+1"),
    ("+1 Ana", "'+1 Ana"),
    ("-Ben", "'-Ben"),
    ("@Cid", "'@Cid"),
    ("\tDee", "'\tDee"),
    ("\r=1", "'\r=1"),
    ("＝1+1", "'＝1+1"),
    ("'=1+1", "''=1+1"),
    ("''@", "'''@"),
    ("'Ana", "'Ana"),
    ("Ana=1", "Ana=1"),
    ("-20.5", "-20.5"),
    ("-7", "-7"),
    ("-7-7", "'-7-7"),
    ("", ""),
    (-7, -7),
    (None, None),
]


@pytest.mark.parametrize(("value", "cell"), CELLS)
def test_cells(value: Any, cell: Any) -> None:
    assert csv_cell(value) == cell
    if isinstance(value, str):
        assert csv_text(cell) == value


def test_a_match_goes_through_csv_with_names_that_look_like_formulas() -> None:
    names = ('=HYPERLINK("http://evil.example","x")', "+Ana", "-7", "@Ben", "'=Cid")
    match = Match(RAMI, names)
    text = match_to_csv(match)
    assert not [cell for row in csv.reader(io.StringIO(text)) for cell in row if cell[:1] in ("=", "+", "@")]
    assert match_from_csv(text) == match
