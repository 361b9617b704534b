"""In: a seed and the fonts. Out: a tile set of one invented edition, each tile a `Face`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from datasets import quad
from datasets.colour import Colour, as_colour, near
from datasets.face import Face, Mark
from datasets.glyphs import paint, resized, rounded, scaled, text_mask

HEIGHT = 224
INKS: dict[str, tuple[Colour, ...]] = {
    "K": ((25, 25, 25), (40, 35, 30), (60, 50, 45)),
    "R": ((30, 25, 205), (50, 40, 225), (70, 30, 190), (90, 40, 215)),
    "B": ((190, 95, 25), (215, 120, 20), (150, 70, 30), (165, 140, 20), (200, 60, 40)),
    "O": ((30, 130, 240), (20, 160, 245), (50, 110, 235), (20, 185, 240), (40, 145, 225)),
}
TILE_LABELS = (*(f"{colour}{number}" for colour in "KRBO" for number in range(1, 14)), "JOKER")


@dataclass(frozen=True)
class TileEdition:
    """What all tiles of one set share. Lengths are shares of the tile's height, colours are BGR."""

    width: int
    radius: float
    body: Colour
    inks: dict[str, Colour]
    font: Path
    digit_height: float
    digit_width: float
    digit_centre: float
    emphasis: str
    basin: float
    foot: str
    bevel: float
    joker: int
    joker_inks: tuple[Colour, ...]


def tile_edition(seed: int, fonts: tuple[Path, ...]) -> TileEdition:
    """An edition as varied as those in shops: cream to white bodies, small to very large digits, teal for blue."""
    rng = np.random.default_rng(seed)
    shade = rng.uniform(0.86, 1.0)
    warm = rng.choice([0.0, 0.5, 1.0]) * rng.uniform(0.3, 1.0)
    body = (int(255 * shade * (1 - 0.22 * warm)), int(255 * shade * (1 - 0.05 * warm)), int(255 * shade))
    large = rng.random() < 0.45
    digit_height = rng.uniform(0.52, 0.82) if large else rng.uniform(0.28, 0.5)
    joker_inks = [_ink(rng, "R"), _ink(rng, "K")]
    if rng.random() < 0.3:
        joker_inks.append(_ink(rng, str(rng.choice(["B", "O"]))))
    heavy = [font for font in fonts if any(weight in font.name for weight in ("-700", "-800", "-900", "Bold", "Black"))]
    return TileEdition(
        width=round(HEIGHT * rng.uniform(0.62, 0.82)),
        radius=rng.uniform(0.03, 0.12),
        body=body,
        inks={colour: _ink(rng, colour) for colour in "KRBO"},
        font=rng.choice(np.array(heavy or fonts)) if rng.random() < 0.85 else rng.choice(np.array(fonts)),
        digit_height=digit_height,
        digit_width=rng.uniform(0.8, 1.15),
        digit_centre=rng.uniform(0.42, 0.5) if large else digit_height / 2 + rng.uniform(0.08, 0.2),
        emphasis=str(rng.choice(["none", "none", "dot", "bar", "dot6"])),
        basin=rng.choice([0.0, 0.0, rng.uniform(0.3, 0.46)]),
        foot=str(rng.choice(["none", "none", "word", "circle", "ring", "heart"])),
        bevel=rng.uniform(0.0, 0.07),
        joker=int(rng.integers(1 << 30)),
        joker_inks=tuple(joker_inks),
    )


def draw_tile(edition: TileEdition, label: str, seed: int) -> Face:
    """One tile of the edition, "" for a face-down one; the seed varies what differs from copy to copy."""
    rng = np.random.default_rng(seed)
    height, width = HEIGHT, edition.width
    image = np.empty((height, width, 4), np.uint8)
    image[..., :3] = edition.body
    image[..., 3] = rounded(width, height, max(1, round(edition.radius * height)))
    _bevel(image, edition.bevel * height)
    if not label:
        if rng.random() < 0.5:
            _basin(image, (width / 2, height / 2), width * 0.3)
        return Face(image, label, "tile", ())
    centre = edition.digit_centre * height
    if edition.basin:
        _basin(image, (width / 2, centre), edition.basin * width)
    if label == "JOKER":
        ink = edition.joker_inks[rng.integers(len(edition.joker_inks))]
        size = min(width * 0.82, height * max(0.45, edition.digit_height))
        centre = max(centre, size * 0.55)
        _joker(image, np.random.default_rng(edition.joker), (width / 2, centre), size, ink)
        _foot(image, edition, (90, 90, 90))
    else:
        size = edition.digit_height * height
        _digits(image, edition, label)
        _foot(image, edition, edition.inks[label[0]])
    core = quad.upright(0.12 * width, centre - size / 2, 0.88 * width, centre + size / 2)
    return Face(image, label, "tile", (Mark(quad.upright(0, 0, width, height), core),))


def _ink(rng: np.random.Generator, colour: str) -> Colour:
    """What one maker prints for the colour `K`, `R`, `B` or `O` of a label."""
    return near(rng, INKS[colour], 12)


def _digits(image: npt.NDArray[np.uint8], edition: TileEdition, label: str) -> None:
    number, ink = label[1:], edition.inks[label[0]]
    height, width = image.shape[:2]
    mask = text_mask(edition.font, number)
    if mask is None:
        raise ValueError(f"{edition.font.name} cannot write {number}")
    mask = resized(mask, edition.digit_height * height, edition.digit_width)
    if mask.shape[1] > width * 0.9:
        mask = scaled(mask, (round(width * 0.9), mask.shape[0]))
    top = edition.digit_centre * height - mask.shape[0] / 2
    paint(image, mask, (width - mask.shape[1]) / 2, top, ink)
    below = top + mask.shape[0] + 0.06 * height
    marked = number == "6" if edition.emphasis == "dot6" else number in ("6", "9")
    if marked and below < 0.93 * height:
        centre = (width // 2, round(below))
        if edition.emphasis == "bar":
            half = mask.shape[1] // 2
            cv2.line(image, (centre[0] - half, centre[1]), (centre[0] + half, centre[1]), (*ink, 255), 5, cv2.LINE_AA)
        elif edition.emphasis != "none":
            cv2.circle(image, centre, round(0.03 * height), (*ink, 255), -1, cv2.LINE_AA)


def _joker(
    image: npt.NDArray[np.uint8],
    rng: np.random.Generator,
    centre: tuple[float, float],
    size: float,
    ink: Colour,
) -> None:
    """A joker's face as tile makers draw it: a line face in a ring, a jester's cap, a star, or the word."""
    x, y = centre
    r = size / 2
    colour = (*ink, 255)
    line = max(2, round(size * rng.uniform(0.025, 0.07)))
    style = rng.choice(["face", "face", "face", "jester", "star", "filled"])

    def at(dx: float, dy: float) -> tuple[int, int]:
        return round(x + dx * r), round(y + dy * r)

    if style == "star":
        t = np.arange(10) * np.pi / 5 - np.pi / 2
        reach = np.where(np.arange(10) % 2 == 0, r, r * rng.uniform(0.38, 0.55))
        points = np.stack([x + np.cos(t) * reach, y + np.sin(t) * reach], 1).round().astype(np.int32)
        if rng.random() < 0.5:
            cv2.fillPoly(image, [points], colour, cv2.LINE_AA)
        else:
            cv2.polylines(image, [points], True, colour, line, cv2.LINE_AA)
        return
    face, detail = r * (0.72 if style == "jester" else 1.0), colour
    cx, cy = at(0, 0.25 if style == "jester" else 0)
    if style == "filled":
        cv2.circle(image, (cx, cy), round(face), colour, -1, cv2.LINE_AA)
        detail = (*image[2, image.shape[1] // 2, :3].tolist(), 255)
    elif rng.random() < 0.9:
        cv2.circle(image, (cx, cy), round(face), colour, line, cv2.LINE_AA)
    if style == "jester":
        for tip in (-0.9, -0.3, 0.3, 0.9):
            cv2.fillPoly(image, [np.array([at(-0.6, -0.1), at(tip, -0.9), at(0.6, -0.1)])], colour, cv2.LINE_AA)
            cv2.circle(image, at(tip, -0.9), max(2, line), colour, -1, cv2.LINE_AA)
    gap, brow = rng.uniform(0.28, 0.42) * face, rng.uniform(0.2, 0.4) * face
    eye_w, eye_h = rng.uniform(0.06, 0.2) * face, rng.uniform(0.06, 0.16) * face
    for sign in (-1, 1):
        eye = (round(cx + sign * gap), round(cy - 0.2 * face))
        cv2.ellipse(image, eye, (max(1, round(eye_w)), max(1, round(eye_h))), 0, 0, 360, detail, -1, cv2.LINE_AA)
        if rng.random() < 0.7:
            arch = (eye[0], round(eye[1] - eye_h))
            cv2.ellipse(image, arch, (round(eye_w * 1.8) + 1, round(brow * 0.5) + 1), 0, 200, 340, detail, line)
    if rng.random() < 0.6:
        nose = (round(0.1 * face) + 1, round(0.14 * face) + 1)
        cv2.ellipse(image, (cx, round(cy + 0.1 * face)), nose, 0, 0, 360, detail, line, cv2.LINE_AA)
    mouth = (round(rng.uniform(0.35, 0.65) * face), round(rng.uniform(0.2, 0.45) * face))
    cv2.ellipse(image, (cx, round(cy + 0.25 * face)), mouth, 0, 10, 170, detail, line, cv2.LINE_AA)
    if rng.random() < 0.4:
        cv2.ellipse(image, (cx, round(cy + 0.25 * face)), (mouth[0], mouth[1] // 2 + 1), 0, 10, 170, detail, line)


def _foot(image: npt.NDArray[np.uint8], edition: TileEdition, ink: Colour) -> None:
    """What many editions print or emboss below the digit."""
    height, width = image.shape[:2]
    if edition.digit_centre + edition.digit_height / 2 > 0.7 or edition.foot == "none":
        return
    centre = (width // 2, round(height * 0.84))
    relief = as_colour(np.array(edition.body, float) * 0.9)
    if edition.foot == "word":
        mask = text_mask(edition.font, "Rummy")
        if mask is not None:
            mask = scaled(mask, (round(width * 0.6), round(height * 0.09)))
            paint(image, mask, centre[0] - mask.shape[1] / 2, centre[1] - 6, relief)
    elif edition.foot == "circle":
        cv2.circle(image, centre, round(height * 0.07), (*relief, 255), -1, cv2.LINE_AA)
    elif edition.foot == "ring":
        cv2.circle(image, centre, round(height * 0.075), (*ink, 255), 3, cv2.LINE_AA)
    else:
        mask = text_mask(edition.font, "o")
        if mask is not None:
            paint(image, resized(mask, height * 0.1), centre[0] - 9, centre[1] - 9, ink)


def _bevel(image: npt.NDArray[np.uint8], depth: float) -> None:
    """Edges that catch the light at the top left and lose it at the bottom right."""
    if depth < 1:
        return
    height, width = image.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    bright = np.clip(1 - np.minimum(x, y) / depth, 0, 1)
    dark = np.clip(1 - np.minimum(width - 1 - x, height - 1 - y) / depth, 0, 1)
    image[..., :3] = np.clip(image[..., :3] * (1 + 0.08 * bright - 0.14 * dark)[..., None], 0, 255).astype(np.uint8)


def _basin(image: npt.NDArray[np.uint8], centre: tuple[float, float], radius: float) -> None:
    """The round dish that some makers press under the digit, seen by its rim alone."""
    height, width = image.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    away = np.hypot(x - centre[0], y - centre[1])
    rim = np.exp(-(((away - radius) / (0.02 * height)) ** 2))
    lean = (y - centre[1]) / max(radius, 1)
    image[..., :3] = np.clip(image[..., :3] * (1 + 0.07 * rim * lean)[..., None], 0, 255).astype(np.uint8)
