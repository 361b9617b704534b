"""In: nothing, or a hand as typed. Out: what there is to choose from; the labels typed."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter
from pydantic import BaseModel, Field

from scoring import GAMES, Ending, Kind, Language, ReadingError, RuleSet, TiePolicy, hand_points, read_hand, write_piece
from service.api.access import API, Caller
from service.api.errors import ApiError, errors
from service.sentences import say_again

router = APIRouter(prefix=API, tags=["games"])

GameName = Annotated[Literal["rummikub", "rami"], Field(description="Tiles are rummikub, cards are rami.")]
Typed = Annotated[str, Field(max_length=2000, description="A hand as people type it, in any of the languages.")]


class PieceOut(BaseModel):
    """One kind of piece."""

    label: str = Field(examples=["AS"])
    name: str = Field(examples=["ace of spades"])
    points: int = Field(examples=[11])


class GameOut(BaseModel):
    """What there is to choose from in a game."""

    name: str = Field(examples=["rami"])
    pieces: Kind
    min_players: int
    max_players: int = Field(description="With one set.")
    endings: list[Ending]
    tie_policies: list[TiePolicy]
    labels: list[PieceOut]
    rules: dict[str, Any] = Field(
        description="Every house rule by the name that `options` takes, with its usual value.",
        examples=[{"unopened_addition": 25}],
    )


class GamesOut(BaseModel):
    """The games known here."""

    games: list[GameOut]


class HandIn(BaseModel):
    """A hand as typed."""

    game: GameName
    typed: Typed = Field(examples=["ten of hearts, joker, 5♣"])


class HandOut(BaseModel):
    """A hand as read."""

    labels: list[str] = Field(examples=[["10H", "JOKER", "5C"]])
    points: int = Field(examples=[35])


@router.get("/games", responses=errors())
def list_games(language: Caller) -> GamesOut:
    """The games, their labels and their house rules."""
    return GamesOut(games=[_game(rules, language) for rules in GAMES.values()])


@router.post("/hands", responses=errors(422))
def read_typed_hand(hand: HandIn, language: Caller) -> HandOut:
    """Reads a hand as typed in English, Malay or French."""
    rules = GAMES[hand.game]
    labels = typed_hand(hand.typed, rules, language)
    return HandOut(labels=list(labels), points=hand_points(labels, rules))


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
            PieceOut(label=label, name=write_piece(label, language), points=rules.points(label))
            for label in rules.labels()
        ],
        rules={
            name: dict(value) if name == "values" else value for name, value in vars(rules).items() if name != "name"
        },
    )
