"""In: the folder of art and a seed. Out: one picture of many rendered scenes with their marks, to look at often.

python -m datasets.contact_sheet ART sheet.jpg [--seed 1] [--scenes 24] [--game rami|rummikub] [--split held]
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from datasets.scene import Scene, render_scene
from datasets.supply import load_supply

COLOURS = {"index": (0, 255, 0), "tile": (255, 255, 0), "body": (255, 0, 255)}


def annotated(scene: Scene) -> npt.NDArray[np.uint8]:
    """The scene with each visible thing outlined, a red edge along its top."""
    image = scene.image.copy()
    for thing in scene.objects:
        if thing.visible < 0.6:
            continue
        corners = thing.quad.round().astype(np.int32)
        cv2.polylines(image, [corners], True, COLOURS[thing.kind], 1, cv2.LINE_AA)
        cv2.line(image, corners[0].tolist(), corners[1].tolist(), (0, 0, 255), 2, cv2.LINE_AA)
        if thing.kind != "body":
            at = (corners[0] + [0, -2]).tolist()
            cv2.putText(image, thing.label, at, cv2.FONT_HERSHEY_SIMPLEX, 0.4, (0, 0, 255), 1, cv2.LINE_AA)
    cv2.putText(image, scene.layout, (4, 506), cv2.FONT_HERSHEY_SIMPLEX, 0.4, (0, 255, 255), 1, cv2.LINE_AA)
    return image


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("art", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scenes", type=int, default=24)
    parser.add_argument("--game", choices=["rami", "rummikub"])
    parser.add_argument("--split", choices=["train", "held"], default="train")
    options = parser.parse_args()
    supply = load_supply(options.art, options.split)
    started = time.perf_counter()
    scenes = [render_scene(supply, options.seed + number, options.game) for number in range(options.scenes)]
    print(f"{len(scenes) / (time.perf_counter() - started):.1f} scenes a second")
    tiles = [cv2.resize(annotated(scene), None, fx=0.8, fy=0.8, interpolation=cv2.INTER_AREA) for scene in scenes]
    across = 6
    tiles += [np.zeros_like(tiles[0])] * (-len(tiles) % across)
    rows = [np.hstack(tiles[start : start + across]) for start in range(0, len(tiles), across)]
    cv2.imwrite(str(options.out), np.vstack(rows))


if __name__ == "__main__":
    main()
