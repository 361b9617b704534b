"""In: a photo and what was found in it. Out: advice for whoever took it: a code, and what to do."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from scoring import RuleSet
from vision.classify import Reading
from vision.glare import Place, glares
from vision.photo import Photo
from vision.pieces import SURE, Found, Unnamed
from vision.region import Region, length
from vision.scan import Advice
from vision.sharpness import sharpness_of_marks, sharpness_of_picture

Floats = npt.NDArray[np.float32]

DARK = 45  # brightness (0..255) that nine tenths of a photo stay under where it is very dark
STRONG = 0.12  # strength from which a mark tells how large and sharp marks are here
SMALL = 13.0  # px of the original: marks lower than this are a guess
SOFT, SOFT_PICTURE = 0.56, 0.4  # sharpness of marks, and of a picture without any, under which it is blurred
USUAL = 0.04  # of the picture's longer side: the height of a mark where none is seen
DIGIT = 0.5  # of a tile's face: the height of its number
WIDEST = 100.0  # mark areas; a white place that is wider, beside what is read, is a window or a sheet of paper
CUT = 0.15  # share of a mark beyond the edge of the picture from which it is not wholly seen
AROUND = 0.5  # heights of a piece around all pieces within which another may lie
OF_HANDS = ("several_hands", "too_many")
"""Codes of what follows from the hands rather than from the picture: reckoned anew wherever the hands change."""


def advice_on(
    photo: Photo,
    game: str,
    readings: Sequence[Reading],
    bodies: Sequence[Region],
    found: Sequence[Found],
    unnamed: Sequence[Unnamed],
) -> list[Advice]:
    """What could be better, the gravest first.

    Advice is for whoever takes the photo, and asks for no look at the hands: what a fault leaves in doubt is doubtful
    piece by piece already, and a flag too many costs a tap. `glare` is the exception, for what it covers leaves no
    trace, and the hands are short of it without a word.
    """
    word = "card" if game == "rami" else "tile"
    strong = sorted((one for one in readings if one.strength >= STRONG), key=lambda one: -one.strength)
    marks = [reading.region for reading in strong]
    tall = float(np.median([mark.height for mark in marks])) if marks else USUAL * max(photo.pixels.shape)
    sure = [piece.quad for piece in found if not piece.doubtful]
    given = []
    if not found and not unnamed:
        given.append(
            Advice("nothing_found", f"No {word} was found: lay them face up, fill the picture with them and retake it.")
        )
    elif all(piece.worth < SURE for piece in found):
        given.append(
            Advice(
                "nothing_found",
                f"No {word} is seen clearly: lay them face up, fill the picture with them and retake it.",
            )
        )
    if photo.damaged:
        given.append(
            Advice(
                "damaged", "The file is damaged, and some of the picture may be wrong: copy or send the photo again."
            )
        )
    if np.mean(photo.pixels[::8, ::8] < DARK) > 0.9:
        given.append(Advice("too_dark", "The photo is very dark: turn on a light and retake it."))
    if marks and tall / photo.scale < SMALL:
        given.append(Advice("too_far", f"The {word}s are very small in the picture: go closer and retake it."))
    elif _blurred(photo, marks):
        given.append(Advice("blurred", "The photo is blurred: hold still, let the camera focus and retake it."))
    every = [piece.quad for piece in found] + [one.quad for one in unnamed] + [body.quad for body in bodies]
    glared = glares(photo.pixels, tall if game == "rami" else DIGIT * tall, WIDEST if sure else np.inf)
    if _hides(glared, sure, every):
        given.append(
            Advice(
                "glare", f"A light is mirrored and may hide a {word}: tilt the camera or move the lamp, and retake it."
            )
        )
    half_seen = [mark for mark in marks if cut(mark.quad, photo) and not _on(sure, _middle(mark.quad))]
    if half_seen or any(cut(one.quad, photo, 0) for one in unnamed if one.stops):
        given.append(Advice("cut_off", f"A {word} is cut by the edge of the picture: show it whole."))
    if any(place.reason == "face down" for place in unnamed):
        given.append(
            Advice("face_down", f"A {word} lies face down and was not counted: turn it over if it belongs to a hand.")
        )
    return given


def several_hands(sizes: Sequence[int], rules: RuleSet) -> list[Advice]:
    """What to do where a hand of these sizes, unread pieces counted, is larger than one player can hold. The total of
    such a hand does not count before a person looked: it may be the sum of a whole table."""
    largest = max(sizes, default=0)
    if rules.can_hold(largest):
        return []
    return [
        Advice(
            "several_hands",
            f"{largest} pieces are more than one player holds: say how many hands lie there, or photograph each alone.",
        )
    ]


def cut(quad: Floats, photo: Photo, least: float = CUT) -> bool:
    """Whether more than this share of a place, across or down, lies beyond the edge of the picture."""
    height, width = photo.pixels.shape[:2]
    low, high = quad.min(0), quad.max(0)
    beyond = np.maximum(-low, high - (width, height)) / (high - low)
    return bool(beyond.max() > least)


def _blurred(photo: Photo, marks: Sequence[Region]) -> bool:
    if not marks:
        return sharpness_of_picture(photo.pixels) < SOFT_PICTURE
    return sharpness_of_marks(photo.pixels, marks) < SOFT


def _hides(glares: Sequence[Place], sure: Sequence[Floats], every: Sequence[Floats]) -> bool:
    """Whether one of the glares may lie on a piece that is not read: among `every` piece seen, and on none that is
    sure."""
    if not glares or not sure:
        return bool(glares)
    among = cv2.convexHull(np.concatenate(every).astype(np.float32))
    around = AROUND * float(np.median([length(quad[3] - quad[0]) for quad in every]))
    return any(cv2.pointPolygonTest(among, place, True) > -around and not _on(sure, place) for place in glares)


def _on(quads: Sequence[Floats], place: Place) -> bool:
    return any(cv2.pointPolygonTest(quad.astype(np.float32), place, False) >= 0 for quad in quads)


def _middle(quad: Floats) -> Place:
    x, y = quad.mean(0)
    return float(x), float(y)
