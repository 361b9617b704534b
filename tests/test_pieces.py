"""What is named, what is shown as unread, what is nothing: nothing is dropped or counted without a word."""

from __future__ import annotations

import numpy as np
import pytest

from vision.classify import Reading
from vision.pieces import cards_found, tiles_found
from vision.region import Region, region_of_quad


def tile(
    label: str,
    *,
    heat: float = 0.9,
    present: float = 0.99,
    worth: float = 0.99,
    sure: float = 0.99,
    x: float = 0,
    size: float = 1,
) -> Reading:
    quad = np.array([[0, 0], [40, 0], [40, 60], [0, 60]], np.float32) * size + (x, 0)
    return Reading(region_of_quad("tile", quad, quad.mean(0), heat), label, sure, worth, present, (("K9", 0.1),))


@pytest.mark.parametrize(
    ("reading", "named", "review", "unread"),
    [
        pytest.param(tile("R7"), ["R7"], [False], [], id="sure"),
        pytest.param(tile("R7", worth=0.7), ["R7"], [True], [], id="the number in doubt"),
        pytest.param(tile("R7", sure=0.6), ["R7"], [False], [], id="the colour in doubt changes no points"),
        pytest.param(tile("R7", sure=0.4), ["R7"], [True], [], id="the colour is a guess"),
        pytest.param(tile("R7", worth=0.1), [], [], ["unclear"], id="a tile that says nothing"),
        pytest.param(tile("R7", present=0.1), [], [], ["unclear"], id="only the locator believes in it"),
        pytest.param(tile("R7", present=0.1, heat=0.3), [], [], [], id="nobody believes in it"),
    ],
)
def test_tiles(reading: Reading, named: list[str], review: list[bool], unread: list[str]) -> None:
    found, unnamed = tiles_found([reading])
    assert [piece.label for piece in found] == named
    assert [piece.doubtful for piece in found] == review
    assert [place.reason for place in unnamed] == unread


ROW = [tile("R7", x=0), tile("R8", x=100), tile("R9", x=200)]
DOUBT = {"heat": 0.3, "sure": 0.4, "size": 0.4}


@pytest.mark.parametrize(
    ("more", "named", "unread"),
    [
        pytest.param([tile("K11", x=300, **DOUBT)], ["R7", "R8", "R9"], [("unclear", False)], id="the rack's name"),
        pytest.param([tile("K11", x=300, size=0.4)], ["R7", "R8", "R9", "K11"], [], id="sure: it lies farther off"),
        pytest.param(
            [tile("K11", x=300, size=0.4), tile("K12", x=350, **DOUBT)],
            ["R7", "R8", "R9", "K11", "K12"],
            [],
            id="doubtful beside a sure one that lies as far off",
        ),
        pytest.param(
            [tile("K11", x=300, heat=0.3, sure=0.4)], ["R7", "R8", "R9", "K11"], [], id="as large as the tiles"
        ),
        pytest.param([tile("K1", x=300, present=0.1, size=0.4)], ["R7", "R8", "R9"], [("unclear", False)], id="unread"),
    ],
)
def test_print_is_no_tile(more: list[Reading], named: list[str], unread: list[tuple[str, bool]]) -> None:
    found, unnamed = tiles_found([*ROW, *more])
    assert [piece.label for piece in found] == named
    assert [(place.reason, place.stops) for place in unnamed] == unread


GLARED = {"heat": 0.4, "present": 0.6, "worth": 0.1}


@pytest.mark.parametrize(
    ("glared", "unread"),
    [
        pytest.param(tile("R6", x=300, **GLARED), ["unclear"], id="beside the others, as large"),
        pytest.param(tile("R6", x=500, **GLARED), [], id="away from them"),
        pytest.param(tile("R6", x=300, size=0.7, **GLARED), [], id="smaller"),
        pytest.param(tile("R6", x=300, **GLARED | {"present": 0.3}), [], id="hardly there"),
    ],
)
def test_a_gap_in_a_row_that_may_be_a_tile_is_unread(glared: Reading, unread: list[str]) -> None:
    """A mirrored lamp on the four of a run: the hand was short of it without a word."""
    _, unnamed = tiles_found([*ROW, glared])
    assert [place.reason for place in unnamed] == unread


def body(x: float, kind: str = "body", heat: float = 0.9) -> Region:
    quad = np.array([[x - 60, 0], [x + 60, 0], [x + 60, 170], [x - 60, 170]], np.float32)
    return region_of_quad(kind, quad, quad.mean(0), heat)  # type: ignore[arg-type]


def index(label: str, x: float, sure: float = 0.99, low: bool = False, heat: float = 0.9) -> Reading:
    """The upper left, or the lower right index of a card whose body is `body(x)`."""
    sign = -1 if low else 1
    centre = np.array([x - sign * 50, 85 - sign * 65], np.float32)
    axes = (np.array([sign * 7, 0], np.float32), np.array([0, sign * 14], np.float32))
    region = Region("index", centre, *axes, np.array([x, 85], np.float32), heat)
    return Reading(region, label, sure, sure, 0.99, ())


@pytest.mark.parametrize(
    ("readings", "bodies", "named", "unread"),
    [
        pytest.param([index("KS", 60)], [body(60)], ["KS"], [], id="a card and its body"),
        pytest.param([], [body(60)], [], [("no index seen", True)], id="a face without an index stops the total"),
        pytest.param([], [body(60, "back")], [], [("face down", False)], id="a back is told, and stops nothing"),
        pytest.param([], [body(60, heat=0.2)], [], [], id="hardly a body"),
        pytest.param([index("KS", 60)], [body(400)], ["KS"], [("no index seen", True)], id="another card beside"),
        pytest.param([index("KS", 60, 0.2)], [], [], [("unclear", True)], id="an index that says little"),
        pytest.param([index("KS", 60, 0.25, heat=0.4)], [], [], [("unclear", True)], id="the same, fainter"),
        pytest.param([index("KS", 60, 0.5, heat=0.2)], [], [], [], id="hardly an index"),
    ],
)
def test_cards(readings: list[Reading], bodies: list[Region], named: list[str], unread: list[tuple[str, bool]]) -> None:
    found, unnamed = cards_found(readings, bodies)
    assert [piece.label for piece in found] == named
    assert [(place.reason, place.stops) for place in unnamed] == unread


def test_equal_cards_that_may_be_one_are_flagged() -> None:
    """In a tight fan two nines of two decks look like one nine counted twice."""
    found, _ = cards_found([index("9H", 60), index("9H", 100), index("KS", 400)], [])
    assert [(piece.label, piece.doubtful) for piece in found] == [("9H", True), ("9H", True), ("KS", False)]


@pytest.mark.parametrize(
    ("heat", "doubtful"),
    [pytest.param(0.9, False, id="sure"), pytest.param(0.27, True, id="there, but faint")],
)
def test_what_is_hardly_there_is_flagged(heat: float, doubtful: bool) -> None:
    """The picture on a box was a joker, wrong without a flag."""
    found, _ = cards_found([index("JOKER", 60, heat=heat)], [])
    assert [(piece.label, piece.doubtful) for piece in found] == [("JOKER", doubtful)]


@pytest.mark.parametrize(
    ("readings", "doubtful"),
    [
        pytest.param([index("9H", 60), index("3H", 60, low=True)], [True, True], id="in opposite corners of one card"),
        pytest.param([index("9H", 60), index("9H", 60, low=True)], [False], id="the same, alike"),
        pytest.param([index("9H", 60), index("3H", 130, low=True)], [False, False], id="of the card beside"),
        pytest.param([index("9H", 60), index("9H", 220, low=True)], [True, True], id="the same, badly cut apart"),
        pytest.param([index("9H", 60), index("9H", 460, low=True)], [False, False], id="the same, farther than a card"),
        pytest.param([index("9H", 60), index("3H", 100)], [False, False], id="the same way up"),
    ],
)
def test_two_cards_that_may_be_one_are_flagged(readings: list[Reading], doubtful: list[bool]) -> None:
    """A card read as a nine in one corner and as a three in the other was two cards, without a flag."""
    found, _ = cards_found(readings, [])
    assert [piece.doubtful for piece in found] == doubtful


@pytest.mark.parametrize(
    ("court", "at", "named"),
    [
        pytest.param("JD", 60, ["JOKER"], id="the first letter of the word"),
        pytest.param("QS", 60, ["JOKER"], id="its O"),
        pytest.param("7D", 60, ["JOKER", "7D"], id="no letter of it"),
        pytest.param("JD", 100, ["JOKER", "JD"], id="a jack beside it"),
    ],
)
def test_a_jokers_word_is_no_court(court: str, at: float, named: list[str]) -> None:
    found, _ = cards_found([index("JOKER", 60), index(court, at, 0.95, low=True)], [body(60), body(at)])
    assert [piece.label for piece in found] == named


def test_a_court_in_a_tight_fan_before_a_joker_is_one() -> None:
    found, _ = cards_found([index("JOKER", 60), on_card("JD", (34, 22), 0.8)], [])
    assert [piece.label for piece in found] == ["JOKER", "JD"]


def on_card(label: str, at: tuple[float, float], heat: float, worth: float = 0.99, size: float = 1.0) -> Reading:
    """An upright index at a place of `body(60)`."""
    (centre, right, down) = (np.array(part, np.float32) for part in (at, (7 * size, 0), (0, 14 * size)))
    region = Region("index", centre, right, down, centre + np.array([50, 65], np.float32), heat)
    return Reading(region, label, worth, worth, 0.99, ())


@pytest.mark.parametrize(
    ("weak", "named", "unread"),
    [
        pytest.param(on_card("7H", (35, 22), 0.4), ["KS", "7H"], 0, id="the next card of a fan"),
        pytest.param(on_card("7H", (35, 22), 0.4, worth=0.5), ["KS"], 1, id="the next card, not to be read"),
        pytest.param(on_card("7H", (35, 22), 0.1), ["KS"], 0, id="hardly there"),
        pytest.param(on_card("7H", (60, 85), 0.4, size=0.5), ["KS"], 0, id="a small one in the picture"),
        pytest.param(on_card("7H", (60, 85), 0.4, worth=0.85), ["KS"], 1, id="in the middle: perhaps a card across"),
        pytest.param(on_card("7H", (60, 85), 0.4, worth=0.5), ["KS"], 0, id="the same, not to be read: a picture"),
        pytest.param(on_card("7H", (110, 150), 0.4, worth=0.85), ["KS"], 0, id="the card's own lower corner, misread"),
        pytest.param(on_card("7H", (110, 150), 0.4), ["KS", "7H"], 0, id="too sure to be the card's own, misread"),
        pytest.param(on_card("7H", (110, 150), 0.3), ["KS"], 1, id="as sure and fainter"),
        pytest.param(on_card("7H", (110, 150), 0.3, size=1.5), ["KS"], 1, id="as faint, of a card nearer by"),
        pytest.param(on_card("7H", (60, 85), 0.6, size=0.3), ["KS"], 1, id="a strong one too small for a card"),
        pytest.param(on_card("JOKER", (35, 22), 0.4), ["KS"], 1, id="a court's frame looks like a joker's index"),
        pytest.param(on_card("JOKER", (35, 22), 0.2), ["KS"], 0, id="the frame, weaker"),
        pytest.param(on_card("7H", (60, 85), 0.6), ["KS", "7H"], 0, id="a strong one is a card wherever it lies"),
    ],
)
def test_an_index_on_another_card(weak: Reading, named: list[str], unread: int) -> None:
    found, unnamed = cards_found([index("KS", 60), weak], [])
    assert [piece.label for piece in found] == named
    assert len(unnamed) == unread


@pytest.mark.parametrize(
    ("under", "worth", "unread"),
    [
        pytest.param("5S", 0.85, 1, id="a number has no picture"),
        pytest.param("KS", 0.85, 0, id="the frame of a court"),
        pytest.param("KS", 0.99, 1, id="too sure to be the frame"),
        pytest.param("JOKER", 0.99, 0, id="a joker's own word once more"),
    ],
)
def test_a_joker_laid_across_another_card(under: str, worth: float, unread: int) -> None:
    found, unnamed = cards_found([index(under, 60), on_card("JOKER", (60, 85), 0.4, worth)], [])
    assert [piece.label for piece in found] == [under]
    assert len(unnamed) == unread
