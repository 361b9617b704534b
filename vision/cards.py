"""In: Readings of card indices, and bodies of cards. Out: cards, each with the indices that prove it.

A card shows two or four indices and may show only one. Each index says where the centre of its card lies (surer where
a body is seen of which it marks a corner), so it says where the card's other indices must be and which way up. Two
indices are one card only when each lies where the other says; equal labels alone prove nothing, since two decks hold
every card twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
import numpy.typing as npt

from vision.classify import Reading
from vision.region import Region, centres_apart, in_axes, length

Floats = npt.NDArray[np.float32]

# How far, in card heights, an index may lie from where another of its card says it is. Two that read alike and stand
# upside down to each other are hardly ever two cards of two decks, nor are two that stand alike with their card between
# them; where they read differently, only their place speaks for one card.
FITS, FITS_UNLIKE = 0.45, 0.12
BODY_HELPS = 0.35  # heat from which a body says where a card lies
PARALLEL = 0.8  # cosine of the angle between two indices of one card
REACH = 2.0  # card heights: farther apart are no two corners of one card, however badly it is seen
CORNER = (0.45, 1.1)  # where an index lies in its card, in half axes from the card's centre
VOTE_MISSES = 0.8  # how far, in card heights, an index's own vote may be from the centre of the body it is put on
RANK_SURE = 0.8  # worth from which a rank is hardly ever misread: two of different ranks are two cards
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

    @cached_property
    def height(self) -> float:
        return 2 * length(self.down)


def cards_of(readings: Sequence[Reading], bodies: Sequence[Region] = ()) -> list[Card]:
    """Join the indices of one card, the best fits first. Where one card of a photo proves to have an index in each
    upper corner, so has the whole deck, as far apart, and two equal ones side by side are one card; else they are
    two."""
    frames = [_frame_on_body(reading, bodies) or _frame(reading) for reading in readings]
    cards = _cards(frames, None)
    spacing = _upper_spacing(cards)
    return cards if spacing is None else _cards(frames, spacing)


def _cards(frames: Sequence[Card], spacing: float | None) -> list[Card]:
    """`spacing`: of the two upper indices of a card of this deck, in heights of an index; None where it has one."""
    readings = [frame.readings[0] for frame in frames]
    pairs = []
    for one, other in _near(frames):
        misfit = _misfit(frames[one], frames[other], spacing)
        if misfit < 1:
            pairs.append((misfit + (not _agree(readings[one], readings[other])), one, other))
    group = list(range(len(readings)))
    for _, one, other in sorted(pairs):
        first, second = group[one], group[other]
        members = [place for place, owner in enumerate(group) if owner in (first, second)]
        rivals = [pair for pair in combinations(members, 2) if not _agree(readings[pair[0]], readings[pair[1]])]
        fits = all(_misfit(frames[a], frames[b], spacing) < 1 for a, b in rivals)
        if first != second and fits and _abreast([readings[place].region for place in members]) <= 2:
            group = [first if owner == second else owner for owner in group]
    return [
        _joined([frames[place] for place in range(len(group)) if group[place] == owner]) for owner in sorted(set(group))
    ]


def _near(frames: Sequence[Card]) -> list[tuple[int, int]]:
    """The pairs that stand the same way or upside down to each other, near enough to be corners of one card: what few
    pairs of a photo are, seen all at once."""
    regions = [frame.readings[0].region for frame in frames]
    downs = np.array([region.down / length(region.down) for region in regions]).reshape(-1, 2)
    heights = np.array([frame.height for frame in frames])
    reach = REACH * np.maximum(heights[:, None], heights[None])
    near = (np.abs(downs @ downs.T) > PARALLEL) & (centres_apart(regions) < reach)
    return [(int(one), int(other)) for one, other in zip(*np.nonzero(np.triu(near, 1)), strict=True)]


def _frame(reading: Reading) -> Card:
    """The card seen from one index: its vote for the centre, in its own axes, gives the half axes."""
    region = reading.region
    across, along = in_axes(region.right, region.down, region.piece - region.centre)
    right = region.right * (abs(across) + 1 + EDGE)
    down = region.down * (abs(along) + 1 + EDGE)
    return Card(region.piece, right.astype(np.float32), down.astype(np.float32), (reading,))


def _frame_on_body(reading: Reading, bodies: Sequence[Region]) -> Card | None:
    """The card as its body shows it, where the index lies in a corner of a body that stands the same way."""
    region = reading.region
    fits = []
    for body in bodies:
        if body.kind != "body" or body.score < BODY_HELPS:
            continue
        x, y = map(abs, in_axes(body.right, body.down, region.centre - body.centre))
        along = float(np.dot(region.down, body.down)) / (region.height * body.height / 4 + 1e-6)
        missed = length(region.piece - body.centre) / body.height
        if CORNER[0] < x < CORNER[1] and CORNER[0] < y < CORNER[1] and abs(along) > 0.9 and missed < VOTE_MISSES:
            sign = 1.0 if along > 0 else -1.0
            fits.append((missed, Card(body.centre, body.right * sign, body.down * sign, (reading,))))
    return min(fits, key=lambda fit: fit[0])[1] if fits else None


def _misfit(one: Card, other: Card, spacing: float | None) -> float:
    """How far two indices are from lying in two corners of one card, as a share of how far they may be; infinite where
    they cannot be at all."""
    a, b = one.readings[0].region, other.readings[0].region
    facing = float(np.dot(a.down, b.down)) / (a.height * b.height / 4 + 1e-6)
    alike = a.size / b.size
    if abs(facing) < PARALLEL or not 0.55 < alike < 1.8 or _sure_of_two(one.readings[0], other.readings[0]):
        return np.inf
    height = (one.height + other.height) / 2
    agree = _agree(one.readings[0], other.readings[0])
    if facing > 0 and spacing is not None and agree:
        return _misfit_beside(one, other, spacing)
    if facing > 0 and _across(one) * _across(other) > 0:  # both take themselves for an upper left corner, as in a fan
        return np.inf
    if facing > 0:
        steps = _beside
    elif spacing is not None or _across(one) * _across(other) < 0:
        steps = _opposite_or_below
    else:
        steps = _opposite
    # Seen from each of the two: opposite corners for an upside-down pair, or the corner beside.
    seen = []
    for here, there in ((one, other), (other, one)):
        start, end = here.readings[0].region.centre, there.readings[0].region.centre
        x, y = in_axes(here.right, here.down, here.centre - start)
        corners = [start + here.right * across + here.down * along for across, along in steps(x, y)]
        seen.append(min(length(end - corner) for corner in corners) / height)
    return sum(seen) / 2 / (FITS if agree else FITS_UNLIKE)


def _misfit_beside(one: Card, other: Card, spacing: float) -> float:
    """The same for the two upper indices of a card: on one level, and as far apart as those of the deck's other cards.
    Where the card lies is not asked: it is the right one that is wrong about that."""
    a, b = (card.readings[0].region for card in (one, other))
    apart = 2 * length(b.centre - a.centre) / (a.height + b.height)
    level = abs(in_axes(a.right, a.down, b.centre - a.centre)[1]) * a.height / (one.height + other.height)
    return (abs(apart - spacing) / spacing + level) / FITS


def _abreast(regions: Sequence[Region]) -> int:
    """How many indices stand the same way up beside each other, of the two ways there are. Of one card two do: where
    three seem to, a card of the other deck lies beside its equal."""
    first = regions[0]
    rows: list[list[float]] = [[], []]
    for region in regions:
        upright = float(np.dot(region.down, first.down)) > 0
        rows[upright].append(in_axes(first.right, first.down, region.centre - first.centre)[0])
    # What lies one above the other is one long index seen twice.
    return max(1 + int((np.diff(sorted(row)) > 1).sum()) for row in rows)


def _upper_spacing(cards: Sequence[Card]) -> float | None:
    """How far apart, in heights of an index, two indices of one card lie that stand the same way up; None where no card
    shows both."""
    pairs = [
        (one.region, other.region)
        for card in cards
        for one, other in combinations(card.readings, 2)
        if float(np.dot(one.region.down, other.region.down)) > 0
    ]
    if not pairs:
        return None
    return float(np.median([2 * length(b.centre - a.centre) / (a.height + b.height) for a, b in pairs]))


def _across(card: Card) -> float:
    """How far to the right of an index its card's centre lies, as the index stands; negative to the left."""
    region = card.readings[0].region
    return float(np.dot(card.centre - region.centre, region.right))


# Where the other indices of a card lie from one whose card's centre is at (x, y), in half axes of the card.
def _beside(x: float, y: float) -> list[tuple[float, float]]:
    return [(2 * x, 0.0)]


def _opposite(x: float, y: float) -> list[tuple[float, float]]:
    return [(2 * x, 2 * y)]


def _opposite_or_below(x: float, y: float) -> list[tuple[float, float]]:
    return [(2 * x, 2 * y), (0.0, 2 * y)]


def _sure_of_two(one: Reading, other: Reading) -> bool:
    """Whether two readings are too sure of different ranks to be one misread."""
    ranks = {reading.label[:-1] for reading in (one, other)}
    return len(ranks) == 2 and min(one.worth, other.worth) > RANK_SURE


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
