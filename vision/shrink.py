"""In: pixels. Out: the same, smaller, without the false patterns that skipping pixels makes.

Halved as often as that goes, as mip maps are (Williams 1983, "Pyramidal Parametrics"): OpenCV averages two by two
pixels in a tenth of the time that other areas take. What is left is averaged over areas too where the picture has
become small; where it never was halved, it is taken between neighbours, which so little shrinking allows.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]


def shrunk(pixels: Pixels, scale: float) -> Pixels:
    """(h, w, 3) -> (h * scale, w * scale, 3), rounded; the pixels themselves where `scale` is 1 or more."""
    if scale >= 1.0:
        return pixels
    size = (max(1, round(pixels.shape[1] * scale)), max(1, round(pixels.shape[0] * scale)))
    way = cv2.INTER_AREA if scale <= 0.5 else cv2.INTER_LINEAR
    while scale <= 0.5:
        pixels, scale = halved(pixels), scale * 2
    return np.asarray(cv2.resize(pixels, size, interpolation=way), np.uint8)


def halved(pixels: Pixels) -> Pixels:
    """(h, w, 3) -> (h // 2, w // 2, 3), each the mean of four; an odd row or column at the end is left out."""
    height, width = (max(1, side // 2) for side in pixels.shape[:2])
    return np.asarray(
        cv2.resize(pixels[: 2 * height, : 2 * width], (width, height), interpolation=cv2.INTER_AREA), np.uint8
    )
