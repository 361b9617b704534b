"""In: good pictures drawn from art kept back. Out: the same spoilt as people spoil them, and what the advice says then.

Each way of spoiling is named for the advice that should come of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import cv2
import numpy as np
import numpy.typing as npt

from datasets import quad
from datasets.clutter import table_top, things
from datasets.held_scenes import FRAME, LEGIBLE, Picture, PictureKind, pictures_of_kind
from datasets.scene import SceneObject
from datasets.supply import Supply
from vision import Scan, Scanner

Image = npt.NDArray[np.uint8]
GOOD = "good"
KINDS = (
    PictureKind("advice: cards", "rami", ("rows", "overlapped"), most=8),
    PictureKind("advice: tiles", "rummikub", ("rows", "racked"), most=10),
)


def too_dark(picture: Picture, rng: np.random.Generator) -> Image:
    """A fifth to a tenth of the light that the picture has when it is exposed well, and the noise of a sensor."""
    level = rng.uniform(20, 40) / max(float(np.percentile(picture.image, 90)), 1.0)
    return _pixels(picture.image * level + rng.normal(0, 2, picture.image.shape))


def blurred(picture: Picture, rng: np.random.Generator) -> Image:
    """Out of focus, or moved while the shutter was open, by a good part of a mark's height."""
    size = rng.uniform(0.14, 0.25) * _height(picture)
    if rng.random() < 0.5:
        return _pixels(cv2.GaussianBlur(picture.image, (0, 0), size))
    kernel = np.zeros((2 * int(2 * size) + 3,) * 2, np.float32)
    middle, angle = kernel.shape[0] // 2, rng.uniform(0, np.pi)
    step = np.round(2 * size * np.array([np.cos(angle), np.sin(angle)])).astype(int)
    cv2.line(kernel, (middle - step).tolist(), (middle + step).tolist(), 1.0)
    return _pixels(cv2.filter2D(picture.image, -1, kernel / kernel.sum()))


def too_far(picture: Picture, rng: np.random.Generator) -> Image:
    """Marks of six to ten pixels, in the midst of much table."""
    scale = rng.uniform(6, 10) / _height(picture)
    small = cv2.resize(picture.image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    left = (FRAME - small.shape[1]) // 2
    top = (FRAME - small.shape[0]) // 2
    sides = (top, FRAME - small.shape[0] - top, left, FRAME - small.shape[1] - left)
    return _pixels(cv2.copyMakeBorder(small, *sides, cv2.BORDER_REPLICATE))


def glare(picture: Picture, rng: np.random.Generator) -> Image:
    """A lamp mirrored so strongly in half of the pieces that their marks are gone."""
    image = picture.image.astype(np.float32)
    y, x = np.mgrid[: image.shape[0], : image.shape[1]].astype(np.float32)
    for number, mark in enumerate(_marks(picture)):
        if number % 2 == 0:
            (middle_x, middle_y), size = mark.quad.mean(0).tolist(), 0.9 * quad.height(mark.quad)
            near = np.exp(-((((x - middle_x) / size) ** 2 + ((y - middle_y) / size) ** 2) ** 2))
            image += 400 * near[..., None]
    return _pixels(image)


def cut_off(picture: Picture, rng: np.random.Generator) -> Image:
    """The frame goes through the first mark of the piece farthest to the right."""
    marks = _marks(picture)
    last = max(marks, key=lambda mark: float(mark.centre[0])).piece
    edge = min(float(mark.quad[:, 0].mean()) for mark in marks if mark.piece == last)
    return np.ascontiguousarray(picture.image[:, : max(64, round(edge))])


SPOILT: dict[str, Callable[[Picture, np.random.Generator], Image]] = {
    GOOD: lambda picture, rng: picture.image,
    "too_dark": too_dark,
    "blurred": blurred,
    "too_far": too_far,
    "glare": glare,
    "cut_off": cut_off,
}


def empty_tables(supply: Supply, number: int) -> Iterator[Image]:
    """Tables with all kinds of things on them, and no piece."""
    for seed in range(number):
        rng = np.random.default_rng(seed)
        image = table_top(supply, FRAME, rng)
        things(image, supply, rng, count=6)
        yield image


def advice_table(
    supply: Supply, scanner: Scanner, number: int, say: Callable[[str], None]
) -> dict[str, dict[str, float]]:
    """For each way of spoiling, the share of pictures that got each code of advice; half cards, half tiles."""
    made = [(kind.game, list(pictures_of_kind(supply, kind, number // 2))) for kind in KINDS]
    table = {}
    for name, spoil in SPOILT.items():
        say(f"advice {name}")
        rng = np.random.default_rng(5)
        table[name] = shares([scanner.scan(spoil(one, rng), game) for game, ones in made for one in ones])
    say("advice nothing_found")
    empty = list(empty_tables(supply, number))
    table["nothing_found"] = shares([scanner.scan(image, KINDS[n % 2].game) for n, image in enumerate(empty)])
    return table


def shares(scans: Sequence[Scan]) -> dict[str, float]:
    """Of the scans, the share that gave each code."""
    given = Counter(code for scan in scans for code in {advice.code for advice in scan.warnings})
    return {code: round(count / len(scans), 3) for code, count in sorted(given.items())}


def _marks(picture: Picture) -> list[SceneObject]:
    return [thing for thing in picture.scene.objects if thing.kind != "body" and thing.visible > LEGIBLE]


def _height(picture: Picture) -> float:
    return float(np.median([quad.height(mark.quad) for mark in _marks(picture)]))


def _pixels(values: npt.ArrayLike) -> Image:
    return np.clip(values, 0, 255).astype(np.uint8)
