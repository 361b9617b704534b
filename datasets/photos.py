"""In: real labelled photos of the `train` split. Out: scenes of the renderer's form, cut and scaled to its frame.

A manifest tells where pieces lie but not which way is up. A tile's way up is read off its ink, which lies in the upper
half; an index's is taken from `marks.jsonl`, written by `datasets.mark_photos` with a locator that was trained on
rendered scenes: a mark counts only where locator, classifier and the photo's label agree.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from datasets import quad
from datasets.picture_file import read_picture
from datasets.scene import FRAME, Scene, SceneObject

Image = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
Box = tuple[float, float, float, float]
HELD_EVERY = 8  # every eighth photo is kept from training, to calibrate confidence on


@dataclass(frozen=True)
class MarkedPhoto:
    """A photo with the things in it, in px of the file, and boxes of which nothing is known."""

    path: Path
    objects: tuple[SceneObject, ...]
    ignored: tuple[Box, ...]


def marked_photos(manifest: Path, marks: Path | None = None) -> list[MarkedPhoto]:
    """All photos of the `train` split. `marks`: what `mark_photos` found, where it has been run."""
    found: dict[str, Any] = {}
    if marks is not None:
        found = {entry["file"]: entry for entry in map(json.loads, marks.read_text().splitlines())}
    photos = []
    for entry in map(json.loads, manifest.read_text().splitlines()):
        if entry["split"] != "train":
            continue
        path = manifest.parent / entry["file"]
        if entry["kind"] == "tiles":
            photos.append(_tiles(path, entry))
        elif entry["file"] in found:
            photos.append(_found(path, found[entry["file"]]))
        else:
            photos.append(_cards(path, entry))
    return photos


def held_out(number: int) -> bool:
    """Whether the photo of this place in the list is kept from training."""
    return number % HELD_EVERY == 0


def photo_scene(photo: MarkedPhoto, rng: np.random.Generator) -> Scene:
    """A part of the photo, a frame wide, its marks 14 to 100 px high unless that means enlarging it more than twice."""
    image = read_picture(photo.path)
    heights = [quad.height(thing.quad) for thing in photo.objects if thing.kind != "body"] or [60.0]
    wanted = np.exp(rng.uniform(np.log(14), np.log(100)))
    scale = float(np.clip(wanted / np.median(heights), FRAME / max(image.shape[:2]), 2.0))
    if scale != 1:
        way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        image = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=way), np.uint8)
    height, width = image.shape[:2]
    chosen = (
        photo.objects[rng.integers(len(photo.objects))].quad.mean(0) * scale
        if photo.objects
        else rng.uniform((0, 0), (width, height))
    )
    left, top = (
        int(np.clip(at - FRAME * rng.uniform(0.2, 0.8), min(0, side - FRAME), max(0, side - FRAME)))
        for at, side in zip(chosen, (width, height), strict=True)
    )
    frame = np.empty((FRAME, FRAME, 3), np.uint8)
    frame[:] = rng.integers(0, 255, 3)
    x0, y0, x1, y1 = max(0, left), max(0, top), min(width, left + FRAME), min(height, top + FRAME)
    frame[y0 - top : y1 - top, x0 - left : x1 - left] = image[y0:y1, x0:x1]
    shift = np.array([left, top], np.float32)
    objects = []
    for thing in photo.objects:
        corners = (thing.quad * scale - shift).astype(np.float32)
        low, high = corners.min(0), corners.max(0)
        if np.all(high > 0) and np.all(low < FRAME):
            inside = float(np.prod((np.clip(high, 0, FRAME) - np.clip(low, 0, FRAME)) / np.maximum(high - low, 1e-3)))
            centre = (thing.centre * scale - shift).astype(np.float32)
            objects.append(replace(thing, quad=corners, centre=centre, visible=inside))
    ignored = tuple(
        (a * scale - left, b * scale - top, c * scale - left, d * scale - top) for a, b, c, d in photo.ignored
    )
    return Scene(frame, tuple(objects), photo.path.stem, ignored, bodies_known=False)


def upright_tile(image: Image, polygon: Floats) -> tuple[Floats, bool]:
    """The tile's quad from its own top left, and whether its way up is sure: its ink lies towards its top."""
    corners = cv2.boxPoints(cv2.minAreaRect(polygon)).astype(np.float32)
    # Either short side may be the top, so the first edge must be short: it stays so when the corners are reversed.
    if np.linalg.norm(corners[1] - corners[0]) > np.linalg.norm(corners[2] - corners[1]):
        corners = np.roll(corners, -1, 0)
    if _clockwise(corners) < 0:
        corners = corners[::-1].copy()
    target = quad.upright(0, 0, 48, 64)
    face = cv2.warpPerspective(image, cv2.getPerspectiveTransform(corners, target), (48, 64)).astype(np.int16)
    inner = face[6:58, 6:42]
    ink = np.abs(inner - np.median(inner.reshape(-1, 3), 0)).sum(2) > 110
    if ink.sum() < 40:
        return corners, False
    middle = float(np.flatnonzero(ink).mean() // inner.shape[1]) / inner.shape[0]
    if middle > 0.5:
        corners = np.roll(corners, 2, 0)
    return corners, abs(middle - 0.5) > 0.05


def _tiles(path: Path, entry: dict[str, Any]) -> MarkedPhoto:
    image = read_picture(path)
    objects = []
    for number, box in enumerate(entry.get("boxes") or []):
        polygon = np.array(box["poly"], np.float32) if box.get("poly") else _corners(box["box"])
        corners, sure = upright_tile(image, polygon)
        ratio = np.linalg.norm(corners[1] - corners[0]) / max(float(np.linalg.norm(corners[2] - corners[1])), 1.0)
        seen = 1.0 if 0.5 < ratio < 0.95 else 0.5  # another shape is no whole tile
        objects.append(SceneObject("tile", box["label"], corners, corners.mean(0), seen, number, sure))
    return MarkedPhoto(path, tuple(objects), ())


def _cards(path: Path, entry: dict[str, Any]) -> MarkedPhoto:
    objects, ignored = [], []
    for number, box in enumerate(entry.get("boxes") or []):
        corners = _corners(box["box"])
        if entry["box_covers"].startswith("corner index") and box["label"] != "BACK":
            objects.append(SceneObject("index", box["label"], corners, corners.mean(0), 1.0, number, oriented=False))
        else:
            left, top, right, bottom = (float(edge) for edge in (*corners[0], *corners[2]))
            ignored.append((left, top, right, bottom))
    return MarkedPhoto(path, tuple(objects), tuple(ignored))


def _found(path: Path, entry: dict[str, Any]) -> MarkedPhoto:
    objects = tuple(
        SceneObject(
            mark["kind"],
            mark["label"],
            np.array(mark["quad"], np.float32),
            np.array(mark["centre"], np.float32),
            1.0,
            mark["piece"],
        )
        for mark in entry["marks"]
    )
    return MarkedPhoto(path, objects, tuple(tuple(box) for box in entry["ignored"]))


def _corners(box: list[float]) -> Floats:
    """Of a box as the manifest has it: left, top, width, height."""
    x, y, width, height = box
    return quad.upright(x, y, x + width, y + height)


def _clockwise(corners: Floats) -> float:
    """Positive where the corners run clockwise in a picture whose y points down."""
    x, y = corners.T
    return float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y))
