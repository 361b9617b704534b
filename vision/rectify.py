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
    # Of all at once, since NumPy takes as long for one: (n, 2) px.
    axes = np.array([(region.centre, region.right, region.down) for region in regions]).reshape(-1, 3, 2)
    centre, right, down = axes.transpose(1, 0, 2)
    reach = (np.abs(right) + np.abs(down)) * MARGIN + 2
    low = np.maximum(np.floor(centre - reach), 0).astype(int)
    high = np.minimum(np.ceil(centre + reach), pixels.shape[1::-1]).astype(int)
    # What one crop pixel to the right and one down mean in the photo, and where the first one lies.
    across, along = right * (2 * MARGIN / CROP_WIDTH), down * (2 * MARGIN / CROP_HEIGHT)
    first = centre - low - across * ((CROP_WIDTH - 1) / 2) - along * ((CROP_HEIGHT - 1) / 2)
    spans = np.minimum(np.hypot(*across.T), np.hypot(*along.T))
    for place, crop in enumerate(crops):
        (left, top), (end, bottom) = low[place], high[place]
        if end <= left or bottom <= top:
            continue
        window, zoom = _halved_for(pixels[top:bottom, left:end], float(spans[place]))
        # Pixel centres lie at halves.
        matrix = np.stack([across[place] * zoom, along[place] * zoom, first[place] * zoom - 0.5], 1, dtype=np.float64)
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        cv2.warpAffine(window, matrix, (CROP_WIDTH, CROP_HEIGHT), dst=crop, flags=flags)
    return crops


def _halved_for(window: npt.NDArray[np.uint8], span: float) -> tuple[npt.NDArray[np.uint8], float]:
    """Part of a photo, halved where a bilinear warp alone would alias, and its zoom. `span`: how many of its pixels one
    of the crop spans at least."""
    zoom = 1.0
    while span * zoom >= 2.0:
        window, zoom = halved(window), zoom / 2
    return window, zoom
