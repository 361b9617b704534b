"""In: scans and what people said of them. Out: the same, kept; photos only where a person asked for it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Engine, delete, func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from service.store.database import now, reading, writing
from service.store.tables import CorrectionRow, ScanRow

Record = dict[str, Any]


@dataclass(frozen=True)
class KeptScan:
    """What the scanner found, as JSON has it, and the corrections in the order they were made."""

    id: str
    found: Record
    corrections: tuple[Record, ...]
    kept: bool


class NoSuchScan(LookupError):
    """There is no scan of this id."""


class ScanChanged(Exception):
    """Someone else corrected the scan at the same moment."""


def add_scan(engine: Engine, scan_id: str, found: Record) -> None:
    """Keeps a scan. Where the same photo was scanned at the same moment, the first one stays."""
    try:
        with writing(engine) as session:
            session.add(ScanRow(id=scan_id, found=found, picture=None, created=now()))
    except IntegrityError:
        get_scan(engine, scan_id)


def keep_picture(engine: Engine, scan_id: str, picture: bytes) -> None:
    """Keeps the picture of a scan, since a person asked for it."""
    with writing(engine) as session:
        _row(session, scan_id).picture = picture


def get_scan(engine: Engine, scan_id: str) -> KeptScan:
    """A scan with its corrections. Raises NoSuchScan."""
    with reading(engine) as session:
        kept = select(ScanRow.found, ScanRow.picture.is_not(None)).where(ScanRow.id == scan_id)
        row = session.execute(kept).one_or_none()
        if row is None:
            raise NoSuchScan(scan_id)
        return KeptScan(scan_id, row[0], _corrections(session, scan_id), row[1])


def get_picture(engine: Engine, scan_id: str) -> bytes | None:
    """The kept picture of a scan, if there is one."""
    with reading(engine) as session:
        return session.scalar(select(ScanRow.picture).where(ScanRow.id == scan_id))


def set_corrections(engine: Engine, old: KeptScan, corrections: Sequence[Record]) -> None:
    """Puts other corrections in place of those of `old`. Raises NoSuchScan; ScanChanged if they are not the newest."""
    with writing(engine) as session:
        if session.scalar(select(ScanRow.id).where(ScanRow.id == old.id).with_for_update()) is None:
            raise NoSuchScan(old.id)
        if _corrections(session, old.id) != old.corrections:
            raise ScanChanged
        same = next(
            (at for at, (one, other) in enumerate(zip(old.corrections, corrections, strict=False)) if one != other),
            min(len(old.corrections), len(corrections)),
        )
        session.execute(delete(CorrectionRow).where(CorrectionRow.scan_id == old.id, CorrectionRow.number > same))
        session.add_all(
            CorrectionRow(scan_id=old.id, number=number, record=record, created=now())
            for number, record in enumerate(corrections, start=1)
            if number > same
        )


def delete_scan(engine: Engine, scan_id: str) -> None:
    """Forgets a scan, its corrections and its picture. Raises NoSuchScan."""
    with writing(engine) as session:
        session.delete(_row(session, scan_id))


def count_scans(engine: Engine) -> int:
    """How many scans are kept; also a question any working database can answer."""
    with reading(engine) as session:
        return session.scalar(select(func.count(ScanRow.id))) or 0


def _row(session: Session, scan_id: str) -> ScanRow:
    row = session.get(ScanRow, scan_id)
    if row is None:
        raise NoSuchScan(scan_id)
    return row


def _corrections(session: Session, scan_id: str) -> tuple[Record, ...]:
    query = select(CorrectionRow.record).where(CorrectionRow.scan_id == scan_id).order_by(CorrectionRow.number)
    return tuple(session.scalars(query))
