"""In: a text for a cell of a CSV file. Out: the same, so that no spreadsheet takes it for a formula; and back.

Spreadsheets work out what begins with `=`, `+`, `-` or `@`, and a formula can call programs or send other cells away
(OWASP calls it CSV injection). An apostrophe before it makes it text. Numbers stay numbers.
"""

import re
from typing import Any, Final

_FORMULA: Final = re.compile(r"'*[=+\-@\t\r\n＝＋－＠]")
_NUMBER: Final = re.compile(r"-?\d+(\.\d+)?")


def csv_cell(value: Any) -> Any:
    """What to write for a value; what is no text stays as it is."""
    if not isinstance(value, str) or _NUMBER.fullmatch(value):
        return value
    return f"'{value}" if _FORMULA.match(value) else value


def csv_text(cell: str) -> str:
    """What was meant by a cell that `csv_cell` made."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell
