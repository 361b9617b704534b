"""In: shards of rendered scenes and real photos. Out: a trained locator, as a PyTorch checkpoint.

    python -m models.train_locator SHARDS MANIFEST OUT.pt --minutes 60 [--marks datasets/marks.jsonl] [--start OLD.pt]

The learning rate follows the time that is left, so a run ends when it was told to, on any machine. A checkpoint is
written every few minutes; `--start` goes on from one.
"""

from __future__ import annotations

import argparse
import copy
import math
import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from datasets.photos import held_out, marked_photos, photo_scene
from datasets.scene import Scene
from datasets.shards import read_shard
from models.locator import Locator, loss
from models.locator_data import sample

BATCH = 16
REAL_SHARE = 0.22
PEAK_RATE = 2.5e-3
AVERAGE = 0.998  # of the weights from step to step: what is kept is smoother than any one step
Batch = list[torch.Tensor]


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


def train(options: argparse.Namespace) -> None:
    # Before OpenCV starts threads of its own: the process that feeds the network is forked, and would wait for them.
    cv2.setNumThreads(1)
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    network = Locator().to(memory_format=torch.channels_last)
    if options.start:
        network.load_state_dict(torch.load(options.start))
    average = copy.deepcopy(network)
    optimiser = torch.optim.AdamW(network.parameters(), lr=PEAK_RATE, weight_decay=0.01)
    data = Samples(options.shards, options.manifest, options.marks, options.seed)
    loader = iter(DataLoader(data, batch_size=BATCH, num_workers=1, prefetch_factor=4))
    started = saved = time.monotonic()
    running, step = 0.0, 0
    while (spent := (time.monotonic() - started) / 60 / options.minutes) < 1:
        image, heat, known, geometry, weight, turns = next(loader)
        rate = PEAK_RATE * options.rate * min(1, (step + 1) / 200) * (0.5 + 0.5 * math.cos(math.pi * spent)) + 1e-5
        for group in optimiser.param_groups:
            group["lr"] = rate
        pixels = image.to(memory_format=torch.channels_last).float() / 255
        with torch.autocast("cpu", dtype=torch.bfloat16):
            output = network(pixels)
        value = loss(output, heat, known, geometry, weight, turns)
        optimiser.zero_grad()
        value.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        optimiser.step()
        follow(average, network, min(AVERAGE, step / (step + 20)))
        step += 1
        running += float(value.detach())
        if step % 50 == 0:
            speed = step * BATCH / (time.monotonic() - started)
            print(f"step {step}  loss {running / 50:.3f}  {speed:.1f} images/s  {spent:.0%}", flush=True)
            running = 0.0
        if time.monotonic() - saved > 180:
            torch.save(average.state_dict(), options.out)
            saved = time.monotonic()
    torch.save(average.state_dict(), options.out)


def follow(average: torch.nn.Module, network: torch.nn.Module, keep: float) -> None:
    with torch.no_grad():
        for slow, fast in zip(average.state_dict().values(), network.state_dict().values(), strict=True):
            if slow.is_floating_point():
                slow.lerp_(fast, 1 - keep)
            else:
                slow.copy_(fast)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shards", type=Path)
    parser.add_argument("manifest", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--marks", type=Path)
    parser.add_argument("--start", type=Path)
    parser.add_argument(
        "--rate", type=float, default=1.0, help="of the usual peak learning rate; 0.4 to go on from a checkpoint"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    train(parser.parse_args())


if __name__ == "__main__":
    main()
