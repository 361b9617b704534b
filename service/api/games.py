"""In: nothing, or a hand as typed. Out: what there is to choose from; the labels typed."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter
from pydantic import BaseModel, Field

from scoring import GAMES, Ending, Kind, Language, ReadingError, RuleSet, TiePolicy, hand_points, read_hand, write_piece
from service.api.access import API, Caller
from service.api.errors import TAKES_BODY, ApiError, errors
from service.api.fields import GameOfPieces, HandTotal, Label, Labels, PieceName, Worth
from service.sentences import say_again

router = APIRouter(prefix=API, tags=["games"])

GameName = Annotated[
    Literal["rummikub", "rami"], Field(description="Tiles are rummikub, cards are rami.", examples=["rami"])
]
Typed = Annotated[
    str,
    Field(
        max_length=2000,
        description="A hand as people type it, in any of the languages.",
        examples=["ten of hearts, joker, 5♣"],
    ),
]


class KindOut(BaseModel):
    """One kind of piece."""

    label: Label
    name: PieceName
    points: Worth


class GameOut(BaseModel):
    """What there is to choose from in a game."""

    name: GameOfPieces
    pieces: Kind = Field(description="What it is played with.", examples=["cards"])
    min_players: int = Field(description="As few may play.", examples=[2])
    max_players: int = Field(description="As many may play, with one set.", examples=[6])
    endings: list[Ending] = Field(description="How a round may end.", examples=[["out", "blocked", "one_turn"]])
    tie_policies: list[TiePolicy] = Field(
        description="What may be done where the lowest hands of a blocked round tie.", examples=[["share"]]
    )
    labels: list[KindOut] = Field(description="Every kind of piece.")
    rules: dict[str, Any] = Field(
        description="Every house rule by the name that `options` takes, with its usual value.",
        examples=[{"unopened_addition": 25}],
    )


class GamesOut(BaseModel):
    """The games known here."""

    games: list[GameOut] = Field(description="Each game with all there is to choose from.")


class HandIn(BaseModel):
    """A hand as typed."""

    game: GameName
    typed: Typed


class TypedHandOut(BaseModel):
    """A hand as read."""

    labels: Labels
    points: HandTotal


@router.get("/games", response_description="The games.", responses=errors())
def list_games(language: Caller) -> GamesOut:
    """The games, their labels and their house rules."""
    return GamesOut(games=[_game(rules, language) for rules in GAMES.values()])


@router.post("/hands", response_description="The hand as read.", responses=errors(*TAKES_BODY, 422))
def read_typed_hand(hand: HandIn, language: Caller) -> TypedHandOut:
    """Reads a hand as typed in English, Malay or French."""
    rules = GAMES[hand.game]
    labels = typed_hand(hand.typed, rules, language)
    return TypedHandOut(labels=list(labels), points=hand_points(labels, rules))


def typed_hand(typed: str, rules: RuleSet, language: Language) -> tuple[str, ...]:
    """The labels of a typed hand; the error names the field `typed`."""
    try:
        return read_hand(typed, rules)
    except ReadingError as error:
        raise ApiError(422, "invalid", "{sentence}", "typed", sentence=say_again(language, str(error))) from error


def _game(rules: RuleSet, language: Language) -> GameOut:
    return GameOut(
        name=rules.name,
        pieces=rules.pieces,
        min_players=rules.min_players,
        max_players=rules.max_players,
        endings=list(rules.endings),
        tie_policies=list(rules.tie_policies),
        labels=[
            KindOut(label=label, name=write_piece(label, language), points=rules.points(label))
            for label in rules.labels()
        ],
        rules={
            name: dict(value) if name == "values" else value for name, value in vars(rules).items() if name != "name"
        },
    )
