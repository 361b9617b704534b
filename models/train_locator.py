"""In: shards of rendered scenes and real photos. Out: a trained locator, as a PyTorch checkpoint.

python -m models.train_locator SHARDS MANIFEST OUT.pt --minutes 45 [--marks datasets/marks.jsonl] [--start OLD.pt]
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import Module
from torch.utils.data import IterableDataset, get_worker_info

from datasets.photos import held_out, marked_photos, photo_scene
from datasets.scene import Scene
from datasets.shards import read_shard
from models.locator import Locator, loss, loss_to_teacher
from models.locator_data import sample
from models.training import Batch, fit, training_options

BATCH = 16
REAL_SHARE = 0.22
PEAK_RATE = 2.5e-3


class Samples(IterableDataset[Batch]):
    """An endless stream, rendered scenes and photos mixed."""

    def __init__(self, shards: Path, manifest: Path, marks: Path | None, seed: int) -> None:
        self.shards, self.seed = shards, seed
        photos = [photo for number, photo in enumerate(marked_photos(manifest, marks)) if not held_out(number)]
        self.kinds = [
            [photo for photo in photos if name in photo.path.stem and (photo.objects or not photo.ignored)]
            for name in ("rummikub", "cardcounter", "pokertable", "bicycle")
        ]

    def __iter__(self) -> Iterator[Batch]:
        info = get_worker_info()
        rng = np.random.default_rng(self.seed + (info.id if info else 0))
        kinds = [kind for kind in self.kinds if kind]
        while True:
            files = sorted(self.shards.glob("*.pkl"))
            for scene in read_shard(files[rng.integers(len(files))]):
                while rng.random() < REAL_SHARE:
                    photos = kinds[rng.integers(len(kinds))]
                    yield self._tensors(photo_scene(photos[rng.integers(len(photos))], rng), rng)
                yield self._tensors(scene, rng)

    @staticmethod
    def _tensors(scene: Scene, rng: np.random.Generator) -> Batch:
        made = sample(scene, rng)
        arrays = (made.image, made.heat, made.known, made.geometry, made.weight, made.turns)
        return [torch.from_numpy(array) for array in arrays]


def lesson(network: Module, batch: Batch, wanted: Tensor | None) -> tuple[Tensor, dict[str, float]]:
    image, heat, known, geometry, weight, turns = batch
    pixels = image.to(memory_format=torch.channels_last).float() / 255
    with torch.autocast("cpu", dtype=torch.bfloat16):
        output = network(pixels)
    told = loss(output, heat, known, geometry, weight, turns)
    if wanted is None:
        return told, {}
    return told + loss_to_teacher(output, wanted), {"told": float(told.detach())}


def main() -> None:
    options = training_options(__doc__)
    data = Samples(options.shards, options.manifest, options.marks, options.seed)
    fit(Locator(), data, BATCH, PEAK_RATE, lesson, options)


if __name__ == "__main__":
    main()
