"""In: a picture, the hand seen in it and lines to say. Out: the screen: outlines, labels, total, and the lines below.

A frame round the picture tells from afar how it stands: green when the total stands, amber when it wants a look.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from vision.live import Watched
from vision.overlay import INK, PAPER, REVIEW, SURE, Colour, draw_marks, draw_totals
from vision.photo import Pixels

LONG_SIDE = 1280  # px of what is shown: a window on a dense display is enlarged by the system
SMALLEST = 640
FLASH: Colour = (255, 255, 255)


def screen(picture: Pixels, now: Watched, lines: Sequence[str] = (), flash: bool = False) -> Pixels:
    """(h, w, 3) BGR. `flash`: whether the hand settled this moment."""
    shown = _sized(picture)
    total, drawn = _totalled(now, shown.shape[1]), shown.copy() if now.scan is None else draw_marks(shown, now.scan)
    if now.settled:
        sure = now.scan is not None and not now.scan.review
        _framed(drawn, FLASH if flash else SURE if sure else REVIEW)
    said = next((note.message for note in now.notes), "")
    return np.vstack([total, drawn, *(_line(line, drawn.shape[1]) for line in (said, *lines))])


def _totalled(now: Watched, width: int) -> Pixels:
    """The running total, in a strip that is as high before the first look, or the picture would jump."""
    height = round(width / 20)
    if now.scan is None:
        return np.full((height, width, 3), PAPER, np.uint8)
    strip = draw_totals(now.scan, width, round(height * 0.55))
    return np.asarray(cv2.resize(strip, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def _sized(picture: Pixels) -> Pixels:
    """Within what a screen shows, and large enough for its letters."""
    longest = max(picture.shape[:2])
    scale = min(1.0, LONG_SIDE / longest)
    if longest * scale < SMALLEST:
        scale = SMALLEST / longest
    if scale == 1.0:
        return picture
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=way), np.uint8)


def _framed(drawn: Pixels, colour: Colour) -> None:
    height, width = drawn.shape[:2]
    thick = max(4, width // 120)
    cv2.rectangle(drawn, (thick // 2, thick // 2), (width - thick // 2, height - thick // 2), colour, thick)


@lru_cache(maxsize=64)
def _line(text: str, width: int) -> Pixels:
    """A line of text across the screen, smaller where it is long. Letters lose their accents: Pillow's own font, which
    is always there, has none."""
    plain = "".join(sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign))
    high = max(22, width // 45)
    size = high * 0.62
    font = ImageFont.load_default(size)
    wide = font.getlength(plain) * 1.03 + high  # small letters are a little wider than they say
    if wide > width:
        font = ImageFont.load_default(size * width / wide)
    strip = Image.new("RGB", (width, high), PAPER[::-1])
    ImageDraw.Draw(strip).text((high // 2, high // 2), plain, INK[::-1], font, anchor="lm")
    return np.ascontiguousarray(np.asarray(strip)[:, :, ::-1])
