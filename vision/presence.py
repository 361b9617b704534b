"""In: a card and the surer ones of its photo. Out: whether it is there, may be there, or is part of another's picture.

An index on the face of another card is that of the next card of a fan or a row, the other's own, misread, or part of
its picture. What can be nothing of the other is never dropped, however weak.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import cv2
import numpy as np
import numpy.typing as npt

from vision.cards import CORNER, RANK_SURE, Card
from vision.region import in_axes, length

Presence = Literal["there", "unread", "nothing"]

SEEN = 0.25  # strength, of one index or of several together, from which there is a card
COVERED = 0.45  # the same within a card already seen, whose picture may look like an index
CLEAR = 0.35  # the same, where it says surely another rank than that card
HINTED = 0.12  # strength from which what is no card yet is shown as unread, outside the cards already seen
MARKED = 0.3  # heat times presence from which it is, whatever can be read of it
ANOTHER = 0.9  # worth and presence of an index that is too sure to be that of the card it lies on, misread
LIKE_SIZE = 0.75  # of the size of an index that another of the deck has at least, near enough to the same place
HALF_SIZE = 0.5  # the same from near to far in one photo: what is smaller is part of a picture
COURTS = {"J", "K", "Q"}  # also the letters that a part of the word on a joker may be read as, its O as a Q
ONE_PLACE = 0.15  # card heights between the middles of two frames under which they are those of one card
UPPER = -0.3  # half axes from a card's middle, above which the index of the next card of a fan lies


def card_strength(card: Card) -> float:
    """0..1, that of its indices together: what is missing in each is missing in the card only where all miss it."""
    return 1 - float(np.prod([1 - reading.strength for reading in card.readings]))


def presence_of(card: Card, seen: Sequence[Card]) -> Presence:
    """What a card is, where the surer cards of the photo are `seen`."""
    strength = card_strength(card)
    if _rank(card) in COURTS and any(_is_of_joker(card, other) for other in seen):
        return "nothing"
    under = [other for other in seen if _lies_in(card, other.quad)]
    if under:
        return _presence_on(card, strength, under)
    if strength >= SEEN:
        return "there"
    marked = max(reading.region.score * reading.present for reading in card.readings) >= MARKED
    return "unread" if marked or strength >= HINTED else "nothing"


def _presence_on(card: Card, strength: float, under: Sequence[Card]) -> Presence:
    """The same of a card whose surest index lies on others."""
    on = {_lies_on(card, other) for other in under}
    if strength >= COVERED or (strength >= CLEAR and _is_another(card, under, LIKE_SIZE)):
        return "there" if _is_as_large(card, under) else "unread"
    if _rank(card) == "JOKER":
        possible = "next" in on or _may_be_joker(card, under)
        return "unread" if possible and strength >= SEEN else "nothing"
    if "next" in on:
        return "there" if strength >= SEEN else "unread" if strength >= HINTED else "nothing"
    across = "own" not in on and card.readings[0].worth >= RANK_SURE
    return "unread" if strength >= SEEN and (across or _is_another(card, under, HALF_SIZE)) else "nothing"


def _rank(card: Card) -> str:
    label = card.readings[0].label
    return label if label == "JOKER" else label[:-1]


def _lies_in(card: Card, quad: npt.NDArray[np.float32]) -> bool:
    """Whether the surest index of a card lies within another card: on its picture, or on a card laid over it."""
    x, y = (float(value) for value in card.readings[0].region.centre)
    return cv2.pointPolygonTest(quad.astype(np.float32), (x, y), False) >= 0


def _is_as_large(card: Card, under: Sequence[Card]) -> bool:
    """Whether it can be of a card that is only farther off than those it lies on."""
    size = card.readings[0].region.size
    return all(size > HALF_SIZE * other.readings[0].region.size for other in under)


def _is_sure(card: Card) -> bool:
    surest = card.readings[0]
    return min(surest.worth, surest.present) >= ANOTHER


def _is_another(card: Card, under: Sequence[Card], least: float) -> bool:
    """Whether a card's surest index, about as large as those it lies on, is too sure of its rank to be their own,
    misread."""
    size = card.readings[0].region.size
    its = [reading for other in under for reading in other.readings]
    alike = all(least < size / reading.region.size < 1 / least for reading in its)
    other_rank = _rank(card) not in {"JOKER", *(reading.label[:-1] for reading in its)}
    return _is_sure(card) and alike and other_rank


def _may_be_joker(card: Card, under: Sequence[Card]) -> bool:
    """Whether what looks like a joker's index is more than the word on a joker, or the frame of a court, which is never
    read as surely."""
    ranks = {_rank(other) for other in under}
    return "JOKER" not in ranks and (_is_sure(card) or not ranks & COURTS)


def _is_of_joker(card: Card, other: Card) -> bool:
    """Whether a card lies where a joker does, and its index on it, but not as the next card of a fan shows its own:
    then it is a letter of that word, for of two cards in one place one would be hidden."""
    in_one_place = length(card.centre - other.centre) < ONE_PLACE * other.height
    on_it = in_one_place and _lies_in(card, other.quad) and _lies_on(card, other) != "next"
    return on_it and _rank(other) == "JOKER"


def _lies_on(card: Card, other: Card) -> Literal["next", "own", "astray"]:
    """What the surest index of a card that lies on another one may be: that of the next card of a fan or a row, upright
    in the upper half; the other's own, misread in one of its corners, or of another size, part of its picture; or that
    of a card laid across."""
    region, its = card.readings[0].region, other.readings[0].region
    x, y = in_axes(other.right, other.down, region.centre - other.centre)
    along = float(np.dot(region.down, other.down)) / (length(region.down) * length(other.down) + 1e-6)
    alike = LIKE_SIZE < region.size / its.size < 1 / LIKE_SIZE
    if alike and along > 0.8 and y < UPPER:
        return "next"
    in_corner = abs(along) > 0.9 and all(CORNER[0] < abs(at) < CORNER[1] for at in (x, y))
    return "own" if in_corner or not alike else "astray"
