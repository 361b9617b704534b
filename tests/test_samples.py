"""The whole way, with the real networks, on the sample photos: what is there is named, and a sure total is right."""

from __future__ import annotations

from pathlib import Path

import pytest

from datasets.manifest import LabelledPhoto, read_manifest
from datasets.matching import GAMES
from scoring import hand_points, rule_set
from vision import Scan, Scanner

SAMPLES = Path(__file__).parents[1] / "datasets" / "samples"
PHOTOS = read_manifest(SAMPLES / "manifest.jsonl")


@pytest.fixture(scope="module")
def scanner() -> Scanner:
    return Scanner(threads=1)


def scanned(photo: LabelledPhoto, scanner: Scanner) -> Scan:
    return scanner.scan(photo.path, GAMES[photo.kind])


@pytest.mark.parametrize("photo", PHOTOS, ids=lambda photo: photo.path.stem)
def test_every_piece_is_named(photo: LabelledPhoto, scanner: Scanner) -> None:
    scan = scanned(photo, scanner)
    assert sorted(piece.label for piece in scan.pieces) == sorted(photo.labels)
    assert not scan.unread
    (hand,) = scan.hands
    assert hand.points == hand_points(photo.labels, rule_set(GAMES[photo.kind]))


def test_most_totals_stand_without_a_look(scanner: Scanner) -> None:
    assert sum(scanned(photo, scanner).review for photo in PHOTOS) <= 1


def test_one_thread_and_two_answer_alike() -> None:
    photo = PHOTOS[0]
    one, two = (scanned(photo, Scanner(threads=threads)).to_dict() for threads in (1, 2))
    assert one["hands"] == two["hands"]


@pytest.mark.parametrize("photo", PHOTOS, ids=lambda photo: photo.path.stem)
def test_no_piece_of_a_damaged_photo_is_sure(photo: LabelledPhoto, scanner: Scanner) -> None:
    """Half the picture may show what was never there."""
    jpeg = photo.path.read_bytes()
    scan = scanner.scan(jpeg[: len(jpeg) // 2] + jpeg[len(jpeg) // 2 + 400 :], GAMES[photo.kind])
    assert "damaged" in [advice.code for advice in scan.warnings]
    assert scan.pieces
    assert all(piece.review for piece in scan.pieces)
    assert scan.review
