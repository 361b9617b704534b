"""In: nothing. Out: the tables of the store, one schema for SQLite and PostgreSQL (made by the migrations)."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, DateTime, ForeignKey, LargeBinary, String
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

ID = String(32)


class Base(DeclarativeBase):
    """Everything that is kept."""

    type_annotation_map = {dict[str, Any]: JSON, list[str]: JSON, datetime: DateTime(timezone=True)}  # noqa: RUF012


class MatchRow(Base):
    """A match without its rounds. `version` grows by one with each change: who changes it must know the newest."""

    __tablename__ = "matches"
    id: Mapped[str] = mapped_column(ID, primary_key=True)
    name: Mapped[str]
    game: Mapped[str]
    players: Mapped[list[str]]
    options: Mapped[dict[str, Any]]
    version: Mapped[int]
    created: Mapped[datetime]
    changed: Mapped[datetime] = mapped_column(index=True)


class RoundRow(Base):
    """A round as it was recorded; nothing derived is stored."""

    __tablename__ = "rounds"
    match_id: Mapped[str] = mapped_column(ID, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    record: Mapped[dict[str, Any]]


class UndoRow(Base):
    """The match as it was at a version that was changed since."""

    __tablename__ = "undo"
    match_id: Mapped[str] = mapped_column(ID, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)
    version: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    record: Mapped[dict[str, Any]]


class ScanRow(Base):
    """What was seen in one photo. `picture` is there only where a person asked to keep the photo."""

    __tablename__ = "scans"
    id: Mapped[str] = mapped_column(ID, primary_key=True)
    found: Mapped[dict[str, Any]]
    picture: Mapped[bytes | None] = mapped_column(LargeBinary)
    created: Mapped[datetime]


class CorrectionRow(Base):
    """What a person said of a scan, in the order said."""

    __tablename__ = "corrections"
    scan_id: Mapped[str] = mapped_column(ID, ForeignKey("scans.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    record: Mapped[dict[str, Any]]
    created: Mapped[datetime]
