"""In: a photo's pixels and its scan. Out: the picture with every piece outlined and named, and each hand's total above.

Green is sure, amber wants a look, red with "?" could not be named. Lines and letters grow with the pieces.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.photo import Pixels
from vision.scan import Hand, Outline, Scan

Colour = tuple[int, int, int]
Rect = tuple[int, int, int, int]  # left, top, right, bottom

SURE: Colour = (80, 200, 60)
REVIEW: Colour = (0, 180, 255)
UNREAD: Colour = (60, 60, 235)
INK: Colour = (20, 20, 20)
PAPER: Colour = (245, 245, 245)

_FONT = cv2.FONT_HERSHEY_SIMPLEX
_SMALLEST, _LARGEST = 1 / 75, 1 / 35  # of the picture's longer side: letters a phone's screen can show, and no poster


@dataclass(frozen=True)
class _Mark:
    outline: npt.NDArray[np.float64]
    text: str
    colour: Colour


def draw_overlay(pixels: Pixels, scan: Scan) -> Pixels:
    """`pixels` may be smaller than the original that `scan` speaks of. They stay as they are; the picture is a new
    one, as wide and a little higher, since the totals stand above the photo and hide nothing of it."""
    letters = _letter_height(list(_marks(scan, pixels.shape[1] / scan.width)), max(pixels.shape[:2]))
    width = pixels.shape[1]
    return np.vstack([draw_totals(scan, width, max(letters, round(width / 40))), draw_marks(pixels, scan)])


def draw_marks(pixels: Pixels, scan: Scan) -> Pixels:
    """The outlines and labels alone, in a new picture of the same size."""
    picture = pixels.copy()
    scale = pixels.shape[1] / scan.width
    marks = list(_marks(scan, scale))
    letters = _letter_height(marks, max(pixels.shape[:2]))
    line = max(1, round(letters / 8))
    for mark in marks:
        corners = [np.rint(mark.outline).astype(np.int32)]
        cv2.polylines(picture, corners, True, INK, line + 2, cv2.LINE_AA)  # dark below bright: seen on any ground
        cv2.polylines(picture, corners, True, mark.colour, line, cv2.LINE_AA)
    if len(scan.hands) > 1:
        for number, hand in enumerate(scan.hands, 1):
            _draw_hand_frame(picture, hand, number, scale, letters)
    taken = [_bounds(mark.outline) for mark in marks]
    for mark in marks:
        taken.append(_draw_plate(picture, mark, letters, taken))
    return picture


def _marks(scan: Scan, scale: float) -> Iterator[_Mark]:
    for piece in scan.pieces:
        yield _Mark(_scaled(piece.outline, scale), piece.label, REVIEW if piece.review else SURE)
    for unread in scan.unread:
        yield _Mark(_scaled(unread.outline, scale), "?", UNREAD)


def _scaled(outline: Outline, scale: float) -> npt.NDArray[np.float64]:
    return np.asarray(outline, np.float64) * scale


def _letter_height(marks: list[_Mark], long_side: int) -> int:
    """A third of the width of a usual piece, within what can be read on a phone."""
    widths = [float(np.linalg.norm(mark.outline[1] - mark.outline[0])) for mark in marks]
    wanted = float(np.median(widths)) / 3 if widths else 0.0
    return round(min(max(wanted, long_side * _SMALLEST, 9), max(long_side * _LARGEST, 9)))


def _draw_plate(picture: Pixels, mark: _Mark, letters: int, taken: list[Rect]) -> Rect:
    """The label on a plate at the top, bottom, right or left of its piece, or on its foot: where it hides the least.

    A plate on a neighbour would name the wrong piece, so to hide some of its own is only half as bad.
    """
    width, height = _plate_size(mark.text, letters)
    half = np.array([width, height]) / 2
    centre = mark.outline.mean(axis=0)
    middles = []
    for first in (0, 2, 1, 3):
        edge = (mark.outline[first] + mark.outline[(first + 1) % 4]) / 2
        outwards = (edge - centre) / max(float(np.linalg.norm(edge - centre)), 1e-6)
        middles.append(edge + outwards * half)
        if first == 2:
            foot = edge - outwards * half
    places = [_inside(picture, x, y, width, height) for x, y in np.array([*middles, foot]) - half]
    own = _bounds(mark.outline)

    def hidden(place: Rect) -> float:
        return sum(_shared_area(place, other) for other in taken) - _shared_area(place, own) / 2

    place = min(places, key=hidden)
    _draw_text(picture, mark.text, place, letters, mark.colour)
    return place


def _plate_size(text: str, letters: int) -> tuple[int, int]:
    (width, _), _ = cv2.getTextSize(text, _FONT, _font_scale(letters), _pen(letters))
    return width + letters // 2 + 1, round(letters * 1.6)


def _font_scale(letters: int) -> float:
    return float(cv2.getFontScaleFromHeight(_FONT, letters, _pen(letters)))


def _pen(letters: int) -> int:
    return max(1, round(letters / 9))


def _inside(picture: Pixels, x: float, y: float, width: int, height: int) -> Rect:
    left = max(0, min(round(x), picture.shape[1] - width))
    top = max(0, min(round(y), picture.shape[0] - height))
    return left, top, left + width, top + height


def _shared_area(one: Rect, other: Rect) -> int:
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    return max(0, width) * max(0, height)


def _bounds(corners: npt.NDArray[np.float64]) -> Rect:
    left, top = np.floor(corners.min(axis=0)).astype(int).tolist()
    right, bottom = np.ceil(corners.max(axis=0)).astype(int).tolist()
    return left, top, right, bottom


def _draw_text(picture: Pixels, text: str, place: Rect, letters: int, ground: Colour) -> None:
    cv2.rectangle(picture, place[:2], place[2:], ground, cv2.FILLED)
    at = (place[0] + letters // 4, (place[1] + place[3]) // 2 + round(letters * 0.42))
    cv2.putText(picture, text, at, _FONT, _font_scale(letters), INK, _pen(letters), cv2.LINE_AA)


def _draw_hand_frame(picture: Pixels, hand: Hand, number: int, scale: float, letters: int) -> None:
    if not hand.pieces:
        return
    corners = np.concatenate([_scaled(piece.outline, scale) for piece in hand.pieces])
    left, top, right, bottom = _bounds(corners)
    gap = letters // 2
    cv2.rectangle(
        picture, (left - gap, top - gap), (right + gap, bottom + gap), PAPER, max(1, letters // 10), cv2.LINE_AA
    )
    width, height = _plate_size(f"hand {number}", letters)
    _draw_text(picture, f"hand {number}", _inside(picture, left - gap, bottom + gap, width, height), letters, PAPER)


def draw_totals(scan: Scan, width: int, letters: int) -> Pixels:
    """A strip `width` px wide with a line for each hand, its letters so many px high, or less where it is long."""
    lines = _total_lines(scan)
    widest = max(_plate_size(text, letters)[0] for text, _ in lines)
    letters = max(6, min(letters, int(letters * width / widest)))
    height = round(letters * 1.8)
    strip = np.full((height * len(lines), width, 3), PAPER, np.uint8)
    for row, (text, colour) in enumerate(lines):
        _draw_text(strip, text, (0, row * height, width, (row + 1) * height), letters, colour)
    return strip


def _total_lines(scan: Scan) -> list[tuple[str, Colour]]:
    if not scan.hands:
        return [("nothing found", REVIEW)]
    lines = []
    for number, hand in enumerate(scan.hands, 1):
        name = f"hand {number}: " if len(scan.hands) > 1 else ""
        if hand.points is None:
            lines.append((f"{name}no total, a piece is not read", UNREAD))
        elif hand.review:
            lines.append((f"{name}{hand.points} points? please check", REVIEW))
        else:
            lines.append((f"{name}{hand.points} points", SURE))
    return lines
