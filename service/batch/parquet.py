"""In: the CSV tables of a score sheet. Out: the same beside them as Parquet, numbers as numbers."""

from pathlib import Path
from typing import Any, Final

from scoring import ScoringError
from service.batch.sheet_files import TABLES
from service.whole_file import replaced

_NUMBERS: Final = frozenset({"points", "total", "hand_points", "confidence", "label_confidence"}) | {
    f"{axis}{corner}" for axis in "xy" for corner in range(1, 5)
}
_WHOLE: Final = frozenset({("scores", "round"), ("pieces", "round"), ("pieces", "hand"), ("pieces", "piece")}) | {
    ("standings", "place"),
    ("standings", "rounds"),
}


def check_parquet() -> None:
    """Raises ScoringError where Parquet cannot be written, before any work is done."""
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError as error:
        raise ScoringError("--parquet needs PyArrow: pip install 'handscan[cluster]'.") from error


def write_parquet(folder: Path) -> None:
    """Read back piece by piece, so that memory does not grow with the tables."""
    import pyarrow as pa
    from pyarrow import csv as arrow_csv
    from pyarrow import parquet

    for table, heading in TABLES.items():
        types = {column: _type(pa, table, column) for column in heading}
        convert = arrow_csv.ConvertOptions(column_types=types, null_values=[""])
        with (
            arrow_csv.open_csv(folder / f"{table}.csv", convert_options=convert) as rows,
            replaced(folder / f"{table}.parquet") as file,
            parquet.ParquetWriter(file, rows.schema) as written,
        ):
            for batch in rows:
                written.write_batch(batch)


def _type(pa: Any, table: str, column: str) -> Any:
    if (table, column) in _WHOLE:
        return pa.int64()
    return pa.float64() if column in _NUMBERS else pa.string()
