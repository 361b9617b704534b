"""In: a kept match. Out: the shapes of matches, sent and answered: the record and all that follows from it."""

import random
from datetime import datetime
from fractions import Fraction
from typing import Annotated, Any

from pydantic import BaseModel, Field

from scoring import (
    Ending,
    Language,
    Round,
    RoundScore,
    json_number,
    next_starter,
    round_to_dict,
    rule_changes,
    standing,
)
from service.api.games import GameName
from service.api.round_models import LineOut, PlayerName, Points, ScanLink
from service.score_table import score_object
from service.store.matches import KeptMatch, KeptRound

MatchName = Annotated[str, Field(max_length=120, pattern=r"^[^\x00-\x1f]*$", examples=["Friday"])]
Players = Annotated[list[PlayerName], Field(max_length=40, examples=[["Ana", "Ben"]])]
Options = Annotated[dict[str, Any], Field(description="House rules.", examples=[{"unopened_points": 100}])]


class MatchIn(BaseModel):
    """A match to begin."""

    name: MatchName = ""
    game: GameName
    players: Players
    options: Options = {}


class MatchChange(BaseModel):
    """What is to be changed of a match; what is left out stays."""

    name: MatchName | None = None
    players: Players | None = None
    options: Options | None = None


class MoveIn(BaseModel):
    """The number that a round shall have."""

    to: int = Field(ge=1, examples=[1])


class PlayerOut(BaseModel):
    """What a player was left holding."""

    name: str
    hand: list[str]
    opened: bool | None
    scan: ScanLink | None


class RoundOut(BaseModel):
    """A round as recorded, and what it came to. `totals` are those after it."""

    number: int
    key: str | None
    ending: Ending
    winner: str | None
    starter: str | None
    options: dict[str, Any]
    table: list[list[str]]
    players: list[PlayerOut]
    winners: list[str]
    points: dict[str, Points]
    hands: dict[str, int]
    explain: dict[str, list[LineOut]]
    totals: dict[str, Points]


class Standing(BaseModel):
    """Where a match stands."""

    totals: dict[str, Points]
    leaders: list[str]
    over: bool
    winners: list[str]
    another_round: bool
    target: int | None
    decided_in: int | None


class MatchOut(Standing):
    """A match: the record, and what follows from it."""

    id: str = Field(examples=["4f1cc0ffee4f4f6f8a7b6c5d4e3f2a1b"])
    name: str
    version: int
    created: datetime
    changed: datetime
    game: str
    players: list[str]
    options: dict[str, Any]
    rounds: list[RoundOut]
    next_starter: str | None
    can_undo: bool


class MatchSummary(BaseModel):
    """A match in a list."""

    id: str
    name: str
    game: str
    players: list[str]
    rounds: int
    totals: dict[str, Points]
    over: bool
    winners: list[str]
    changed: datetime
    version: int


class MatchesOut(BaseModel):
    """Some of the matches; `count` is how many there are in all."""

    matches: list[MatchSummary]
    count: int


def match_out(kept: KeptMatch, language: Language) -> MatchOut:
    """The whole match, derived anew from its rounds."""
    now = _standing(kept)
    return MatchOut(
        **vars(now),
        id=kept.id,
        name=kept.name,
        version=kept.version,
        created=kept.created,
        changed=kept.changed,
        game=kept.match.rules.name,
        players=list(kept.match.players),
        options=rule_changes(kept.match.rules),
        rounds=_rounds(kept, language),
        next_starter=None if now.over else next_starter(kept.match, _draw(kept)),
        can_undo=kept.steps > 0,
    )


def match_summary(kept: KeptMatch) -> MatchSummary:
    """A match in a list."""
    now = _standing(kept)
    return MatchSummary(
        id=kept.id,
        name=kept.name,
        game=kept.match.rules.name,
        players=list(kept.match.players),
        rounds=len(kept.match.rounds),
        totals=now.totals,
        over=now.over,
        winners=now.winners,
        changed=kept.changed,
        version=kept.version,
    )


def _standing(kept: KeptMatch) -> Standing:
    now = standing(kept.match)
    return Standing(
        totals=_numbers(now.totals),
        leaders=list(now.leaders),
        over=now.over,
        winners=list(now.winners),
        another_round=now.another_round,
        target=now.target,
        decided_in=now.decided_in,
    )


def _draw(kept: KeptMatch) -> random.Random:
    """The same draw for everyone who looks, until the next round."""
    return random.Random(f"{kept.id} {len(kept.match.rounds)}")


def _rounds(kept: KeptMatch, language: Language) -> list[RoundOut]:
    totals = dict.fromkeys(kept.match.players, Fraction(0))
    shown = []
    for number, (round_, score) in enumerate(zip(kept.match.rounds, kept.match.scores(), strict=True), start=1):
        totals = {player: total + score.points[player] for player, total in totals.items()}
        shown.append(_round(number, round_, score, totals, kept, language))
    return shown


def _round(
    number: int,
    round_: Round,
    score: RoundScore,
    totals: dict[str, Fraction],
    kept: KeptMatch,
    language: Language,
) -> RoundOut:
    links = {player: ScanLink(id=scan, hand=hand) for player, scan, hand in getattr(round_, "scans", ())}
    found = score_object(round_, kept.match.rules, score, language)
    return RoundOut(
        number=number,
        key=round_.key if isinstance(round_, KeptRound) else None,
        ending=round_.ending,
        winner=round_.winner,
        starter=round_.starter,
        options=round_to_dict(round_).get("options", {}),
        table=[list(pieces) for pieces in round_.table],
        players=[
            PlayerOut(name=hand.player, hand=list(hand.pieces), opened=hand.opened, scan=links.get(hand.player))
            for hand in round_.hands
        ],
        totals=_numbers(totals),
        **{field: found[field] for field in ("winners", "points", "hands", "explain")},
    )


def _numbers(points: dict[str, Fraction]) -> dict[str, Points]:
    return {player: json_number(total) for player, total in points.items()}
