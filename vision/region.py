"""In: where the locator saw something. Out: `Region`, a parallelogram that should hold one face or one card index.

A parallelogram rather than a box: a tile that leans on its rack is foreshortened along one axis and sheared.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Kind = Literal["index", "tile", "body", "back"]


@dataclass(frozen=True, eq=False)
class Region:
    """`kind`: a card index, a tile face, the body of a card that shows its face, or a back. `centre`: (2,) px.
    `right`, `down`: (2,) px from the centre to the middle of the right and of the lower edge, as the thing itself
    stands upright. `piece`: (2,) px, the centre of the card that an index belongs to. `score`: 0..1."""

    kind: Kind
    centre: Floats
    right: Floats
    down: Floats
    piece: Floats
    score: float

    @property
    def quad(self) -> Floats:
        """(4, 2) corners clockwise from the thing's own top left."""
        signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)
        return self.centre + signs @ np.stack([self.right, self.down])

    @cached_property  # asked for in every comparison of two
    def height(self) -> float:
        return 2 * length(self.down)

    @cached_property
    def width(self) -> float:
        return 2 * length(self.right)

    @property
    def size(self) -> float:
        """Sum of the lengths of the half axes in px: what distances are measured in."""
        return (self.height + self.width) / 2

    def scaled(self, factor: float, shift: Floats | None = None) -> Region:
        """The same region in a picture `factor` times as large, then moved by `shift` px."""
        by = np.zeros(2, np.float32) if shift is None else shift
        centre, piece = self.centre * factor + by, self.piece * factor + by
        return Region(self.kind, centre, self.right * factor, self.down * factor, piece, self.score)

    def adjusted(self, change: Floats) -> Region:
        """The region after a change (6,) told in its own axes: what is added to them, row by row, and the shift."""
        axes = np.stack([self.right, self.down], 1)
        moved = axes @ (np.eye(2, dtype=np.float32) + change[:4].reshape(2, 2))
        return replace(self, centre=self.centre + axes @ change[4:], right=moved[:, 0], down=moved[:, 1])

    def change_to(self, other: Region) -> Floats:
        """The change (6,) after which this region is the other."""
        axes = np.stack([self.right, self.down], 1)
        moved = np.linalg.solve(axes, np.stack([other.right, other.down], 1)) - np.eye(2)
        shift = np.linalg.solve(axes, other.centre - self.centre)
        return np.concatenate([moved.ravel(), shift]).astype(np.float32)

    def turned(self, quarters: int) -> Region:
        """The same place, its own top taken `quarters` of a turn clockwise."""
        right, down = self.right, self.down
        for _ in range(quarters % 4):
            right, down = down, -right
        return replace(self, right=right, down=down)


# Of single pairs of numbers, and thousands of times a photo: NumPy's own take ten times as long for so few.
def length(vector: Floats) -> float:
    """Of a vector (2,)."""
    return math.hypot(vector[0], vector[1])


def in_axes(right: Floats, down: Floats, vector: Floats) -> tuple[float, float]:
    """A vector (2,) as so much of `right` and so much of `down`, (2,) each."""
    (a, c), (b, d), (x, y) = right.tolist(), down.tolist(), vector.tolist()
    area = a * d - b * c
    return (d * x - b * y) / area, (a * y - c * x) / area


def centres_apart(regions: Sequence[Region]) -> npt.NDArray[np.floating]:
    """(n, n) px between the centres."""
    x, y = np.array([region.centre for region in regions]).reshape(-1, 2).T
    return np.asarray(np.hypot(x[:, None] - x, y[:, None] - y))


def first_of_each_place(same: npt.NDArray[np.bool_]) -> list[int]:
    """Places in a list that is given best first: each that is not the same, by (n, n) `same`, as one kept before it."""
    kept = [True] * len(same)
    for first, second in np.argwhere(np.triu(same, 1)).tolist():
        kept[second] &= not kept[first]
    return [place for place, keeps in enumerate(kept) if keeps]


def region_of_quad(kind: Kind, quad: Floats, piece: Floats, score: float = 1.0) -> Region:
    """The parallelogram nearest to four corners given clockwise from the thing's own top left."""
    a, b, c, d = quad
    return Region(kind, quad.mean(0), (b + c - a - d) / 4, (c + d - a - b) / 4, piece, score)
