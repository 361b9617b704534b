"""Photos drawn for the tests of the page, and a scanner that sees in each just what was drawn, or what it is told to.

A word is a label; `9H=10H?` is a nine that is taken for a ten, not surely; `5C=?` is a five that cannot be read.
"""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from scoring import rule_set
from vision.photo import read_photo
from vision.scan import Advice, Hand, Outline, Piece, Scan, Unread

WIDE, HIGH, GAP, ROW = 90, 126, 20, 200
INKS = {"H": (30, 30, 190), "D": (30, 30, 190), "R": (30, 30, 190), "B": (150, 80, 20), "O": (0, 110, 200)}


@dataclass(frozen=True)
class Table:
    """Hands as they lie on a table, one a row."""

    hands: tuple[str, ...]

    def photo(self) -> bytes:
        """The table as a JPEG."""
        wide = max(len(hand.split()) for hand in self.hands) * (WIDE + GAP) + GAP
        pixels = np.full((len(self.hands) * ROW, wide, 3), (92, 110, 72), np.uint8)
        for row, hand in enumerate(self.hands):
            for place, word in enumerate(hand.split()):
                _draw(pixels, word.partition("=")[0], outline_at(place, row))
        return cv2.imencode(".jpg", pixels)[1].tobytes()


class TableScanner:
    """Sees in a photo what the table of its name holds; of any other photo it says that nothing is there."""

    def __init__(self) -> None:
        self.tables: dict[str, Table] = {}

    def lay(self, name: str, *hands: str) -> dict[str, Any]:
        """A new table, as a file to upload."""
        self.tables[name] = table = Table(hands)
        return {"name": name, "mimeType": "image/jpeg", "buffer": table.photo()}

    def scan(self, source: bytes, game: str, hands: Any = 1, deck: Any = "auto", name: str | None = None) -> Scan:
        """The scan of a photo by its name."""
        photo = read_photo(source, name)
        rules, table = rule_set(game), self.tables.get(photo.name, Table(()))
        seen, unread = [], []
        for row, hand in enumerate(table.hands):
            pieces = []
            for place, word in enumerate(hand.split()):
                truth, _, told = word.partition("=")
                label, unsure = (told or truth).removesuffix("?"), told.endswith("?")
                if label:
                    others = (truth, "2S" if rules.pieces == "cards" else "K2") if unsure else ()
                    sure = 0.6 if unsure else 0.99
                    pieces.append(Piece(label, rules.points(label), sure, outline_at(place, row), unsure, others))
                else:
                    unread.append(Unread(outline_at(place, row), "unclear", row))
            stopped = any(one.hand == row for one in unread)
            points = None if stopped else sum(piece.points for piece in pieces)
            seen.append(Hand(tuple(pieces), points, stopped or any(piece.review for piece in pieces)))
        advice = () if seen else (Advice("nothing_found", "No card was found: lay them face up and retake it."),)
        return Scan(photo.name, photo.width, photo.height, game, tuple(seen), tuple(unread), advice, {"total": 1.0})


def outline_at(place: int, row: int) -> Outline:
    """Where a piece lies, clockwise from its top left."""
    x, y = float(GAP + place * (WIDE + GAP)), float(row * ROW + (ROW - HIGH) / 2)
    return (x, y), (x + WIDE, y), (x + WIDE, y + HIGH), (x, y + HIGH)


def _draw(pixels: np.ndarray, label: str, outline: Outline) -> None:
    (left, top), _, (right, bottom), _ = [(int(x), int(y)) for x, y in outline]
    ink = next((INKS[sign] for sign in (label[-1], label[0]) if sign in INKS), (30, 30, 30))
    cv2.rectangle(pixels, (left, top), (right, bottom), (240, 248, 250), -1)
    size = 1.3 if len(label) < 4 else 0.7
    cv2.putText(pixels, label, (left + 8, top + 70), cv2.FONT_HERSHEY_DUPLEX, size, ink, 2, cv2.LINE_AA)
