"""Hands of a made-up scan against hands that lie there: told apart or not, whole or not, silent or not."""

from __future__ import annotations

from pathlib import Path

import pytest

from datasets.dealt import dealt, told
from datasets.manifest import LabelledPhoto
from scoring import rule_set
from vision.scan import Hand, Piece, Scan

DEALT = [("AS", "2S"), ("7H", "9H")]
PHOTO = LabelledPhoto("a.jpg", Path("a.jpg"), "cards", "dev", "table", ("AS", "2S", "7H", "9H"), (), False)


def scan(hands: str) -> Scan:
    """Hands divided by "|"; a "?" after a label asks for a look."""
    rules, outline = rule_set("rami"), ((0.0, 0.0), (60.0, 0.0), (60.0, 90.0), (0.0, 90.0))
    seen = []
    for hand in hands.split("|"):
        pieces = tuple(
            Piece(label.rstrip("?"), rules.points(label.rstrip("?")), 0.9, outline, label.endswith("?"))
            for label in hand.split()
        )
        points = sum(piece.points for piece in pieces)
        seen.append(Hand(pieces, points, any(piece.review for piece in pieces)))
    return Scan("a.jpg", 1000, 1000, "rami", tuple(seen))


@pytest.mark.parametrize(
    ("hands", "alone", "missed", "silent"),
    [
        pytest.param("AS 2S | 7H 9H", [True, True], [(), ()], [False, False], id="as they lie"),
        pytest.param("9H 7H | 2S AS", [True, True], [(), ()], [False, False], id="in another order"),
        pytest.param("AS 2S 7H | 9H", [False, False], [(), ()], [True, True], id="a card in the wrong hand"),
        pytest.param("AS 2S 7H | 9H?", [False, False], [(), ()], [True, False], id="the same, one hand flagged"),
        pytest.param("AS 2S 7H 9H", [False, False], [(), ()], [True, True], id="two taken for one"),
        pytest.param("AS | 7H 9H", [True, True], [("2S",), ()], [True, False], id="a card not seen"),
        pytest.param("AS? | 7H 9H", [True, True], [("2S",), ()], [False, False], id="a card not seen, flagged"),
    ],
)
def test_told(hands: str, alone: list[bool], missed: list[tuple[str, ...]], silent: list[bool]) -> None:
    found = told(PHOTO, scan(hands), DEALT)
    assert [hand.alone for hand in found] == alone
    assert [hand.missed for hand in found] == missed
    assert [hand.silent for hand in found] == silent


def test_no_card_lies_in_two_hands_of_a_photo() -> None:
    for hands in dealt().values():
        labels = [label for hand in hands for label in hand]
        assert len(set(labels)) == len(labels)
