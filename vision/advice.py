"""In: a photo and what was found in it. Out: advice for whoever took it: a code, and what to do."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from scoring import RuleSet
from vision.photo import Photo
from vision.pieces import Found, Unnamed
from vision.region import Region
from vision.scan import Advice

DARK = 45  # brightness (0..255) that nine tenths of the photo stay under
SMALL = 13.0  # px of the original: marks lower than this are a guess
SOFT = 0.045  # share of a mark's contrast that its finest detail should keep


def advice_on(
    photo: Photo, game: str, marks: Sequence[Region], found: Sequence[Found], unnamed: Sequence[Unnamed]
) -> list[Advice]:
    """What could be better, the gravest first."""
    word = "card" if game == "rami" else "tile"
    given = []
    if not found and not unnamed:
        given.append(
            Advice("nothing_found", f"No {word} was found: lay them face up, fill the picture with them and retake it.")
        )
    if photo.damaged:
        given.append(
            Advice(
                "damaged", "The file is damaged, and some of the picture may be wrong: copy or send the photo again."
            )
        )
    if np.percentile(photo.pixels[::8, ::8], 90) < DARK:
        given.append(Advice("too_dark", "The photo is very dark: turn on a light and retake it."))
    if marks:
        if np.median([region.height for region in marks]) / photo.scale < SMALL:
            given.append(Advice("too_far", f"The {word}s are very small in the picture: go closer and retake it."))
        elif _softness(photo, marks) < SOFT:
            given.append(Advice("blurred", "The photo is blurred: hold still, let the camera focus and retake it."))
    if any(_cut(place.quad, photo) for place in unnamed if place.stops):
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


def _softness(photo: Photo, marks: Sequence[Region]) -> float:
    """The strength of the finest detail in the marks, as a share of their contrast; the median of all."""
    shares = []
    for region in marks:
        quad = region.quad
        left, top = np.maximum(quad.min(0).astype(int), 0)
        right, bottom = quad.max(0).astype(int) + 1
        grey = cv2.cvtColor(photo.pixels[top:bottom, left:right], cv2.COLOR_BGR2GRAY) if right > left else None
        if grey is None or min(grey.shape) < 8:
            continue
        grey = cv2.resize(grey, (40, 56), interpolation=cv2.INTER_AREA).astype(np.float32)
        fine = grey - cv2.GaussianBlur(grey, (0, 0), 1.5)
        shares.append(float(fine.std() / (grey.std() + 1)))
    return float(np.median(shares)) if shares else 1.0


def _cut(quad: np.ndarray, photo: Photo) -> bool:
    height, width = photo.pixels.shape[:2]
    return bool(np.any(quad < 2) or np.any(quad[:, 0] > width - 2) or np.any(quad[:, 1] > height - 2))
