"""A scanner that sees what a test tells it to, and a service that runs with it."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import cv2
import httpx
import numpy as np
import uvicorn
from described import check_described
from fastapi.testclient import TestClient

from scoring import rule_set
from service.address import listen
from service.app import create_app
from service.guard.punctual import punctual
from service.settings import Settings
from vision.photo import read_photo
from vision.scan import Advice, Hand, Outline, Piece, Scan, Unread

LOCAL = ("127.0.0.1", 50000)
_document: dict[str, Any] = {}
"""The OpenAPI document, made once a run: it takes longer than most tests, and no setting changes it."""


def photo_bytes(seed: int = 0, width: int = 640, height: int = 480, suffix: str = ".jpg") -> bytes:
    """A photo like no other of another seed."""
    pixels = np.random.default_rng(seed).integers(0, 255, (height // 8, width // 8, 3), np.uint8)
    return cv2.imencode(suffix, cv2.resize(pixels, (width, height)))[1].tobytes()


class FakeScanner:
    """Sees `hands`: labels, of which one ending in "?" wants a look and "?" alone is unread. Broken photos are refused
    as by the real one; `gate` keeps it at work until it is set."""

    def __init__(self, *hands: str) -> None:
        self.hands = hands or ("10H? AH 5C",)
        self.advice = (Advice("blurred", "The photo is blurred: hold still, let the camera focus and retake it."),)
        self.gate = threading.Event()
        self.gate.set()
        self.calls = 0

    def scan(
        self,
        source: Any,
        game: str,
        hands: Any = 1,
        deck: Any = "auto",
        name: str | None = None,
        closer: bool = True,
    ) -> Scan:
        photo = read_photo(source, name)
        self.gate.wait(10)
        self.calls += 1
        rules = rule_set(game)
        seen, unread = [], []
        for number, text in enumerate(self.hands):
            pieces = []
            for place, word in enumerate(text.split()):
                outline = _outline(place, number)
                if word == "?":
                    unread.append(Unread(outline, "unclear", number))
                    continue
                label, unsure = word.removesuffix("?"), word.endswith("?")
                sure = 0.6 if unsure else 0.99
                pieces.append(Piece(label, rules.points(label), sure, outline, unsure, ("AH", "9H") if unsure else ()))
            stopped = "?" in text.split()
            points = None if stopped else sum(piece.points for piece in pieces)
            seen.append(Hand(tuple(pieces), points, stopped or any(piece.review for piece in pieces)))
        times = {"total": 1.0}
        return Scan(photo.name, photo.width, photo.height, game, tuple(seen), tuple(unread), self.advice, times)


@contextmanager
def serving(data: Path, scanner: Any = None, client: tuple[str, int] = LOCAL, **settings: Any) -> Iterator[TestClient]:
    """The service with a fake scanner, and a client of it that sits at this machine. Whatever it is answered must be
    described in the OpenAPI document."""
    loaded = scanner or FakeScanner()
    app = create_app(Settings(data=data, **{"requests_per_minute": 10_000, **settings}), lambda: loaded)
    with TestClient(app, base_url="http://127.0.0.1:8000", client=client, raise_server_exceptions=False) as found:
        if not _document:
            _document.update(app.openapi())
        found.event_hooks["response"].append(lambda answer: check_described(_document, answer))
        while found.get("/ready").status_code == 503:
            time.sleep(0.01)
        yield found


@contextmanager
def running(data: Path, scanner: Any = None, **settings: Any) -> Iterator[str]:
    """The service with a fake scanner on a free port of this machine; gives its address."""
    loaded = scanner or FakeScanner()
    chosen = Settings(data=data, **{"requests_per_minute": 1_000_000, **settings})
    app = create_app(chosen, lambda: loaded)
    listener = listen("127.0.0.1", 0)
    protocol = punctual(chosen.client_seconds)
    sockets = {"ws": "websockets-sansio", "ws_max_size": chosen.body_bytes}
    server = uvicorn.Server(uvicorn.Config(app, http=protocol, log_config=None, access_log=False, **sockets))
    thread = threading.Thread(target=server.run, args=([listener],))
    thread.start()
    address = f"http://127.0.0.1:{listener.getsockname()[1]}"
    while httpx.get(f"{address}/ready", timeout=30).status_code == 503:
        time.sleep(0.01)
    try:
        yield address
    finally:
        server.should_exit = True
        thread.join(20)


def _outline(place: int, hand: int) -> Outline:
    x, y = 20.0 + 60 * place, 20.0 + 100 * hand
    return (x, y), (x + 50, y), (x + 50, y + 80), (x, y + 80)
