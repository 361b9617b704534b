"""Readers for the tests of the batch: one finds its answer behind the pixels, one knows the rendered evenings."""

import hashlib
import json
import os
import signal
import time
from pathlib import Path

import cv2
import numpy as np

from scoring import rule_set
from service.scan_pool import Deck, Hands
from vision.photo import read_photo
from vision.scan import Hand, Outline, Piece, Scan, Unread

MARK = b"HANDS:"
OUTLINE: Outline = ((10, 10), (30, 10), (30, 40), (10, 40))


class FakeReader:
    """`KH KS?` reads a sure and a doubtful piece, `KH~` one that may be there twice, `?` one that is not named, `|`
    parts hands. `!` kills the process; `~FLAG` does so the first time only, and `^FLAG` ends what began it."""

    def scan(self, source: bytes, game: str, hands: Hands = 1, deck: Deck = "auto", name: str | None = None) -> Scan:
        photo = read_photo(source, name)
        said = source.partition(MARK)[2].decode()
        if said.startswith("!"):
            os._exit(9)
        if said.startswith(("~", "^")):
            kind, flag = said[0], Path(said[1:].split()[0])
            said = " ".join(said.split()[1:])
            if not flag.exists():
                flag.touch()
                os.kill(os.getppid() if kind == "^" else os.getpid(), signal.SIGKILL)
        time.sleep(0.005)
        dealt = [_hand(words.split(), game) for words in said.split("|")] if said != "nothing" else []
        unread = tuple(
            Unread(OUTLINE, "unclear", number)
            for number, words in enumerate(said.split("|"))
            for word in words.split()
            if word == "?"
        )
        return Scan(photo.name, photo.width, photo.height, game, tuple(dealt), unread, (), {"total": time.time()})


def fake_reader() -> FakeReader:
    return FakeReader()


EVENINGS = Path(__file__).with_name("evenings")


class TruthReader:
    """Reads the photos of tests/evenings without a fault, in the order of their hands."""

    def __init__(self) -> None:
        lines = (EVENINGS / "truth.jsonl").read_text().splitlines()
        self.hands = {_hash((EVENINGS / line["photo"]).read_bytes()): line["hands"] for line in map(json.loads, lines)}

    def scan(self, source: bytes, game: str, hands: Hands = 1, deck: Deck = "auto", name: str | None = None) -> Scan:
        photo = read_photo(source, name)
        dealt = tuple(_hand(hand.split(), game) for hand in self.hands[_hash(source)])
        return Scan(photo.name, photo.width, photo.height, game, dealt)


def truth_reader() -> TruthReader:
    return TruthReader()


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _hand(words: list[str], game: str) -> Hand:
    rules = rule_set(game)
    pieces = tuple(
        Piece(
            label,
            rules.points(label),
            0.6 if mark == "?" else 0.99,
            OUTLINE,
            bool(mark),
            ("9H", "R9"),
            0.6 if mark == "?" else 0.98,
        )
        for label, mark in ((word.rstrip("?~"), word[len(word.rstrip("?~")) :]) for word in words)
        if label
    )
    total = None if "?" in words else sum(piece.points for piece in pieces)
    return Hand(pieces, total, total is None or any(piece.review for piece in pieces))


def write_photo(path: Path, said: str) -> Path:
    """A small JPEG that the fake reader reads as `said`; no two that say different things are alike."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(cv2.imencode(".jpg", np.full((60, 80, 3), 120, np.uint8))[1].tobytes() + MARK + said.encode())
    return path
