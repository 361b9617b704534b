"""In: a table that people keep, CSV from any spreadsheet or JSON lines. Out: its rows with their line numbers."""

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scoring import ScoringError, csv_text, parse_json
from service.score_input import read_text


@dataclass(frozen=True)
class Row:
    """`line` is counted from 1. `cells`: heading in small letters -> what stands there."""

    line: int
    cells: dict[str, Any]

    def text(self, name: str) -> str:
        """What stands under a heading, without blanks around it; empty where there is nothing."""
        value = self.cells.get(name)
        return "" if value is None else str(value).strip()


def read_table(path: Path, needed: Sequence[str]) -> list[Row]:
    """Every row that is not empty. Raises ScoringError, naming the file, where it cannot be read or lacks a heading."""
    text = read_text(path)
    try:
        rows = _json_rows(text) if path.suffix.lower() == ".jsonl" else _csv_rows(text)
    except ScoringError as error:
        raise ScoringError(f"{path}: {error}") from error
    for heading in needed:
        if rows and heading not in rows[0].cells:
            raise ScoringError(
                f"{path} lacks the column “{heading}”: it has {', '.join(map(str, rows[0].cells))}. "
                f"The first line must name the columns, {', '.join(needed)} among them."
            )
    return rows


def _csv_rows(text: str) -> list[Row]:
    """Spreadsheets of countries that write 1,5 part their columns by semicolons."""
    heading = text.partition("\n")[0]
    delimiter = max(",;\t", key=heading.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    rows: list[Row] = []
    names: list[str] = []
    try:
        for cells in reader:
            if not any(cell.strip() for cell in cells):
                continue
            if not names:
                names = [cell.strip().lower() for cell in cells]
                continue
            if len(cells) > len(names):
                raise ScoringError(f"Line {reader.line_num} has more cells than the heading: put quotes round commas.")
            filled = [csv_text(cell) for cell in cells] + [""] * (len(names) - len(cells))
            rows.append(Row(reader.line_num, dict(zip(names, filled, strict=True))))
    except csv.Error as error:
        raise ScoringError(f"Line {reader.line_num} is no valid CSV: {error}.") from error
    return rows


def _json_rows(text: str) -> list[Row]:
    rows = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            found = parse_json(line)
        except ScoringError as error:
            raise ScoringError(f"Line {number}: {error}") from error
        if not isinstance(found, dict):
            raise ScoringError(f"Line {number} must be an object, {{…}}, not {json.dumps(found)[:40]}.")
        rows.append(Row(number, {name.lower(): value for name, value in found.items()}))
    return rows
