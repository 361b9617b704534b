"""In: a card. Out: the same printed on black stock in light ink, as decks in black and gold are."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from datasets.colour import Colour
from datasets.face import Face

GREY = 30  # of 255, the saturation under which ink has no colour of its own and takes that of the deck
DARKEST = 18.0  # of 255: black stock in a photo is never quite black


def on_black(face: Face, ink: Colour) -> Face:
    """What was white is black and what was black is printed in `ink` (BGR); red stays red, and gets lighter."""
    colours = np.ascontiguousarray(face.image[..., :3])
    hue, saturation, value = cv2.split(cv2.cvtColor(colours, cv2.COLOR_BGR2HSV))
    dark = 255 - cv2.cvtColor(colours, cv2.COLOR_BGR2GRAY).astype(np.float32)
    light = DARKEST + dark * (1 - DARKEST / 255)
    lighter = np.maximum(value, light).astype(np.uint8)
    coloured = cv2.cvtColor(cv2.merge([hue, (saturation * 0.8).astype(np.uint8), lighter]), cv2.COLOR_HSV2BGR)
    inked = light[..., None] / 255 * np.array(ink, np.float32)
    image = face.image.copy()
    image[..., :3] = np.where(saturation[..., None] > GREY, coloured, inked)
    return replace(face, image=image)
