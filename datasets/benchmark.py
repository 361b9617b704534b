"""In: the outcomes of many photos. Out: figures: how much was named and scored right, how sure, how fast; the worst."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, get_args

import numpy as np

from datasets.calibration import Bin, calibration_error, reliability
from datasets.matching import Pair
from datasets.outcome import Outcome
from scoring.pieces import Kind
from vision.scan import Piece


@dataclass(frozen=True)
class Rate:
    """How many of those named are right, and how many of those that lie there."""

    right: int
    named: int
    there: int

    @property
    def precision(self) -> float | None:
        return self.right / self.named if self.named else None

    @property
    def recall(self) -> float | None:
        return self.right / self.there if self.there else None

    @property
    def f1(self) -> float | None:
        return 2 * self.right / (self.named + self.there) if self.named + self.there else None

    def to_dict(self) -> dict[str, Any]:
        return {**asdict(self), "precision": self.precision, "recall": self.recall, "f1": self.f1}


@dataclass(frozen=True)
class Figures:
    """What a line of the benchmark says. Counts are of photos unless said otherwise."""

    photos: int
    pieces: int
    named: Rate
    """Pieces named exactly."""
    points: Rate
    """Pieces whose points are right."""
    exact: int
    totals_right: int
    silently_wrong: int
    flagged: int
    needless_flags: int
    not_read: int
    points_calibration: float | None
    """Expected calibration error of the pieces' confidence that their points are right."""
    names_calibration: float | None
    """The same of their confidence that suit or colour is right as well."""

    def to_dict(self) -> dict[str, Any]:
        return {**asdict(self), "named": self.named.to_dict(), "points": self.points.to_dict()}


def figures(outcomes: Sequence[Outcome]) -> Figures:
    pairs, made_up = _seen(outcomes)
    seen = len(pairs) + len(made_up)
    there = sum(len(outcome.truths) for outcome in outcomes)
    return Figures(
        photos=len(outcomes),
        pieces=there,
        named=Rate(sum(pair.exact for pair in pairs), seen, there),
        points=Rate(sum(pair.points_right for pair in pairs), seen, there),
        exact=sum(outcome.exact for outcome in outcomes),
        totals_right=sum(outcome.total_right for outcome in outcomes),
        silently_wrong=sum(outcome.silently_wrong for outcome in outcomes),
        flagged=sum(outcome.flagged for outcome in outcomes),
        needless_flags=sum(outcome.needless_flag for outcome in outcomes),
        not_read=sum(outcome.scan is None for outcome in outcomes),
        points_calibration=calibration_error(points_reliability(outcomes)),
        names_calibration=calibration_error(names_reliability(outcomes)),
    )


def points_reliability(outcomes: Iterable[Outcome]) -> tuple[Bin, ...]:
    """Of the pieces seen: how sure that their points are right, and how many are. What is not there is wrong."""
    pairs, made_up = _seen(outcomes)
    return reliability(
        [pair.seen.confidence for pair in pairs] + [piece.confidence for piece in made_up],
        [pair.points_right for pair in pairs] + [False] * len(made_up),
    )


def names_reliability(outcomes: Iterable[Outcome]) -> tuple[Bin, ...]:
    """The same of the whole label, suit or colour included."""
    pairs, made_up = _seen(outcomes)
    return reliability(
        [pair.seen.label_confidence for pair in pairs] + [piece.label_confidence for piece in made_up],
        [pair.exact for pair in pairs] + [False] * len(made_up),
    )


def by_kind(outcomes: Iterable[Outcome]) -> dict[str, list[Outcome]]:
    """Cards, tiles: those that there are."""
    kinds = {kind: [outcome for outcome in outcomes if outcome.photo.kind == kind] for kind in get_args(Kind)}
    return {kind: of_kind for kind, of_kind in kinds.items() if of_kind}


def by_group(outcomes: Iterable[Outcome]) -> dict[str, list[Outcome]]:
    """In the order of the groups' names."""
    groups: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        groups.setdefault(outcome.photo.group, []).append(outcome)
    return dict(sorted(groups.items()))


def _seen(outcomes: Iterable[Outcome]) -> tuple[list[Pair], list[Piece]]:
    matchings = [outcome.matching for outcome in outcomes]
    return (
        [pair for matching in matchings for pair in matching.pairs],
        [piece for matching in matchings for piece in matching.made_up],
    )


def worst(outcomes: Iterable[Outcome], count: int) -> list[Outcome]:
    """Of those with anything wrong: silently wrong totals first, then by pieces with wrong points, then by names."""
    wrong = [outcome for outcome in outcomes if outcome.wrong_names or outcome.silently_wrong]
    return sorted(wrong, key=lambda it: (it.silently_wrong, it.wrong_points, it.wrong_names), reverse=True)[:count]


def speed(outcomes: Iterable[Outcome]) -> dict[str, dict[str, float]]:
    """Median and 95th percentile of each stage in milliseconds, in the order of the stages."""
    stages: dict[str, list[float]] = {}
    for outcome in outcomes:
        for stage, ms in outcome.scan.timing_ms.items() if outcome.scan else ():
            stages.setdefault(stage, []).append(ms)
    return {
        stage: {"median": statistics.median(times), "p95": float(np.percentile(times, 95))}
        for stage, times in stages.items()
    }
