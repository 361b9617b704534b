"""In: Readings and the bodies of cards. Out: pieces named and sure, pieces to look at, and what could not be read.

What is nothing is dropped only where locator and classifier agree that it is; what may be a piece and cannot be named
is `Unread`, and stops the total of the hand it lies in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.cards import Card, cards_of
from vision.classify import Reading
from vision.region import Region

Floats = npt.NDArray[np.float32]

PRESENT = 0.5  # the classifier's belief that there is a mark, from which it counts as one
DOUBTFUL = 0.5  # the locator's heat from which a place the classifier refuses is still shown as unread
NAMED = 0.3  # confidence of a label under which a piece is "?"
SURE = 0.9  # confidence in a piece's points under which a person must look
SUIT_SURE = 0.5  # confidence in the whole label under which a person must look
BODY = 0.5  # heat from which a card's body counts


@dataclass(frozen=True, eq=False)
class Found:
    """A piece before its points are known. `quad`: (4, 2) px. `worth`: confidence in what its points depend on."""

    label: str
    confidence: float
    worth: float
    quad: Floats
    alternatives: tuple[str, ...]

    @property
    def doubtful(self) -> bool:
        return self.worth < SURE or self.confidence < SUIT_SURE


@dataclass(frozen=True, eq=False)
class Unnamed:
    """A place that holds a piece without a name. `stops`: whether it may belong to a hand, and so stops its total."""

    quad: Floats
    reason: str
    stops: bool


def tiles_found(readings: Sequence[Reading]) -> tuple[list[Found], list[Unnamed]]:
    """One tile a reading."""
    found, unnamed = [], []
    for reading in readings:
        if _is_mark(reading):
            if reading.worth < NAMED:
                unnamed.append(Unnamed(reading.region.quad, "unclear", True))
            else:
                labels = tuple(label for label, _ in reading.runners_up)
                found.append(Found(reading.label, reading.confidence, reading.worth, reading.region.quad, labels))
        elif reading.region.score > DOUBTFUL:
            unnamed.append(Unnamed(reading.region.quad, "unclear", True))
    return found, unnamed


def cards_found(readings: Sequence[Reading], bodies: Sequence[Region]) -> tuple[list[Found], list[Unnamed]]:
    """One card for the indices that belong together, and the bodies on which no index was read."""
    marks = [reading for reading in readings if _is_mark(reading)]
    found, unnamed = [], []
    for card in cards_of(marks, bodies):
        best = _evidence(card)
        if best.worth < NAMED:
            unnamed.append(Unnamed(card.quad, "unclear", True))
        else:
            found.append(best)
    quads = [piece.quad for piece in found] + [place.quad for place in unnamed]
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


def _is_mark(reading: Reading) -> bool:
    return reading.present >= PRESENT


def _evidence(card: Card) -> Found:
    """The label that the card's indices speak for together. Agreement makes surer, contradiction less sure."""
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
    labels = [label for label, _ in best.runners_up] + [other.label for other in others if other.label != best.label]
    return Found(best.label, confidence, worth, card.quad, tuple(dict.fromkeys(labels)))


def _points_alike(one: str, other: str) -> bool:
    return one[:-1] == other[:-1]


def _same_card(body: Region, quad: Floats) -> bool:
    """Whether a body is the card already known at this place: their centres are nearer than a third of its width."""
    return float(np.linalg.norm(body.centre - quad.mean(0))) < 0.35 * min(body.width, body.height)
