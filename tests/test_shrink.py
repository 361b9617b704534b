"""A picture made smaller has the size asked for, keeps its means and shows no pattern that was not there."""

from __future__ import annotations

import numpy as np
import pytest

from vision.shrink import halved, shrunk


def stripes(height: int, width: int) -> np.ndarray:
    """Black and white columns by turns: what skips columns sees black or white, what averages sees grey."""
    columns = np.where(np.arange(width) % 2, 255, 0).astype(np.uint8)
    return np.repeat(np.tile(columns, (height, 1))[..., None], 3, 2)


@pytest.mark.parametrize(
    ("shape", "scale", "expected", "off_grey"),
    [
        ((60, 80), 1.0, (60, 80), 128),
        ((60, 80), 0.5, (30, 40), 1),
        ((60, 80), 0.4, (24, 32), 1),
        ((61, 83), 0.25, (15, 21), 1),
        ((600, 800), 0.07, (42, 56), 1),
        ((3, 200), 0.01, (1, 2), 1),
        ((60, 80), 0.75, (45, 60), 100),
    ],
)
def test_shrunk(shape: tuple[int, int], scale: float, expected: tuple[int, int], off_grey: int) -> None:
    small = shrunk(stripes(*shape), scale)
    assert small.shape == (*expected, 3)
    assert np.abs(small.astype(int) - 128).max() <= off_grey


def test_things_stay_in_their_places() -> None:
    picture = np.zeros((240, 320, 3), np.uint8)
    picture[120:160, 200:240] = 255
    for scale in (0.75, 0.5, 0.3, 0.1):
        rows, columns = np.nonzero(shrunk(picture, scale)[..., 0] > 127)
        assert (rows.mean() + 0.5) / scale == pytest.approx(140, abs=2)
        assert (columns.mean() + 0.5) / scale == pytest.approx(220, abs=2)


def test_an_odd_end_is_left_out() -> None:
    assert halved(stripes(5, 7)).shape == (2, 3, 3)
