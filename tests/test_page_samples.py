"""The page with the real networks: the drawn samples, from the photo to the points."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from page_fixtures import PageServer
from playwright.sync_api import Page, expect

from vision import Scanner

SAMPLES = Path(__file__).parents[1] / "datasets" / "samples"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[PageServer]:
    running = PageServer(tmp_path, Scanner())
    running.start()
    yield running
    running.stop()


@pytest.mark.parametrize(
    ("game", "photo", "points"), [("rami", "cards-fan.jpg", "70"), ("rummikub", "tiles-table.jpg", "74")]
)
def test_a_sample_is_read_and_confirmed(open_page: Callable[..., Page], game: str, photo: str, points: str) -> None:
    page = open_page("#/scan")
    page.click(f"label[for=game-{game}]")
    page.set_input_files("#choose-photo", SAMPLES / photo)
    expect(page.locator(".total b")).to_have_text(points)
    expect(page.locator(".outline")).to_have_count(7)
    if page.locator("#confirm").count():
        page.click("#confirm")
    expect(page.locator(".chip.unsure")).to_have_count(0)
