"""The live camera of the page, before the clips that the renderer drew: each hand settles with its total, is heard and
felt, and is taken into the review or the round; it starts again by itself."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import cv2
import pytest
from page_fixtures import CAMERA, PATIENCE_MS, QUIET, PageServer
from playwright.sync_api import Browser, Page, Playwright, expect
from test_page_match import begin, open_losing_hand, score

from datasets.clip_manifest import Clip, read_clips
from vision import Scanner

CLIPS = read_clips(Path(__file__).parent / "clips" / "clips.jsonl")
CARDS, TILES, *_ = CLIPS
LISTENED = """
window.rung = 0
window.felt = 0
AudioContext.prototype.createOscillator = new Proxy(AudioContext.prototype.createOscillator, {
  apply(made, context, given) { window.rung += 1; return Reflect.apply(made, context, given) },
})
navigator.vibrate = () => { window.felt += 1; return true }
"""


@pytest.fixture(scope="module")
def scanner() -> Scanner:
    return Scanner(threads=1)


@pytest.fixture
def tables(scanner: Scanner) -> Scanner:
    """The real scanner in place of the drawn tables."""
    return scanner


def of(*clips: Clip) -> pytest.MarkDecorator:
    """Only these, where one of each says as much as all."""
    return pytest.mark.parametrize("clip", clips, indirect=True, scope="module", ids=lambda clip: clip.path.stem)


@pytest.fixture(scope="module", params=CLIPS, ids=lambda clip: clip.path.stem)
def clip(request: pytest.FixtureRequest) -> Clip:
    found: Clip = request.param
    return found


@pytest.fixture(scope="module")
def browser(
    playwright: Playwright, chromium_path: str, tmp_path_factory: pytest.TempPathFactory, clip: Clip
) -> Iterator[Browser]:
    """Its camera sees the clip, over and over."""
    film = tmp_path_factory.mktemp("camera") / "film.y4m"
    write_clip(film, clip)
    camera = (*CAMERA, f"--use-file-for-fake-video-capture={film}")
    found = playwright.chromium.launch(executable_path=chromium_path, args=[*QUIET, *camera])
    yield found
    found.close()


def write_clip(path: Path, clip: Clip) -> None:
    """In the format that Chromium's fake camera shows."""
    capture = cv2.VideoCapture(str(clip.path))
    width, height = (int(capture.get(side)) for side in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT))
    with path.open("wb") as film:
        film.write(f"YUV4MPEG2 W{width} H{height} F10:1 Ip A1:1 C420jpeg\n".encode())
        while (grabbed := capture.read())[0]:
            film.write(b"FRAME\n" + cv2.cvtColor(grabbed[1], cv2.COLOR_BGR2YUV_I420).tobytes())


def watching(page: Page) -> list[dict[str, Any]]:
    """What the service says of the pictures, as it comes."""
    said: list[dict[str, Any]] = []

    def hear(payload: str | bytes) -> None:
        said.append(json.loads(payload))

    page.on("websocket", lambda socket: socket.on("framereceived", hear))
    return said


def until(page: Page, done: Callable[[], bool]) -> None:
    for _ in range(PATIENCE_MS // 100):
        if done():
            return
        page.wait_for_timeout(100)
    raise AssertionError("this took too long")


@contextmanager
def camera(open_page: Callable[..., Page], clip: Clip, address: str = "#/scan") -> Iterator[tuple[Page, Any]]:
    page = open_page("#/", permissions=["camera"])
    page.add_init_script(LISTENED)
    said = watching(page)
    page.goto(f"/?live{address}")
    page.click(f"label[for=game-{clip.game}]")
    page.click("#live-camera")
    yield page, said


def test_each_moment_settles_with_its_total_and_is_heard(open_page: Callable[..., Page], clip: Clip) -> None:
    totals = {clip.total(moment) for moment in clip.moments}
    with camera(open_page, clip) as (page, said):

        def settled() -> list[dict[str, Any]]:
            return [one["stands"] for one in said if one.get("just_settled")]

        until(page, lambda: totals <= {one["points"] for one in settled()})
        assert {one["points"] for one in settled() if not one["review"]} <= totals
        assert page.evaluate("window.rung") >= len(totals)
        assert page.evaluate("window.felt") >= len(totals)


@of(CARDS, TILES)
def test_the_hand_that_stands_is_taken_into_the_review(open_page: Callable[..., Page], clip: Clip) -> None:
    with camera(open_page, clip) as (page, _):
        expect(page.locator(".live-frame.stands")).to_be_visible()
        assert re.fullmatch(r"\d+ points", page.locator(".live-total").text_content() or "")
        page.click("#use-hand")
        expect(page.locator(".review")).to_be_visible()
        seen = (int(page.locator(".total b").text_content() or 0), page.locator(".chip:not(.add)").count())
        assert seen in {(clip.total(moment), len(moment.labels)) for moment in clip.moments}
        assert page.evaluate("document.querySelector('video')") is None
        assert page.url.split("#/scan/")[1]


@of(CARDS)
def test_it_starts_again_by_itself(open_page: Callable[..., Page], server: PageServer, clip: Clip) -> None:
    with camera(open_page, clip) as (page, _):
        expect(page.locator(".live-marks text").first).to_be_attached()
        server.stop()
        expect(page.locator(".live-hint")).to_contain_text("starts again by itself")
        expect(page.locator("#use-hand")).to_be_disabled()
        server.start()
        expect(page.locator(".live-frame.stands")).to_be_visible()


@of(CARDS, TILES)
def test_a_round_is_scored_with_the_live_camera(open_page: Callable[..., Page], clip: Clip) -> None:
    page = open_page("#/", permissions=["camera"])
    begin(page, clip.game, "Ana", "Ben")
    open_losing_hand(page)
    page.click("#live-camera")
    expect(page.locator(".live-frame.stands")).to_be_visible()
    page.click("#use-hand")
    expect(page.locator(".review")).to_be_visible()
    total = int(page.locator(".total b").text_content() or 0)
    page.click("#confirm")
    score(page, *(("0", str(total)) if clip.game == "rami" else (str(total), f"−{total}")))
