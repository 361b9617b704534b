"""The whole way, with the real networks: a photo held any way gives the same pieces, outlined where people see them."""

from __future__ import annotations

import io
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image

from datasets.manifest import LabelledPhoto, read_manifest
from datasets.matching import GAMES
from vision import Scan, Scanner
from vision.photo import read_photo

PHOTOS = read_manifest(Path(__file__).parents[1] / "datasets" / "samples" / "manifest.jsonl")
ORIENTATION = 0x0112  # the EXIF tag
STORED = {  # how an upright picture lies in a file of each orientation
    1: lambda picture: picture,
    2: lambda picture: picture[:, ::-1],
    3: lambda picture: picture[::-1, ::-1],
    4: lambda picture: picture[::-1],
    5: lambda picture: picture.transpose(1, 0, 2),
    6: lambda picture: np.rot90(picture),
    7: lambda picture: np.rot90(picture, 2).transpose(1, 0, 2),
    8: lambda picture: np.rot90(picture, -1),
}
ON_THE_CARD = 0.1  # of its height
CLOSE = 6.0  # px of a picture 1,600 px high: JPEG blocks lie elsewhere in each


@pytest.fixture(scope="module")
def scanner() -> Scanner:
    return Scanner(threads=1)


def landscape(photo: LabelledPhoto) -> npt.NDArray[np.uint8]:
    """The sample, which is square, with more table at its right: width and height must not be mixed up."""
    pixels = read_photo(photo.path).pixels
    return np.asarray(cv2.copyMakeBorder(pixels, 0, 0, 0, 400, cv2.BORDER_REPLICATE), np.uint8)


def stored(upright: npt.NDArray[np.uint8], orientation: int) -> bytes:
    """A JPEG as a phone writes it: the pixels as the sensor lay, and the tag."""
    exif = Image.Exif()
    exif[ORIENTATION] = orientation
    file = io.BytesIO()
    pixels = np.ascontiguousarray(STORED[orientation](upright)[..., ::-1])
    Image.fromarray(pixels).save(file, "JPEG", quality=97, subsampling=0, exif=exif)
    return file.getvalue()


def pieces(scan: Scan) -> dict[str, npt.NDArray[np.float64]]:
    """The outline of each piece; no sample holds two alike."""
    return {piece.label: np.array(piece.outline) for piece in scan.pieces}


@pytest.mark.parametrize("photo", PHOTOS, ids=lambda photo: photo.path.stem)
def test_all_eight_orientations_answer_alike(photo: LabelledPhoto, scanner: Scanner) -> None:
    upright = landscape(photo)
    height, width = upright.shape[:2]
    first: dict[str, npt.NDArray[np.float64]] = {}
    for orientation in STORED:
        scan = scanner.scan(stored(upright, orientation), GAMES[photo.kind])
        assert (scan.width, scan.height) == (width, height)
        found = pieces(scan)
        assert sorted(found) == sorted(photo.labels), orientation
        first = first or found
        for label, outline in found.items():
            assert np.abs(outline - first[label]).max() < CLOSE, (orientation, label)


def turned_pieces(photo: LabelledPhoto, scanner: Scanner) -> tuple[int, list[dict[str, npt.NDArray[np.float64]]]]:
    """The height of the landscape photo; its pieces, and those of the same turned a quarter clockwise."""
    upright = landscape(photo)
    turned = np.ascontiguousarray(np.rot90(upright, -1))
    return upright.shape[0], [pieces(scanner.scan(picture, GAMES[photo.kind])) for picture in (upright, turned)]


@pytest.mark.parametrize("photo", PHOTOS, ids=lambda photo: photo.path.stem)
def test_portrait_and_landscape_hold_the_same_pieces(photo: LabelledPhoto, scanner: Scanner) -> None:
    _, (before, after) = turned_pieces(photo, scanner)
    assert sorted(before) == sorted(after) == sorted(photo.labels)


# Known fault: the outline of a card mostly hidden in a fan is a vote, which moved by up to 0.58 heights when turned.
FAN = pytest.mark.xfail(reason="outlines of hidden cards of a fan move when the photo is turned", strict=True)


@pytest.mark.parametrize(
    "photo",
    [pytest.param(photo, id=photo.path.stem, marks=[FAN] * photo.file.startswith("cards-fan")) for photo in PHOTOS],
)
def test_outlines_turn_with_the_phone(photo: LabelledPhoto, scanner: Scanner) -> None:
    height, (before, after) = turned_pieces(photo, scanner)
    for label, outline in before.items():
        middle, tall = outline.mean(0), float(np.linalg.norm(outline[3] - outline[0]))
        expected = np.array([height - middle[1], middle[0]])
        assert np.abs(after[label].mean(0) - expected).max() < ON_THE_CARD * tall
