"""In: the folder that `prepare_decks` filled. Out: the decks of one split, faces with the marks measured on the art.

`decks.toml` says where each deck prints its index; the box itself is the ink found there, so a 10 gets a wider mark.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from datasets.deck_manifest import Entry, Layout, Split, Window, read_manifest
from datasets.face import Face, Mark

Image = npt.NDArray[np.uint8]
Quad = npt.NDArray[np.float32]
Box = tuple[int, int, int, int]  # left, top, right, bottom in pixels

INK = 56  # levels by which a channel must differ from the card stock: more than shading does, less than pale yellow
PADDING = 0.04  # of the index's height, around its ink


@dataclass(frozen=True)
class Deck:
    """One design. `faces`: the pictures of a label, one or several jokers. `letters`, `colours` as in the manifest."""

    name: str
    letters: str
    colours: int
    faces: dict[str, tuple[Face, ...]]
    backs: tuple[Face, ...]


def box_in_pixels(window: Window, width: int, height: int) -> Box:
    left, top, right, bottom = window
    return round(left * width), round(top * height), round(right * width), round(bottom * height)


def ink_box(image: Image, window: Window) -> Box | None:
    """The tight box of what is printed inside the window. The stock is the colour that most of the window has.

    Ink that the window cuts at its left, top or right is left out: the card's rim, or a large pip or a frame beside the
    index, which may reach over a part of it. At the bottom a sword may well touch the suit: there it is cut off.
    """
    left, top, right, bottom = box_in_pixels(window, image.shape[1], image.shape[0])
    part = image[top:bottom, left:right, :3].astype(np.int16)
    stock = np.median(part.reshape(-1, 3), axis=0)
    ink = (np.abs(part - stock).max(axis=2) > INK).astype(np.uint8)
    _, pieces = cv2.connectedComponents(ink, connectivity=8)
    cut = np.concatenate([pieces[:, 0], pieces[0], pieces[:, -1]])
    index = (ink > 0) & ~np.isin(pieces, cut)
    rows, columns = np.flatnonzero(index.any(axis=1)), np.flatnonzero(index.any(axis=0))
    if not len(rows):
        return None
    return left + int(columns[0]), top + int(rows[0]), left + int(columns[-1]) + 1, top + int(rows[-1]) + 1


def padded_quad(box: Box) -> Quad:
    """The corners of a box and its padding, clockwise from the top left."""
    pad = PADDING * (box[3] - box[1])
    left, top, right, bottom = box[0] - pad, box[1] - pad, box[2] + pad, box[3] + pad
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)


def half_turn(quad: Quad, width: int, height: int) -> Quad:
    """The mark after its card is turned by 180 degrees: its own top left is then its lowest, rightmost corner."""
    return np.array([width, height], np.float32) - quad


def find_marks(image: Image, layout: Layout, label: str) -> Iterator[Mark]:
    """A mark for each window and each corner, each measured by itself, since art is seldom quite symmetrical.

    One corner is the upper left; two add the lower right, upside down; four add the upper right and the lower left.
    """
    height, width = image.shape[:2]
    turned = image[::-1, ::-1]
    given = layout.box(label)
    joker = label == "JOKER"
    corners = layout.joker_corners if joker else layout.corners
    for left, top, right, bottom in [given] if given else layout.joker_windows if joker else [layout.window]:
        mirrored = [(1 - right, top, 1 - left, bottom)] if corners == 4 else []
        for window in [(left, top, right, bottom), *mirrored]:
            for side in (image, turned)[: min(corners, 2)]:
                box = box_in_pixels(window, width, height) if given else ink_box(side, window)
                if box:
                    quad = padded_quad(box)
                    yield Mark(quad if side is image else half_turn(quad, width, height))


def read_face(path: Path, layout: Layout) -> Face:
    """The pixels are mapped, not read: they come from the disk when a scene uses them, and all processes share them."""
    image: Image = np.asarray(np.load(path, mmap_mode="r"))
    if path.stem.startswith("BACK"):
        return Face(image, "", "card", ())
    label = "JOKER" if path.stem.startswith("JOKER") else path.stem
    return Face(image, label, "card", tuple(find_marks(image, layout, label)))


def read_deck(folder: Path, entry: Entry) -> Deck:
    faces: dict[str, tuple[Face, ...]] = {}
    for path in sorted((folder / entry.name).glob("*.npy")):
        face = read_face(path, entry.layout)
        faces[face.label] = (*faces.get(face.label, ()), face)
    backs = faces.pop("", ())
    return Deck(entry.name, entry.letters, entry.colours, faces, backs)


def four_cornered(face: Face) -> Face:
    """The card as a deck with four indices would print it: those of the left are set at the right as well.

    A card that has no mark, four, or one too wide to stand twice, stays as it is.
    """
    height, width = face.image.shape[:2]
    if not 1 <= len(face.marks) <= 2:
        return face
    left, top = (max(0, int(edge)) for edge in np.floor(face.marks[0].quad.min(0)))
    right, bottom = (int(edge) for edge in np.ceil(face.marks[0].quad.max(0)))
    if right > 0.32 * width or bottom > 0.45 * height:
        return face
    image = face.image.copy()
    image[top:bottom, width - right : width - left, :3] = image[top:bottom, left:right, :3]
    image[height - bottom : height - top, left:right, :3] = image[top:bottom, left:right, :3][::-1, ::-1]
    shift = np.array([width - right - left, 0], np.float32)
    upper = face.marks[0].quad + shift
    return Face(image, face.label, face.kind, (*face.marks, Mark(upper), Mark(half_turn(upper, width, height))))


def load_decks(folder: Path, split: Split) -> list[Deck]:
    """The decks of the split that are in the folder. Let each worker load its own: pickled faces carry pixels."""
    return [
        read_deck(folder, entry) for entry in read_manifest() if entry.split == split and (folder / entry.name).is_dir()
    ]
