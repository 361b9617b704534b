"""In: the folder of art, a count and a seed. Out: files of rendered scenes on disk, made by worker processes.

    python -m datasets.shards ART OUT --scenes 20000 --seed 1000000 [--split train|held] [--workers 2]

A shard is a pickled list with (JPEG bytes, objects, layout) of each scene. Shards that exist are kept, so an
interrupted run goes on where it stopped.
"""

from __future__ import annotations

import argparse
import multiprocessing
import pickle
import time
from functools import partial
from pathlib import Path

import cv2

from datasets.deck_manifest import Split
from datasets.picture_file import decoded
from datasets.scene import Scene, render_scene
from datasets.supply import Supply, load_supply

SHARD = 250
JPEG_QUALITY = 95

_supply: Supply | None = None


def read_shard(path: Path) -> list[Scene]:
    """The scenes of one file."""
    with path.open("rb") as file:
        packed = pickle.load(file)
    return [Scene(decoded(data), objects, layout) for data, objects, layout in packed]


def _start(art: Path, split: Split) -> None:
    global _supply
    cv2.setNumThreads(1)
    _supply = load_supply(art, split)


def _render(out: Path, seed: int) -> Path:
    path = out / f"{seed:09d}.pkl"
    if not path.exists():
        assert _supply is not None
        packed = []
        for number in range(SHARD):
            scene = render_scene(_supply, seed + number)
            data = cv2.imencode(".jpg", scene.image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1]
            packed.append((data, scene.objects, scene.layout))
        unfinished = path.with_suffix(".part")
        with unfinished.open("wb") as file:
            pickle.dump(packed, file)
        unfinished.rename(path)
    return path


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("art", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--scenes", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1_000_000)
    parser.add_argument("--split", choices=["train", "held"], default="train")
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    seeds = range(options.seed, options.seed + options.scenes, SHARD)
    started = time.perf_counter()
    with multiprocessing.Pool(options.workers, _start, (options.art, options.split)) as pool:
        for done, path in enumerate(pool.imap_unordered(partial(_render, options.out), seeds), 1):
            print(f"{path.name}  {done * SHARD / (time.perf_counter() - started):.1f} scenes a second", flush=True)


if __name__ == "__main__":
    main()
