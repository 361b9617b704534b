"""In: real photos whose labels tell place but not which way is up. Out: `marks.jsonl`, oriented marks to train on.

    python -m datasets.mark_photos ../shared/photos/manifest.jsonl datasets/marks.jsonl

The scanner's own networks propose; the photo's label disposes: a mark is kept only where it lies in a labelled box and
is read as that box says. Boxes without any such mark, and proposals that nobody labelled, become places of which
nothing is known, so that a wrong guess is never taught.
"""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path
from typing import Any

import numpy as np

from vision.classify import Classifier, Reading, load_classifier
from vision.locate import Locator, load_locator
from vision.photo import read_photo

AGREED = 0.35  # what the classifier must give the label it should read
PROPOSED = 0.3  # heat of a proposal outside all boxes that is kept from being taught as nothing


def marks_of(entry: dict[str, Any], readings: list[Reading]) -> dict[str, Any]:
    """The line of one photo: `marks` with label, quad and centre of the card, and `ignored` boxes."""
    marks, ignored = [], []
    whole_card = not entry["box_covers"].startswith("corner index")
    used: set[int] = set()
    for piece, box in enumerate(entry["boxes"]):
        label = box["label"]
        left, top, width, height = box["box"]
        edges = (left, top, left + width, top + height)
        if label == "BACK":
            ignored.append(edges)
            continue
        inside = [
            place
            for place, reading in enumerate(readings)
            if _holds(edges, reading.region.centre) and place not in used and _reads(reading, label)
        ]
        for place in inside:
            used.add(place)
            region = readings[place].region
            marks.append(
                {
                    "kind": "index",
                    "label": label,
                    "quad": np.round(region.quad, 1).tolist(),
                    "centre": np.round(region.piece, 1).tolist(),
                    "piece": piece,
                }
            )
        if whole_card or not inside:
            ignored.append(edges)
    for place, reading in enumerate(readings):
        if place not in used and reading.region.score > PROPOSED:
            quad = reading.region.quad
            ignored.append((*quad.min(0).tolist(), *quad.max(0).tolist()))
    return {"file": entry["file"], "marks": marks, "ignored": [[round(float(e), 1) for e in box] for box in ignored]}


def _holds(edges: tuple[float, float, float, float], point: np.ndarray) -> bool:
    return bool(edges[0] <= point[0] <= edges[2] and edges[1] <= point[1] <= edges[3])


def _reads(reading: Reading, label: str) -> bool:
    """Whether the label is what the classifier reads, or what it would read were it a little surer. K? is any king."""
    seen = [(reading.label, reading.confidence), *reading.runners_up]
    if label.endswith("?"):
        return any(name[:-1] == label[:-1] and name != "JOKER" and share > AGREED / 2 for name, share in seen)
    return any(name == label and share > AGREED / 2 for name, share in seen)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("manifest", type=Path)
    parser.add_argument("out", type=Path)
    options = parser.parse_args()
    threads = os.cpu_count() or 1
    locate: Locator = load_locator(threads)
    classify: Classifier = load_classifier(threads)
    kept = boxes = 0
    with options.out.open("w") as out:
        for line in options.manifest.read_text().splitlines():
            entry = json.loads(line)
            if entry["split"] != "train" or entry["kind"] != "cards":
                continue
            photo = read_photo(options.manifest.parent / entry["file"])
            regions = locate(photo.pixels, "index")
            readings = classify(photo.pixels, [region for region in regions if region.kind == "index"])
            made = marks_of(entry, readings)
            kept += len({mark["piece"] for mark in made["marks"]})
            boxes += len(entry["boxes"])
            out.write(json.dumps(made) + "\n")
    print(f"{kept} of {boxes} labelled boxes have at least one mark")


if __name__ == "__main__":
    main()
