"""In: a labelled photo and its scan, or why there is none. Out: `Outcome`: what was right, and if a person was told."""

from __future__ import annotations

from dataclasses import dataclass

from datasets.manifest import LabelledPhoto
from datasets.matching import Matching, Truth, match, truths_of
from vision.scan import Scan

CROWDED = 40
"""From so many pieces on, a photo stands in a line of its own: in a whole deck almost any label is a hit."""


@dataclass(frozen=True)
class Outcome:
    """One photo compared with its scan; without a scan, `error` says why, and all its pieces are missed."""

    photo: LabelledPhoto
    truths: tuple[Truth, ...]
    scan: Scan | None
    matching: Matching
    error: str | None = None

    @property
    def crowded(self) -> bool:
        return len(self.truths) >= CROWDED

    @property
    def true_total(self) -> int:
        return sum(truth.points for truth in self.truths)

    @property
    def total(self) -> int | None:
        """Of all hands together; None where a hand has none."""
        if self.scan is None:
            return None
        points = [hand.points for hand in self.scan.hands]
        return None if None in points else sum(one for one in points if one is not None)

    @property
    def exact(self) -> bool:
        matching = self.matching
        return (
            self.scan is not None
            and not matching.missed
            and not matching.made_up
            and all(pair.exact for pair in matching.pairs)
        )

    @property
    def total_right(self) -> bool:
        return self.total == self.true_total

    @property
    def flagged(self) -> bool:
        """Whether a person is told to look: also by an error, and by a scan that found nothing."""
        return self.scan is None or self.scan.review or self.total is None or not self.scan.pieces

    @property
    def silently_wrong(self) -> bool:
        """The worst there is: a wrong total, and nobody is told."""
        return not self.total_right and not self.flagged

    @property
    def needless_flag(self) -> bool:
        return self.exact and self.total_right and self.flagged and bool(self.truths)

    @property
    def wrong_points(self) -> int:
        """Pieces missed, made up or seen with the wrong points."""
        return (
            len(self.matching.missed)
            + len(self.matching.made_up)
            + sum(not pair.points_right for pair in self.matching.pairs)
        )

    @property
    def wrong_names(self) -> int:
        return (
            len(self.matching.missed) + len(self.matching.made_up) + sum(not pair.exact for pair in self.matching.pairs)
        )


def compare(photo: LabelledPhoto, scan: Scan) -> Outcome:
    truths = truths_of(photo)
    return Outcome(photo, truths, scan, match(truths, scan))


def not_read(photo: LabelledPhoto, error: str) -> Outcome:
    truths = truths_of(photo)
    return Outcome(photo, truths, None, Matching((), truths, ()), error)
