"""In: Readings of card indices, and bodies of cards. Out: cards, each with the indices that prove it.

A card shows two or four indices and may show only one. Each index says where the centre of its card lies (surer where
a body is seen of which it marks a corner), so it says where the card's other indices must be and which way up. Two
indices are one card only when each lies where the other says; equal labels alone prove nothing, since two decks hold
every card twice.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
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
FITS_SPACED = 0.35  # how far two indices on one side of a card may be from as far apart as the deck's others, of that
BODY_HELPS = 0.35  # heat from which a body says where a card lies
PARALLEL = 0.8  # cosine of the angle between two indices of one card
REACH = 2.0  # card heights: farther apart are no two corners of one card, however badly it is seen
CORNER = (0.45, 1.1)  # where an index lies in its card, in half axes from the card's centre
VOTE_MISSES = 0.8  # how far, in card heights, an index's own vote may be from the centre of the body it is put on
RANK_SURE = 0.8  # worth from which a rank is hardly ever misread: two of different ranks are two cards
TWICE = 1.6  # half axes of an index, under which another that reads the same is the same one
STRAIGHT = 0.25  # of the way between the two upper indices of a card, how far aside of them the lower ones may lie
LABEL_SURE = 0.9  # confidence from which a suit is hardly ever misread
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


@dataclass(frozen=True)
class Corners:
    """How far apart, as `_apart` has it, indices of one card lie in a deck that has four: the two upper ones, and the
    lower one of a side below the upper. None where no card shows it, as in a deck of two."""

    beside: float | None = None
    below: float | None = None


def cards_of(readings: Sequence[Reading], bodies: Sequence[Region] = ()) -> list[Card]:
    """Join the indices of one card, the best fits first. Where one card of a photo proves to have an index in each
    upper corner, so has the whole deck, as far apart, and two equal ones side by side are one card; else they are
    two. So it is with equal ones below each other, which two labels have to prove."""
    frames = _frames(readings, bodies)
    near = _near(frames)
    corners = Corners(below=_below_spacing(frames, near))
    cards = _cards(frames, near, corners)
    beside = _upper_spacing(cards)
    return cards if beside is None else _cards(frames, near, replace(corners, beside=beside))


def may_be_one(one: Card, other: Card) -> bool:
    """Whether two cards of one index each, upside down to each other, may be one card badly seen: they read alike and
    are near enough, or differently, one of them wrongly, just where the two opposite corners of a card lie."""
    if len(one.readings) + len(other.readings) > 2:
        return False
    a, b = one.readings[0].region, other.readings[0].region
    if _facing(a, b) > -PARALLEL:
        return False
    if one.readings[0].label == other.readings[0].label:
        return length(b.centre - a.centre) < REACH * max(one.height, other.height)
    return _misfit(one, other, Corners()) < 1


def _cards(frames: Sequence[Card], near: Sequence[tuple[int, int]], corners: Corners) -> list[Card]:
    """`near`: the pairs that may be of one card."""
    readings = [frame.readings[0] for frame in frames]
    misfits = {(one, other): _misfit(frames[one], frames[other], corners) for one, other in near}
    fitting = sorted(
        (misfit + (not _agree(readings[one], readings[other])), one, other)
        for (one, other), misfit in misfits.items()
        if misfit < 1
    )
    group = list(range(len(readings)))
    for _, one, other in fitting:
        first, second = group[one], group[other]
        if first == second:
            continue
        members = [place for place, owner in enumerate(group) if owner in (first, second)]
        if all(
            misfits.get((a, b), np.inf) < 1
            or not _are_rivals(readings[a], readings[b])
            or _stand_over_others(readings, members, a, b, corners.beside)
            for a, b in combinations(members, 2)
        ):
            group = [first if owner == second else owner for owner in group]
    return [
        _joined([frames[place] for place in range(len(group)) if group[place] == owner]) for owner in sorted(set(group))
    ]


def _near(frames: Sequence[Card]) -> list[tuple[int, int]]:
    """The pairs that stand the same way or upside down to each other, near enough to be corners of one card, and not
    sure to be of two: what few pairs of a photo are, seen all at once."""
    readings = [frame.readings[0] for frame in frames]
    regions = [reading.region for reading in readings]
    downs = np.array([region.down / length(region.down) for region in regions]).reshape(-1, 2)
    heights = np.array([frame.height for frame in frames])
    reach = REACH * np.maximum(heights[:, None], heights[None])
    near = (np.abs(downs @ downs.T) > PARALLEL) & (centres_apart(regions) < reach)
    pairs = zip(*(places.tolist() for places in np.nonzero(np.triu(near, 1))), strict=True)
    return [(one, other) for one, other in pairs if not _sure_of_two(readings[one], readings[other])]


def _frames(readings: Sequence[Reading], bodies: Sequence[Region]) -> list[Card]:
    """The card that each index sees: a body in a corner of which it lies, or what its own vote says."""
    faces = [body for body in bodies if body.kind == "body" and body.score >= BODY_HELPS]
    votes = np.array([reading.region.piece for reading in readings]).reshape(-1, 1, 2)
    missed = np.hypot(*np.moveaxis(votes - np.array([body.centre for body in faces]).reshape(1, -1, 2), 2, 0))
    missed /= np.array([body.height for body in faces]).reshape(1, -1)
    frames = []
    for reading, miss in zip(readings, missed, strict=True):
        nearest_first = [faces[place] for place in np.argsort(miss, kind="stable") if miss[place] < VOTE_MISSES]
        on_bodies = (_frame_on_body(reading, body) for body in nearest_first)
        frames.append(next((card for card in on_bodies if card), None) or _frame(reading))
    return frames


def _frame(reading: Reading) -> Card:
    """The card seen from one index: its vote for the centre, in its own axes, gives the half axes."""
    region = reading.region
    across, along = in_axes(region.right, region.down, region.piece - region.centre)
    right = region.right * (abs(across) + 1 + EDGE)
    down = region.down * (abs(along) + 1 + EDGE)
    return Card(region.piece, right.astype(np.float32), down.astype(np.float32), (reading,))


def _frame_on_body(reading: Reading, body: Region) -> Card | None:
    """The card as its body shows it, where the index lies in a corner of the body and stands the same way."""
    region = reading.region
    x, y = map(abs, in_axes(body.right, body.down, region.centre - body.centre))
    along = _facing(region, body)
    if not (CORNER[0] < x < CORNER[1] and CORNER[0] < y < CORNER[1] and abs(along) > 0.9):
        return None
    sign = 1.0 if along > 0 else -1.0
    return Card(body.centre, body.right * sign, body.down * sign, (reading,))


def _misfit(one: Card, other: Card, corners: Corners) -> float:
    """How far two indices that are near are from lying in two corners of one card, as a share of how far they may be;
    infinite where they cannot be at all."""
    a, b = one.readings[0].region, other.readings[0].region
    facing = _facing(a, b)
    if not 0.55 < a.size / b.size < 1.8:
        return np.inf
    height = (one.height + other.height) / 2
    agree = _agree(one.readings[0], other.readings[0])
    if facing > 0 and corners.beside is not None and agree:
        return _misfit_spaced(one, other, corners.beside, 1)
    if facing > 0 and _across(one) * _across(other) > 0:  # both take themselves for an upper left corner, as in a fan
        return np.inf
    if facing > 0:
        steps = _beside
    elif corners != Corners() or _across(one) * _across(other) < 0:
        steps = _opposite_or_below
    else:
        steps = _opposite
    # Seen from each of the two: opposite corners for an upside-down pair, or the corner beside.
    seen = _off(one, b.centre - a.centre, steps) + _off(other, a.centre - b.centre, steps)
    misfit = seen / 2 / height / (FITS if agree else FITS_UNLIKE)
    if facing < 0 and corners.below is not None and agree:
        return min(misfit, _misfit_spaced(one, other, corners.below, 0))
    return misfit


def _off(card: Card, away: Floats, steps: Callable[[float, float], list[tuple[float, float]]]) -> float:
    """px between an index so far away from a card's own and the nearest of the card's other corners."""
    (x, y), (a, c), (b, d) = away.tolist(), card.right.tolist(), card.down.tolist()
    corners = steps(*in_axes(card.right, card.down, card.centre - card.readings[0].region.centre))
    return min(math.hypot(x - a * across - b * along, y - c * across - d * along) for across, along in corners)


def _misfit_spaced(one: Card, other: Card, spacing: float, astray: int) -> float:
    """The same for two indices on one side of a card: as far apart as those of the deck's other cards, and not off to
    the side (0) or off the level (1). Where the card lies is not asked: in a deck of four one of the two is wrong."""
    a, b = (card.readings[0].region for card in (one, other))
    off = abs(in_axes(a.right, a.down, b.centre - a.centre)[astray]) * (a.width, a.height)[astray]
    return abs(_apart(a, b) - spacing) / spacing / FITS_SPACED + off / (one.height + other.height) / FITS


def _below_spacing(frames: Sequence[Card], near: Sequence[tuple[int, int]]) -> float | None:
    """How far below an index of a card its equal stands, upside down, where it does so alike for two labels or more."""
    spacings: dict[str, float] = {}
    for one, other in ((frames[one].readings[0], frames[other].readings[0]) for one, other in near):
        a, b = one.region, other.region
        straight = abs(in_axes(a.right, a.down, b.centre - a.centre)[0]) < 1
        if one.label == other.label and _facing(a, b) < 0 and straight:
            spacings.setdefault(one.label, _apart(a, b))
    usual = float(np.median(list(spacings.values()) or [0.0]))
    alike = sum(abs(spacing - usual) < FITS_SPACED * usual for spacing in spacings.values())
    return usual if alike > 1 else None


def _are_rivals(one: Reading, other: Reading) -> bool:
    """Whether two indices can be of one card only where their own places say so, not for what a third says of both:
    they read differently, or stand the same way up, as those of two equal cards of a fan do."""
    a, b = one.region, other.region
    longer = a if a.size > b.size else b
    apart = max(map(abs, in_axes(longer.right, longer.down, b.centre - a.centre)))
    # What lies nearer is one long index seen twice.
    return not _agree(one, other) or (_facing(a, b) > 0 and apart > TWICE)


def _stand_over_others(
    readings: Sequence[Reading], members: Sequence[int], one: int, other: int, beside: float | None
) -> bool:
    """Whether two equal indices that stand the same way up have all those that stand upside down to them straight below
    or above themselves, as in a card of four corners; those of two equal cards side by side lie beyond."""
    a, b = readings[one].region, readings[other].region
    against = [readings[place].region for place in members if _facing(a, readings[place].region) < 0]
    if not against or _facing(a, b) < 0 or not _agree(readings[one], readings[other]):
        return False
    if beside is not None and abs(_apart(a, b) - beside) > FITS_SPACED * beside:
        return False
    aside = [in_axes(a.right, a.down, region.centre - a.centre)[0] for region in (b, *against)]
    return all(min(abs(at), abs(at - aside[0])) < STRAIGHT * abs(aside[0]) for at in aside[1:])


def _facing(one: Region, other: Region) -> float:
    """1 where two regions stand the same way up, -1 where they stand upside down to each other."""
    return float(np.dot(one.down, other.down)) / (one.height * other.height / 4 + 1e-6)


def _upper_spacing(cards: Sequence[Card]) -> float | None:
    """How far apart, as `_apart` has it, two indices of one card lie that stand the same way up; None where no card
    shows both. Pairs that themselves have their card between them are asked first."""
    pairs = [
        (one.region, other.region)
        for card in cards
        for one, other in combinations(card.readings, 2)
        if _facing(one.region, other.region) > 0
    ]
    between = [
        pair for pair in pairs if math.prod(float(np.dot(one.piece - one.centre, one.right)) for one in pair) < 0
    ]
    return float(np.median([_apart(a, b) for a, b in between or pairs])) if pairs else None


def _apart(one: Region, other: Region) -> float:
    """px between two indices, over the root of their height: half way from pixels, in which the cards of one hand are
    as large as each other, to heights of an index, in which those far and near are, but which are known less well."""
    return length(other.centre - one.centre) / math.sqrt((one.height + other.height) / 2)


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
    """Whether two readings are too sure of different ranks, or of different suits, to be one misread."""
    if one.label[:-1] != other.label[:-1]:
        return min(one.worth, other.worth) > RANK_SURE
    return one.label != other.label and min(one.confidence, other.confidence) > LABEL_SURE


def _agree(one: Reading, other: Reading) -> bool:
    """Whether two readings can be of one label: the same, or one in doubt that holds the other's possible."""
    if one.label == other.label:
        return True
    return any(
        second.label in [label for label, share in first.runners_up if share > 0.02] and first.confidence < 0.8
        for first, second in ((one, other), (other, one))
    )


def _joined(frames: Sequence[Card]) -> Card:
    """One card from the frames its indices see: the mean of them, the way up that they have it, or that the photo has
    where they have it both ways."""
    best = max(frames, key=lambda frame: frame.readings[0].confidence * frame.readings[0].region.score)
    alike = all(float(np.dot(frame.down, best.down)) > 0 for frame in frames)
    up = best.down if alike or best.down[1] > 0 else -best.down
    turned = [frame if float(np.dot(frame.down, up)) > 0 else _half_turn(frame) for frame in frames]
    readings = sorted((frame.readings[0] for frame in frames), key=lambda reading: -reading.confidence)
    centre = np.mean([frame.centre for frame in turned], 0)
    right, down = (np.mean([getattr(frame, axis) for frame in turned], 0) for axis in ("right", "down"))
    return Card(centre, right, down, tuple(readings))


def _half_turn(card: Card) -> Card:
    return Card(card.centre, -card.right, -card.down, card.readings)
