"""In: the sample photos. Out: the photos that speed is measured on: any size, format and number of pieces.

The samples are laid side by side on one table, then made as large as asked and grainy as a camera's picture is, since
smooth pictures decode faster. The same arguments give the same bytes.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import cv2
import numpy as np
import numpy.typing as npt

from datasets.manifest import LabelledPhoto, read_manifest
from datasets.picture_file import read_picture
from scoring.pieces import Kind
from vision.photo import Pixels

SAMPLES = Path(__file__).parent / "samples" / "manifest.jsonl"
Format = Literal["JPEG", "PNG", "HEIC"]

SIZES = {1: (1152, 864), 3: (2016, 1512), 12: (4032, 3024), 48: (8064, 6048)}  # megapixels: width, height
FRAME = (1280, 720)  # of a camera's live picture
GRAIN = 3.0  # of 255, its standard deviation; then a JPEG has about 0.25 bytes a pixel, as those of phones
QUALITY = 90
_PATCH = 512


@dataclass(frozen=True)
class Table:
    """`pixels` upright BGR, with `pieces` pieces of one kind in it."""

    kind: Kind
    pieces: int
    pixels: Pixels


def samples(kind: Kind) -> list[LabelledPhoto]:
    """Those of one kind, the ones with fewer pieces first. Raises ManifestError where there are none."""
    return sorted((photo for photo in read_manifest(SAMPLES) if photo.kind == kind), key=lambda it: len(it.labels))


def table(kind: Kind, photos: int, size: tuple[int, int], seed: int = 0) -> Table:
    """So many sample photos side by side, filling a picture of `size` (width, height) as well as they can."""
    chosen = [samples(kind)[number % len(samples(kind))] for number in range(photos)]
    width, height = size
    columns = min(range(1, photos + 1), key=lambda count: -min(width / count, height / -(-photos // count)))
    side = int(min(width / columns, height / -(-photos // columns)))
    pictures = [read_picture(photo.path) for photo in chosen]
    pixels = np.empty((height, width, 3), np.uint8)
    pixels[:] = np.mean([picture[::32, ::32].mean((0, 1)) for picture in pictures], 0)
    left, top = (width - columns * side) // 2, (height - -(-photos // columns) * side) // 2
    for place, picture in enumerate(pictures):
        x, y = left + place % columns * side, top + place // columns * side
        way = cv2.INTER_AREA if side < picture.shape[0] else cv2.INTER_CUBIC
        pixels[y : y + side, x : x + side] = cv2.resize(picture, (side, side), interpolation=way)
    return Table(kind, sum(len(photo.labels) for photo in chosen), _grained(pixels, seed))


def encoded(pixels: Pixels, form: Format) -> bytes:
    """The bytes of a file. Raises ImportError for HEIC where pillow-heif, which writes it, is not installed."""
    if form == "HEIC":
        import pillow_heif

        file = io.BytesIO()
        picture = pillow_heif.from_bytes("BGR", pixels.shape[1::-1], pixels.tobytes())
        picture.save(file, quality=60, enc_params={"preset": "ultrafast"})
        return file.getvalue()
    if form == "PNG":  # grain does not pack: a PNG of 48 megapixels would be larger than any photo may be
        return cv2.imencode(".png", np.bitwise_and(cv2.medianBlur(pixels, 5), 0xFC).astype(np.uint8))[1].tobytes()
    return cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()


def _grained(pixels: Pixels, seed: int) -> Pixels:
    patch: npt.NDArray[np.int16] = np.random.default_rng(seed).normal(0, GRAIN, (_PATCH, _PATCH, 1)).astype(np.int16)
    height, width = pixels.shape[:2]
    for top in range(0, height, _PATCH):
        for left in range(0, width, _PATCH):
            part = pixels[top : top + _PATCH, left : left + _PATCH]
            part[:] = np.clip(part + patch[: part.shape[0], : part.shape[1]], 0, 255)
    return pixels
