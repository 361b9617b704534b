"""In: matches as scoring knows them. Out: the same, kept: by id and version, with each step back.

A change names the version it rests on. Whoever comes second is refused, so that no round is lost.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import uuid4

from sqlalchemy import Engine, delete, func, select, update
from sqlalchemy.orm import Session

from scoring import (
    GAMES,
    Match,
    Round,
    match_from_dict,
    match_round_from_dict,
    match_to_dict,
    round_to_dict,
    rules_from,
)
from service.store.database import in_utc, now, reading, writing
from service.store.tables import MatchRow, RoundRow, UndoRow


@dataclass(frozen=True)
class KeptRound(Round):
    """A round with what the store adds: the key its sender gave it, and the scan that each player's hand came from."""

    key: str | None = None
    scans: tuple[tuple[str, str, int], ...] = ()
    """Player, id of the scan, number of the hand in it."""


@dataclass(frozen=True)
class KeptMatch:
    """A match in the store. `steps` is how many changes can be undone."""

    id: str
    name: str
    version: int
    created: datetime
    changed: datetime
    match: Match
    steps: int = 0


class NoSuchMatch(LookupError):
    """There is no match of this id."""


class Stale(Exception):
    """The match was changed since the version that the change rests on."""


class NothingToUndo(Exception):
    """The match is as it was made."""


def kept_round(round_: Round, key: str | None, scans: tuple[tuple[str, str, int], ...]) -> KeptRound:
    """A round made ready for the store."""
    return KeptRound(**{**vars(round_), "key": key, "scans": scans})


def create_match(engine: Engine, name: str, match: Match) -> KeptMatch:
    """Keeps a new match."""
    made = now()
    kept = KeptMatch(uuid4().hex, name, 1, made, made, match)
    with writing(engine) as session:
        session.add(MatchRow(id=kept.id, version=1, created=made, changed=made, **_columns(kept)))
        session.flush()
        _add_rounds(session, kept)
    return kept


def get_match(engine: Engine, match_id: str) -> KeptMatch:
    """The newest version. Raises NoSuchMatch."""
    with reading(engine) as session:
        return _read(session, match_id)


def list_matches(engine: Engine, limit: int, offset: int) -> tuple[list[KeptMatch], int]:
    """Some of the matches, the newest change first, and how many there are in all."""
    with reading(engine) as session:
        ids = session.scalars(
            select(MatchRow.id).order_by(MatchRow.changed.desc(), MatchRow.id).limit(limit).offset(offset)
        )
        return [_read(session, match_id) for match_id in ids], session.scalar(select(func.count(MatchRow.id))) or 0


def change_match(engine: Engine, old: KeptMatch, name: str, match: Match) -> KeptMatch:
    """Puts a changed match in place of `old`, which can be brought back. Raises Stale and NoSuchMatch."""
    new = replace(old, name=name, match=match, version=old.version + 1, changed=now(), steps=old.steps + 1)
    with writing(engine) as session:
        _replace(session, old.version, new)
        session.add(UndoRow(match_id=old.id, version=old.version, record=_snapshot(old)))
    return new


def undo_change(engine: Engine, match_id: str, version: int) -> KeptMatch:
    """The match as before its newest change, as a new version. Raises Stale, NoSuchMatch and NothingToUndo."""
    with writing(engine) as session:
        old = _read(session, match_id)
        if old.version != version:
            raise Stale
        step = session.scalar(
            select(UndoRow).where(UndoRow.match_id == match_id).order_by(UndoRow.version.desc()).limit(1)
        )
        if step is None:
            raise NothingToUndo
        match = _match(step.record, step.record["rounds"])
        new = replace(
            old, name=step.record["name"], match=match, version=version + 1, changed=now(), steps=old.steps - 1
        )
        _replace(session, version, new)
        session.delete(step)
    return new


def delete_match(engine: Engine, match_id: str, version: int) -> None:
    """Forgets a match and all its steps. Raises Stale and NoSuchMatch."""
    with writing(engine) as session:
        gone = session.execute(delete(MatchRow).where(MatchRow.id == match_id, MatchRow.version == version))
        if not gone.rowcount:  # type: ignore[attr-defined]
            _refuse(session, match_id)


def _replace(session: Session, version: int, new: KeptMatch) -> None:
    """The one place that checks the version: the database compares and sets it in one step."""
    done = session.execute(
        update(MatchRow)
        .where(MatchRow.id == new.id, MatchRow.version == version)
        .values(version=new.version, changed=new.changed, **_columns(new))
    )
    if not done.rowcount:  # type: ignore[attr-defined]
        _refuse(session, new.id)
    session.execute(delete(RoundRow).where(RoundRow.match_id == new.id))
    _add_rounds(session, new)


def _refuse(session: Session, match_id: str) -> None:
    raise NoSuchMatch(match_id) if session.get(MatchRow, match_id) is None else Stale


def _read(session: Session, match_id: str) -> KeptMatch:
    row = session.get(MatchRow, match_id)
    if row is None:
        raise NoSuchMatch(match_id)
    rounds = session.scalars(
        select(RoundRow.record).where(RoundRow.match_id == match_id).order_by(RoundRow.number)
    ).all()
    steps = session.scalar(select(func.count()).where(UndoRow.match_id == match_id)) or 0
    match = _match({"game": row.game, "players": row.players, "options": row.options}, rounds)
    return KeptMatch(row.id, row.name, row.version, in_utc(row.created), in_utc(row.changed), match, steps)


def _columns(kept: KeptMatch) -> dict[str, Any]:
    record = match_to_dict(kept.match)
    return {"name": kept.name, "game": record["game"], "players": record["players"], "options": record["options"]}


def _snapshot(kept: KeptMatch) -> dict[str, Any]:
    return {**_columns(kept), "rounds": [_record(round_) for round_ in kept.match.rounds]}


def _add_rounds(session: Session, kept: KeptMatch) -> None:
    session.add_all(
        RoundRow(match_id=kept.id, number=number, record=_record(round_))
        for number, round_ in enumerate(kept.match.rounds, start=1)
    )


def _record(round_: Round) -> dict[str, Any]:
    """Scoring's own record of a round, and beside it what the store adds."""
    kept = round_ if isinstance(round_, KeptRound) else kept_round(round_, None, ())
    return {"round": round_to_dict(round_), "key": kept.key, "scans": [list(link) for link in kept.scans]}


def _match(record: Mapping[str, Any], rounds: Any) -> Match:
    rules = rules_from({**record["options"], "game": record["game"]}, GAMES)
    kept = (
        kept_round(
            match_round_from_dict(item["round"], rules), item["key"], tuple((p, s, h) for p, s, h in item["scans"])
        )
        for item in rounds
    )
    bare = match_from_dict({field: record[field] for field in ("game", "players", "options")})
    return replace(bare, rounds=tuple(kept))
