"""In: two pictures of a stream. Out: how much of what they show has changed."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]
Sketch = npt.NDArray[np.float32]

WIDTH = 160  # cells: coarse enough to average the noise of a sensor away, fine enough for the mark of a piece
CHANGED = 8.0  # grey levels from which a cell has changed; noise and the marks of compression stay under it
SPECKS = 3  # cells that may change in a picture in which nothing moved


def sketch(picture: Pixels) -> Sketch:
    """The picture in grey, 160 cells wide."""
    height, width = picture.shape[:2]
    size = (WIDTH, max(1, round(height * WIDTH / width)))
    return cv2.cvtColor(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY).astype(np.float32)


def changed(before: Sketch, after: Sketch) -> float:
    """The share 0..1 of the cells that changed, whatever the light did to the whole; 1 where the sizes differ."""
    return _cells(before, after) / after.size


def still(before: Sketch, after: Sketch) -> bool:
    """Whether nothing moved from one to the other."""
    return _cells(before, after) <= SPECKS


def _cells(before: Sketch, after: Sketch) -> int:
    if before.shape != after.shape:
        return int(after.size)
    difference = after - before
    return int(np.count_nonzero(np.abs(difference - np.median(difference)) > CHANGED))
