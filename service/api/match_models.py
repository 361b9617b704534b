"""In: a kept match. Out: the shapes of matches, sent and answered: the record and all that follows from it."""

import random
from datetime import datetime
from fractions import Fraction
from typing import Annotated, Any

from pydantic import BaseModel, Field

from scoring import (
    Language,
    Round,
    RoundScore,
    json_number,
    next_starter,
    round_to_dict,
    rule_changes,
    standing,
)
from service.api.fields import (
    GameOfPieces,
    HandPoints,
    HowItEnded,
    Labels,
    MatchId,
    MatchName,
    Options,
    PlayerName,
    Players,
    Points,
    RoundOptions,
    RoundPoints,
    SentMatchName,
    SentPlayers,
    Totals,
    Version,
    Winners,
)
from service.api.games import GameName
from service.api.round_models import Explained, ScanLink
from service.score_table import score_object
from service.store.matches import KeptMatch, KeptRound

Changed = Annotated[datetime, Field(description="When it was changed last.", examples=["2026-01-02T20:40:00Z"])]


VERSIONED: dict[str, Any] = {
    "headers": {
        "ETag": {
            "description": "The version of the match, for If-Match.",
            "schema": {"type": "string", "examples": ['"3"']},
        }
    }
}
"""What every answer with a match carries, for the OpenAPI document."""


class MatchIn(BaseModel):
    """A match to begin."""

    name: SentMatchName = ""
    game: GameName
    players: SentPlayers
    options: Options = {}


class MatchChange(BaseModel):
    """What is to be changed of a match; what is left out stays."""

    name: SentMatchName | None = Field(None, description="A new name.", examples=["Saturday"])
    players: SentPlayers | None = Field(
        None, description="New names for the players, seat by seat.", examples=[["Ana", "Bela"]]
    )
    options: Options | None = Field(
        None, description="House rules in place of the old.", examples=[{"unopened_points": 50}]
    )


class MoveIn(BaseModel):
    """The number that a round shall have."""

    to: int = Field(ge=1, description="The new number, from 1.", examples=[1])


class PlayerOut(BaseModel):
    """What a player was left holding."""

    name: PlayerName
    hand: Labels
    opened: bool | None = Field(description="Whether the player had opened; null is not said.", examples=[True])
    scan: ScanLink | None = Field(description="Where the hand was read; null where it was typed or tapped in.")


class RoundOut(BaseModel):
    """A round as recorded, and what it came to. `totals` are those after it."""

    number: int = Field(description="From 1, in the order played.", examples=[1])
    key: str | None = Field(description="The sender's own name for it.", examples=["7d1f9c0e"])
    ending: HowItEnded
    winner: str | None = Field(description="Who went out, or won the tiebreaker.", examples=["Ana"])
    starter: str | None = Field(description="Who started, where it was said.", examples=[None])
    options: RoundOptions
    table: list[list[str]] = Field(description="The sets played, where they were checked.", examples=[[]])
    players: list[PlayerOut] = Field(description="What each player was left holding.")
    winners: Winners
    points: RoundPoints
    hands: HandPoints
    explain: Explained
    totals: Totals


class Standing(BaseModel):
    """Where a match stands."""

    totals: Totals
    leaders: list[str] = Field(description="Who is ahead, all of them where it is a tie.", examples=[["Ana"]])
    over: bool = Field(description="Whether somebody has won.", examples=[False])
    winners: list[str] = Field(description="Who has won the match; nobody while it goes on.", examples=[[]])
    another_round: bool = Field(description="Whether another round is due.", examples=[True])
    target: int | None = Field(description="The total that ends the match; null where none does.", examples=[100])
    decided_in: int | None = Field(description="Number of the round that decided it.", examples=[None])


class MatchOut(Standing):
    """A match: the record, and what follows from it."""

    id: MatchId
    name: MatchName
    version: Version
    created: datetime = Field(description="When it was begun.", examples=["2026-01-02T20:15:00Z"])
    changed: Changed
    game: GameOfPieces
    players: Players
    options: Options
    rounds: list[RoundOut] = Field(description="The rounds, in the order played.")
    next_starter: str | None = Field(description="Who starts the next round; null once it is over.", examples=["Ben"])
    can_undo: bool = Field(description="Whether there is a change to take back.", examples=[True])


class MatchSummary(BaseModel):
    """A match in a list."""

    id: MatchId
    name: MatchName
    game: GameOfPieces
    players: Players
    rounds: int = Field(description="How many were played.", examples=[4])
    totals: Totals
    over: bool = Field(description="Whether somebody has won.", examples=[True])
    winners: Winners
    changed: Changed
    version: Version


class MatchesOut(BaseModel):
    """Some of the matches; `count` is how many there are in all."""

    matches: list[MatchSummary] = Field(description="The newest change first.")
    count: int = Field(description="How many there are in all.", examples=[7])


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
