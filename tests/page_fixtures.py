"""A real Chromium, and the service that it looks at, on a port of this machine."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from page_table import Table, TableScanner
from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright

from service.app import create_app
from service.local_server import LocalServer
from service.settings import Settings

PATIENCE_MS = 60_000
"""How long a test waits for the page: machines that build are slow at times."""
CAMERA_TABLE = Table(("KD 7H",))
QUIET = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking", "--disable-sync")
CAMERA = ("--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream")


class PageServer:
    """The whole service, its scanner apart. It can be stopped and started again on the same port with the same data."""

    def __init__(self, data: Path, scanner: Any) -> None:
        self.data, self.scanner, self.port = data, scanner, 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Serves from now on."""
        app = create_app(Settings(data=self.data, requests_per_minute=100_000), lambda: self.scanner)
        self._running = LocalServer(app, self.port)
        self.port = self._running.start()

    def stop(self) -> None:
        """Nobody is reached any more."""
        self._running.stop()


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """Debian's Chromium: Playwright's own cannot be downloaded everywhere."""
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if found is None:
        pytest.skip("Chromium is not installed: on Debian or Ubuntu, sudo apt-get install chromium")
    return found


# Not for the whole session: while Playwright runs, this thread has an event loop, and other tests bring their own.
@pytest.fixture(scope="module")
def playwright() -> Iterator[Playwright]:
    expect.set_options(PATIENCE_MS)
    with sync_playwright() as found:
        yield found


@pytest.fixture(scope="module")
def browser(playwright: Playwright, chromium_path: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """One for all tests of a file; its camera sees CAMERA_TABLE."""
    film = tmp_path_factory.mktemp("camera") / "film.y4m"
    write_film(film, CAMERA_TABLE.photo())
    camera = (*CAMERA, f"--use-file-for-fake-video-capture={film}")
    found = playwright.chromium.launch(executable_path=chromium_path, args=[*QUIET, *camera])
    yield found
    found.close()


@pytest.fixture
def tables() -> TableScanner:
    """What lies on the tables of a test."""
    return TableScanner()


@pytest.fixture
def server(tmp_path: Path, tables: TableScanner) -> Iterator[PageServer]:
    running = PageServer(tmp_path, tables)
    running.start()
    yield running
    running.stop()


@pytest.fixture
def open_page(browser: Browser, server: PageServer) -> Iterator[Callable[..., Page]]:
    """Opens the page as a phone would, or as `more` says. What the browser complains of fails the test."""
    contexts, faults = [], []

    def opened(address: str = "#/", **more: Any) -> Page:
        phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "service_workers": "block"}
        context = browser.new_context(base_url=server.url, **{**phone, **more})
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda said: faults.append(said.text) if "Content Security Policy" in said.text else None)
        page.goto(f"/{address}")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert faults == []


def write_film(path: Path, photo: bytes) -> None:
    """A photo as a film of one frame, in the format that Chromium's fake camera repeats for ever."""
    pixels = cv2.resize(cv2.imdecode(np.frombuffer(photo, np.uint8), cv2.IMREAD_COLOR), (640, 480))
    planes = cv2.cvtColor(pixels, cv2.COLOR_BGR2YUV_I420)
    path.write_bytes(b"YUV4MPEG2 W640 H480 F15:1 Ip A1:1 C420jpeg\nFRAME\n" + planes.tobytes())
