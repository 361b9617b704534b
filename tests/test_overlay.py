"""Overlays drawn on plain grey: what is where is told by its colour."""

import numpy as np
import pytest

from vision.overlay import PAPER, REVIEW, SURE, UNREAD, Colour, draw_overlay
from vision.scan import Hand, Outline, Piece, Scan, Unread

GREY = 120


def square(x: float, y: float, side: float = 100) -> Outline:
    return (x, y), (x + side, y), (x + side, y + side), (x, y + side)


def piece(x: float, y: float, side: float = 100, review: bool = False) -> Piece:
    return Piece("R7", 7, 0.9, square(x, y, side), review)


def scan_of(*hands: Hand, unread: tuple[Unread, ...] = (), width: int = 800, height: int = 600) -> Scan:
    return Scan("a.jpg", width, height, "rummikub", hands, unread)


def drawn(scan: Scan, width: int = 800, height: int = 600) -> tuple[np.ndarray, np.ndarray]:
    """The strip of totals, and the photo below it."""
    picture = draw_overlay(np.full((height, width, 3), GREY, np.uint8), scan)
    assert picture.shape[1] == width
    above = picture.shape[0] - height
    assert above > 0
    return picture[:above], picture[above:]


def colours(pixels: np.ndarray) -> set[Colour]:
    return {colour for colour in (SURE, REVIEW, UNREAD, PAPER) if (pixels == colour).all(axis=-1).any()}


SURE_HAND = Hand((piece(300, 200),), 7, False)
DOUBTFUL_HAND = Hand((piece(300, 200, review=True),), 7, True)
OPEN_HAND = Hand((piece(300, 200),), None, True)
QUESTION = Unread(square(500, 200), "glare", 0)


@pytest.mark.parametrize(
    ("scan", "total", "photo"),
    [
        (scan_of(SURE_HAND), {SURE}, {SURE}),
        (scan_of(DOUBTFUL_HAND), {REVIEW}, {REVIEW}),
        (scan_of(OPEN_HAND, unread=(QUESTION,)), {UNREAD}, {SURE, UNREAD}),
        (scan_of(SURE_HAND, Hand((piece(50, 50),), 7, True)), {SURE, REVIEW}, {SURE, PAPER}),
        (scan_of(), {REVIEW}, set()),
        (scan_of(SURE_HAND, Hand((), 0, False)), {SURE}, {SURE, PAPER}),
        (scan_of(Hand((), 0, False)), {SURE}, set()),
    ],
)
def test_colours_say_what_is_sure(scan: Scan, total: set[Colour], photo: set[Colour]) -> None:
    strip, below = drawn(scan)
    assert (colours(strip), colours(below)) == (total, photo)


def test_the_outline_lies_on_the_piece_whatever_the_scale() -> None:
    _, photo = drawn(scan_of(SURE_HAND, width=1600, height=1200))
    assert tuple(photo[125, 150]) == SURE  # (300, 250) of the original, on the left edge
    assert tuple(photo[125, 175]) == (GREY,) * 3


def test_the_photo_itself_stays_as_it_is() -> None:
    pixels = np.full((600, 800, 3), GREY, np.uint8)
    draw_overlay(pixels, scan_of(SURE_HAND))
    assert (pixels == GREY).all()


@pytest.mark.parametrize(("width", "height"), [(320, 240), (640, 480), (3000, 4000)])
def test_lines_and_letters_grow_with_the_pieces(width: int, height: int) -> None:
    side = min(width, height) / 5
    one = Hand((piece(width * 0.4, height * 0.4, side),), 7, False)
    _, photo = drawn(scan_of(one, width=width, height=height), width, height)
    painted = (photo == SURE).all(axis=-1).sum()
    assert 0.08 < painted / side**2 < 0.9


@pytest.mark.parametrize(
    ("others", "rows"),
    [
        ([], (200, 250)),  # over the top edge, where a person looks first
        ([(300, 150)], (350, 400)),  # a neighbour above: below
        ([(300, 150), (300, 350)], (250, 350)),  # above and below: at the right
        ([(x, y) for x in (200, 300, 400) for y in (150, 250, 350) if (x, y) != (300, 250)], (300, 350)),  # on its foot
    ],
)
def test_a_label_lies_where_it_hides_the_least(others: list[tuple[int, int]], rows: tuple[int, int]) -> None:
    hand = Hand((piece(300, 250, review=True), *(piece(x, y) for x, y in others)), 7, True)
    _, photo = drawn(scan_of(hand))
    plate = (photo == REVIEW).all(axis=-1)
    plate[246:255, 296:405] = plate[346:355, 296:405] = plate[246:355, 296:305] = plate[246:355, 396:405] = False
    ys, _ = np.nonzero(plate)  # without the outline
    assert rows[0] <= ys.mean() <= rows[1]


@pytest.mark.parametrize("outline", [square(-50, -50), square(780, 590), ((5.0, 5.0),) * 4])
def test_outlines_may_leave_the_picture_or_have_no_size(outline: Outline) -> None:
    _, photo = drawn(scan_of(Hand((Piece("JOKER", 30, 0.9, outline),), 30, False)))
    assert SURE in colours(photo)
