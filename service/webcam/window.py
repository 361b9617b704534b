"""In: screens. Out: they are seen, and the keys that are pressed: in a window, or on a page where there are none."""

from __future__ import annotations

import queue
import secrets
import subprocess
import sys
from collections.abc import Iterator
from importlib.resources import files
from typing import Protocol

import cv2
import typer
from fastapi import FastAPI, HTTPException
from fastapi.responses import HTMLResponse, StreamingResponse

from service.local_server import LocalServer
from service.photo_memory import jpeg
from service.webcam.newest import Mailbox
from vision.photo import Pixels

TITLE = "handscan"
WAIT = 15  # ms between screens: no display shows more, and keys are felt at once
_NAMES = {"Enter": "\r", "Tab": "\t", "Escape": "\x1b", "Backspace": "\b"}
_CODES = {10: "\r", 13: "\r", 9: "\t", 27: "\x1b", 8: "\b", 127: "\b"}


class Display(Protocol):
    """Where the screen is shown."""

    def open(self) -> None: ...

    @property
    def is_open(self) -> bool: ...

    def put(self, drawn: Pixels, settled: int) -> None:
        """Shows a screen; `settled`: how many hands have settled so far, for the tone."""

    def pressed(self) -> Iterator[str]:
        """The keys pressed since, after a moment's wait."""

    def close(self) -> None: ...


def has_windows() -> bool:
    """Whether OpenCV can open a window here. Tried in a process of its own: without a display some builds abort."""
    attempt = f"import cv2; cv2.namedWindow({TITLE!r}); cv2.destroyAllWindows()"
    done = subprocess.run([sys.executable, "-c", attempt], capture_output=True, timeout=60, check=False)
    return done.returncode == 0


class Window:
    """A window of OpenCV, as large as one draws it."""

    def __init__(self) -> None:
        self._settled = 0
        self._shown = False

    def open(self) -> None:
        cv2.namedWindow(TITLE, cv2.WINDOW_NORMAL | cv2.WINDOW_KEEPRATIO)

    @property
    def is_open(self) -> bool:
        return not self._shown or cv2.getWindowProperty(TITLE, cv2.WND_PROP_VISIBLE) >= 1

    def put(self, drawn: Pixels, settled: int) -> None:
        if not self._shown:
            cv2.resizeWindow(TITLE, drawn.shape[1], drawn.shape[0])
        cv2.imshow(TITLE, drawn)
        self._shown = True
        if settled > self._settled and sys.stdout.isatty():
            sys.stdout.write("\a")
            sys.stdout.flush()
        self._settled = settled

    def pressed(self) -> Iterator[str]:
        code = cv2.waitKey(WAIT) & 0xFFFF
        if code in _CODES:
            yield _CODES[code]
        elif 32 <= code < 127:
            yield chr(code)

    def close(self) -> None:
        cv2.destroyAllWindows()


class Page:
    """The same screen on a page of this machine alone, under an address that nobody can guess."""

    def __init__(self) -> None:
        self._keys: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._screens: Mailbox[tuple[bytes, int]] = Mailbox()
        self._server: LocalServer | None = None

    def open(self) -> None:
        secret = secrets.token_urlsafe(12)
        self._server = LocalServer(self.app(secret))
        typer.echo(f"Open http://127.0.0.1:{self._server.start()}/{secret}/ in a browser. Press Ctrl-C to stop.")

    def app(self, secret: str) -> FastAPI:
        """The page, its pictures, and what takes its keys."""
        app = FastAPI(openapi_url=None)

        @app.get(f"/{secret}/")
        def page() -> HTMLResponse:
            return HTMLResponse(files("service.webcam").joinpath("page.html").read_text("utf-8"))

        @app.get(f"/{secret}/pictures")
        def pictures() -> StreamingResponse:
            parts = (
                b"--part\r\nContent-Type: image/jpeg\r\n\r\n" + picture + b"\r\n" for picture, _ in self._screens.each()
            )
            return StreamingResponse(parts, media_type="multipart/x-mixed-replace; boundary=part")

        @app.get(f"/{secret}/settled")
        def settled() -> int:
            newest = self._screens.get(timeout=0)
            return newest[1][1] if newest else 0

        @app.post(f"/{secret}/keys/{{key}}", status_code=204)
        def press(key: str) -> None:
            name = _NAMES.get(key, key)
            if len(name) != 1:
                raise HTTPException(422)
            self._keys.put(name)

        return app

    @property
    def is_open(self) -> bool:
        return True

    def put(self, drawn: Pixels, settled: int) -> None:
        self._screens.put((jpeg(drawn), settled))

    def pressed(self) -> Iterator[str]:
        try:
            yield self._keys.get(timeout=4 * WAIT / 1000)
            while True:
                yield self._keys.get_nowait()
        except queue.Empty:
            return

    def close(self) -> None:
        self._screens.end()
        if self._server is not None:
            self._server.stop()
