"""What is in doubt is read as its neighbours stand; the tiles beside a 6 or a 9 say which of the two it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from vision.classify import Reading
from vision.neighbours import read_like_neighbours
from vision.region import Region, region_of_quad

PIXELS = np.zeros((400, 400, 3), np.uint8)


def tile(label: str, x: float, strength: float, *, turned: bool = False) -> Reading:
    quad = np.array([[x - 20, 70], [x + 20, 70], [x + 20, 130], [x - 20, 130]], np.float32)
    region = region_of_quad("tile", np.roll(quad, 2, 0) if turned else quad, quad.mean(0), 1.0)
    return Reading(region, label, strength, strength, 1.0, ())


def leaning(reading: Reading) -> Reading:
    """The same, turned by 45 degrees."""
    region = reading.region
    right, down = region.right, region.down
    turned = replace(region, right=(right + down) / 2**0.5, down=(down - right) / 2**0.5)
    return replace(reading, region=turned)


def reader(upright: Reading, turned: Reading):  # type: ignore[no-untyped-def]
    """A classifier that says one thing of what stands upright and another of what stands on its head."""

    def classify(_: np.ndarray, regions: Sequence[Region]) -> list[Reading]:
        return [replace(upright if region.down[1] > 0 else turned, region=region) for region in regions]

    return classify


LEFT, RIGHT = tile("R5", 100, 0.95), tile("R7", 190, 0.95)


@pytest.mark.parametrize(
    ("middle", "upright", "label", "sure"),
    [
        pytest.param(tile("R1", 145, 0.1, turned=True), 0.9, "R6", True, id="weak: read as the neighbours stand"),
        pytest.param(tile("R9", 145, 0.8, turned=True), 0.8, "R6", True, id="a 9 on its head: a 6"),
        pytest.param(tile("R9", 145, 0.8, turned=True), 0.33, "R6", False, id="a 9 on its head, hardly a 6: not sure"),
        pytest.param(tile("R9", 145, 0.8, turned=True), 0.1, "R9", True, id="a 9 that cannot be a 6"),
        pytest.param(tile("R9", 145, 0.8), 0.9, "R9", True, id="a 9 that stands as its neighbours do"),
        pytest.param(tile("R4", 145, 0.8, turned=True), 0.9, "R4", True, id="a 4 is a 4 whatever stands beside it"),
    ],
)
def test_read_like_neighbours(middle: Reading, upright: float, label: str, sure: bool) -> None:
    classify = reader(tile("R6", 145, upright), tile("R9", 145, 0.8, turned=True))
    readings = read_like_neighbours(classify, PIXELS, [LEFT, middle, RIGHT])
    assert [reading.label for reading in readings] == ["R5", label, "R7"]
    assert (readings[1].worth > 0.7) is sure


@pytest.mark.parametrize(
    ("label", "beside", "sure"),
    [
        pytest.param("R9", [tile("R5", 55, 0.95), tile("R7", 190, 0.95)], 0.991, id="stands as its row does"),
        pytest.param("R6", [tile("R5", 55, 0.95), tile("R7", 190, 0.95)], 0.991, id="a 6 too"),
        pytest.param("R4", [tile("R5", 55, 0.95), tile("R7", 190, 0.95)], 0.7, id="a 4 hangs on more than its way up"),
        pytest.param("R9", [tile("R7", 190, 0.95)], 0.7, id="one alone proves nothing"),
        pytest.param("R9", [tile("R8", 100, 0.95), tile("R6", 190, 0.95)], 0.7, id="nor do those that read both ways"),
        pytest.param("R9", [tile("R5", 55, 0.95), tile("R7", 190, 0.2)], 0.7, id="nor one that is in doubt"),
        pytest.param("R9", [tile("R5", 55, 0.95), tile("R7", 190, 0.95, turned=True)], 0.7, id="nor two at odds"),
        pytest.param("R9", [tile("R5", 55, 0.95), tile("R7", 900, 0.95)], 0.7, id="nor one far away"),
        pytest.param("R9", [tile("R5", 55, 0.95), leaning(tile("R7", 190, 0.95))], 0.7, id="nor one at an angle"),
    ],
)
def test_witnesses(label: str, beside: list[Reading], sure: float) -> None:
    doubted = replace(tile(label, 145, 0.7), upright=0.7)
    weak_again = reader(tile("K1", 145, 0.01), tile("K1", 145, 0.01))
    first = read_like_neighbours(weak_again, PIXELS, [doubted, *beside])[0]
    assert (first.label, first.worth) == (label, pytest.approx(sure, abs=0.001))


def test_without_neighbours_nothing_changes() -> None:
    alone = [tile("R9", 145, 0.8, turned=True)]
    assert read_like_neighbours(reader(alone[0], alone[0]), PIXELS, alone) == alone


def index(label: str, x: float, strength: float, heat: float = 1.0, size: float = 1.0) -> Reading:
    half = np.array([7, 14]) * size
    quad = np.array([[x, 100] + half * corner for corner in ((-1, -1), (1, -1), (1, 1), (-1, 1))], np.float32)
    return Reading(region_of_quad("index", quad, quad.mean(0), heat), label, strength / heat, strength / heat, 1.0, ())


@pytest.mark.parametrize(
    ("middle", "label"),
    [
        pytest.param(index("6S", 120, 0.2, size=1.6), "3D", id="two cut as one: cut again as large as the next"),
        pytest.param(index("6S", 120, 0.2), "6S", id="as large as the others: nothing to be gained"),
        pytest.param(index("6S", 120, 0.2, heat=0.4, size=1.6), "6S", id="hardly a mark: part of a picture"),
        pytest.param(index("6S", 120, 0.4, size=1.6), "6S", id="not weak"),
    ],
)
def test_two_indices_cut_as_one(middle: Reading, label: str) -> None:
    again = index("3D", 120, 0.9)
    beside = [index("5S", 100, 0.95), index("8H", 140, 0.95)]
    readings = read_like_neighbours(reader(again, again), PIXELS, [beside[0], middle, beside[1]])
    assert [reading.label for reading in readings] == ["5S", label, "8H"]
