"""In: nothing. Out: fields that several shapes of the API have, each with what it means and an example."""

from typing import Annotated, Any

from fastapi import Path
from pydantic import Field

from scoring import Ending

MATCH: str = "4f1cc0ffee4f4f6f8a7b6c5d4e3f2a1b"
SCAN: str = "0f3a5be2c1d94f6f8a7b6c5d4e3f2a1b"

BINARY = {"type": "string", "contentMediaType": "application/octet-stream"}

InMatch = Annotated[str, Path(description="Id of the match.", examples=[MATCH])]
InScan = Annotated[str, Path(description="Id of the scan.", examples=[SCAN])]
RoundNumber = Annotated[int, Path(description="Number of the round, from 1.", examples=[1])]

Points = int | float
MatchId = Annotated[str, Field(description="Id of the match.", examples=[MATCH])]
ScanId = Annotated[str, Field(description="Id of the scan.", max_length=32, examples=[SCAN])]
GameOfPieces = Annotated[str, Field(description="Tiles are rummikub, cards are rami.", examples=["rami"])]
Label = Annotated[str, Field(description="The label: the same in every language.", examples=["10H"])]
PieceName = Annotated[str, Field(description="Its name in the caller's language.", examples=["ten of hearts"])]
Worth = Annotated[int, Field(description="What it counts in a hand.", examples=[10])]
HandTotal = Annotated[int, Field(description="What the whole hand counts.", examples=[35])]
Labels = Annotated[list[str], Field(description="The labels of its pieces.", examples=[["10H", "JOKER", "5C"]])]

MatchName = Annotated[str, Field(description="What the match is called; it may be empty.", examples=["Friday"])]
PlayerName = Annotated[str, Field(description="The player's name.", examples=["Ana"])]
Players = Annotated[list[PlayerName], Field(description="The players, seat by seat.", examples=[["Ana", "Ben"]])]
SentMatchName = Annotated[MatchName, Field(max_length=120, pattern=r"^[^\x00-\x1f]*$")]
SentPlayerName = Annotated[PlayerName, Field(max_length=60)]
SentPlayers = Annotated[
    list[SentPlayerName], Field(description="The players, seat by seat.", max_length=40, examples=[["Ana", "Ben"]])
]
Options = Annotated[
    dict[str, Any],
    Field(description="House rules, by their names in `/games`.", examples=[{"unopened_points": 100}]),
]
RoundOptions = Annotated[
    dict[str, Any],
    Field(description="House rules; in a match only `blocked_tie`.", examples=[{"blocked_tie": "share"}]),
]
HowItEnded = Annotated[
    Ending,
    Field(description="Someone went out, nobody can play, or (Rami) someone went out in one turn.", examples=["out"]),
]
Winners = Annotated[list[str], Field(description="Who won: all of them where it is a tie.", examples=[["Ana"]])]
RoundPoints = Annotated[
    dict[str, Points], Field(description="What the round is worth to each player.", examples=[{"Ana": 0, "Ben": 36}])
]
HandPoints = Annotated[
    dict[str, int], Field(description="What each hand counts by itself.", examples=[{"Ana": 0, "Ben": 36}])
]
Totals = Annotated[
    dict[str, Points], Field(description="The points of each player in all.", examples=[{"Ana": 12, "Ben": 36}])
]
Version = Annotated[int, Field(description="Grows with each change; what If-Match names.", examples=[3])]
