"""In: a picture, and how high its marks are. Out: where a lamp is mirrored so strongly that a mark would be gone.

Such a place is white in every colour, as deep as a mark is high, and fades at its edge, where paper ends in one step:
so that a card or a table that came out white all over is none.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

Place = tuple[float, float]

WHITE = 252  # of 255 in each colour: no camera records more
DEEP = 0.6  # mark heights from the edge of a glare to its middle
TALL = 24  # px that a mark is brought to
FADING, STILL_LIGHT = 0.6, 225  # share of the edge that is hardly darker one step out, and what that is
DARKER = 235  # what is around the edge, a fifth of a mark away, at most


def glares(pixels: npt.NDArray[np.uint8], tall: float, widest: float) -> list[Place]:
    """The middles, px, of the glares in BGR `pixels` whose marks are `tall` px high, up to `widest` mark areas wide."""
    window = _window(pixels, tall)
    if window is None:
        return []
    left, top, right, bottom = window
    scale = min(1.0, TALL / tall)
    patch = cv2.resize(pixels[top:bottom, left:right], None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    light = patch.min(2)
    count, names, boxes, _ = cv2.connectedComponentsWithStats((light >= WHITE).astype(np.uint8), connectivity=4)
    mark = 0.7 * (tall * scale) ** 2
    found = []
    for number in range(1, count):
        if not (DEEP * tall * scale) ** 2 < boxes[number, cv2.CC_STAT_AREA] < widest * mark:
            continue
        x, y, width, height = boxes[number, :4] - (8, 8, -16, -16)
        part = np.s_[max(y, 0) : y + height, max(x, 0) : x + width]
        middle = _middle(light[part], names[part] == number, DEEP * tall * scale)
        if middle is not None:
            found.append(
                (left + (max(x, 0) + middle[0]) / scale, top + (max(y, 0) + middle[1]) / scale),
            )
    return found


def _window(pixels: npt.NDArray[np.uint8], tall: float) -> tuple[int, int, int, int] | None:
    """What holds everything white and deep enough, found by a grid that none slips through; in most photos nothing."""
    step = max(1, int(DEEP * tall))
    rows, columns = np.nonzero(pixels[::step, ::step].min(2) >= WHITE)
    if not len(rows):
        return None
    reach = int(3 * tall)
    left, top = max(int(columns.min()) * step - reach, 0), max(int(rows.min()) * step - reach, 0)
    return left, top, int(columns.max()) * step + reach, int(rows.max()) * step + reach


def _middle(light: npt.NDArray[np.uint8], white: npt.NDArray[np.bool_], deep: float) -> Place | None:
    """Where a white place is deepest, px; None where it is not deep enough, or ends in a step."""
    inside = cv2.distanceTransform(np.pad(white.astype(np.uint8), 1), cv2.DIST_L2, 3)[1:-1, 1:-1]
    if inside.max() < deep:
        return None
    away = cv2.distanceTransform((~white).astype(np.uint8), cv2.DIST_L2, 3)
    edge, around = light[(away > 0) & (away < 1.5)], light[(away > 3) & (away < 4.6)]
    if not around.size or np.mean(edge >= STILL_LIGHT) < FADING or np.median(around) > DARKER:
        return None
    y, x = np.unravel_index(int(inside.argmax()), inside.shape)
    return float(x), float(y)
