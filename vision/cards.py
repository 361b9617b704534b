"""In: Readings of card indices, and bodies of cards. Out: cards, each with the indices that prove it.

A card shows two or four indices and may show only one. Each index says where the centre of its card lies (surer where
a body is seen of which it marks a corner), so it says where the card's other indices must be and which way up. Two
indices are one card only when each lies where the other says; equal labels alone prove nothing, since two decks hold
every card twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from vision.classify import Reading
from vision.region import Region

Floats = npt.NDArray[np.float32]

FITS = 0.2  # how far, in card heights, an index may lie from where another of its card says it is
FITS_BADLY = 0.12  # the same where the two read differently, so that only their place speaks for one card
BODY_HELPS = 0.4  # heat from which a body says where a card lies
CORNER = (0.5, 1.05)  # where an index lies in its card, in half axes from the card's centre
VOTE_MISSES = 0.35  # how far, in card heights, an index's own vote may be from the centre of the body it is put on
EDGE = 0.35  # from an index's own edge to the card's, in half axes of the index


@dataclass(frozen=True, eq=False)
class Card:
    """The frame of a card as one of its indices sees it. `centre`, `right`, `down`: (2,) px, half axes."""

    centre: Floats
    right: Floats
    down: Floats
    readings: tuple[Reading, ...]

    @property
    def quad(self) -> Floats:
        """(4, 2) corners clockwise from the card's own top left."""
        signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)
        return self.centre + signs @ np.stack([self.right, self.down])

    @property
    def height(self) -> float:
        return 2 * float(np.linalg.norm(self.down))


def cards_of(readings: Sequence[Reading], bodies: Sequence[Region] = ()) -> list[Card]:
    """Join the indices of one card, the best fits first, no two of them in one corner."""
    frames = [_frame_on_body(reading, bodies) or _frame(reading) for reading in readings]
    pairs = []
    for one, other in combinations(range(len(readings)), 2):
        misfit = _misfit(frames[one], frames[other])
        same = _agree(readings[one], readings[other])
        if misfit < (FITS if same else FITS_BADLY):
            pairs.append((misfit + (0.0 if same else FITS), one, other))
    group = list(range(len(readings)))
    for _, one, other in sorted(pairs):
        first, second = group[one], group[other]
        members = [place for place, owner in enumerate(group) if owner in (first, second)]
        if first != second and all(_misfit(frames[a], frames[b]) < FITS * 1.5 for a, b in combinations(members, 2)):
            group = [first if owner == second else owner for owner in group]
    return [
        _joined([frames[place] for place in range(len(group)) if group[place] == owner]) for owner in sorted(set(group))
    ]


def _frame(reading: Reading) -> Card:
    """The card seen from one index: its vote for the centre, in its own axes, gives the half axes."""
    region = reading.region
    axes = np.stack([region.right, region.down], 1)
    across, along = np.linalg.solve(axes, region.piece - region.centre)
    right = region.right * (abs(float(across)) + 1 + EDGE)
    down = region.down * (abs(float(along)) + 1 + EDGE)
    return Card(region.piece, right.astype(np.float32), down.astype(np.float32), (reading,))


def _frame_on_body(reading: Reading, bodies: Sequence[Region]) -> Card | None:
    """The card as its body shows it, where the index lies in a corner of a body that stands the same way."""
    region = reading.region
    fits = []
    for body in bodies:
        if body.kind != "body" or body.score < BODY_HELPS:
            continue
        x, y = np.abs(np.linalg.solve(np.stack([body.right, body.down], 1), region.centre - body.centre))
        along = float(np.dot(region.down, body.down)) / (region.height * body.height / 4 + 1e-6)
        missed = float(np.linalg.norm(region.piece - body.centre)) / body.height
        if CORNER[0] < x < CORNER[1] and CORNER[0] < y < CORNER[1] and abs(along) > 0.9 and missed < VOTE_MISSES:
            sign = 1.0 if along > 0 else -1.0
            fits.append((missed, Card(body.centre, body.right * sign, body.down * sign, (reading,))))
    return min(fits, key=lambda fit: fit[0])[1] if fits else None


def _misfit(one: Card, other: Card) -> float:
    """How far, in card heights, two indices are from lying in two corners of one card; infinite where they cannot."""
    a, b = one.readings[0].region, other.readings[0].region
    facing = float(np.dot(a.down, b.down)) / (a.height * b.height / 4 + 1e-6)
    alike = a.size / b.size
    if abs(facing) < 0.8 or not 0.55 < alike < 1.8:
        return np.inf
    height = (one.height + other.height) / 2
    # Seen from each of the two: opposite corners for an upside-down pair, or the corner beside.
    seen = []
    for here, there in ((one, other), (other, one)):
        start, end = here.readings[0].region.centre, there.readings[0].region.centre
        axes = np.stack([here.right, here.down], 1)
        x, y = np.linalg.solve(axes, here.centre - start)
        corners = [start + axes @ np.array(step) for step in _steps(float(x), float(y), upside_down=facing < 0)]
        seen.append(min(float(np.linalg.norm(end - corner)) for corner in corners) / height)
    return float(np.mean(seen))


def _steps(x: float, y: float, upside_down: bool) -> list[tuple[float, float]]:
    """Where the other indices of a card lie from one whose card's centre is at (x, y), in half axes."""
    return [(2 * x, 2 * y), (0.0, 2 * y)] if upside_down else [(2 * x, 0.0)]


def _agree(one: Reading, other: Reading) -> bool:
    """Whether two readings can be of one label: the same, or one in doubt that holds the other's possible."""
    if one.label == other.label:
        return True
    return any(
        second.label in [label for label, share in first.runners_up if share > 0.02] and first.confidence < 0.8
        for first, second in ((one, other), (other, one))
    )


def _joined(frames: Sequence[Card]) -> Card:
    """One card from the frames its indices see: the mean of them, turned the way of the surest."""
    best = max(frames, key=lambda frame: frame.readings[0].confidence * frame.readings[0].region.score)
    turned = [frame if float(np.dot(frame.down, best.down)) > 0 else _half_turn(frame) for frame in frames]
    readings = sorted((frame.readings[0] for frame in frames), key=lambda reading: -reading.confidence)
    centre = np.mean([frame.centre for frame in turned], 0)
    right, down = (np.mean([getattr(frame, axis) for frame in turned], 0) for axis in ("right", "down"))
    return Card(centre, right, down, tuple(readings))


def _half_turn(card: Card) -> Card:
    return Card(card.centre, -card.right, -card.down, card.readings)
