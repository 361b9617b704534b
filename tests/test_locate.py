"""Maps become Regions, Regions become upright crops: checked with maps and pictures made by hand."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.locate import CHANNELS, WINDOW, merged, peaks, well_inside, windows
from vision.rectify import CROP_HEIGHT, CROP_WIDTH, MARGIN, rectify
from vision.region import Region, region_of_quad


def maps_with(**peak: float) -> np.ndarray:
    """(channels, 16, 20) maps that are empty but for one cell, row 5, column 7."""
    maps = np.zeros((len(CHANNELS), 16, 20), np.float32)
    for name, value in peak.items():
        maps[CHANNELS.index(name), 5, 7] = value
    return maps


def test_a_peak_becomes_a_region() -> None:
    maps = maps_with(tile=0.9, log_size=np.log(30 / 16), right_x=0.4, down_y=0.6, dx=0.25, dy=-0.5, piece_x=0.1)
    (region,) = peaks(maps, ("tile",), 0.25)
    np.testing.assert_allclose(region.centre, [31, 20], atol=1e-4)  # (7.5 + 0.25, 5.5 - 0.5) cells of 4 px
    np.testing.assert_allclose(region.quad, [[19, 2], [43, 2], [43, 38], [19, 38]], atol=1e-3)
    np.testing.assert_allclose(region.piece, [31 + 0.1 * 30 * 8, 20], atol=1e-3)


@pytest.mark.parametrize(
    ("peak", "kinds", "count"),
    [
        ({"tile": 0.2}, ("tile",), 0),  # not warm enough
        ({"tile": 0.9}, ("index",), 0),  # another kind
        ({"tile": 0.9, "right_x": -0.4, "down_y": 0.6}, ("tile",), 0),  # mirrored
        ({"tile": 0.9, "right_x": 0.4, "down_y": 0.6}, ("tile", "body"), 1),
    ],
)
def test_what_is_no_region(peak: dict[str, float], kinds: tuple[str, ...], count: int) -> None:
    assert len(peaks(maps_with(**peak), kinds, 0.25)) == count  # type: ignore[arg-type]


def upright(x: float, y: float, score: float = 1.0) -> Region:
    quad = np.array([[x - 10, y - 15], [x + 10, y - 15], [x + 10, y + 15], [x - 10, y + 15]], np.float32)
    return region_of_quad("tile", quad, quad.mean(0), score)


@pytest.mark.parametrize(("shift", "kept"), [(4.0, 1), (11.0, 1), (13.0, 2), (20.0, 2)])
def test_two_peaks_of_one_thing_are_one(shift: float, kept: int) -> None:
    assert len(merged([upright(50, 50, 0.5), upright(50 + shift, 50, 0.8)])) == kept


@pytest.mark.parametrize(
    ("points", "shape", "count"),
    [
        ([[5, 5]], (900, 1300), 1),  # at the picture's own border
        ([[400, 300], [700, 620]], (900, 1300), 1),
        ([[5, 5], [1295, 895]], (900, 1300), 2),  # of a grid of six; four hold nothing
        ([[x, y] for x in range(0, 1300, 9) for y in range(0, 900, 9)], (900, 1300), 6),
        ([[100, 100], [600, 110], [1100, 120]], (900, 1300), 3),
        ([[20, 30]], (64, 48), 1),  # a picture smaller than a window
    ],
)
def test_each_place_lies_well_inside_one_window(points: list[list[float]], shape: tuple[int, int], count: int) -> None:
    there = np.array(points, np.float32)
    found = windows(there, shape)
    assert len(found) == count
    assert np.any([well_inside(there, window, shape) for window in found], axis=0).all()
    for (left, top), (right, bottom) in found:
        assert 0 <= left < right <= shape[1]
        assert 0 <= top < bottom <= shape[0]
        assert max(right - left, bottom - top) <= WINDOW


@pytest.mark.parametrize("turn", [0, 30, 90, 180, 250])
@pytest.mark.parametrize("scale", [0.5, 1.0, 6.0])
def test_a_crop_stands_upright_whatever_the_turn_and_size(turn: float, scale: float) -> None:
    """A tile red in its upper and blue in its lower half, on green."""
    picture = np.zeros((700, 700, 3), np.uint8)
    picture[:] = (0, 255, 0)
    angle = np.radians(turn)
    spin = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    quad = (np.array([[-24, -32], [24, -32], [24, 32], [-24, 32]]) * scale @ spin + 350).astype(np.float32)
    middle = (quad[[0, 1]] + quad[[3, 2]]) / 2
    upper, lower = [quad[0], quad[1], middle[1], middle[0]], [middle[0], middle[1], quad[2], quad[3]]
    for half, colour in ((upper, (0, 0, 255)), (lower, (255, 0, 0))):
        cv2.fillConvexPoly(picture, np.round(np.array(half)).astype(np.int32), colour)
    (crop,) = rectify(picture, [region_of_quad("tile", quad, quad.mean(0))])
    assert crop.shape == (CROP_HEIGHT, CROP_WIDTH, 3)
    inset_x, inset_y = (round(side * (1 - 1 / MARGIN) / 2) for side in (CROP_WIDTH, CROP_HEIGHT))
    column, third = CROP_WIDTH // 2, CROP_HEIGHT // 3
    assert crop[third, column].tolist() == [0, 0, 255]
    assert crop[2 * third, column].tolist() == [255, 0, 0]
    for row, edge in ((inset_y // 2, column), (CROP_HEIGHT // 2, inset_x // 2)):
        assert crop[row, edge].argmax() == 1


@pytest.mark.parametrize("quarters", [0, 1, 2, 3])
def test_a_region_set_right_is_the_true_one(quarters: int) -> None:
    """What the classifier is taught to say of a crop that was cut askew undoes the mistake exactly."""
    true = upright(50, 60).turned(quarters)
    quad = np.array([[38, 50], [66, 44], [70, 80], [36, 77]], np.float32)
    askew = region_of_quad("tile", quad, quad.mean(0)).turned(quarters)
    np.testing.assert_allclose(askew.adjusted(askew.change_to(true)).quad, true.quad, atol=1e-3)


def test_a_region_half_out_of_the_picture_is_cut_and_filled() -> None:
    picture = np.full((100, 100, 3), 200, np.uint8)
    (crop,) = rectify(picture, [upright(0, 50)])
    assert crop[32, 5].tolist() == [0, 0, 0]
    assert crop[32, 40].tolist() == [200, 200, 200]
