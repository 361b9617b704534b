"""In: a database URL. Out: an engine whose tables are there and up to date, and transactions on it."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.orm import Session

_MIGRATIONS = Path(__file__).with_name("migrations")


def open_database(url: str) -> Engine:
    """Opens the database, makes its folder and file where it is SQLite, and brings its tables up to date.

    Raises SQLAlchemyError, also where the URL means nothing, and OSError of the folder.
    """
    try:
        place = make_url(url)
        backend = place.get_backend_name()
    except ValueError as error:
        raise ArgumentError("Its port is no number.") from error
    if backend not in ("sqlite", "postgresql"):
        raise ArgumentError(f"handscan speaks with PostgreSQL and SQLite, not with {backend}.")
    if backend == "sqlite":
        Path(place.database or "").parent.mkdir(parents=True, exist_ok=True)
        engine = create_engine(place, hide_parameters=True, connect_args={"timeout": 10})
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    else:
        engine = create_engine(
            place, hide_parameters=True, pool_pre_ping=True, pool_size=10, connect_args={"connect_timeout": 5}
        )
    migrate(engine)
    return engine


def migrate(engine: Engine) -> None:
    """Brings the tables to the newest migration. Two servers that start at once take turns."""
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    with engine.execution_options(writes=True).begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(4853)"))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


@contextmanager
def reading(engine: Engine) -> Iterator[Session]:
    """A transaction that sees one moment and changes nothing."""
    isolation = {"isolation_level": "REPEATABLE READ"} if engine.dialect.name == "postgresql" else {}
    with Session(engine.execution_options(**isolation)) as session:
        yield session


@contextmanager
def writing(engine: Engine) -> Iterator[Session]:
    """A transaction that is done whole, or not at all."""
    with Session(engine.execution_options(writes=True)) as session, session.begin():
        yield session


def now() -> datetime:
    """The time to write down."""
    return datetime.now(UTC)


def in_utc(time: datetime) -> datetime:
    """A stored time; SQLite forgets the zone."""
    return time.replace(tzinfo=UTC) if time.tzinfo is None else time.astimezone(UTC)


def _prepare_sqlite(connection: Any, _record: object) -> None:
    """Write-ahead log: readers never wait for a writer. Transactions begin where SQLAlchemy says."""
    connection.isolation_level = None
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA foreign_keys=ON")
    connection.execute("PRAGMA synchronous=FULL")


def _begin_sqlite(connection: Connection) -> None:
    """Who means to write takes the lock at once: a transaction that reads and then writes is never refused half-way."""
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
