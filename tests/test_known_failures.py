"""What the networks get wrong is found in a made-up scan: each kind of failure, and whether a flag told of it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from datasets.held_scenes import Picture
from datasets.known_failures import (
    ACROSS,
    CAPTION,
    SIDE,
    FailureKind,
    misread,
    not_seen,
    not_there,
    row,
    suit_or_colour,
)
from datasets.manifest import Box, LabelledPhoto
from datasets.scene import Scene
from scoring import rule_set
from vision.scan import Hand, Outline, Piece, Scan, Unread

IMAGE = np.full((200, 600, 3), 120, np.uint8)


def outline(place: int) -> Outline:
    x = 100.0 * place
    return (x, 20), (x + 60, 20), (x + 60, 100), (x, 100)


def picture(labels: str) -> Picture:
    boxes = tuple(Box(label, 100 * place, 20, 60, 80) for place, label in enumerate(labels.split()))
    told = LabelledPhoto("a", Path("a"), "cards", "held", "test", tuple(labels.split()), boxes, corner_boxes=False)
    return Picture(told, IMAGE, Scene(IMAGE, (), "rows"))


def scan(labels: str) -> Scan:
    """The piece at each place; "?" is unread, "-" nothing, and one behind a label asks for a look."""
    words = list(enumerate(labels.split()))
    pieces = tuple(
        Piece(word.rstrip("?"), rule_set("rami").points(word.rstrip("?")), 0.9, outline(place), word.endswith("?"))
        for place, word in words
        if word not in ("?", "-")
    )
    unread = tuple(Unread(outline(place), "unclear", 0) for place, word in words if word == "?")
    return Scan("a", 600, 200, "rami", (Hand(pieces, 0, bool(unread) or any(one.review for one in pieces)),), unread)


@pytest.mark.parametrize(
    ("find", "seen", "said"),
    [
        pytest.param(not_seen, "6H - KS", [("9H not seen", True)], id="not seen"),
        pytest.param(not_seen, "6H - KS?", [("9H not seen", False)], id="not seen, the hand flagged"),
        pytest.param(not_seen, "6H ? KS", [], id="shown as unread"),
        pytest.param(misread, "9H 9H KS", [("6H read 9H", True)], id="other points"),
        pytest.param(misread, "6H 9D KS", [], id="another suit is no other points"),
        pytest.param(suit_or_colour, "6H 9D? KS", [("9H read 9D", False)], id="another suit"),
        pytest.param(not_there, "6H 9H KS 2C", [("2C is none", True)], id="made up"),
        pytest.param(not_there, "6H 9H KS", [], id="all right"),
    ],
)
def test_failures_are_found(find: object, seen: str, said: list[tuple[str, bool]]) -> None:
    kind = FailureKind("test", "locator", lambda supply: (), find)  # type: ignore[arg-type]
    found = list(kind.found(picture("6H 9H KS"), scan(seen)))
    assert [(failure.said, failure.worst[0]) for failure in found] == said


def test_a_row_is_as_wide_however_many_failures_there_are() -> None:
    failures = list(not_seen(picture("6H 9H KS"), scan("6H - -")))
    for shown in ([], failures, failures * 5):
        assert row("test", shown).shape == (CAPTION + 4 + CAPTION + SIDE, ACROSS * SIDE, 3)
