"""In: a supply and a seed. Out: a table top, and what lies about on tables: papers, dice, coins, racks, fingers."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from datasets.colour import as_colour
from datasets.glyphs import paint, resized, text_mask
from datasets.supply import Supply, stamp, texture

Image = npt.NDArray[np.uint8]
WORDS = (
    *("7", "21", "2026", "K9", "Tea", "RUMMY", "12:30", "Q&A", "A4", "10%"),
    *("NOTES", "Milk", "No. 8", "JOKES", "5 kg", "B12", "Scores", "3 x 4", "Ana 36", "Ben 50"),
)
MAKERS = ("Rummy", "RUMMY", "Rummikub", "Rami", "Okey", "Tiles", "Original", "CLASSIC", "Joker", "Junior", "No. 1")


def table_top(supply: Supply, frame: int, rng: np.random.Generator) -> Image:
    """(frame, frame, 3) BGR: a photographed texture, a plain cloth, felt, or checks."""
    kind = rng.random()
    if kind < 0.58 and supply.textures:
        picture = texture(supply.textures[rng.integers(len(supply.textures))])
        angle, zoom = rng.uniform(0, 360), np.exp(rng.uniform(np.log(0.7), np.log(3.0)))
        matrix = cv2.getRotationMatrix2D((picture.shape[1] / 2, picture.shape[0] / 2), angle, zoom)
        matrix[:, 2] = matrix[:, 2] + (frame / 2 - np.array([picture.shape[1], picture.shape[0]]) / 2)
        turned = cv2.warpAffine(picture, matrix, (frame, frame), borderMode=cv2.BORDER_REFLECT)
        return np.ascontiguousarray(turned, np.uint8)
    if kind < 0.76:  # white or near it: the table on which contours find nothing
        base = np.array([rng.uniform(175, 255)] * 3) + rng.normal(0, 5, 3)
    elif kind < 0.9:  # felt
        base = np.array([rng.uniform(20, 90), rng.uniform(60, 130), rng.uniform(10, 60)])
        if rng.random() < 0.4:
            base = rng.permutation(base)
    else:
        base = rng.uniform(10, 245, 3)
    top = np.empty((frame, frame, 3), np.float32)
    top[:] = base
    grain = rng.standard_normal((frame // 2, frame // 2, 1), np.float32) * np.float32(rng.uniform(0, 9))
    top += np.asarray(cv2.resize(grain, (frame, frame)), np.float32)[..., None]
    if kind >= 0.9 and rng.random() < 0.6:
        period, angle = rng.uniform(10, 90), rng.uniform(0, np.pi)
        y, x = np.mgrid[0:frame, 0:frame].astype(np.float32)
        wave = np.sin((x * np.cos(angle) + y * np.sin(angle)) * 2 * np.pi / period)
        if rng.random() < 0.5:
            wave *= np.sin((y * np.cos(angle) - x * np.sin(angle)) * 2 * np.pi / period)
        top += (wave > 0)[..., None] * rng.normal(0, 60, 3).astype(np.float32)
    return np.clip(top, 0, 255).astype(np.uint8)


def things(image: Image, supply: Supply, rng: np.random.Generator, count: int) -> None:
    """Lay `count` things on the table, in place. None of them is a card or a tile, some carry text and numbers."""
    for _ in range(count):
        draw = (_paper, _book, _die, _coin, _household, _household)[rng.integers(6)]
        draw(image, supply, rng)


def fingers(
    image: Image, owner: npt.NDArray[np.int16], centres: npt.NDArray[np.float64], tall: float, rng: np.random.Generator
) -> None:
    """A thumb and fingers over the lower part of a hand of cards or the edge of a rack, in place."""
    skin = np.array([rng.uniform(60, 170), rng.uniform(90, 190), rng.uniform(140, 235)])
    middle = centres.mean(0) + rng.normal(0, 0.2, 2) * tall + np.array([0.0, 0.45 * tall])
    for _ in range(int(rng.integers(1, 5))):
        tip = middle + rng.normal(0, 0.35, 2) * tall
        angle = rng.normal(0, 0.5)
        length, thick = tall * rng.uniform(0.35, 0.6), max(2, round(tall * rng.uniform(0.07, 0.13)))
        root = tip + np.array([np.sin(angle), np.cos(angle)]) * length * 2
        ends = (tip.round().astype(int).tolist(), root.round().astype(int).tolist())
        for part, shade in ((thick + max(1, thick // 5), 0.75), (thick, 1.0)):
            cv2.line(image, *ends, (skin * shade).tolist(), 2 * part, cv2.LINE_AA)
        cv2.line(owner, *ends, -1, 2 * thick)
        nail = (tip + (root - tip) * 0.04).round().astype(int).tolist()
        pale = (skin * 1.12).clip(0, 255).tolist()
        cv2.ellipse(image, nail, (thick // 2 + 1, thick * 2 // 3 + 1), 0, 0, 360, pale, -1)


def rack_body(image: Image, supply: Supply, feet: list[npt.NDArray[np.float64]], rng: np.random.Generator) -> None:
    """The plastic or wooden rack behind and below the tiles, in place: dark, or of any colour, often with steps that
    hold no tile and with its maker's name."""
    points = np.concatenate(feet)
    tall = float(np.median([np.linalg.norm(foot[3] - foot[0]) for foot in feet]))
    hull = cv2.convexHull(points.astype(np.float32))[:, 0]
    middle = hull.mean(0)
    away = hull - middle
    reach = np.maximum(np.linalg.norm(away, axis=1, keepdims=True), 1)
    hull = middle + away * (1 + rng.uniform(0.05, 0.5) * tall / reach)
    hull = np.concatenate([hull, hull + np.array([0, rng.uniform(0.0, 0.6) * tall], np.float32)])
    dark = rng.random() < 0.6
    colour = rng.uniform(8, 60, 1).repeat(3) if dark else rng.uniform(20, 220, 3)
    corners = np.round(cv2.convexHull(hull.astype(np.float32))[:, 0]).astype(np.int32)
    cv2.fillConvexPoly(image, corners, colour.tolist(), cv2.LINE_AA)
    cv2.polylines(image, [corners], True, (colour * 0.6).tolist(), 2, cv2.LINE_AA)
    across = np.median([foot[1] - foot[0] for foot in feet], 0)
    down = np.median([foot[3] - foot[0] for foot in feet], 0)
    stepped, inside = image.copy(), np.zeros(image.shape[:2], np.uint8)
    cv2.fillConvexPoly(inside, corners, 1)
    for _ in range(int(rng.integers(0, 4))):
        start = feet[rng.integers(len(feet))][3] + down * rng.uniform(-1.5, 1.2)
        step = np.round([start - across * 30, start + across * 30]).astype(np.int32)
        cv2.polylines(stepped, [step], False, (colour * rng.uniform(0.5, 1.6)).clip(0, 255).tolist(), 2, cv2.LINE_AA)
    image[inside > 0] = stepped[inside > 0]
    for _ in range(int(rng.choice([0, 1, 1, 2]))):
        corner = feet[rng.integers(len(feet))][3] - across * rng.uniform(-1, 3) + down * rng.uniform(-0.3, 0.9)
        relief = (colour * rng.choice([rng.uniform(0.3, 0.8), rng.uniform(1.2, 2.2)]) + rng.uniform(0, 25)).clip(0, 255)
        _word(image, supply, corner, across * rng.uniform(1.2, 4), down * rng.uniform(0.2, 0.55), relief, rng)


def _word(
    image: Image,
    supply: Supply,
    corner: npt.NDArray[np.float64],
    across: npt.NDArray[np.float64],
    down: npt.NDArray[np.float64],
    colour: npt.NDArray[np.float64],
    rng: np.random.Generator,
) -> None:
    """A maker's name pressed or printed on the parallelogram, in place."""
    mask = text_mask(supply.fonts[rng.integers(len(supply.fonts))], MAKERS[rng.integers(len(MAKERS))])
    if mask is None:
        return
    height, width = mask.shape
    source = np.array([[0, 0], [width, 0], [0, height]], np.float32)
    target = np.stack([corner, corner + across, corner + down]).astype(np.float32)
    matrix = cv2.getAffineTransform(source, target)
    alpha = cv2.warpAffine(mask, matrix, image.shape[1::-1], flags=cv2.INTER_AREA).astype(np.float32)[..., None] / 255
    image[:] = (image * (1 - alpha) + colour * alpha).astype(np.uint8)


def _place(rng: np.random.Generator, frame: int) -> tuple[float, float]:
    x, y = rng.uniform(-0.05, 1.0, 2) * frame
    return float(x), float(y)


def _text(image: Image, supply: Supply, rng: np.random.Generator, x: float, y: float, tall: float) -> None:
    font = supply.fonts[rng.integers(len(supply.fonts))]
    mask = text_mask(font, WORDS[rng.integers(len(WORDS))])
    if mask is not None:
        paint(image, resized(mask, tall), x, y, as_colour(rng.uniform(0, 200, 3)))


def _paper(image: Image, supply: Supply, rng: np.random.Generator) -> None:
    """A score pad or a label: a light sheet with words and numbers."""
    x, y = _place(rng, image.shape[0])
    width, height, angle = rng.uniform(40, 200), rng.uniform(40, 240), rng.uniform(0, 180)
    corners = cv2.boxPoints(((x, y), (width, height), angle))
    shade = rng.uniform(150, 255, 1).repeat(3) + rng.normal(0, 8, 3)
    cv2.fillConvexPoly(image, corners.round().astype(np.int32), shade.tolist(), cv2.LINE_AA)
    for _ in range(int(rng.integers(0, 6))):
        dx, dy = rng.uniform(-0.4, 0.3, 2) * min(width, height)
        _text(image, supply, rng, x + dx, y + dy, rng.uniform(7, 36))


def _book(image: Image, supply: Supply, rng: np.random.Generator) -> None:
    x, y = _place(rng, image.shape[0])
    corners = cv2.boxPoints(((x, y), (rng.uniform(80, 260), rng.uniform(80, 260)), rng.uniform(0, 180)))
    cv2.fillConvexPoly(image, corners.round().astype(np.int32), rng.uniform(0, 255, 3).tolist(), cv2.LINE_AA)
    _text(image, supply, rng, x - 40, y - 20, rng.uniform(14, 60))


def _die(image: Image, supply: Supply, rng: np.random.Generator) -> None:
    x, y = _place(rng, image.shape[0])
    size, angle = rng.uniform(14, 50), rng.uniform(0, np.pi)
    corners = cv2.boxPoints(((x, y), (size, size), np.degrees(angle)))
    white = rng.random() < 0.6
    colour = (235, 238, 240) if white else rng.uniform(0, 200, 3).tolist()
    cv2.fillConvexPoly(image, corners.round().astype(np.int32), colour, cv2.LINE_AA)
    for _ in range(int(rng.integers(1, 7))):
        dx, dy = rng.choice([-0.25, 0, 0.25], 2) * size
        spot = (round(x + dx * np.cos(angle) - dy * np.sin(angle)), round(y + dx * np.sin(angle) + dy * np.cos(angle)))
        cv2.circle(image, spot, max(1, round(size * 0.09)), (20, 20, 20) if white else (250, 250, 250), -1, cv2.LINE_AA)


def _coin(image: Image, supply: Supply, rng: np.random.Generator) -> None:
    x, y = _place(rng, image.shape[0])
    radius, metal = rng.uniform(8, 36), np.array([rng.uniform(60, 160), rng.uniform(120, 180), rng.uniform(130, 200)])
    centre = (round(x), round(y))
    cv2.circle(image, centre, round(radius), metal.tolist(), -1, cv2.LINE_AA)
    cv2.circle(image, centre, round(radius * 0.88), (metal * 0.75).tolist(), 1, cv2.LINE_AA)
    if rng.random() < 0.6:
        _text(image, supply, rng, x - radius / 2, y - radius / 2, radius)


def _household(image: Image, supply: Supply, rng: np.random.Generator) -> None:
    if not supply.stamps:
        return
    picture = stamp(supply.stamps[rng.integers(len(supply.stamps))])
    if picture is None:
        return
    x, y = _place(rng, image.shape[0])
    middle = (picture.shape[1] / 2, picture.shape[0] / 2)
    turn = cv2.getRotationMatrix2D(middle, rng.uniform(0, 360), rng.uniform(0.3, 1.2))
    turned = cv2.warpAffine(picture, turn, picture.shape[1::-1])
    left, top = max(0, round(x)), max(0, round(y))
    right, bottom = min(image.shape[1], left + turned.shape[1]), min(image.shape[0], top + turned.shape[0])
    patch = turned[: bottom - top, : right - left]
    if patch.size:
        alpha = patch[..., 3:].astype(np.float32) / 255
        under = image[top:bottom, left:right]
        under[:] = (under * (1 - alpha) + patch[..., :3] * alpha).astype(np.uint8)
