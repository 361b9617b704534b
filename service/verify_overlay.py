"""In: a photo, a comparison, and where its pieces lie. Out: the picture, each piece coloured by how it agrees."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from service.verification import Kind, Line, Verdict, Verification
from vision.photo import Pixels, read_photo

COLOURS: Final[dict[Kind, tuple[int, int, int]]] = {
    "confirmed": (80, 200, 60),
    "different": (60, 60, 235),
    "extra": (200, 80, 200),
    "cannot_tell": (0, 180, 255),
    "missing": (60, 60, 235),
}
"""BGR: green agrees, red differs, violet was not typed, amber cannot be told."""
_GROUND: Final[dict[Verdict, Kind]] = {
    "confirmed": "confirmed",
    "contradicted": "different",
    "cannot_tell": "cannot_tell",
}
_FONT: Final = cv2.FONT_HERSHEY_SIMPLEX


def draw_verification(
    pixels: Pixels, width: int, outlines: Mapping[str, list[list[float]]], found: Verification
) -> Pixels:
    """`outlines` are in pixels of an original `width` px wide. A strip above the photo holds the points and what is
    missing."""
    picture = pixels.copy()
    scale = pixels.shape[1] / width
    size = max(0.5, pixels.shape[1] / 1000)
    for line in found.lines:
        if line.seen is not None:
            corners = np.rint(np.asarray(outlines[line.seen.piece]) * scale).astype(np.int32)
            cv2.polylines(picture, [corners], True, COLOURS[line.kind], max(2, round(3 * size)), cv2.LINE_AA)
            _write(picture, _text(line), corners.mean(axis=0), size, COLOURS[line.kind])
    return np.vstack([_strip(found, pixels.shape[1], size), picture])


def _text(line: Line) -> str:
    """Signs, no words: the picture is for readers of any language."""
    seen = (line.seen and line.seen.label) or "?"
    if line.kind == "confirmed":
        return line.typed or seen
    if line.kind == "cannot_tell":
        return f"{line.typed}?" if line.typed else seen
    return f"{line.typed} > {seen}" if line.typed else f"+{seen}"


def _write(picture: Pixels, text: str, middle: np.ndarray, size: float, ground: tuple[int, int, int]) -> None:
    pen = max(1, round(2 * size))
    (wide, tall), _ = cv2.getTextSize(text, _FONT, size, pen)
    left = int(min(max(middle[0] - wide / 2, 0), max(picture.shape[1] - wide, 0)))
    foot = int(min(max(middle[1] + tall / 2, tall + 4), picture.shape[0] - 4))
    cv2.rectangle(picture, (left - 3, foot - tall - 5), (left + wide + 3, foot + 5), ground, cv2.FILLED)
    cv2.putText(picture, text, (left, foot), _FONT, size, (20, 20, 20), pen, cv2.LINE_AA)


def _strip(found: Verification, width: int, size: float) -> Pixels:
    """The points typed and shown, and what the photo does not show, on the colour of the verdict."""
    missing = [f"-{line.typed}" for line in found.lines if line.seen is None and line.typed]
    shown = "?" if found.seen_points is None else found.seen_points
    strip = np.full((round(48 * size), width, 3), COLOURS[_GROUND[found.verdict]], np.uint8)
    said = "   ".join([f"{found.typed_points} > {shown}", *missing])
    _write(strip, said, np.array([0, strip.shape[0] / 2]), size, COLOURS[_GROUND[found.verdict]])
    return strip


def write_verification(
    photo: Path, width: int, outlines: Mapping[str, list[list[float]]], found: Verification, target: Path
) -> None:
    """The photo with the comparison drawn on it, as a JPEG."""
    picture = draw_verification(read_photo(photo).pixels, width, outlines, found)
    target.write_bytes(cv2.imencode(".jpg", picture)[1].tobytes())
