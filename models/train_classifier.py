"""In: shards of rendered scenes and real photos. Out: a trained classifier, as a PyTorch checkpoint.

python -m models.train_classifier SHARDS MANIFEST OUT.pt --minutes 45 [--marks datasets/marks.jsonl] [--start OLD.pt]
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor
from torch.nn import Module, functional
from torch.utils.data import IterableDataset, get_worker_info

from datasets.photos import held_out, marked_photos, photo_scene
from datasets.scene import FRAME, Scene
from datasets.shards import read_shard
from models.classifier import Classifier, split_heads, targets
from models.training import Batch, fit, training_options
from vision.classify import REFINE
from vision.locate import HINT, Locator, load_locator, peaks
from vision.rectify import rectify
from vision.region import Region, region_of_quad

BATCH = 256
REAL_SHARE = 0.3
PEAK_RATE = 2e-3
UNKNOWN = np.full(len(REFINE), np.nan, np.float32)
READABLE, HIDDEN = 0.7, 0.45  # visible share from which a mark is taught by its label, up to which as nothing
TURNED, NOTHING = 0.12, 0.22  # shares of crops
LOCATED = 0.35  # share of scenes that the released locator looks through: its own errors are the ones to learn from
NEARLY, FARTHEST = 0.25, 0.7  # change up to which a cut is read, up to which it teaches how it should have been cut
ASKEW = 0.3  # share of marks cut so badly that they teach only how they should have been cut
REFINED = 3.0  # weight of that lesson
POOL = 6000  # crops mixed before they are taught, so that one scene does not fill a batch
WEIGHTS = {"kind": 1.0, "turn": 0.5, "rank": 1.0, "suit": 0.7, "number": 1.0, "colour": 0.5}


@dataclass(frozen=True)
class Crop:
    """`pixels` (h, w, 3) BGR, the class of each head or -1, and the change that would set the crop right or NaNs."""

    pixels: npt.NDArray[np.uint8]
    classes: list[int]
    change: npt.NDArray[np.float32]


class Crops(IterableDataset[Batch]):
    """An endless stream of crops, rendered and real mixed."""

    def __init__(self, shards: Path, manifest: Path, marks: Path | None, seed: int) -> None:
        self.shards, self.seed = shards, seed
        photos = [photo for number, photo in enumerate(marked_photos(manifest, marks)) if not held_out(number)]
        with_marks = [photo for photo in photos if any(thing.oriented for thing in photo.objects)]
        names = ("rummikub", "cardcounter", "pokertable", "bicycle")
        groups = [[photo for photo in with_marks if name in photo.path.stem] for name in names]
        self.groups = [group for group in groups if group]

    def __iter__(self) -> Iterator[Batch]:
        info = get_worker_info()
        rng = np.random.default_rng(self.seed + (info.id if info else 0))
        pool: list[Crop] = []
        locator = load_locator(threads=1)
        for scene in self._scenes(rng):
            for made in located(scene, locator) if rng.random() < LOCATED else crops(scene, rng):
                if len(pool) < POOL:
                    pool.append(made)
                    continue
                place = int(rng.integers(POOL))
                crop, pool[place] = pool[place], made
                pixels = torch.from_numpy(_varied(crop.pixels, rng))
                yield [pixels, torch.tensor(crop.classes), torch.from_numpy(crop.change)]

    def _scenes(self, rng: np.random.Generator) -> Iterator[Scene]:
        while True:
            files = sorted(self.shards.glob("*.pkl"))
            for scene in read_shard(files[rng.integers(len(files))]):
                while rng.random() < REAL_SHARE:
                    group = self.groups[rng.integers(len(self.groups))]
                    yield photo_scene(group[rng.integers(len(group))], rng)
                yield scene


def crops(scene: Scene, rng: np.random.Generator) -> list[Crop]:
    """The marks of a scene as the locator would hand them over, a little off, and places that hold none."""
    marks = [thing for thing in scene.objects if thing.kind != "body" and thing.oriented]
    chosen: list[tuple[Region, list[int], npt.NDArray[np.float32]]] = []
    for thing in marks:
        region = region_of_quad(thing.kind, thing.quad, thing.centre)
        if HIDDEN < thing.visible < READABLE or region.height < 8:
            continue
        turn = int(rng.integers(1, 4)) if rng.random() < TURNED else 0
        true = region.turned(turn)
        if thing.visible < READABLE:
            chosen.append((_jittered(true, rng, 1.0), targets("", "nothing", 0), UNKNOWN))
        elif rng.random() < ASKEW:
            cut = _jittered(true, rng, 4.0)
            classes = [known if place < 2 else -1 for place, known in enumerate(targets(thing.label, thing.kind, turn))]
            chosen.append((cut, classes, cut.change_to(true)))
        else:
            cut = _jittered(true, rng, 1.0)
            chosen.append((cut, targets(thing.label, thing.kind, turn), cut.change_to(true)))
    boxes = [thing.quad for thing in scene.objects if thing.kind != "body"]
    for _ in range(max(1, round(len(chosen) * NOTHING))):
        elsewhere = _elsewhere(boxes, scene, rng)
        if elsewhere is not None:
            chosen.append((elsewhere, targets("", "nothing", 0), UNKNOWN))
    made = rectify(scene.image, [region for region, _, _ in chosen])
    return [Crop(pixels, classes, change) for pixels, (_, classes, change) in zip(made, chosen, strict=True)]


def located(scene: Scene, locator: Locator) -> list[Crop]:
    """What the locator finds in a scene, faint hints as well: marks as it cuts them, and what it takes for marks."""
    marks = [thing for thing in scene.objects if thing.kind != "body"]
    chosen: list[tuple[Region, list[int], npt.NDArray[np.float32]]] = []
    mistaken = chosen.copy()
    for found in peaks(locator.network.run(scene.image[None])[0], ("index", "tile"), HINT):
        x, y = (float(value) for value in found.centre)
        if any(left <= x <= right and top <= y <= bottom for left, top, right, bottom in scene.ignored):
            continue
        near = min(marks, key=lambda thing: float(np.linalg.norm(thing.quad.mean(0) - found.centre)), default=None)
        if near is None or np.linalg.norm(near.quad.mean(0) - found.centre) > found.size:
            mistaken.append((found, targets("", "nothing", 0), UNKNOWN))
        elif near.kind == found.kind and near.oriented and near.visible >= READABLE:
            true = region_of_quad(near.kind, near.quad, near.centre)
            turn = max(range(4), key=lambda quarters: float(np.dot(true.turned(quarters).down, found.down)))
            change = found.change_to(true.turned(turn))
            known = targets(near.label, near.kind, turn)
            if np.abs(change).max() < NEARLY:
                chosen.append((found, known, change))
            elif np.abs(change).max() < FARTHEST:
                chosen.append((found, [*known[:2], *(-1 for _ in known[2:])], change))
    chosen += mistaken[: 2 + len(chosen) // 2]  # the surest ones: faint hints are many
    made = rectify(scene.image, [region for region, _, _ in chosen])
    return [Crop(pixels, classes, change) for pixels, (_, classes, change) in zip(made, chosen, strict=True)]


def _jittered(region: Region, rng: np.random.Generator, much: float) -> Region:
    """The region as a locator that errs `much` would give it; at 1 by a tenth of its size and a few degrees."""
    turn = float(np.clip(rng.normal(0, 0.06 * much), -0.6, 0.6))
    cos, sin = np.cos(turn), np.sin(turn)
    spin = np.array([[cos, -sin], [sin, cos]])
    zoom = np.exp(np.clip(rng.normal(0, 0.07 * much, 2), -0.5, 0.5))
    right, down = spin @ region.right * zoom[0], spin @ region.down * zoom[1]
    shift = np.clip(rng.normal(0, (0.09 * much, 0.07 * much)), -0.5, 0.5)
    centre = region.centre + region.right * shift[0] + region.down * shift[1]
    down = down + right * np.clip(rng.normal(0, 0.05 * much), -0.5, 0.5)
    return replace(
        region, centre=centre.astype(np.float32), right=right.astype(np.float32), down=down.astype(np.float32)
    )


def _elsewhere(boxes: list[npt.NDArray[np.float32]], scene: Scene, rng: np.random.Generator) -> Region | None:
    """A place that is no mark: anywhere, or beside a mark so that it is cut through."""
    if boxes and rng.random() < 0.6:
        near = boxes[rng.integers(len(boxes))]
        base = region_of_quad("index", near, near.mean(0))
        angle, away = rng.uniform(0, 2 * np.pi), rng.uniform(0.75, 3.0)
        centre = base.centre + (base.right * np.cos(angle) + base.down * np.sin(angle)) * 2 * away
        region = _jittered(replace(base, centre=centre.astype(np.float32)), rng, 1.0)
    else:
        size, angle = np.exp(rng.uniform(np.log(8), np.log(80))), rng.uniform(0, 2 * np.pi)
        right = np.array([np.cos(angle), np.sin(angle)], np.float32) * np.float32(size * rng.uniform(0.4, 1))
        down = np.array([-np.sin(angle), np.cos(angle)], np.float32) * np.float32(size)
        region = Region("index", rng.uniform(0, FRAME, 2).astype(np.float32), right, down, np.zeros(2, np.float32), 1.0)
    x, y = (float(value) for value in region.centre)
    if not (0 <= x < FRAME and 0 <= y < FRAME):
        return None
    if any(left <= x <= right and top <= y <= bottom for left, top, right, bottom in scene.ignored):
        return None
    if any(cv2.pointPolygonTest(box, (x, y), True) > -0.1 * np.sqrt(cv2.contourArea(box)) for box in boxes):
        return None
    return region


def _varied(crop: npt.NDArray[np.uint8], rng: np.random.Generator) -> npt.NDArray[np.float32]:
    """(3, h, w) RGB 0..1, with the light and the sharpness changed, the hue hardly: colour tells tiles apart."""
    pixels: npt.NDArray[np.floating] = crop.astype(np.float32)
    if rng.random() < 0.3:
        pixels = np.asarray(cv2.GaussianBlur(pixels, (0, 0), rng.uniform(0.4, 1.6)), np.float32)
    if rng.random() < 0.6:
        pixels = pixels * (rng.uniform(0.7, 1.3) * (1 + rng.normal(0, 0.04, 3))) + rng.uniform(-25, 25)
    if rng.random() < 0.25:
        pixels = pixels + rng.normal(0, rng.uniform(2, 12), pixels.shape)
    if rng.random() < 0.12:  # a thumb's edge, a glint
        x, y = rng.integers(0, crop.shape[1]), rng.integers(0, crop.shape[0])
        cv2.circle(pixels, (int(x), int(y)), int(rng.integers(2, 9)), rng.uniform(0, 255, 3).tolist(), -1)
    return np.ascontiguousarray(np.clip(pixels[..., ::-1], 0, 255).transpose(2, 0, 1) / 255, np.float32)


def classifier_loss(logits: Tensor, classes: Tensor, change: Tensor, wanted: Tensor | None) -> Tensor:
    """Cross entropy of every head over the crops it can learn from, and how far off the cut was; the same again with
    what a teacher wants in place of what is known."""
    logits = logits.float()
    heads = split_heads(logits)
    taught = split_heads(wanted) if wanted is not None else {}
    total = torch.zeros(())
    for place, (name, head) in enumerate(heads.items()):
        known = classes[:, place] >= 0
        if known.any():
            value = functional.cross_entropy(head[known], classes[known, place], label_smoothing=0.02)
            if name in taught:
                value = value + functional.cross_entropy(head[known], taught[name][known].softmax(1))
            total = total + WEIGHTS[name] * value * known.float().mean().sqrt()
    known = ~change.isnan().any(1)
    cut = logits[known, -len(REFINE) :]
    off = functional.smooth_l1_loss(cut, change[known], beta=0.05)
    if wanted is not None:
        off = off + functional.smooth_l1_loss(cut, wanted[known, -len(REFINE) :], beta=0.05)
    return total + REFINED * off


def lesson(network: Module, batch: Batch, wanted: Tensor | None) -> tuple[Tensor, dict[str, float]]:
    images, classes, change = batch
    with torch.autocast("cpu", dtype=torch.bfloat16):
        logits = network(images.to(memory_format=torch.channels_last))
    right = {}
    for place, (name, head) in enumerate(split_heads(logits.detach()).items()):
        known = classes[:, place] >= 0
        hits = head[known].argmax(1) == classes[known, place]
        right[name] = float(hits.float().mean()) if known.any() else 1.0
    return classifier_loss(logits, classes, change, wanted), right


def main() -> None:
    options = training_options(__doc__)
    data = Crops(options.shards, options.manifest, options.marks, options.seed)
    fit(Classifier(), data, BATCH, PEAK_RATE, lesson, options)


if __name__ == "__main__":
    main()
