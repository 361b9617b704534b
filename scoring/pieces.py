"""In: a kind of piece, "cards" or "tiles". Out: its labels, and the rank and suit a label is made of.

A card is rank then suit (`10D`), a tile colour then number (`K13`). A colour is a tile's suit and a number its rank,
so that one set of rules serves both.
"""

from typing import Literal, NamedTuple

Kind = Literal["cards", "tiles"]

JOKER = "JOKER"
RANKS: dict[Kind, tuple[str, ...]] = {
    "cards": ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"),
    "tiles": ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13"),
}
SUITS: dict[Kind, tuple[str, ...]] = {"cards": ("S", "H", "D", "C"), "tiles": ("K", "R", "B", "O")}


class Face(NamedTuple):
    """What is printed on a piece that is no joker."""

    rank: str
    suit: str


def label_of(kind: Kind, face: Face) -> str:
    """The label of a face: `10D` for a card, `K13` for a tile."""
    return face.rank + face.suit if kind == "cards" else face.suit + face.rank


FACES: dict[Kind, dict[str, Face]] = {
    kind: {label_of(kind, Face(rank, suit)): Face(rank, suit) for suit in SUITS[kind] for rank in RANKS[kind]}
    for kind in RANKS
}
LABELS: dict[Kind, tuple[str, ...]] = {kind: (*FACES[kind], JOKER) for kind in RANKS}
