"""In: rows and scan objects, one after the other. Out: the CSV tables and scans.jsonl, all new or all as before."""

import csv
import io
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

from scoring import csv_cell
from service.batch.sheet_rows import PIECES, SCORES, STANDINGS
from service.whole_file import replaced

TABLES: Final = {"scores": SCORES, "pieces": PIECES, "standings": STANDINGS}

Put = Callable[[str, Sequence[Any]], None]


@contextmanager
def sheet_files(folder: Path) -> Iterator[tuple[Put, Callable[[str], object]]]:
    """Two functions: one puts a row into a table, the other a line into scans.jsonl."""
    with ExitStack() as stack:
        text: dict[str, io.TextIOWrapper] = {}
        for name in (*(f"{table}.csv" for table in TABLES), "scans.jsonl"):
            file = stack.enter_context(replaced(folder / name))
            text[name] = io.TextIOWrapper(file, "utf-8", newline="")
        tables = {table: csv.writer(text[f"{table}.csv"], lineterminator="\n") for table in TABLES}
        for table, heading in TABLES.items():
            tables[table].writerow(heading)
        yield (
            (lambda table, row: tables[table].writerow(map(csv_cell, row))),
            (lambda line: text["scans.jsonl"].write(line + "\n")),
        )
        for wrapped in text.values():
            wrapped.detach()  # flushes, and leaves the file to be closed and renamed
