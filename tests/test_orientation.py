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
ON_THE_CARD = 0.3  # of its height; where most of a card is hidden, as in a fan, its outline is only a vote
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


@pytest.mark.parametrize("photo", PHOTOS, ids=lambda photo: photo.path.stem)
def test_portrait_and_landscape(photo: LabelledPhoto, scanner: Scanner) -> None:
    """The phone turned at the table: the same pieces, and outlines turned as the picture is."""
    upright = landscape(photo)
    turned = np.ascontiguousarray(np.rot90(upright, -1))  # a quarter clockwise: what was the top is the right
    before, after = (pieces(scanner.scan(picture, GAMES[photo.kind])) for picture in (upright, turned))
    assert sorted(before) == sorted(after)
    for label, outline in before.items():
        middle, tall = outline.mean(0), float(np.linalg.norm(outline[3] - outline[0]))
        expected = np.array([upright.shape[0] - middle[1], middle[0]])
        assert np.abs(after[label].mean(0) - expected).max() < ON_THE_CARD * tall
