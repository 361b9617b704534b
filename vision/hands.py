"""In: the places of pieces. Out: which belong to one player, and in what order a person would read them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]

APART = 0.9  # gap between hands, in piece heights, from which `auto` takes them for two


def grouped(quads: Sequence[Floats], hands: int | None) -> list[list[int]]:
    """Places in `quads`, a list a hand: `hands` of them, or as many as lie apart where it is None.

    Single linkage on the gaps between the pieces, measured in typical heights of a piece.
    """
    if not quads:
        return []
    groups = [[place] for place in range(len(quads))]
    gaps = _gaps(quads)
    while len(groups) > (hands or 1):
        distance, one, other = min(
            (min(gaps[a, b] for a in first for b in second), i, j)
            for i, first in enumerate(groups)
            for j, second in enumerate(groups)
            if i < j
        )
        if hands is None and distance > APART:
            break
        groups[one] += groups.pop(other)
    middles = [np.mean([quads[place].mean(0) for place in group], 0) for group in groups]
    tall = _tall(quads)
    order = sorted(range(len(groups)), key=lambda place: (round(middles[place][1] / (2 * tall)), middles[place][0]))
    return [reading_order(quads, groups[place]) for place in order]


def reading_order(quads: Sequence[Floats], group: Sequence[int]) -> list[int]:
    """Rows from top to bottom, each from left to right. A piece starts a new row where it lies lower than half a piece
    below the row's last."""
    tall = _tall([quads[place] for place in group])
    rows: list[list[int]] = []
    for place in sorted(group, key=lambda place: float(quads[place].mean(0)[1])):
        level = float(quads[place].mean(0)[1])
        if rows and level - float(np.mean([quads[other].mean(0)[1] for other in rows[-1]])) < 0.5 * tall:
            rows[-1].append(place)
        else:
            rows.append([place])
    return [place for row in rows for place in sorted(row, key=lambda place: float(quads[place].mean(0)[0]))]


def _gaps(quads: Sequence[Floats]) -> npt.NDArray[np.float64]:
    """(n, n) distances between the outlines, sampled at corners and sides, in typical heights of a piece."""
    points = np.stack([np.concatenate([quad, (quad + np.roll(quad, 1, 0)) / 2, quad.mean(0)[None]]) for quad in quads])
    count = len(quads)
    gaps = np.zeros((count, count))
    for place in range(count):
        away = np.linalg.norm(points[place][None, :, None] - points[:, None], axis=3)
        gaps[place] = away.min((1, 2))
    return gaps / _tall(quads)


def _tall(quads: Sequence[Floats]) -> float:
    return float(np.median([np.linalg.norm(quad[3] - quad[0]) for quad in quads])) + 1e-6
