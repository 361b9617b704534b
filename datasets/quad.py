"""In: four corners, clockwise from a thing's own top left. Out: what is measured on them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Quad = npt.NDArray[np.float32]


def upright(left: float, top: float, right: float, bottom: float) -> Quad:
    """The corners of an upright box, (4, 2) float32."""
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)


def height(quad: npt.NDArray[np.floating]) -> float:
    """How far it is from the middle of the upper edge to the middle of the lower one."""
    return float(np.linalg.norm((quad[3] + quad[2] - quad[0] - quad[1]) / 2))


def flatness(quad: npt.NDArray[np.floating]) -> float:
    """Its area over the square of its longest side: about 0.7 for a piece seen from above, 0 from its edge, negative
    from behind."""
    x, y = quad.T
    area = float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y)) / 2
    return area / max(float(np.max(np.sum((quad - np.roll(quad, -1, 0)) ** 2, 1))), 1e-6)
