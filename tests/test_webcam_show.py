"""A round scored by keys before a camera, and the page that stands in where OpenCV has no windows."""

from __future__ import annotations

import time
from pathlib import Path
from urllib.parse import quote

import cv2
import numpy as np
import pytest
from fastapi.testclient import TestClient
from hostile.texts import PATHS, SCRIPTS
from test_watcher import FakeReader, picture

from service.webcam.ledger import Ledger, open_ledger
from service.webcam.show import Evening
from service.webcam.source import source_named
from service.webcam.window import Page
from vision.live import Watcher


@pytest.fixture
def ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ledger:
    monkeypatch.setenv("HANDSCAN_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("HANDSCAN_DATABASE", raising=False)
    monkeypatch.chdir(tmp_path)
    return open_ledger("rami", "Ana,Ben", None)


@pytest.fixture
def evening(tmp_path: Path, ledger: Ledger) -> Evening:
    """A hand worth 21 before the camera."""
    frames = tmp_path / "frames"
    frames.mkdir()
    for number in range(30):
        cv2.imwrite(str(frames / f"{number:02}.png"), picture(number))
    return Evening(source_named(str(frames)), Watcher(FakeReader("AH KS"), "rami"), ledger)


def until_settled(evening: Evening) -> None:
    until = time.monotonic() + 20
    while evening.settled_count == 0 and time.monotonic() < until:
        evening.draw()
    assert evening.settled_count == 1


def test_a_round_is_scored_by_keys(evening: Evening, ledger: Ledger, tmp_path: Path) -> None:
    until_settled(evening)
    for key in ("2", " ", "s", "\r"):
        evening.press(key)
    drawn, _ = evening.draw()
    evening.leave()
    kept = open_ledger("rami", None, ledger.kept.id)
    assert kept.match.scores()[0].points == {"Ana": 0, "Ben": 21}
    assert kept.desk().hands == ()
    assert drawn is not None
    assert len(list(tmp_path.glob("handscan-*.jpg"))) == 1


def test_a_round_is_undone_by_keys(evening: Evening, ledger: Ledger) -> None:
    until_settled(evening)
    for key in ("2", " ", "\r", "u"):
        evening.press(key)
    assert open_ledger("rami", None, ledger.kept.id).match.rounds == ()
    evening.press("q")
    assert not evening.goes_on


def test_a_hand_that_is_taken_is_there_after_a_power_cut(evening: Evening, ledger: Ledger) -> None:
    until_settled(evening)
    evening.press("2")
    evening.press(" ")
    assert open_ledger("rami", None, ledger.kept.id).desk().hands == (("Ben", ("AH", "KS")),)


def test_letters_are_letters_while_one_types(evening: Evening) -> None:
    for key in ("c", "q"):
        evening.press(key)
    assert evening.goes_on


def test_the_page_shows_the_screen_and_takes_keys() -> None:
    page = Page()
    client = TestClient(page.app("secret"))
    assert client.get("/secret/settled").json() == 0
    page.put(np.zeros((48, 64, 3), np.uint8), 3)
    page.put(np.zeros((48, 64, 3), np.uint8), 4)
    assert client.get("/secret/settled").json() == 4
    assert "pictures" in client.get("/secret/").text
    for key in (" ", "Enter", "c"):
        assert client.post(f"/secret/keys/{key}").status_code == 204
    assert list(page.pressed()) == [" ", "\r", "c"]
    assert client.post("/secret/keys/F5").status_code == 422
    assert client.get("/").status_code == 404
    page.close()


def test_the_page_takes_no_text_for_a_key() -> None:
    """Neither script nor a path reaches the desk, and nothing that is sent comes back."""
    page = Page()
    client = TestClient(page.app("secret"))
    for text in (*SCRIPTS, *PATHS):
        answer = client.post(f"/secret/keys/{quote(text, '')}")
        assert answer.status_code in (404, 422)
        assert text not in answer.text
        assert client.get(f"/{quote(text, '')}/").status_code == 404
        assert text not in client.get("/secret/", params={text: text}).text
    assert list(page.pressed()) == []
    page.close()


def test_the_page_streams_the_newest_screen() -> None:
    page = Page()
    page.put(np.zeros((48, 64, 3), np.uint8), 0)
    page.close()
    parts = TestClient(page.app("secret")).get("/secret/pictures").content
    assert parts.count(b"--part") == 1
    jpeg = parts.split(b"\r\n\r\n", 1)[1].removesuffix(b"\r\n")
    assert cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR).shape == (48, 64, 3)
