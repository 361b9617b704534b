"""In: Readings and the bodies of cards. Out: pieces named and sure, pieces to look at, and what could not be read.

What is nothing is dropped only where locator and classifier agree that it is; what may be a piece and cannot be named
is `Unread`, and stops the total of the hand it lies in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from vision.cards import Card, cards_of, may_be_one
from vision.classify import Reading
from vision.presence import card_strength, presence_of
from vision.region import Region, centres_apart, first_of_each_place, length

Floats = npt.NDArray[np.float32]

WEAK = 0.08  # strength of an index under which it proves nothing
TILE_SEEN = 0.12  # strength from which there is a tile: its face is larger than an index and less like anything else
PRINT = 0.5  # of the size of the tiles here, under which a face in doubt is none
IN_ROW = 0.2  # heat times presence from which what is as large as the tile beside it is shown as unread
BESIDE, AS_LARGE = 2.2, 0.15  # sizes to the middle of the tile beside; share of a size by which the two may differ
DOUBTFUL = 0.5  # the locator's heat from which a place that is not strong enough is shown as unread
SAME_PLACE = 0.4  # of the longer side of the smaller of two marks, under which they are one
NAMED = 0.3  # confidence of a label under which a piece is "?"
SURE = 0.9  # confidence in a piece's points under which a person must look
SUIT_SURE = 0.5  # confidence in the whole label under which a person must look
FAINT = 0.3  # strength of a card under which a person must look
TWINS = 0.8  # card heights under which two equal cards may be one
BODY = 0.45  # heat from which a card's body counts


@dataclass(frozen=True, eq=False)
class Found:
    """A piece before its points are known. `quad`: (4, 2) px. `worth`: confidence in what its points depend on."""

    label: str
    confidence: float
    worth: float
    quad: Floats
    alternatives: tuple[str, ...]
    twin: bool = False  # whether another card lies so that the two may be one

    @property
    def doubtful(self) -> bool:
        return self.worth < SURE or self.confidence < SUIT_SURE or self.twin


@dataclass(frozen=True, eq=False)
class Unnamed:
    """A place that holds a piece without a name. `stops`: whether it may belong to a hand, and so stops its total."""

    quad: Floats
    reason: str
    stops: bool


def distinct(readings: Sequence[Reading]) -> list[Reading]:
    """The strongest of those readings that, set right, turned out to lie in one place; the strongest first."""
    ranked = sorted(readings, key=lambda reading: reading.strength, reverse=True)
    regions = [reading.region for reading in ranked]
    longer = np.array([max(region.width, region.height) for region in regions])
    near = centres_apart(regions) < SAME_PLACE * np.minimum(longer[:, None], longer[None])
    return [ranked[place] for place in first_of_each_place(near)]


def tiles_found(readings: Sequence[Reading]) -> tuple[list[Found], list[Unnamed]]:
    """One tile a reading; print far smaller than the tiles, as of a rack's maker, is shown and belongs to no hand."""
    found, unnamed = [], []
    places = distinct(readings)
    prints = _prints(places)
    for reading in places:
        if reading in prints:
            if reading.strength >= TILE_SEEN or reading.region.score > DOUBTFUL:
                unnamed.append(Unnamed(reading.region.quad, "unclear", False))
        elif reading.strength >= TILE_SEEN and reading.worth >= NAMED:
            labels = tuple(label for label, _ in reading.runners_up)
            found.append(Found(reading.label, reading.confidence, reading.worth, reading.region.quad, labels))
        elif reading.region.score > DOUBTFUL or _in_row(reading, places):
            unnamed.append(Unnamed(reading.region.quad, "unclear", True))
    return found, unnamed


def _in_row(reading: Reading, places: Sequence[Reading]) -> bool:
    """Whether a tile that is there and as large lies beside what may be one: glare can take all else that tells."""
    region = reading.region
    tiles = [other.region for other in places if other.strength >= TILE_SEEN and other.worth >= SURE]
    alike = [tile for tile in tiles if abs(tile.size - region.size) < AS_LARGE * region.size]
    near = any(length(tile.centre - region.centre) < BESIDE * tile.size for tile in alike)
    return near and region.score * reading.present >= IN_ROW


def _prints(readings: Sequence[Reading]) -> list[Reading]:
    """The readings less than half as large as the tiles here, unless one is sure: then there are tiles farther off."""
    tiles = [reading for reading in readings if reading.strength >= TILE_SEEN and reading.worth >= NAMED]
    if not tiles:
        return []
    least = PRINT * float(np.median([reading.region.size for reading in tiles]))
    small = [reading for reading in readings if reading.region.size < least]
    sure = any(reading.worth >= SURE and reading.confidence >= SUIT_SURE for reading in small if reading in tiles)
    return [] if sure else small


def cards_found(readings: Sequence[Reading], bodies: Sequence[Region]) -> tuple[list[Found], list[Unnamed]]:
    """One card for the indices that belong together, and the bodies on which no index was read."""
    cards = cards_of([reading for reading in distinct(readings) if reading.strength >= WEAK], bodies)
    found: list[Found] = []
    unnamed: list[Unnamed] = []
    seen: list[Card] = []
    for card in sorted(cards, key=card_strength, reverse=True):
        best = _evidence(card)
        presence = presence_of(card, seen)
        if presence == "there" and best.worth >= NAMED:
            found.append(best)
            seen.append(card)
        elif presence != "nothing":
            unnamed.append(Unnamed(card.quad, "unclear", True))
    quads = [piece.quad for piece in found]
    doubled = twins([piece.label for piece in found], quads)
    found = [
        replace(piece, twin=twin or any(may_be_one(card, other) for other in seen))
        for piece, card, twin in zip(found, seen, doubled, strict=True)
    ]
    quads += [place.quad for place in unnamed]
    for body in bodies:
        if body.score < BODY or any(_same_card(body, quad) for quad in quads):
            continue
        if body.kind == "back":
            unnamed.append(Unnamed(body.quad, "face down", False))
        else:
            unnamed.append(Unnamed(body.quad, "no index seen", True))
        quads.append(body.quad)
    return found, unnamed


def backs_found(bodies: Sequence[Region], taken: Sequence[Floats]) -> list[Unnamed]:
    """Tiles that lie face down."""
    return [
        Unnamed(body.quad, "face down", False)
        for body in bodies
        if body.kind == "back" and body.score >= BODY and not any(_same_card(body, quad) for quad in taken)
    ]


def twins(labels: Sequence[str], quads: Sequence[Floats]) -> list[bool]:
    """Whether another card of the label covers half the same place: two of two decks, or one counted twice."""
    doubled = []
    for label, quad in zip(labels, quads, strict=True):
        height = length(quad[3] - quad[0])
        away = [
            length(other.mean(0) - quad.mean(0))
            for like, other in zip(labels, quads, strict=True)
            if other is not quad and like == label
        ]
        doubled.append(bool(away) and min(away) < TWINS * height)
    return doubled


def _evidence(card: Card) -> Found:
    """The label that the card's indices speak for together. Agreement makes surer, contradiction less sure; what is
    hardly there is not sure."""
    best, *others = card.readings
    confidence, worth = best.confidence, best.worth
    for other in others:
        if other.label == best.label:
            confidence, worth = (
                1 - (1 - mine) * (1 - 0.5 * its) for mine, its in ((confidence, other.confidence), (worth, other.worth))
            )
        elif _points_alike(other.label, best.label):
            confidence *= 1 - 0.5 * other.confidence
        else:
            confidence, worth = confidence * (1 - 0.5 * other.confidence), worth * (1 - 0.5 * other.worth)
    if card_strength(card) < FAINT:
        worth = min(worth, 0.99 * SURE)
    labels = [label for label, _ in best.runners_up] + [other.label for other in others if other.label != best.label]
    return Found(best.label, confidence, worth, card.quad, tuple(dict.fromkeys(labels)))


def _points_alike(one: str, other: str) -> bool:
    return one[:-1] == other[:-1]


def _same_card(body: Region, quad: Floats) -> bool:
    """Whether a body is the card already known at this place: their centres are nearer than a third of its width."""
    return length(body.centre - quad.mean(0)) < 0.35 * min(body.width, body.height)
