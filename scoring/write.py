"""In: labels and a language. Out: their names, written so that the reader reads them back."""

from collections.abc import Iterable

from scoring.pieces import FACES, JOKER, Kind
from scoring.vocabulary import EMPTY_HANDS, JOKER_NAMES, SUIT_NAMES, Language, rank_names

_CARD = {"en": "{rank} of {suit}", "ms": "{rank} {suit}", "fr": "{rank} de {suit}"}
_TILE = {"en": "{colour} {number}", "ms": "{colour} {number}", "fr": "{number} {colour}"}


def write_piece(label: str, pieces: Kind, language: Language) -> str:
    """What a piece is called: ace of hearts, as hati, as de cœur; red 7, merah 7, 7 rouge."""
    if label == JOKER:
        return JOKER_NAMES[0]
    face = FACES[pieces][label]
    suit = SUIT_NAMES[pieces][language][face.suit][0]
    if pieces == "tiles":
        return _TILE[language].format(colour=suit, number=face.rank)
    return _CARD[language].format(rank=rank_names(pieces, language)[face.rank][0], suit=suit)


def write_hand(labels: Iterable[str], pieces: Kind, language: Language) -> str:
    """The names of the pieces between commas; an empty hand is called one."""
    return ", ".join(write_piece(label, pieces, language) for label in labels) or EMPTY_HANDS[language][0]
