"""In: the pieces known and those of a new look. Out: which is which, as the camera or the hand may have moved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from vision.live.track import Sighting, Track

Points = npt.NDArray[np.float64]

# How far, in sizes of the piece, one may be from where it was: far where it still reads the same, for the middle of a
# card is seen elsewhere when another of its indices is read.
SAME, OTHER = 2.0, 0.3


def matched(tracks: Sequence[Track], sightings: Sequence[Sighting]) -> dict[int, int]:
    """Places of sightings -> places of the tracks they continue, the nearest first; equal labels before others."""
    if not tracks or not sightings:
        return {}
    was, now = _centres([track.outline for track in tracks]), _centres([one.outline for one in sightings])
    names = [_name(track) for track in tracks]
    was = was + _shift(names, was, [one.label for one in sightings], now)
    away = np.linalg.norm(now[:, None] - was[None], axis=2) / _sizes([track.outline for track in tracks])[None]
    alike = np.array([[one.label == name for name in names] for one in sightings])
    cost = np.where(alike, away, away + SAME)
    cost[away > np.where(alike, SAME, OTHER)] = np.inf
    pairs: dict[int, int] = {}
    while np.isfinite(cost).any():
        sighting, track = np.unravel_index(int(cost.argmin()), cost.shape)
        pairs[int(sighting)] = int(track)
        cost[sighting], cost[:, track] = np.inf, np.inf
    return pairs


def _shift(names: Sequence[str | None], was: Points, labels: Sequence[str | None], now: Points) -> Points:
    """(2,) px that everything moved, as the pieces say that are there once before and once now."""
    once = {name for name, count in Counter(names).items() if name and count == 1}
    once &= {label for label, count in Counter(labels).items() if label and count == 1}
    if not once:
        return np.zeros(2)
    moved = [now[labels.index(label)] - was[names.index(label)] for label in sorted(once)]
    return np.asarray(np.median(moved, axis=0), np.float64)


def _name(track: Track) -> str | None:
    belief = track.belief
    return belief.label if belief else None


def _centres(outlines: Sequence[object]) -> Points:
    centres: Points = np.asarray(outlines, np.float64).mean(1)
    return centres


def _sizes(outlines: Sequence[object]) -> Points:
    """(n,) px: the mean of width and height."""
    quads = np.asarray(outlines, np.float64)
    return np.asarray(np.linalg.norm(quads - np.roll(quads, 1, 1), axis=2).mean(1) + 1e-6)
