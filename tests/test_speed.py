"""What the speed of a scan is told from: the photos it is measured on, the goals, the page. No time is asserted."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from datasets.speed import Cost
from datasets.speed_photos import SIZES, encoded, table
from service.bench_speed import Speed
from service.cli import app
from service.one_sentence import NOT_DONE
from service.speed_page import write_page
from service.speed_table import goals
from vision.photo import full, read_photo


@pytest.mark.parametrize(
    ("kind", "photos", "size", "pieces"),
    [
        ("cards", 1, (640, 480), 7),
        ("cards", 2, (1280, 720), 14),
        ("tiles", 2, (200, 900), 19),
        ("cards", 6, (300, 200), 42),
    ],
)
def test_a_table_holds_so_many_pieces(kind: Any, photos: int, size: tuple[int, int], pieces: int) -> None:
    laid = table(kind, photos, size)
    assert laid.pixels.shape == (size[1], size[0], 3)
    assert laid.pieces == pieces
    assert not (laid.pixels == table(kind, photos, size, seed=1).pixels).all()
    assert (laid.pixels == table(kind, photos, size).pixels).all()


@pytest.mark.parametrize("form", ["JPEG", "PNG"])
def test_a_table_is_a_photo_that_can_be_read(form: Any) -> None:
    laid = table("tiles", 1, SIZES[12])
    data = encoded(laid.pixels, form)
    assert full(read_photo(data)).pixels.shape == laid.pixels.shape
    assert (
        0.02 < len(data) / (SIZES[12][0] * SIZES[12][1]) < 0.7
    )  # bytes a pixel, as photos have, and never over the limit


def cost(megapixels: float, pieces: int, total: float, memory: float | None = 100.0, form: Any = "JPEG") -> Cost:
    stages = {"decode": 40.0, "locate": 30.0, "classify": 20.0, "assemble": 5.0, "total": total}
    return Cost("cards", form, megapixels, pieces, pieces, 100.0, stages, memory)


def speed(**changes: Any) -> Speed:
    frames = {"cards": {"decode": 0.0, "locate": 20.0, "classify": 10.0, "assemble": 5.0, "total": 35.0}}
    measured: dict[str, Any] = {
        "machine": "a machine",
        "costs": (cost(1, 7, 60), cost(12.2, 7, 90), cost(12.2, 14, 120), cost(48.8, 14, 300, 400.0)),
        "by_pieces": (cost(12.2, 7, 90), cost(12.2, 63, 400)),
        "frames": frames,
        "cold": 900.0,
        "cold_cpu": 800.0,
        "pieces_a_second": 900.0,
        "batch": {1: 10.0, 2: 18.0},
        "batch_photos": 64,
        "wheel": 7.0,
        "left_out": (),
    }
    return Speed(**{**measured, **changes})


@pytest.mark.parametrize(
    ("changes", "missed"),
    [
        ({}, []),
        ({"costs": (cost(12.2, 14, 131), cost(48.8, 14, 300))}, ["12 MP JPEG, 14 cards: scan / full decode"]),
        ({"costs": (cost(12.2, 14, 120, 251), cost(48.8, 14, 300))}, ["memory for 12 MP"]),
        ({"costs": (cost(12.2, 14, 120), cost(48.8, 14, 300, 451, "HEIC"))}, ["memory for 48 MP"]),
        ({"frames": {"tiles": {"total": 41.0}}}, ["1280 x 720, warm"]),
        ({"cold": 1001.0}, ["handscan scan of a 12 MP photo from nothing"]),
        ({"wheel": 10.1}, ["the wheel with its networks"]),
        ({"batch": {1: 10.0, 2: 16.9}}, ["batch of two workers / of one"]),
    ],
)
def test_a_goal_that_is_missed_is_told(changes: dict[str, Any], missed: list[str]) -> None:
    assert [what for what, _, _, met in goals(speed(**changes)) if met == "missed"] == missed


def test_the_page_holds_every_table_and_a_plot_that_is_one(tmp_path: Path) -> None:
    page = tmp_path / "speed.md"
    write_page(speed(left_out=("HEIC",)), page)
    told = page.read_text("utf-8")
    assert "handscan bench --speed --page" in told
    assert "| JPEG | 12 | 14 cards | 14 | 100 | 40 | 30 | 20 | 5 | 120 | 1.20 | 100 |" in told
    assert "HEIC was left out: pip install pillow-heif" in told
    assert "![Time by pixels and by pieces](speed.svg)" in told
    plot = ElementTree.parse(tmp_path / "speed.svg").getroot()
    lines = plot.findall(".//{http://www.w3.org/2000/svg}polyline")
    assert [len(line.attrib["points"].split()) for line in lines] == [2, 2, 2, 2]


def test_what_was_measured_is_told_also_where_the_page_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.bench_speed.measure_speed", lambda *_: speed())
    answer = CliRunner().invoke(app, ["bench", "--speed", "--json", "--page", str(tmp_path)])
    assert answer.exit_code == NOT_DONE
    assert json.loads(answer.stdout)
