"""In: nothing. Out: the shapes of a round, sent and answered. What they mean is checked by `scoring`, not here."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from scoring import Ending

Points = int | float
PlayerName = Annotated[str, Field(max_length=60, examples=["Ana"])]
Key = Annotated[str, Field(min_length=1, max_length=64)]
_PLAYERS = [{"name": "Ana", "hand": []}, {"name": "Ben", "hand": ["AH", "JOKER", "5C"], "opened": True}]


class ScanLink(BaseModel):
    """The hand of a scan that a player's hand came from."""

    id: str = Field(max_length=32, examples=["0f3a5be2c1d94f6f8a7b6c5d4e3f2a1b"])
    hand: int = Field(0, ge=0, le=99)


class PlayerIn(BaseModel):
    """What a player was left holding."""

    model_config = ConfigDict(extra="allow")
    name: PlayerName
    hand: list[Annotated[str, Field(max_length=60)]] | Annotated[str, Field(max_length=2000)] | None = Field(
        None, description="Labels, or the hand as typed.", examples=[["AH", "JOKER", "5C"]]
    )
    opened: bool | None = None


class LinkedPlayerIn(PlayerIn):
    """The same in a match, where a hand may be that of a scan."""

    scan: ScanLink | None = None


class RoundIn(BaseModel):
    """How a round ended and what each player was left holding."""

    model_config = ConfigDict(extra="allow")
    ending: Ending
    winner: PlayerName | None = None
    starter: PlayerName | None = None
    options: dict[str, Any] = Field({}, description="House rules; in a match only `blocked_tie`.")
    table: list[list[str]] | str = Field([], description="The sets played, where they are to be checked.")
    players: list[PlayerIn] = Field(examples=[_PLAYERS], max_length=40)


class ScoreIn(RoundIn):
    """A round that names its game."""

    game: str = Field(max_length=60, examples=["rami"])


class MatchRoundIn(RoundIn):
    """A round of a match. `key` is the sender's own: a round sent twice with one key is there once."""

    key: Key | None = None
    players: list[LinkedPlayerIn] = Field(examples=[_PLAYERS], max_length=40)  # type: ignore[assignment]


class LineOut(BaseModel):
    """One step of a score and the sentence that explains it."""

    points: Points
    text: str = Field(examples=["went out: 0"])


class ScoreOut(BaseModel):
    """A round scored."""

    game: str
    ending: Ending
    winners: list[str]
    points: dict[str, Points]
    hands: dict[str, int]
    explain: dict[str, list[LineOut]]


def scoring_record(round_: RoundIn) -> dict[str, Any]:
    """The round as `scoring` reads it: what was sent, less what is the service's own."""
    record = round_.model_dump(exclude_unset=True, exclude={"key": True, "players": {"__all__": {"scan"}}})
    for player in record["players"]:
        if player.get("hand", ...) is None:
            del player["hand"]
    return record
