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
