"""In: what a database raised. Out: which trouble that is, where somebody can do something about it."""

from typing import Literal

from sqlalchemy.exc import DatabaseError

Trouble = Literal["away", "disk_full", "read_only", "damaged"]

_SQLITE: dict[str, Trouble] = {
    "SQLITE_FULL": "disk_full",
    "SQLITE_READONLY": "read_only",
    "SQLITE_CORRUPT": "damaged",
    "SQLITE_NOTADB": "damaged",
}
_POSTGRESQL: dict[str, Trouble] = {"53100": "disk_full", "25006": "read_only", "XX001": "damaged", "XX002": "damaged"}


def trouble_of(error: DatabaseError) -> Trouble:
    """Told by the names that SQLite gives its errors (longer ones begin with a shorter) and by PostgreSQL's codes."""
    name = getattr(error.orig, "sqlite_errorname", "")
    known = next((trouble for begins, trouble in _SQLITE.items() if name.startswith(begins)), None)
    return known or _POSTGRESQL.get(getattr(error.orig, "sqlstate", None) or "", "away")
