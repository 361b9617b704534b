"""One physical card is one piece: geometry decides which indices belong together."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.cards import cards_of
from vision.classify import Reading
from vision.region import Region

WIDTH, HEIGHT = 126.0, 176.0  # of a card in px
AT = (-51.0, -69.0)  # of the upper left index's centre from the card's


def corner(
    label: str, card: tuple[float, float], turn: float = 0.0, place: str = "upper left", sure: float = 0.99
) -> Reading:
    """The reading of one index of a card centred at `card` px and turned clockwise by `turn` degrees."""
    x, y = AT if "left" in place else (-AT[0], AT[1])
    if "lower" in place:
        x, y = x, -y
    down = np.array([0.0, 14.0 if "upper" in place else -14.0])
    right = np.array([7.0 if "upper" in place else -7.0, 0.0])
    angle = np.radians(turn)
    spin = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    middle = np.array(card)
    parts = (middle + spin @ (x, y), spin @ right, spin @ down, middle)
    region = Region("index", *(part.astype(np.float32) for part in parts), 0.9)
    return Reading(region, label, sure, sure, 0.99, ())


def astray(reading: Reading, piece: tuple[float, float]) -> Reading:
    """The same index, which takes its card to lie at `piece`."""
    return replace(reading, region=replace(reading.region, piece=np.array(piece, np.float32)))


CASES = {
    "one corner alone": ([corner("9H", (200, 200))], ["9H"]),
    "two corners of one nine": ([corner("9H", (200, 200)), corner("9H", (200, 200), place="lower right")], ["9H"]),
    "four corners of one nine, the card turned": (
        [corner("9H", (200, 200), 70, place) for place in ("upper left", "upper right", "lower left", "lower right")],
        ["9H"],
    ),
    "two nines of two decks, one beside the other": (
        [corner("9H", (x, 200), place=place) for x in (200, 340) for place in ("upper left", "lower right")],
        ["9H", "9H"],
    ),
    "two nines in a tight fan, the lower corners hidden": (
        [corner("9H", (200, 200), -4), corner("9H", (222, 201), 4)],
        ["9H", "9H"],
    ),
    "two nines one over the other like bricks": (
        [corner("9H", (200, 200)), corner("9H", (200, 230))],
        ["9H", "9H"],
    ),
    "a deck of four corners: its other card shows only the upper two, both taken for left ones": (
        [
            *(corner("9H", (200, 200), place=place) for place in ("upper left", "upper right")),
            corner("KS", (600, 200)),
            corner("KS", (702, 200)),
        ],
        ["9H", "KS"],
    ),
    "the same, the right one quite wrong about where its card lies": (
        [
            *(corner("9H", (200, 200), place=place) for place in ("upper left", "upper right")),
            astray(corner("KS", (702, 200)), (675, 190)),
            corner("KS", (600, 200)),
        ],
        ["9H", "KS"],
    ),
    "the same, the left one taking its card for half as wide": (
        [
            *(corner("9H", (200, 200), place=place) for place in ("upper left", "upper right")),
            astray(corner("KS", (600, 200)), (570, 200)),
            astray(corner("KS", (702, 200)), (672, 200)),
        ],
        ["9H", "KS"],
    ),
    "a deck of four corners, two equal cards that touch": (
        [
            corner("9H", (x, 200), place=f"{row} {side}")
            for x in (200, 326)
            for row in ("upper", "lower")
            for side in ("left", "right")
        ],
        ["9H", "9H"],
    ),
    "a deck of four corners, the right side of one card under its equal": (
        [
            *(
                corner("9H", (280, 200), place=f"{row} {side}")
                for row in ("upper", "lower")
                for side in ("left", "right")
            ),
            *(corner("9H", (200, 200), place=f"{row} left") for row in ("upper", "lower")),
        ],
        ["9H", "9H"],
    ),
    "two equal cards in a loose fan, both indices of each in sight": (
        [corner("9H", (x, 200), place=place) for x in (200, 260) for place in ("upper left", "lower right")],
        ["9H", "9H"],
    ),
    "a deck of four corners, two equal cards, the left sides of both in sight": (
        [
            *(corner("KS", (600, 200), place=place) for place in ("upper left", "upper right")),
            *(corner("9H", (x, 200), place=f"{row} left") for x in (200, 265) for row in ("upper", "lower")),
        ],
        ["9H", "9H", "KS"],
    ),
    "a deck of four corners of which only the left ones show, quite wrong about where their cards lie": (
        [
            astray(corner(label, (x, 200), place=f"{row} left"), (x + 30, y))
            for label, x in (("9H", 200), ("KS", 280))
            for row, y in (("upper", 420), ("lower", -20))
        ],
        ["9H", "KS"],
    ),
    "the same of one label alone proves no such deck": (
        [
            astray(corner("9H", (200, 200), place=f"{row} left"), (230, y))
            for row, y in (("upper", 420), ("lower", -20))
        ],
        ["9H", "9H"],
    ),
    "different cards that touch": (
        [corner("9H", (200, 200), place="lower right"), corner("KS", (326, 200))],
        ["9H", "KS"],
    ),
    "two sure of different ranks are two cards, wherever they lie": (
        [corner("9H", (200, 200)), corner("KS", (200, 200), place="upper right")],
        ["9H", "KS"],
    ),
    "two sure of different suits are two cards, though one lies where the other's second index would": (
        [corner("9H", (200, 200)), corner("9D", (200, 200), place="lower right")],
        ["9D", "9H"],
    ),
    "a corner misread in one card is no second card": (
        [corner("9H", (200, 200)), corner("8H", (200, 200), place="lower right", sure=0.6)],
        ["9H"],
    ),
}


@pytest.mark.parametrize(("readings", "labels"), CASES.values(), ids=CASES.keys())
def test_cards_are_counted_not_corners(readings: list[Reading], labels: list[str]) -> None:
    assert sorted(card.readings[0].label for card in cards_of(readings)) == labels


def test_a_card_is_framed_by_its_index() -> None:
    (card,) = cards_of([corner("9H", (200, 200), 0)])
    expected = np.array([[137, 112], [263, 112], [263, 288], [137, 288]])
    np.testing.assert_allclose(card.quad, expected, atol=4)
