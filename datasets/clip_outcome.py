"""In: a clip and what was known after each of its pictures. Out: `ClipOutcome`: which totals stood, right or wrong."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from datasets.clip_manifest import Clip, Moment
from vision.live import Watched
from vision.scan import Scan

LEAST = 0.05  # s: a picture this near to the end of a moment is the last of it


@dataclass(frozen=True)
class Settling:
    """A hand that settled at `time` s."""

    time: float
    scan: Scan

    @property
    def total(self) -> int | None:
        return self.scan.hands[0].points


@dataclass(frozen=True)
class ClipOutcome:
    """`standing`: the scan that stood at the end of each moment, None where none did."""

    clip: Clip
    settled: tuple[Settling, ...]
    standing: tuple[Scan | None, ...]

    @property
    def right(self) -> bool:
        """Whether the right total stood at the end of every moment, with a flag or without."""
        pairs = zip(self.clip.moments, self.standing, strict=True)
        return all(stood is not None and stood.hands[0].points == self.clip.total(moment) for moment, stood in pairs)

    @property
    def exact(self) -> bool:
        """The same of every label."""
        return self.right and all(
            stood is not None and sorted(piece.label for piece in stood.pieces) == sorted(moment.labels)
            for moment, stood in zip(self.clip.moments, self.standing, strict=True)
        )

    @property
    def flagged(self) -> bool:
        """Whether what stood at the end of a moment asked for a look."""
        return any(stood is None or stood.review for stood in self.standing)

    @property
    def silently_wrong(self) -> tuple[Settling, ...]:
        """The worst there is: totals that settled without a flag, and were wrong."""
        return tuple(one for one in self.settled if not one.scan.review and one.total not in self._possible(one.time))

    @property
    def waits(self) -> tuple[float, ...]:
        """s from the beginning of a moment to the first right total that settled in it."""
        found = []
        for moment in self.clip.moments:
            times = [
                one.time - moment.start
                for one in self.settled
                if moment.start <= one.time <= moment.end and one.total == self.clip.total(moment)
            ]
            found += times[:1]
        return tuple(found)

    def _possible(self, time: float) -> set[int]:
        """What may lie there: what lay in the moment before; between two moments, what will lie in the next as well."""
        begun = [place for place, moment in enumerate(self.clip.moments) if moment.start <= time]
        now = begun[-1] if begun else 0
        places = [now] if time <= self.clip.moments[now].end else [now, now + 1]
        return {self.clip.total(moment) for moment in self.clip.moments[places[0] : places[-1] + 1]}


def outcome_of(clip: Clip, seen: Iterable[tuple[float, Watched]]) -> ClipOutcome:
    """`seen`: the time of each picture and what was known after it."""
    settled: list[Settling] = []
    standing: dict[Moment, Scan | None] = dict.fromkeys(clip.moments)
    for time, now in seen:
        if now.just_settled and now.hand.settled is not None:
            settled.append(Settling(time, now.hand.settled))
        for moment in clip.moments:
            if moment.start <= time <= moment.end + LEAST:
                standing[moment] = now.hand.settled
    return ClipOutcome(clip, tuple(settled), tuple(standing.values()))
