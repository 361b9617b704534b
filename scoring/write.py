"""In: labels and a language. Out: their names, written so that the reader reads them back."""

from collections.abc import Iterable

from scoring.pieces import FACES, JOKER
from scoring.vocabulary import EMPTY_HANDS, JOKER_NAMES, SUIT_NAMES, Language, rank_names

_CARD = {"en": "{rank} of {suit}", "ms": "{rank} {suit}", "fr": "{rank} de {suit}"}
_TILE = {"en": "{colour} {number}", "ms": "{colour} {number}", "fr": "{number} {colour}"}


def write_piece(label: str, language: Language) -> str:
    """What a piece is called: ace of hearts, as hati, as de cœur; red 7, merah 7, 7 rouge."""
    if label == JOKER:
        return JOKER_NAMES[0]
    if (tile := FACES["tiles"].get(label)) is not None:
        return _TILE[language].format(colour=SUIT_NAMES["tiles"][language][tile.suit][0], number=tile.rank)
    card = FACES["cards"][label]
    suit = SUIT_NAMES["cards"][language][card.suit][0]
    return _CARD[language].format(rank=rank_names("cards", language)[card.rank][0], suit=suit)


def write_hand(labels: Iterable[str], language: Language) -> str:
    """The names of the pieces between commas; an empty hand is called one."""
    return ", ".join(write_piece(label, language) for label in labels) or EMPTY_HANDS[language][0]
