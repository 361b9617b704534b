"""In: the folder of art. Out: the sample photos of the repository and their manifest, drawn by this renderer alone.

    python -m datasets.samples ART datasets/samples

Only the fonts of the art are used: faces, backs and table tops are drawn here, so the pictures are ours to give away.
"""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from datasets.scene import Scene, render_hand
from datasets.supply import Supply, load_supply

SIDE = 1600
# name, game, layout, seed, labels
SAMPLES = (
    ("tiles-rack", "rummikub", "racked", 11, "K1 R3 R4 B7 O9 O10 K13 JOKER B2 R11 O6 K8"),
    ("tiles-table", "rummikub", "scattered", 28, "B3 K12 R9 O1 JOKER R6 B13"),
    ("cards-fan", "rami", "fanned", 33, "AH 10D 7S QC KH JOKER 2C"),
    ("cards-rows", "rami", "rows", 47, "KH KS QD JC 9H 8C 7D"),
)


def whole(scene: Scene, labels: list[str]) -> bool:
    """Whether each piece shows at least one mark wholly, large enough to be read with ease."""
    seen = {
        thing.piece
        for thing in scene.objects
        if thing.kind != "body" and thing.visible > 0.97 and np.linalg.norm(thing.quad[3] - thing.quad[0]) > 44
    }
    return len(seen) == len(labels)


def sample(supply: Supply, game: str, layout: str, seed: int, labels: list[str]) -> Scene:
    """The first scene from the seed on in which every piece can be read and the light is good."""
    while True:
        scene = render_hand(supply, np.random.default_rng(seed), game, labels, layout, SIDE)
        if whole(scene, labels) and 90 < scene.image.mean() < 190:
            return scene
        seed += 1000


def main(art: Path, out: Path) -> None:
    supply = replace(load_supply(art, "held"), decks=(), pictures=(), textures=(), stamps=())
    out.mkdir(parents=True, exist_ok=True)
    lines = []
    for name, game, layout, seed, typed in SAMPLES:
        labels = typed.split()
        scene = sample(supply, game, layout, seed, labels)
        cv2.imwrite(str(out / f"{name}.jpg"), scene.image, [cv2.IMWRITE_JPEG_QUALITY, 88])
        kind = "cards" if game == "rami" else "tiles"
        height, width = scene.image.shape[:2]
        entry = {
            "file": f"{name}.jpg",
            "kind": kind,
            "split": "dev",
            "width": width,
            "height": height,
            "labels": labels,
            "boxes": [],
            "box_covers": None,
            "layout": layout,
            "deck": "drawn",
            "group": "samples",
            "notes": "",
            "source": "rendered by datasets.samples",
            "licence": "Apache-2.0",
        }
        lines.append(json.dumps(entry))
    (out / "manifest.jsonl").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
