"""In: scenes, rendered or photographed. Out: what the locator is trained on, picture and target maps."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from datasets.quad import upright
from datasets.scene import FRAME, Scene, SceneObject
from models.locator import HEATS
from vision.locate import KINDS, STRIDE, UNIT, VOTE_SCALE
from vision.region import Kind

Floats = npt.NDArray[np.float32]
SIDE = 384  # px of a training picture: part of a scene, so that a step is cheap and no two are alike
CELLS = SIDE // STRIDE
SEEN, HINTED = 0.7, 0.35  # visible share above which a thing must be found, below which it must not
SMALLEST = 9.0  # px of a mark's height under which nobody could read it


@dataclass(frozen=True)
class Sample:
    """`image` (3, h, w) uint8 RGB; the maps as `models.locator.loss` takes them."""

    image: npt.NDArray[np.uint8]
    heat: Floats
    known: Floats
    geometry: Floats
    weight: Floats
    turns: Floats


def sample(scene: Scene, rng: np.random.Generator) -> Sample:
    """The scene turned by any quarter, zoomed a little, its light changed; never mirrored."""
    scene = _moved(scene, rng)
    pixels = scene.image.astype(np.float32)
    if rng.random() < 0.7:
        gain = rng.uniform(0.75, 1.25) * (1 + rng.normal(0, 0.03, 3))
        pixels = np.clip(pixels * gain + rng.uniform(-18, 18), 0, 255)
    heat = np.zeros((HEATS, CELLS, CELLS), np.float32)
    known = np.ones_like(heat)
    geometry = np.zeros((9, CELLS, CELLS), np.float32)
    weight = np.zeros((1, CELLS, CELLS), np.float32)
    turns = np.zeros_like(weight)
    for left, top, right, bottom in scene.ignored:
        x0, y0, x1, y1 = (int(edge // STRIDE) for edge in (left, top, right + STRIDE, bottom + STRIDE))
        known[:, max(0, y0) : max(0, y1), max(0, x0) : max(0, x1)] = 0
    if not scene.bodies_known:
        known[2:] = 0
    # The smallest last: where two centres meet, the finer thing keeps its geometry.
    for thing in sorted(scene.objects, key=lambda thing: -cv2.contourArea(thing.quad)):
        _draw(thing, heat, known, geometry, weight, turns)
    image = np.ascontiguousarray(pixels[..., ::-1].astype(np.uint8).transpose(2, 0, 1))
    return Sample(image, heat, known, geometry, weight, turns)


def kind_of(thing: SceneObject) -> Kind:
    """The locator's word for it: a body without a label shows its back."""
    return "back" if thing.kind == "body" and not thing.label else thing.kind


def half_axes(quad: Floats) -> tuple[Floats, Floats, Floats]:
    """Centre and half axes (to the right, down) of the parallelogram nearest to a quad."""
    a, b, c, d = quad
    return quad.mean(0), (b + c - a - d) / 4, (c + d - a - b) / 4


def _moved(scene: Scene, rng: np.random.Generator) -> Scene:
    zoom = np.exp(rng.uniform(np.log(0.6), np.log(2.2))) if rng.random() < 0.7 else 1.0
    angle = 90.0 * rng.integers(4) + (rng.normal(0, 8) if rng.random() < 0.3 else 0)
    matrix = cv2.getRotationMatrix2D((FRAME / 2 - 0.5, FRAME / 2 - 0.5), angle, zoom)
    spare = max(0.0, (FRAME * zoom - SIDE) / 2)
    matrix[:, 2] = matrix[:, 2] + ((SIDE - FRAME) / 2 + rng.uniform(-1, 1, 2) * max(spare, 30))
    image = np.asarray(cv2.warpAffine(scene.image, matrix, (SIDE, SIDE), borderMode=cv2.BORDER_REFLECT_101), np.uint8)
    inside = cv2.warpAffine(np.ones((FRAME, FRAME), np.uint8), matrix, (SIDE, SIDE))
    image[inside == 0] = rng.integers(0, 255, 3)  # what the border mirrors is not what was labelled

    def placed(points: Floats) -> Floats:
        return ((points - 0.5) @ matrix[:, :2].T + matrix[:, 2] + 0.5).astype(np.float32)  # pixel centres lie at halves

    objects = []
    for thing in scene.objects:
        quad = placed(thing.quad)
        inside_share = _inside(quad)
        if inside_share > 0:
            visible = thing.visible if inside_share > 0.97 else thing.visible * inside_share
            objects.append(replace(thing, quad=quad, centre=placed(thing.centre[None])[0], visible=visible))
    ignored = []
    for left, top, right, bottom in scene.ignored:
        box = placed(upright(left, top, right, bottom))
        ignored.append((*box.min(0).tolist(), *box.max(0).tolist()))
    return replace(scene, image=image, objects=tuple(objects), ignored=tuple(ignored))


def _inside(quad: Floats) -> float:
    low, high = quad.min(0), quad.max(0)
    cut = np.clip(high, 0, SIDE) - np.clip(low, 0, SIDE)
    return float(np.prod(cut / np.maximum(high - low, 1e-3)))


def _draw(thing: SceneObject, heat: Floats, known: Floats, geometry: Floats, weight: Floats, turns: Floats) -> None:
    kind = KINDS.index(kind_of(thing))
    centre, right, down = half_axes(thing.quad)
    size = float(np.linalg.norm(right) + np.linalg.norm(down))
    x, y = centre / STRIDE - 0.5  # cell (0, 0) has its centre at pixel (2, 2)
    column, row = round(float(x)), round(float(y))
    reach = max(1.0, np.minimum(np.linalg.norm(right), np.linalg.norm(down)) / STRIDE)
    if thing.visible < HINTED or not (0 <= column < CELLS and 0 <= row < CELLS):
        return
    seen = SEEN if thing.kind != "body" else 0.6
    if thing.visible < seen or 2 * float(np.linalg.norm(down)) < SMALLEST:
        r = int(np.ceil(reach))
        known[kind, max(0, row - r) : row + r + 1, max(0, column - r) : column + r + 1] = 0
        return
    spread = max(0.6, 0.22 * reach)
    r = int(np.ceil(3 * spread))
    rows, columns = (
        np.arange(max(0, row - r), min(CELLS, row + r + 1)),
        np.arange(max(0, column - r), min(CELLS, column + r + 1)),
    )
    bump = np.exp(-((rows[:, None] - row) ** 2 + (columns[None] - column) ** 2) / (2 * spread**2)).astype(np.float32)
    patch = heat[kind, rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    np.maximum(patch, bump, out=patch)
    known[kind, row, column] = 1
    if not thing.oriented:
        return
    near = 1 if reach > 1.2 else 0
    for cell_row in range(max(0, row - near), min(CELLS, row + near + 1)):
        for cell_column in range(max(0, column - near), min(CELLS, column + near + 1)):
            here = np.array([(cell_column + 0.5) * STRIDE, (cell_row + 0.5) * STRIDE], np.float32)
            geometry[:, cell_row, cell_column] = (
                np.log(size / UNIT),
                *(right / size),
                *(down / size),
                *((centre - here) / STRIDE),
                *((thing.centre - centre) / (size * VOTE_SCALE)),
            )
            weight[0, cell_row, cell_column] = 1.0 if (cell_row, cell_column) == (row, column) else 0.3
            # Bodies and backs alike look the same after a half turn.
            turns[0, cell_row, cell_column] = float(thing.kind == "body")
