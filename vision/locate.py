"""In: pixels. Out: Regions, where the locator sees card indices, tile faces, card bodies and backs.

The network answers maps at a quarter of the size of what it is shown (`models.locator`); their peaks become Regions.
The whole photo is looked at small, in two sizes. Where the marks turn out too small to read, only the places where
something is are looked at again, closer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.model_file import Network, load_network
from vision.region import Kind, Region, centres_apart, first_of_each_place
from vision.shrink import shrunk

Pixels = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
Window = tuple[tuple[int, int], tuple[int, int]]  # left, top; right, bottom

KINDS: tuple[Kind, ...] = ("index", "tile", "body", "back")
# The heat of each kind; log of the size in px / UNIT, the size being the sum of the lengths of the two half axes; the
# half axes to the right and down over the size; from the cell to the centre in cells; from there to the centre of the
# piece, over VOTE_SCALE sizes.
CHANNELS = [*KINDS, "log_size", "right_x", "right_y", "down_x", "down_y", "dx", "dy", "piece_x", "piece_y"]
STRIDE, VOTE_SCALE, UNIT = 4, 8.0, 16.0

LOOKS = (768, 384)  # px of the longer side: the whole photo is looked at in both sizes, for small and for large pieces
WINDOW, OVERLAP, BORDER = 512, 64, 16  # px of a closer look: longest side, what two share, what is not believed
AROUND = 64  # px round the outermost marks that a closer look shows
PEAK = 0.25  # heat from which a peak is a Region
HINT = 0.08  # heat from which a place deserves a closer look
READABLE = {"index": 20.0, "tile": 30.0}  # px: marks lower than this in the first look are looked at again
WANTED = {"index": 24.0, "tile": 40.0}  # px: how high a closer look shows them
MAX_WINDOWS = 24
EIGHT_AROUND = np.ones((3, 3), np.uint8)


@dataclass(frozen=True)
class Locator:
    """The network and how to look with it."""

    network: Network

    def __call__(self, pixels: Pixels, kind: Kind, closer: bool = True) -> list[Region]:
        """Regions of one kind of mark, and of bodies and backs, in the pixels given; the surest first. `closer`:
        whether marks too small to read are looked at again."""
        longest = max(pixels.shape[:2])
        seen = []
        for look in LOOKS:
            scale = min(1.0, look / longest)
            seen += [region.scaled(1 / scale) for region in self._look(shrunk(pixels, scale), kind, HINT)]
        found = merged([region for region in seen if region.score >= PEAK])
        marks = merged([region for region in seen if region.kind == kind])
        scale = min(1.0, LOOKS[0] / longest)
        height = _typical_height(marks)
        if not closer or height is None or height * scale >= READABLE[kind] or scale == 1.0:
            return found
        return merged([*found, *self._closer(marks, pixels, min(1.0, WANTED[kind] / height), kind)])

    def _closer(self, hints: Sequence[Region], pixels: Pixels, scale: float, kind: Kind) -> list[Region]:
        """Look again at `scale`, in windows laid over the hints only."""
        larger = shrunk(pixels, scale)
        found = []
        for window in windows(np.array([region.centre * scale for region in hints]), larger.shape[:2]):
            (left, top), (right, bottom) = window
            corner = np.array([left, top], np.float32)
            for region in self._look(larger[top:bottom, left:right], kind, PEAK):
                # What touches the inner border of a window is cut there and whole in the next one.
                if region.kind == kind and well_inside(region.centre[None] + corner, window, larger.shape[:2])[0]:
                    found.append(region.scaled(1 / scale, corner / scale))
        return found

    def _look(self, pixels: Pixels, kind: Kind, least: float) -> list[Region]:
        height, width = pixels.shape[:2]
        framed = np.full((-(-height // 32) * 32, -(-width // 32) * 32, 3), 114, np.uint8)
        framed[:height, :width] = pixels
        maps = self.network.run(framed[None])[0]
        return peaks(maps, (kind, "body", "back"), least)


def load_locator(threads: int) -> Locator:
    return Locator(load_network("locator", {"channels": CHANNELS}, threads))


def peaks(maps: Floats, kinds: Sequence[Kind], least: float) -> list[Region]:
    """(channels, h, w) maps -> a Region at each cell that is warmer than the eight around it and than `least`."""
    heats = [KINDS.index(kind) for kind in kinds]
    warm = np.stack([(maps[heat] >= least) & (maps[heat] >= cv2.dilate(maps[heat], EIGHT_AROUND)) for heat in heats])
    places, rows, columns = np.nonzero(warm)
    scores = maps[np.take(heats, places), rows, columns]
    log_size, right, down, offset, vote = np.split(maps[len(KINDS) :, rows, columns].T, (1, 3, 5, 7), 1)
    # In doubt which way up, the network answers something between, too short: its length is known better.
    told = np.hypot(*right.T) + np.hypot(*down.T)
    size = UNIT * np.exp(np.clip(log_size, -4.0, 5.0)) / np.maximum(told, 0.2)[:, None]
    right, down = right * size, down * size
    size = (np.hypot(*right.T) + np.hypot(*down.T))[:, None]
    centre = ((np.stack([columns, rows], 1) + 0.5 + offset) * STRIDE).astype(np.float32)
    piece = centre + vote * (size * VOTE_SCALE)
    area = right[:, 0] * down[:, 1] - right[:, 1] * down[:, 0]
    # A mirrored or empty parallelogram is no mark.
    return merged(
        [
            Region(kinds[places[at]], centre[at], right[at], down[at], piece[at], score)
            for at, score in enumerate(scores.tolist())
            if area[at] > 1.0
        ]
    )


def merged(regions: Sequence[Region]) -> list[Region]:
    """The surest of those regions of a kind whose centres are nearer than 0.6 of the shorter side; surest first."""
    ranked = sorted(regions, key=lambda region: -region.score)
    shorter = np.array([min(region.width, region.height) for region in ranked])
    kinds = np.array([KINDS.index(region.kind) for region in ranked])
    near = centres_apart(ranked) < 0.6 * np.minimum(shorter[:, None], shorter)
    return [ranked[place] for place in first_of_each_place(near & (kinds[:, None] == kinds))]


def _typical_height(marks: Sequence[Region]) -> float | None:
    """The lower quartile of the heights: the small ones are those that need a closer look."""
    sure = [region.height for region in marks if region.score >= PEAK] or [region.height for region in marks]
    return float(np.percentile(sure, 25)) if sure else None


def windows(points: Floats, shape: tuple[int, int]) -> list[Window]:
    """An even grid of overlapping windows over the part of a picture (h, w) that holds the points (n, 2), without those
    in which none lies; each point lies well inside one at least."""
    size = np.array(shape[::-1])
    low = np.clip(points.min(0) - AROUND, 0, size).astype(int)
    high = np.clip(points.max(0) + AROUND, 0, size).astype(int)
    sides = []
    for start, end in zip(low.tolist(), high.tolist(), strict=True):
        count = max(1, -(-(end - start - OVERLAP) // (WINDOW - OVERLAP)))
        step = (end - start - OVERLAP) / count
        sides.append(
            [(start + round(step * place), start + round(step * (place + 1)) + OVERLAP) for place in range(count)]
        )
    grid = [((left, top), (right, bottom)) for top, bottom in sides[1] for left, right in sides[0]]
    return [window for window in grid if well_inside(points, window, shape).any()][:MAX_WINDOWS]


def well_inside(points: Floats, window: Window, shape: tuple[int, int]) -> npt.NDArray[np.bool_]:
    """Which of the points (n, 2) of a picture (h, w) are not near a border of the window that has more beyond it."""
    low, high = np.array(window)
    least = np.where(low > 0, low + BORDER, low)
    most = np.where(high < shape[::-1], high - BORDER, high)
    return np.asarray(((points >= least) & (points <= most)).all(1))
