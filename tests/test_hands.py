"""Pieces are dealt to hands by nearness and by the way hands are laid, and read as a person reads."""

from __future__ import annotations

import numpy as np
import pytest

from vision.hands import gaps, grouped


def at(x: float, y: float, turn: float = 0.0) -> np.ndarray:
    """A piece 60 px wide and 90 px high round a place, turned clockwise by degrees."""
    cos, sin = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    corners = np.array([[-30, -45], [30, -45], [30, 45], [-30, 45]]) @ np.array([[cos, sin], [-sin, cos]])
    return np.asarray(corners + np.array([x, y]), np.float32)


def fan(x: float, y: float, count: int = 7, turn: float = 0.0) -> list[np.ndarray]:
    """Cards about a point below them, the middle one at a place."""
    angles = turn + 9.0 * (np.arange(count) - (count - 1) / 2)
    pivot = np.array([x, y]) + 150 * np.array([-np.sin(np.radians(turn)), np.cos(np.radians(turn))])
    xs, ys = pivot[0] + 150 * np.sin(np.radians(angles)), pivot[1] - 150 * np.cos(np.radians(angles))
    return [at(x, y, angle) for x, y, angle in zip(xs, ys, angles, strict=True)]


def row(x: float, y: float, count: int = 5, step: float = 64) -> list[np.ndarray]:
    return [at(x + step * place, y) for place in range(count)]


DUMMY = [at(400 + column * 66, 100 + 25 * place) for column in range(4) for place in range(3)]
NUMBERS = list(range(12))
CASES = {
    "nothing": ([], 1, []),
    "one row, left to right": ([at(x, 100) for x in (300, 100, 200)], 1, [[1, 2, 0]]),
    "two rows of one hand": ([at(100, 220), at(200, 100), at(100, 104), at(200, 215)], 1, [[2, 1, 0, 3]]),
    "two hands told": ([at(100, 100), at(160, 100), at(900, 100), at(960, 100)], 2, [[0, 1], [2, 3]]),
    "two hands found": ([at(100, 100), at(160, 100), at(900, 100), at(960, 100)], None, [[0, 1], [2, 3]]),
    "one hand found": ([at(100, 100), at(160, 100), at(240, 100)], None, [[0, 1, 2]]),
    "four sides of a table": (
        [at(x + far, y) for x, y in ((500, 60), (60, 500), (940, 500), (500, 940)) for far in (0, 62)],
        None,
        [[0, 1], [2, 3], [4, 5], [6, 7]],
    ),
    "one card on each of four sides, told": (
        [at(500, 60), at(60, 500), at(940, 500), at(500, 940)],
        4,
        [[0], [1], [2], [3]],
    ),
    "one hand strewn singly": ([at(x, y) for y in (100, 220) for x in (100, 240, 380)], None, [list(range(6))]),
    "more hands asked for than pieces": ([at(100, 100)], 3, [[0]]),
    "columns of one hand lie farther apart than a fan before them": (
        [*DUMMY, *row(480, 258, step=25)],
        2,
        [NUMBERS, list(range(12, 17))],
    ),
    "a rack is one hand in spite of a gap in it": (
        [*row(100, 100, 3), *row(355, 100, 3), *row(150, 260)],
        2,
        [list(range(6)), list(range(6, 11))],
    ),
    "a neighbour round the corner, as near as the row's own cards": (
        [*row(100, 100, 4, 72), at(402, 155, 90), at(402, 216, 90)],
        2,
        [[0, 1, 2, 3], [4, 5]],
    ),
    "a long fan is one hand, a card near its end another": (
        [*fan(300, 200, 12), at(300, 470)],
        2,
        [NUMBERS, [12]],
    ),
}


@pytest.mark.parametrize(("quads", "hands", "expected"), CASES.values(), ids=CASES.keys())
def test_grouped(quads: list[np.ndarray], hands: int | None, expected: list[list[int]]) -> None:
    assert grouped(quads, hands) == expected


def test_no_hand_holds_more_than_a_player_can() -> None:
    close = [*row(100, 100, 4, 72), *row(410, 100, 4, 72)]
    assert grouped(close, None) == [[*range(8)]]
    assert grouped(close, None, most=6) == [[0, 1, 2, 3], [4, 5, 6, 7]]


@pytest.mark.parametrize(
    ("other", "gap"),
    [
        pytest.param(at(170, 100), 10, id="beside"),
        pytest.param(at(100, 230), 40, id="below"),
        pytest.param(at(150, 100), -10, id="overlapping"),
        pytest.param(at(200, 100, 90), 25, id="turned"),
    ],
)
def test_gaps(other: np.ndarray, gap: float) -> None:
    found = gaps([at(100, 100), other])
    assert found[0, 1] == found[1, 0] == pytest.approx(gap, abs=1e-3)
