"""In: text as typed. Out: the same without case, accents and other dress, and where each character came from."""

import unicodedata
from typing import NamedTuple

_UNFOLDED = {"œ": "oe", "æ": "ae", "’": "'"}


class Folded(NamedTuple):
    """`text[i]` was typed at `places[i]`; `places` has one more, the end."""

    text: str
    places: tuple[int, ...]


def fold(typed: str) -> Folded:
    """Letters without case and accents; signs that only dress others (variation selectors, joiners) are left out."""
    characters: list[str] = []
    places: list[int] = []
    for place, sign in enumerate(typed):
        plain = unicodedata.normalize("NFKD", sign).casefold()
        for character in _UNFOLDED.get(plain, plain):
            if unicodedata.category(character) not in ("Mn", "Cf"):
                characters.append(character)
                places.append(place)
    return Folded("".join(characters), (*places, len(typed)))
