"""In: a classifier and crops it was not trained on. Out: a temperature for each head, so that 0.9 means nine in ten.

    python -m models.calibrate CLASSIFIER.pt SHARDS_HELD MANIFEST OUT.json [--marks datasets/marks.jsonl]

Temperature scaling (Guo et al. 2017, "On Calibration of Modern Neural Networks"). The crops: designs and editions held
back from training, rendered, and the photos held back from it, as many of the one as of the other.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

from datasets.photos import held_out, marked_photos, photo_scene
from datasets.scene import Scene
from datasets.shards import read_shard
from models.classifier import Classifier, split_heads
from models.train_classifier import crops
from vision.classify import HEADS

COUNT = 6000  # crops of each sort
LOWEST = 1.0  # never surer than the network itself: what is left out of every set is harder than the set


def gather(scenes: Iterable[Scene], network: Classifier, rng: np.random.Generator) -> tuple[torch.Tensor, torch.Tensor]:
    """The logits and classes of the crops of some scenes."""
    logits, classes = [], []
    count = 0
    for scene in scenes:
        made = crops(scene, rng)
        if not made:
            continue
        pixels = np.stack([crop.pixels for crop in made])[..., ::-1].transpose(0, 3, 1, 2).astype(np.float32) / 255
        with torch.no_grad():
            logits.append(network(torch.from_numpy(np.ascontiguousarray(pixels))))
        classes.append(torch.tensor([crop.classes for crop in made]))
        count += len(made)
        if count >= COUNT:
            break
    return torch.cat(logits), torch.cat(classes)


def temperature(logits: torch.Tensor, classes: torch.Tensor) -> float:
    """The temperature that makes the classes likeliest."""
    grid = np.exp(np.linspace(np.log(LOWEST), np.log(6.0), 60))
    losses = [float(functional.cross_entropy(logits / float(value), classes)) for value in grid]
    return float(grid[int(np.argmin(losses))])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("classifier", type=Path)
    parser.add_argument("shards", type=Path)
    parser.add_argument("manifest", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--marks", type=Path)
    options = parser.parse_args()
    network = Classifier().eval()
    network.load_state_dict(torch.load(options.classifier))
    rng = np.random.default_rng(7)
    rendered = (scene for file in sorted(options.shards.glob("*.pkl")) for scene in read_shard(file))
    photos = [photo for number, photo in enumerate(marked_photos(options.manifest, options.marks)) if held_out(number)]
    real = (photo_scene(photo, rng) for _ in range(4) for photo in photos)
    sets = {"rendered": gather(rendered, network, rng), "photos": gather(real, network, rng)}
    found = {}
    for place, name in enumerate(HEADS):
        parts = []
        for title, (logits, classes) in sets.items():
            known = classes[:, place] >= 0
            head, truth = split_heads(logits)[name][known], classes[known, place]
            right = float((head.argmax(1) == truth).float().mean()) if len(truth) else float("nan")
            print(f"{name:7} {title:9} {len(truth):6} crops, right {right:.4f}")
            parts.append((head, truth))
        found[name] = round(temperature(torch.cat([p[0] for p in parts]), torch.cat([p[1] for p in parts])), 3)
    print(found)
    options.out.write_text(json.dumps(found))


if __name__ == "__main__":
    main()
