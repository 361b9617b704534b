"""In: outcomes on photos kept from training. Out: what each threshold for a look would cost: wrong totals, and taps.

A piece whose points are right with probability p costs one tap where it is flagged, and (1 - p) * WRONG taps on average
where it is not: a look pays where 1 - p > 1 / WRONG, so below p = 1 - 1 / WRONG. `vision.pieces.SURE` is that p.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from datasets.outcome import Outcome
from vision.pieces import SUIT_SURE, SURE
from vision.scan import Piece

WRONG = 10.0
"""What a wrong total that nobody is told of costs, in taps: the round is counted again by hand, piece by piece. A
judgement and no measurement, chosen so that the threshold in use before it was written down follows."""
THRESHOLDS = (0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.93, 0.95, 0.97, 0.98, 0.99)


@dataclass(frozen=True)
class Step:
    """What a threshold does: photos with a wrong total and no flag, photos with a flag, and how many pieces carry one
    because of it, which are the taps."""

    threshold: float
    silently_wrong: int
    flagged: int
    taps: int

    @property
    def cost(self) -> float:
        return self.silently_wrong * WRONG + self.taps


def best_threshold(wrong: float = WRONG) -> float:
    """The confidence below which a look costs less than going without."""
    return 1 - 1 / wrong


def sweep(outcomes: Sequence[Outcome]) -> list[Step]:
    """The steps of all thresholds. What is flagged for another reason than its confidence stays so."""
    return [
        Step(
            threshold,
            sum(not outcome.total_right and not _flagged(outcome, threshold) for outcome in outcomes),
            sum(_flagged(outcome, threshold) for outcome in outcomes),
            sum(piece.confidence < threshold for outcome in outcomes for piece in _pieces(outcome)),
        )
        for threshold in THRESHOLDS
    ]


def _pieces(outcome: Outcome) -> tuple[Piece, ...]:
    return outcome.scan.pieces if outcome.scan else ()


def _flagged(outcome: Outcome, threshold: float) -> bool:
    """As `Outcome.flagged`, had SURE been the threshold."""
    if outcome.total is None or not _pieces(outcome):
        return True
    return any(
        piece.confidence < threshold
        or piece.label_confidence < SUIT_SURE
        or (piece.review and piece.confidence >= SURE)
        for piece in _pieces(outcome)
    )
