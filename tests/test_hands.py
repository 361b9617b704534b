"""Pieces are dealt to hands by nearness and read as a person reads."""

from __future__ import annotations

import numpy as np
import pytest

from vision.hands import grouped


def at(x: float, y: float) -> np.ndarray:
    """A piece 60 px wide and 90 px high round a place."""
    return np.array([[x - 30, y - 45], [x + 30, y - 45], [x + 30, y + 45], [x - 30, y + 45]], np.float32)


ROW = [at(x, 100) for x in (300, 100, 200)]
CASES = {
    "nothing": ([], 1, []),
    "one row, left to right": (ROW, 1, [[1, 2, 0]]),
    "two rows of one hand": ([at(100, 220), at(200, 100), at(100, 104), at(200, 215)], 1, [[2, 1, 0, 3]]),
    "two hands told": ([at(100, 100), at(160, 100), at(900, 100), at(960, 100)], 2, [[0, 1], [2, 3]]),
    "two hands found": ([at(100, 100), at(160, 100), at(900, 100), at(960, 100)], None, [[0, 1], [2, 3]]),
    "one hand found": ([at(100, 100), at(160, 100), at(240, 100)], None, [[0, 1, 2]]),
    "four sides of a table": ([at(500, 60), at(60, 500), at(940, 500), at(500, 940)], None, [[0], [1], [2], [3]]),
    "more hands asked for than pieces": ([at(100, 100)], 3, [[0]]),
}


@pytest.mark.parametrize(("quads", "hands", "expected"), CASES.values(), ids=CASES.keys())
def test_grouped(quads: list[np.ndarray], hands: int | None, expected: list[list[int]]) -> None:
    assert grouped(quads, hands) == expected
