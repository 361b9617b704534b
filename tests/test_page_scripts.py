"""The page's own small functions, asked in the browser that runs them."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

CALLS: list[tuple[str, str, list[Any], Any]] = [
    ("amounts", "number", [12], "12"),
    ("amounts", "number", [-12], "−12"),
    ("amounts", "number", [None], "?"),
    ("amounts", "number", [20.333333], "20 1/3"),
    ("amounts", "number", [-40.5], "−40 1/2"),
    ("amounts", "number", [0.166667], "1/6"),
    ("amounts", "number", [0], "0"),
    ("amounts", "number", [99.999999], "100"),
    ("amounts", "signed", [3], "+3"),
    ("amounts", "signed", [0], "0"),
    ("amounts", "signed", [-2.666667], "−2 2/3"),
    ("amounts", "points", [1], "1 point"),
    ("amounts", "points", [0], "0 points"),
    ("amounts", "points", [None], "no total yet"),
    (
        "zoom",
        "zoomed",
        [{"x": 0, "y": 0, "width": 100, "height": 50}, {"width": 100, "height": 50}, 2, [100, 50]],
        {"x": 50, "y": 25, "width": 50, "height": 25},
    ),
    (
        "zoom",
        "moved",
        [{"x": 50, "y": 25, "width": 50, "height": 25}, {"width": 100, "height": 50}, 10, -40],
        {"x": 50, "y": 0, "width": 50, "height": 25},
    ),
    (
        "zoom",
        "around",
        [[[10, 10], [30, 10], [30, 50], [10, 50]], 0.5],
        {"x": -10, "y": -10, "width": 60, "height": 80},
    ),
]


@pytest.fixture
def page(open_page: Callable[..., Page]) -> Page:
    return open_page()


def test_small_functions(page: Page) -> None:
    for module, function, arguments, expected in CALLS:
        found = page.evaluate(
            "([module, name, given]) => import(`/static/js/${module}.js`).then((found) => found[name](...given))",
            [module, function, arguments],
        )
        assert found == expected, (module, function, arguments)
