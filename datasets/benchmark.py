"""In: the outcomes of many photos. Out: figures: how much was named and scored right, how sure, how fast; the worst."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from datasets.outcome import Outcome

BINS = 10


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
    pairs = [pair for outcome in outcomes for pair in outcome.matching.pairs]
    made_up = [piece for outcome in outcomes for piece in outcome.matching.made_up]
    seen = [pair.seen for pair in pairs] + made_up
    nowhere = [False] * len(made_up)
    there = sum(len(outcome.truths) for outcome in outcomes)
    return Figures(
        photos=len(outcomes),
        pieces=there,
        named=Rate(sum(pair.exact for pair in pairs), len(seen), there),
        points=Rate(sum(pair.points_right for pair in pairs), len(seen), there),
        exact=sum(outcome.exact for outcome in outcomes),
        totals_right=sum(outcome.total_right for outcome in outcomes),
        silently_wrong=sum(outcome.silently_wrong for outcome in outcomes),
        flagged=sum(outcome.flagged for outcome in outcomes),
        needless_flags=sum(outcome.needless_flag for outcome in outcomes),
        not_read=sum(outcome.scan is None for outcome in outcomes),
        points_calibration=calibration_error(
            [piece.confidence for piece in seen], [pair.points_right for pair in pairs] + nowhere
        ),
        names_calibration=calibration_error(
            [piece.label_confidence for piece in seen], [pair.exact for pair in pairs] + nowhere
        ),
    )


def calibration_error(confidences: Sequence[float], right: Sequence[bool]) -> float | None:
    """By how much confidence and truth differ, on average over the pieces, in ten bins of confidence."""
    if not confidences:
        return None
    sure, true = np.asarray(confidences), np.asarray(right, float)
    bins = np.minimum((sure * BINS).astype(int), BINS - 1)
    return sum(abs(float(sure[bins == b].sum() - true[bins == b].sum())) for b in range(BINS)) / len(sure)


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
