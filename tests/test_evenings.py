"""The real networks on the rendered evenings: a total that is given as sure is right."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Literal

import cv2
import numpy as np
import pytest

from vision import Scanner

EVENINGS = Path(__file__).parent / "evenings"
FOUR = ("round-01/ben.jpg", "round-01/cid.jpg", "round-02/cid.jpg", "round-03/ana.jpg")  # 17 cards
TRUTH = [json.loads(line) for line in (EVENINGS / "truth.jsonl").read_text().splitlines()]


@pytest.fixture(scope="module")
def scanner() -> Scanner:
    return Scanner()


@pytest.mark.parametrize("truth", TRUTH, ids=lambda truth: truth["photo"])
def test_what_is_sure_is_right(truth: dict[str, Any], scanner: Scanner) -> None:
    hands = [sorted(hand.split()) for hand in truth["hands"]]
    scan = scanner.scan(EVENINGS / truth["photo"], truth["game"], hands=len(hands))
    sure = {
        place: sorted(piece.label for piece in hand.pieces) for place, hand in enumerate(scan.hands) if not hand.review
    }
    assert all(labels in hands for labels in sure.values())


def test_only_the_blurred_photo_needs_a_look(scanner: Scanner) -> None:
    def doubtful(truth: dict[str, Any]) -> bool:
        return scanner.scan(EVENINGS / truth["photo"], truth["game"], hands=len(truth["hands"])).review

    assert [truth["photo"] for truth in TRUTH if doubtful(truth)] == ["rami-unclear/round-01/blurred.jpg"]


@pytest.mark.parametrize(("hands", "told"), [(1, ["several_hands"]), (4, []), ("auto", [])])
def test_a_table_taken_for_one_hand_is_flagged(hands: int | Literal["auto"], told: list[str], scanner: Scanner) -> None:
    photos = [cv2.imread(str(EVENINGS / "rami-club" / name)) for name in FOUR]
    side = max(max(photo.shape[:2]) for photo in photos)
    laid = [cv2.copyMakeBorder(photo, 0, side - photo.shape[0], 0, 0, cv2.BORDER_REPLICATE) for photo in photos]
    table = np.vstack([np.hstack(laid[:2]), np.hstack(laid[2:])])
    scan = scanner.scan(table, "rami", hands)
    assert [advice.code for advice in scan.warnings] == told
    assert scan.review is bool(told)
