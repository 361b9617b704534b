"""In: what lies in a photo, and its scan. Out: which piece was seen as which, what was missed and what was made up.

Matched by place where the manifest has boxes, by label where it has none:

- A seen piece can be a boxed one when the middle of its outline lies within the box or near it, or when the middle of
  the box lies in its outline. That holds whether the scan outlines the card or the index, and so do boxes read by eye.
- Boxes of corner indices: a card may lie at any of the boxes of its label. `labels` says how many there are of it, so
  a card counted twice is one too many.
- A piece without a box can only be told by its label, or else by its points.
- Equal labels find each other first, then equal points, then what lies at the same place; the nearest first.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass

import cv2
import numpy as np

from datasets.manifest import UNKNOWN_SUIT, Box, LabelledPhoto
from scoring import rule_set
from vision.scan import Piece, Scan

GAMES = {"cards": "rami", "tiles": "rummikub"}
"""The game whose points a photo is counted in."""

REACH = 0.75  # how far from a box's middle, in its own sizes, an outline's middle may lie; a neighbour's is 1 away
SLACK = 0.15  # how far outside of an outline, in its own size, the middle of a box may lie


@dataclass(frozen=True)
class Truth:
    """A piece that lies in the photo, and where it may be found: at none of its places, when the manifest has none."""

    label: str
    points: int
    places: tuple[Box, ...] = ()


@dataclass(frozen=True)
class Pair:
    """A piece that lies there, and what it was seen as."""

    truth: Truth
    seen: Piece

    @property
    def exact(self) -> bool:
        return same_label(self.truth.label, self.seen.label)

    @property
    def points_right(self) -> bool:
        return self.truth.points == self.seen.points


@dataclass(frozen=True)
class Matching:
    pairs: tuple[Pair, ...]
    missed: tuple[Truth, ...]
    made_up: tuple[Piece, ...]


def match(truths: tuple[Truth, ...], scan: Scan) -> Matching:
    candidates = []
    for i, truth in enumerate(truths):
        for j, piece in enumerate(scan.pieces):
            pair = Pair(truth, piece)
            distance = _distance(truth, piece)
            if distance is not None and (truth.places or pair.points_right):
                candidates.append((not pair.exact, not pair.points_right, distance, i, j))
    found: dict[int, int] = {}
    taken: set[int] = set()
    for _, _, _, i, j in sorted(candidates):
        if i not in found and j not in taken:
            found[i] = j
            taken.add(j)
    return Matching(
        tuple(Pair(truths[i], scan.pieces[j]) for i, j in sorted(found.items())),
        tuple(truth for i, truth in enumerate(truths) if i not in found),
        tuple(piece for j, piece in enumerate(scan.pieces) if j not in taken),
    )


def truths_of(photo: LabelledPhoto) -> tuple[Truth, ...]:
    """One for each of `labels`, with the boxes it may lie at."""
    truths = []
    used: Counter[str] = Counter()
    for label in photo.labels:
        boxes = tuple(box for box in photo.boxes if box.label == label)
        if not photo.corner_boxes:
            boxes = boxes[used[label] : used[label] + 1]
        used[label] += 1
        truths.append(Truth(label, _points(label, photo), boxes))
    return tuple(truths)


def same_label(truth: str, seen: str) -> bool:
    """Where the suit is not known, any suit of the rank is right."""
    if truth.endswith(UNKNOWN_SUIT):
        return seen[:-1] == truth[:-1]
    return seen == truth


def _points(label: str, photo: LabelledPhoto) -> int:
    return rule_set(GAMES[photo.kind]).points(label.replace(UNKNOWN_SUIT, "S"))


def _distance(truth: Truth, piece: Piece) -> float | None:
    """To the nearest of its places, in sizes of the box; None where it lies at none of them."""
    if not truth.places:
        return math.inf  # it could be anywhere, so it takes what no other is nearer to
    near = [distance for box in truth.places if (distance := _distance_to_box(piece, box)) is not None]
    return min(near, default=None)


def _distance_to_box(piece: Piece, box: Box) -> float | None:
    outline = np.asarray(piece.outline, np.float32)
    off = np.abs(outline.mean(axis=0) - box.centre) / (box.width, box.height)
    distance = float(off.max())
    if distance <= REACH:
        return distance
    size = math.sqrt(max(cv2.contourArea(outline), 1.0))
    inside = cv2.pointPolygonTest(outline, box.centre, measureDist=True)
    return distance if inside >= -SLACK * size else None
