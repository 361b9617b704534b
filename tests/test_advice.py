"""Advice on photos: what is wrong with one is said, with what to do, and of a good one nothing is said."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from vision import Scan, Scanner
from vision.glare import glares
from vision.region import region_of_quad
from vision.sharpness import sharpness_of_marks, sharpness_of_picture

Image = npt.NDArray[np.uint8]

EVENINGS = Path(__file__).parent / "evenings"
CARDS, TILES = ("rami-club/round-01/cid.jpg", "rami"), ("rummikub-north/round-01/emil.jpg", "rummikub")
CLEAR = [
    (row["photo"], row["game"], len(row["hands"]))
    for row in map(json.loads, (EVENINGS / "truth.jsonl").read_text().splitlines())
    if "blurred" not in row["photo"]
]


@pytest.fixture(scope="module")
def scanner() -> Scanner:
    return Scanner()


def codes(scan: Scan) -> list[str]:
    return [advice.code for advice in scan.warnings]


def lamp(image: Image, x: float, y: float, radius: float) -> Image:
    """A lamp mirrored at a place: white in the middle, fading at its edge."""
    down, across = np.mgrid[: image.shape[0], : image.shape[1]].astype(np.float32)
    light = 400 * np.exp(-((across - x) ** 2 + (down - y) ** 2) / radius**2)
    return np.clip(image + light[..., None], 0, 255).astype(np.uint8)


def dark(image: Image, scan: Scan) -> Image:
    return (image * 0.12).astype(np.uint8)


def shaken(image: Image, scan: Scan) -> Image:
    (_, top), _, _, (_, bottom) = scan.pieces[0].outline
    return np.asarray(cv2.GaussianBlur(image, (0, 0), 0.03 * (bottom - top)), np.uint8)


def out_of_focus(image: Image, scan: Scan) -> Image:
    """So much that no piece is seen."""
    return np.asarray(cv2.GaussianBlur(image, (0, 0), 14), np.uint8)


def shone_on(image: Image, scan: Scan) -> Image:
    """The second tile is gone in a light."""
    x, y = np.mean(scan.pieces[1].outline, axis=0)
    (left, _), (right, _), _, _ = scan.pieces[1].outline
    return lamp(image, x, y, 0.9 * (right - left))


def cut_through(image: Image, scan: Scan) -> Image:
    """To two thirds of the last piece from the left."""
    (left, _), (right, _), _, _ = max((piece.outline for piece in scan.pieces), key=lambda outline: outline[0])
    return np.ascontiguousarray(image[:, : round(left + 0.66 * (right - left))])


def far(image: Image, scan: Scan) -> Image:
    small = cv2.resize(image, None, fx=0.22, fy=0.22, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.copyMakeBorder(small, 300, 300, 300, 300, cv2.BORDER_REPLICATE), np.uint8)


def empty(image: Image, scan: Scan) -> Image:
    """A table with a book and a note on it."""
    table = np.full((900, 900, 3), (70, 110, 150), np.uint8)
    cv2.rectangle(table, (120, 150), (420, 560), (60, 40, 120), cv2.FILLED)
    cv2.putText(table, "Tea 12:30", (140, 300), cv2.FONT_HERSHEY_SIMPLEX, 1.6, (230, 230, 230), 4, cv2.LINE_AA)
    cv2.rectangle(table, (520, 500), (760, 780), (240, 240, 240), cv2.FILLED)
    cv2.putText(table, "5 kg", (560, 620), cv2.FONT_HERSHEY_SIMPLEX, 1.6, (40, 40, 40), 4, cv2.LINE_AA)
    return table


@pytest.mark.parametrize(
    ("photo", "spoil", "code", "review"),
    [
        pytest.param(TILES, dark, "too_dark", None, id="tiles in the dark"),
        pytest.param(CARDS, dark, "too_dark", None, id="cards in the dark"),
        pytest.param(CARDS, shaken, "blurred", None, id="cards, shaken"),
        pytest.param(CARDS, out_of_focus, "blurred", None, id="cards out of focus"),
        pytest.param(TILES, out_of_focus, "blurred", None, id="tiles out of focus"),
        pytest.param(TILES, shone_on, "glare", True, id="a tile that a lamp hides"),
        pytest.param(TILES, cut_through, "cut_off", True, id="a tile that the frame cuts is not sure"),
        pytest.param(CARDS, far, "too_far", None, id="cards from afar"),
        pytest.param(CARDS, empty, "nothing_found", None, id="a table without cards"),
        pytest.param(TILES, empty, "nothing_found", None, id="a table without tiles"),
    ],
)
def test_what_is_wrong_is_said(
    photo: tuple[str, str], spoil: Callable[[Image, Scan], Image], code: str, review: bool | None, scanner: Scanner
) -> None:
    name, game = photo
    image = np.asarray(cv2.imread(str(EVENINGS / name)), np.uint8)
    scan = scanner.scan(spoil(image, scanner.scan(image, game)), game)
    assert code in codes(scan)
    assert review is None or scan.review is review


@pytest.mark.parametrize(("photo", "game", "hands"), CLEAR, ids=lambda value: str(value))
def test_of_a_good_photo_nothing_is_said(photo: str, game: str, hands: int, scanner: Scanner) -> None:
    assert codes(scanner.scan(EVENINGS / photo, game, hands)) == []


def mark(blur: float, tall: int, contrast: float) -> Image:
    """A seven, blurred by a share of its height, of more or less contrast, with the noise of a sensor."""
    image = np.full((3 * tall, 3 * tall, 3), 128, np.float32)
    ink = np.zeros((3 * tall, 3 * tall), np.float32)
    points = np.array([[1.1, 1.1], [1.9, 1.1], [1.4, 1.9]]) * tall
    cv2.polylines(ink, [points.astype(np.int32)], False, 1.0, max(1, tall // 7), cv2.LINE_AA)
    image -= contrast * cv2.GaussianBlur(ink, (0, 0), max(0.3, blur * tall))[..., None]
    return np.clip(image + np.random.default_rng(1).normal(0, 1, image.shape), 0, 255).astype(np.uint8)


@pytest.mark.parametrize("tall", [30, 60, 120])
@pytest.mark.parametrize("contrast", [40, 120])
def test_sharpness_is_told_by_blur_and_not_by_size_or_contrast(tall: int, contrast: float) -> None:
    corners = np.array([[1, 1], [2, 1], [2, 2], [1, 2]], np.float32) * tall
    here = region_of_quad("index", corners, corners.mean(0))
    found = [sharpness_of_marks(mark(blur, tall, contrast), [here]) for blur in (0.01, 0.08, 0.2)]
    assert found[0] > 0.68
    assert found[0] > found[1] > found[2]
    assert found[2] < 0.5


def test_a_picture_is_as_sharp_as_its_sharpest_edges() -> None:
    squares = (np.indices((600, 600)) // 100).sum(0) % 2
    board = np.repeat(np.asarray(255 * squares, np.uint8)[..., None], 3, 2)
    half = board.copy()
    half[:, :300] = cv2.GaussianBlur(board, (0, 0), 15)[:, :300]
    assert sharpness_of_picture(half) > 0.6
    assert sharpness_of_picture(np.asarray(cv2.GaussianBlur(board, (0, 0), 15), np.uint8)) < 0.2


def paper(image: Image, size: int) -> Image:
    cv2.rectangle(image, (200 - size // 2,) * 2, (200 + size // 2,) * 2, (255, 255, 255), cv2.FILLED)
    return image


@pytest.mark.parametrize(
    ("picture", "found"),
    [
        pytest.param(lambda image: lamp(image, 200, 200, 40), 1, id="a lamp"),
        pytest.param(lambda image: lamp(lamp(image, 100, 100, 40), 300, 300, 50), 2, id="two lamps"),
        pytest.param(lambda image: lamp(image, 200, 200, 15), 0, id="a spark"),
        pytest.param(lambda image: lamp(image, 200, 200, 190), 0, id="a window"),
        pytest.param(lambda image: paper(image, 80), 0, id="paper that came out white"),
        pytest.param(lambda image: np.full_like(image, 255), 0, id="all came out white"),
        pytest.param(lambda image: image, 0, id="nothing white"),
    ],
)
def test_glares(picture: Callable[[Image], Image], found: int) -> None:
    assert len(glares(picture(np.full((400, 400, 3), 140, np.uint8)), 30, 100)) == found


def test_a_glare_is_where_it_is() -> None:
    ((x, y),) = glares(lamp(np.full((700, 900, 3), 140, np.uint8), 610, 330, 80), 60, 100)
    assert (x, y) == pytest.approx((610, 330), abs=8)
