"""In: a font file and a text, the name of a suit, or the size of a piece. Out: its shape as a mask, to be coloured."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

from datasets.colour import Colour

Mask = npt.NDArray[np.uint8]
EM = 200  # px a glyph is drawn at before it is resized


@lru_cache(maxsize=4096)
def text_mask(font: Path, text: str) -> Mask | None:
    """The text cut to its ink: (h, w) uint8, 255 is ink. None where the font cannot be read or draws nothing."""
    try:
        face = ImageFont.truetype(str(font), EM)
        left, top, right, bottom = (int(edge) for edge in face.getbbox(text))
        if right - left < 4 or bottom - top < EM // 5:
            return None
        image = Image.new("L", (right - left + 4, bottom - top + 4))
        ImageDraw.Draw(image).text((2 - left, 2 - top), text, font=face, fill=255)
    except (OSError, ValueError):
        return None
    return _tight(np.asarray(image))


def suit_mask(suit: str, variant: int) -> Mask:
    """A drawn suit sign, (h, w) uint8: `suit` one of S H D C, `variant` seeds its proportions."""
    rng = np.random.default_rng(variant)
    size = 256
    canvas = np.zeros((size * 2, size * 2), np.uint8)
    for polygon in _SUITS[suit](rng):
        points = np.round((polygon * 0.42 + 1.0) * size).astype(np.int32)
        cv2.fillPoly(canvas, [points], 255, lineType=cv2.LINE_AA)
    mask = _tight(canvas)
    stretch = rng.uniform(0.85, 1.12)
    return scaled(mask, (max(8, int(mask.shape[1] * stretch)), mask.shape[0]))


def resized(mask: Mask, height: float, stretch: float = 1.0) -> Mask:
    """The mask at a height in pixels, its width scaled by `stretch` besides."""
    rows = max(2, round(height))
    columns = max(2, round(mask.shape[1] * height / mask.shape[0] * stretch))
    return scaled(mask, (columns, rows))


def scaled(mask: Mask, size: tuple[int, int]) -> Mask:
    """The mask at a width and a height in pixels."""
    return np.asarray(cv2.resize(mask, size, interpolation=cv2.INTER_AREA), np.uint8)


def rounded(width: int, height: int, radius: int) -> Mask:
    """A whole card or tile, (height, width), with round corners."""
    mask = np.zeros((height, width), np.uint8)
    cv2.rectangle(mask, (radius, 0), (width - 1 - radius, height - 1), 255, -1)
    cv2.rectangle(mask, (0, radius), (width - 1, height - 1 - radius), 255, -1)
    for x in (radius, width - 1 - radius):
        for y in (radius, height - 1 - radius):
            cv2.circle(mask, (x, y), radius, 255, -1, cv2.LINE_AA)
    return mask


def paint(image: npt.NDArray[np.uint8], mask: Mask, x: float, y: float, colour: Colour) -> None:
    """Lay the mask in a colour on a BGR(A) image, its top left at (x, y), in place; what falls outside is cut."""
    column, row = round(x), round(y)
    top, left = max(0, row), max(0, column)
    bottom, right = min(image.shape[0], row + mask.shape[0]), min(image.shape[1], column + mask.shape[1])
    if bottom <= top or right <= left:
        return
    alpha = mask[top - row : bottom - row, left - column : right - column, None].astype(np.float32) / 255
    patch = image[top:bottom, left:right, :3]
    patch[:] = (patch * (1 - alpha) + np.array(colour, np.float32) * alpha).astype(np.uint8)


def fonts_in(folder: Path) -> tuple[Path, ...]:
    """Every font below a folder that holds the digits and the letters of an index, in a fixed order."""
    files = sorted(path for path in folder.rglob("*") if path.suffix in (".ttf", ".otf", ".woff2"))
    return tuple(path for path in files if text_mask(path, "8") is not None and text_mask(path, "Q") is not None)


def _tight(mask: Mask) -> Mask:
    rows, columns = np.flatnonzero(mask.max(1) > 32), np.flatnonzero(mask.max(0) > 32)
    return np.ascontiguousarray(mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])


Polygon = npt.NDArray[np.float64]


def _heart(rng: np.random.Generator) -> list[Polygon]:
    t = np.linspace(0, 2 * np.pi, 80)
    depth = rng.uniform(3.2, 5.5)
    x = 16 * np.sin(t) ** 3
    y = -(13 * np.cos(t) - depth * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t))
    return [np.stack([x / 17, y / 17], 1)]


def _diamond(rng: np.random.Generator) -> list[Polygon]:
    bend, width = rng.uniform(0.0, 0.22), rng.uniform(0.68, 0.92)
    corners = np.array([[0, -1], [width, 0], [0, 1], [-width, 0]])
    sides = []
    for start, end in zip(corners, np.roll(corners, -1, 0), strict=True):
        t = np.linspace(0, 1, 16, endpoint=False)[:, None]
        sides.append((start * (1 - t) + end * t) * (1 - bend * 4 * t * (1 - t) * 0.5))
    return [np.concatenate(sides)]


def _stem(rng: np.random.Generator, top: float) -> Polygon:
    foot, waist = rng.uniform(0.28, 0.5), rng.uniform(0.05, 0.12)
    t = np.linspace(0, 1, 12)
    side = waist + (foot - waist) * t ** rng.uniform(1.6, 3.5)
    y = top + (1 - top) * t
    return np.concatenate([np.stack([side, y], 1), np.stack([-side[::-1], y[::-1]], 1)])


def _spade(rng: np.random.Generator) -> list[Polygon]:
    heart = _heart(rng)[0]
    body = heart * np.array([1.0, -0.88]) - np.array([0.0, 0.12])
    return [body, _stem(rng, 0.25)]


def _club(rng: np.random.Generator) -> list[Polygon]:
    radius, spread = rng.uniform(0.40, 0.48), rng.uniform(0.44, 0.54)
    t = np.linspace(0, 2 * np.pi, 48)
    circle = np.stack([np.cos(t), np.sin(t)], 1) * radius
    lobes = [circle + np.array(centre) for centre in ((0.0, -0.52), (-spread, 0.18), (spread, 0.18))]
    return [*lobes, np.array([[-0.2, -0.3], [0.2, -0.3], [0.25, 0.3], [-0.25, 0.3]]), _stem(rng, 0.1)]


_SUITS: dict[str, Callable[[np.random.Generator], list[Polygon]]] = {
    "S": _spade,
    "H": _heart,
    "D": _diamond,
    "C": _club,
}
