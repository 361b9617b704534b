"""In: what a database raised. Out: which trouble that is, where somebody can do something about it."""

from typing import Final, Literal

from sqlalchemy.exc import DatabaseError, SQLAlchemyError

Trouble = Literal["away", "disk_full", "read_only", "damaged"]

_SQLITE: dict[str, Trouble] = {
    "SQLITE_FULL": "disk_full",
    "SQLITE_IOERR_SHMSIZE": "disk_full",  # no room for the index of its log
    "SQLITE_READONLY": "read_only",
    "SQLITE_CORRUPT": "damaged",
    "SQLITE_NOTADB": "damaged",
}
_POSTGRESQL: dict[str, Trouble] = {
    "53100": "disk_full",
    "25006": "read_only",
    "42501": "read_only",  # no right to
    "XX001": "damaged",
    "XX002": "damaged",
}

DAMAGED: Final = "it is damaged: put a copy of handscan.sqlite3 back, or move the file away and begin anew."
_ADVICE: Final[dict[Trouble, str]] = {
    "away": "it does not answer: check that HANDSCAN_DATABASE is right and runs, or that HANDSCAN_DATA can be written.",
    "disk_full": "its disk is full: make room there.",
    "read_only": "it can be read and not written: give handscan write access to it.",
    "damaged": DAMAGED,
}


def trouble_of(error: DatabaseError) -> Trouble:
    """Told by the names that SQLite gives its errors (longer ones begin with a shorter) and by PostgreSQL's codes."""
    name = getattr(error.orig, "sqlite_errorname", "")
    known = next((trouble for begins, trouble in _SQLITE.items() if name.startswith(begins)), None)
    return known or _POSTGRESQL.get(getattr(error.orig, "sqlstate", None) or "", "away")


def advice_on(error: SQLAlchemyError) -> str:
    """What is wrong with a database that cannot be opened, and what to do; also where its URL means nothing."""
    return _ADVICE[trouble_of(error) if isinstance(error, DatabaseError) else "away"]
