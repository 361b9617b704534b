"""In: pixels and Regions. Out: one upright crop of fixed size for each, with a margin round it."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from vision.region import Region
from vision.shrink import halved

CROP_WIDTH, CROP_HEIGHT = 48, 64
MARGIN = 1.3  # what a crop shows, in sizes of its region: the card's edge or the tile's rim helps to read


def rectify(pixels: npt.NDArray[np.uint8], regions: Sequence[Region]) -> npt.NDArray[np.uint8]:
    """(h, w, 3) BGR and n regions in its pixels -> (n, CROP_HEIGHT, CROP_WIDTH, 3) BGR; black beyond the photo."""
    crops = np.zeros((len(regions), CROP_HEIGHT, CROP_WIDTH, 3), np.uint8)
    for crop, region in zip(crops, regions, strict=True):
        window, corner, zoom = _window(pixels, region)
        if window.size == 0:
            continue
        # Columns: what one crop pixel to the right and one down mean in the window, whose pixel centres lie at halves.
        step_x = region.right * (2 * MARGIN * zoom / CROP_WIDTH)
        step_y = region.down * (2 * MARGIN * zoom / CROP_HEIGHT)
        middle = (region.centre - corner) * zoom - 0.5
        start = middle - step_x * (CROP_WIDTH - 1) / 2 - step_y * (CROP_HEIGHT - 1) / 2
        matrix = np.stack([step_x, step_y, start], 1).astype(np.float64)
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        cv2.warpAffine(window, matrix, (CROP_WIDTH, CROP_HEIGHT), dst=crop, flags=flags)
    return crops


def _window(
    pixels: npt.NDArray[np.uint8], region: Region
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.float32], float]:
    """The part of the photo round a region, halved where a bilinear warp alone would alias."""
    reach = (np.abs(region.right) + np.abs(region.down)) * MARGIN + 2
    left, top = np.maximum(np.floor(region.centre - reach).astype(int), 0)
    right, bottom = np.minimum(np.ceil(region.centre + reach).astype(int), pixels.shape[1::-1])
    window = pixels[top : max(top, bottom), left : max(left, right)]
    corner = np.array([left, top], np.float32)
    # How many pixels of the photo one of the crop spans at least: halved until they are fewer than two.
    spans = min(MARGIN * region.height / CROP_HEIGHT, MARGIN * region.width / CROP_WIDTH)
    zoom = 1.0
    while spans * zoom >= 2.0 and window.size:
        window, zoom = halved(window), zoom / 2
    return window, corner, zoom
