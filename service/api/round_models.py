"""In: nothing. Out: the shapes of a round, sent and answered. What they mean is checked by `scoring`, not here."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from service.api.fields import (
    GameOfPieces,
    HandPoints,
    HowItEnded,
    Points,
    RoundOptions,
    RoundPoints,
    ScanId,
    SentPlayerName,
    Winners,
)

Key = Annotated[str, Field(min_length=1, max_length=64)]
_PLAYERS = [{"name": "Ana", "hand": []}, {"name": "Ben", "hand": ["AH", "JOKER", "5C"], "opened": True}]


class ScanLink(BaseModel):
    """The hand of a scan that a player's hand came from."""

    id: ScanId
    hand: int = Field(0, ge=0, le=99, description="Number of the hand in the scan, from 0.", examples=[0])


class PlayerIn(BaseModel):
    """What a player was left holding."""

    model_config = ConfigDict(extra="allow")
    name: SentPlayerName
    hand: list[Annotated[str, Field(max_length=60)]] | Annotated[str, Field(max_length=2000)] | None = Field(
        None, description="Labels, or the hand as typed.", examples=[["AH", "JOKER", "5C"]]
    )
    opened: bool | None = Field(None, description="Whether the player had opened; true when left out.", examples=[True])


class LinkedPlayerIn(PlayerIn):
    """The same in a match, where a hand may be that of a scan."""

    scan: ScanLink | None = Field(None, description="Where the hand was read; without `hand` it is taken from there.")


class RoundIn(BaseModel):
    """How a round ended and what each player was left holding."""

    model_config = ConfigDict(extra="allow")
    ending: HowItEnded
    winner: SentPlayerName | None = Field(None, description="Who went out, or won the tiebreaker.", examples=["Ana"])
    starter: SentPlayerName | None = Field(None, description="Who started the round.", examples=["Ben"])
    options: RoundOptions = {}
    table: list[list[str]] | str = Field(
        [], description="The sets played, where they are to be checked.", examples=[[["9H", "9S", "9D"]]]
    )
    players: list[PlayerIn] = Field(
        description="What each player was left holding.", examples=[_PLAYERS], max_length=40
    )


class ScoreIn(RoundIn):
    """A round that names its game."""

    game: str = Field(description="Tiles are rummikub, cards are rami.", max_length=60, examples=["rami"])


class MatchRoundIn(RoundIn):
    """A round of a match. `key` is the sender's own: a round sent twice with one key is there once."""

    key: Key | None = Field(None, description="Any text of the sender's own, as a UUID.", examples=["7d1f9c0e"])
    players: list[LinkedPlayerIn] = Field(  # type: ignore[assignment]
        description="What each player was left holding.", examples=[_PLAYERS], max_length=40
    )


class LineOut(BaseModel):
    """One step of a score and the sentence that explains it."""

    points: Points = Field(description="What this step comes to.", examples=[36])
    text: str = Field(
        description="Why, in the caller's language.",
        examples=["hand 36: ace of hearts (11), joker (20), 5 of clubs (5)"],
    )


Explained = Annotated[dict[str, list[LineOut]], Field(description="How each player's points came about, step by step.")]


class ScoreOut(BaseModel):
    """A round scored."""

    game: GameOfPieces
    ending: HowItEnded
    winners: Winners
    points: RoundPoints
    hands: HandPoints
    explain: Explained


def scoring_record(round_: RoundIn) -> dict[str, Any]:
    """The round as `scoring` reads it: what was sent, less what is the service's own."""
    record = round_.model_dump(exclude_unset=True, exclude={"key": True, "players": {"__all__": {"scan"}}})
    for player in record["players"]:
        if player.get("hand", ...) is None:
            del player["hand"]
    return record
