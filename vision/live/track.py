"""In: what look after look says of one piece. Out: `Track`, the piece followed, with all that was said of it combined.

Two looks at one piece err alike: the same glare, the same odd letter. So many looks that agree make little surer than
one (what is doubtful each time must not become sure by being seen often), and looks that contradict each other take
from each other what they give. Where no label is likely, it is the one that most said.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

from vision.pieces import SURE
from vision.scan import Outline, Piece, Unread

FADE = 0.7  # what is left of the weight of the looks before with each new one
TOSS_UP = 0.6  # confidence in the best label under which it may as well be another
SLOWER = 0.25  # power of the weights by which looks then count: the newest few would flicker
ALIKE = 0.8  # correlation of the errors of two looks
SUREST = 0.999  # no single look is believed more than this
THERE = 0.5  # presence from which a piece belongs to the hand
STEADY = 0.65  # presence under which it comes and goes, and wants a look
LOST = 0.35  # presence under which a piece that was there is lost
ALWAYS = 0.94  # presence of what about eight looks in a row saw
GONE = 0.1  # presence under which one that never was there is forgotten
READ = 0.3  # share of the looks that must name a piece
MEMORY = 30  # looks remembered


@dataclass(frozen=True)
class Sighting:
    """One look at a piece; `label` is None where it could not be named, and `reason` then says why."""

    outline: Outline
    label: str | None
    points: int = 0
    confidence: float = 0.0
    label_confidence: float = 0.0
    alternatives: tuple[str, ...] = ()
    reason: str = ""


@dataclass(frozen=True)
class Belief:
    """What all looks together say: `confidence` that the points are right, `label_confidence` that the label is."""

    label: str
    points: int
    confidence: float
    label_confidence: float
    alternatives: tuple[str, ...]


@dataclass(frozen=True)
class Track:
    """`sightings` and their `weights`, the newest last. `presence`: the share of the looks of late that saw it;
    `looks`: how many saw it in all. `stood`: whether it ever was there. `held`: what it was when the hand settled, and
    stays, where that was sure, while it reads so. `echo`: whether it is another card seen twice now and then, by
    indices that were not joined."""

    sightings: tuple[Sighting, ...]
    weights: tuple[float, ...]
    presence: float
    last_seen: float
    looks: int = 1
    stood: bool = False
    held: Belief | None = None
    echo: bool = False

    @property
    def outline(self) -> Outline:
        return self.sightings[-1].outline

    @property
    def proven(self) -> bool:
        """Whether it may be hidden when it is lost: what was in doubt each time, and never settled, was nothing."""
        return self.held is not None or any(one.label is None or one.confidence >= SURE for one in self.sightings)

    @property
    def belief(self) -> Belief | None:
        """None where it cannot be named."""
        named = [(one, weight) for one, weight in zip(self.sightings, self.weights, strict=True) if one.label]
        if sum(weight for _, weight in named) < READ * sum(self.weights):
            return None
        labels = [label for label in dict.fromkeys(one.label for one, _ in reversed(named)) if label]
        best = max((self._belief_in(label, named) for label in labels), key=lambda one: one.label_confidence)
        if best.label_confidence >= TOSS_UP:
            return best
        said = dict.fromkeys(labels, 0.0)
        for one, weight in named:
            said[one.label or ""] += one.label_confidence * weight**SLOWER
        return self._belief_in(max(labels, key=said.__getitem__), named)

    def _belief_in(self, label: str, named: list[tuple[Sighting, float]]) -> Belief:
        own = next(one for one, _ in reversed(named) if one.label == label)
        points = _combined(named, lambda one: one.points == own.points, lambda one: one.confidence)
        names = _combined(named, lambda one: one.label == label, lambda one: one.label_confidence)
        if self.held is not None and self.held.label == label and self.held.confidence >= SURE:
            points, names = max(points, self.held.confidence), max(names, self.held.label_confidence)
        others = [one.label for one, _ in reversed(named) if one.label and one.label != label]
        return Belief(label, own.points, points, names, tuple(dict.fromkeys([*others, *own.alternatives])))


def first_seen(sighting: Sighting, time: float) -> Track:
    return Track((sighting,), (1.0,), 1 - FADE, time)


def seen(track: Track, sighting: Sighting, time: float, again: bool) -> Track:
    """The track after another look. A look `again` at the same picture is no second opinion: it takes the place of the
    last one, but what was seen before the picture stood still fades all the same."""
    kept = track.sightings[:-1] if again else track.sightings
    weights = [weight * FADE for weight in track.weights[: len(kept)]]
    presence = track.presence * FADE + 1 - FADE
    return replace(
        track,
        sightings=(*kept, sighting)[-MEMORY:],
        weights=(*weights, 1.0)[-MEMORY:],
        presence=presence,
        last_seen=time,
        looks=track.looks + 1,
        stood=track.stood or presence >= THERE,
    )


def missed(track: Track) -> Track:
    """The track after a look that did not see it."""
    return replace(track, presence=track.presence * FADE)


def _combined(
    looks: list[tuple[Sighting, float]], agrees: Callable[[Sighting], bool], sure: Callable[[Sighting], float]
) -> float:
    """The belief 0..1 from the beliefs of all looks: their log odds averaged, times the looks that they are worth."""
    votes = [_log_odds(sure(one)) if agrees(one) else min(0.0, -_log_odds(sure(one))) for one, _ in looks]
    weights = [weight for _, weight in looks]
    count = sum(weights) ** 2 / sum(weight * weight for weight in weights)
    worth = count / (1 + (count - 1) * ALIKE)
    mean = sum(vote * weight for vote, weight in zip(votes, weights, strict=True)) / sum(weights)
    return 1 / (1 + math.exp(-mean * worth))


def _log_odds(confidence: float) -> float:
    held = min(max(confidence, 1 - SUREST), SUREST)
    return math.log(held / (1 - held))


def sighting_of(thing: Piece | Unread) -> Sighting:
    if isinstance(thing, Unread):
        return Sighting(thing.outline, None, reason=thing.reason)
    return Sighting(
        thing.outline, thing.label, thing.points, thing.confidence, thing.label_confidence, thing.alternatives
    )
