"""In: a match by its players or its id, rounds, and the round being taken down. Out: the same, kept.

Matches lie in the store of the service. The round that is not scored yet lies beside it in a small file, so that
nothing is lost when the power or the camera goes.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from scoring import GAMES, Match, Round, ScoringError, add_round
from service.settings import SettingsError, read_settings
from service.store.database import open_database
from service.store.matches import (
    KeptMatch,
    NoSuchMatch,
    NothingToUndo,
    Stale,
    change_match,
    create_match,
    get_match,
    undo_change,
)
from service.webcam.desk import Desk
from service.webcam.source import SourceError

TRIES = 5  # at a match that others change at the same moment


@dataclass(frozen=True)
class Ledger:
    """A match in the store, and the file of the round being taken down."""

    engine: Engine
    kept: KeptMatch
    draft: Path

    @property
    def match(self) -> Match:
        return self.kept.match

    def desk(self) -> Desk:
        """The round as it was left, or a new one."""
        desk = Desk(self.match.rules, self.match.players)
        try:
            left = json.loads(self.draft.read_text("utf-8"))
            hands = tuple((player, tuple(labels)) for player, labels in left["hands"])
            found = replace(
                desk, hands=hands, closed=frozenset(left["closed"]), ending=left["ending"], turn=left["turn"]
            )
        except (OSError, ValueError, KeyError, TypeError):
            return desk
        return replace(found, said="The round goes on where it was left.")

    def written_down(self, desk: Desk) -> Desk:
        """The round is kept as it is; the same desk, or one that says why it cannot be."""
        left = {"hands": desk.hands, "closed": sorted(desk.closed), "ending": desk.ending, "turn": desk.turn}
        beside = self.draft.with_suffix(".new")
        try:
            self.draft.parent.mkdir(parents=True, exist_ok=True)
            beside.write_text(json.dumps(left), "utf-8")
            beside.replace(self.draft)
        except OSError as error:
            return replace(desk, said=f"{self.draft} cannot be written ({error.strerror}): score the round before q.")
        return desk

    def scored(self, round_: Round) -> Ledger:
        """With one more round, also where someone changed the match meanwhile. Raises ScoringError."""
        kept = self.kept
        for _ in range(TRIES):
            try:
                return replace(self, kept=change_match(self.engine, kept, kept.name, add_round(kept.match, round_)))
            except Stale:
                kept = get_match(self.engine, kept.id)
            except NoSuchMatch as error:
                raise ScoringError("The match was deleted on the page: begin a new one with --players.") from error
            except SQLAlchemyError as error:
                raise ScoringError("The store does not answer: the round is still here, press Enter again.") from error
        raise ScoringError("Others change this match again and again: press Enter once more.")

    def undone(self) -> Ledger:
        """The match as before its newest change. Raises ScoringError."""
        try:
            newest = get_match(self.engine, self.kept.id)
            return replace(self, kept=undo_change(self.engine, newest.id, newest.version))
        except NothingToUndo as error:
            raise ScoringError("There is nothing to undo.") from error
        except (Stale, SQLAlchemyError, NoSuchMatch) as error:
            raise ScoringError("Others changed this match just now: press u once more.") from error


def open_ledger(game: str, players: str | None, match_id: str | None) -> Ledger:
    """A new match of these players, between commas, or the one of this id. Raises SourceError and ScoringError."""
    try:
        settings = read_settings({})
        engine = open_database(settings.database_url)
        if match_id is not None:
            kept = get_match(engine, match_id)
        else:
            names = tuple(name.strip() for name in (players or "").split(",") if name.strip())
            kept = create_match(engine, ", ".join(names), Match(GAMES[game], names))
    except NoSuchMatch as error:
        raise SourceError(f"The store has no match {match_id}: see its id where the match was begun.") from error
    except (SettingsError, SQLAlchemyError, OSError) as error:
        raise SourceError(
            "The store cannot be opened: check HANDSCAN_DATABASE, or that HANDSCAN_DATA can be written."
        ) from error
    if kept.match.rules.name != game:
        raise SourceError(f"Match {match_id} is one of {kept.match.rules.name}: say --game {kept.match.rules.name}.")
    return Ledger(engine, kept, settings.data / "webcam" / f"{kept.id}.json")
