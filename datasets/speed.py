"""In: the photos of `datasets.speed_photos`. Out: what a scan of each costs, in time and in memory.

Others may use the machine meanwhile: every figure is the least of several tries, and those that are compared are taken
in turn.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from datasets.matching import GAMES
from datasets.speed_photos import Format, Table, encoded
from scoring.pieces import Kind
from vision import Scanner
from vision.photo import read_photo
from vision.region import Kind as RegionKind

TRIES, TRIES_WHOLE = 5, 2  # the second where seconds go by: a batch, a format that is always decoded whole
CROPS = 64  # pieces of one run of the classifier


@dataclass(frozen=True)
class Cost:
    """Milliseconds and megabytes of the scan of one photo. `stages` as in `Scan.timing_ms`, those of the fastest try;
    `full` the time of decoding all its pixels and nothing else; `memory` None where it is not known."""

    kind: Kind
    form: Format
    megapixels: float
    pieces: int
    found: int
    full: float
    stages: dict[str, float]
    memory: float | None

    @property
    def ratio(self) -> float:
        return self.stages["total"] / self.full

    def to_dict(self) -> dict[str, Any]:
        return {**asdict(self), "ratio": self.ratio}


def cost(scanner: Scanner, table: Table, form: Format, with_memory: bool = True) -> Cost:
    """Raises ImportError for a format that cannot be written here."""
    data, game = encoded(table.pixels, form), GAMES[table.kind]
    fulls, scans = [], []
    for _ in range(TRIES if form == "JPEG" else TRIES_WHOLE):
        fulls.append(milliseconds(lambda: decoded_in_full(data, form)))
        scans.append(scanner.scan(data, game))
    best = min(scans, key=lambda scan: scan.timing_ms["total"])
    return Cost(
        table.kind,
        form,
        table.pixels.shape[0] * table.pixels.shape[1] / 1e6,
        table.pieces,
        len(best.pieces),
        min(fulls),
        best.timing_ms,
        memory(data, game) if with_memory else None,
    )


def decoded_in_full(data: bytes, form: Format) -> None:
    """What the time of a scan is compared with: a JPEG by OpenCV, the others, always decoded whole, as a scan does."""
    if form == "JPEG":
        cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    else:
        read_photo(data)


def memory(data: bytes, game: str) -> float | None:
    """Megabytes that one scan needs beyond the libraries, measured in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "photo"
        path.write_bytes(data)
        said = subprocess.run(
            [sys.executable, "-m", "datasets.speed_memory", str(path), game], capture_output=True, text=True, check=True
        ).stdout
    return float(said) if said.strip() else None


def frame(scanner: Scanner, table: Table) -> dict[str, float]:
    """The times of a picture that is already decoded, as from a camera, when all is warm."""
    scans = [scanner.scan(table.pixels, GAMES[table.kind]) for _ in range(2 * TRIES)]
    return min((scan.timing_ms for scan in scans), key=lambda times: times["total"])


def pieces_a_second(scanner: Scanner, table: Table) -> float:
    """How many pieces the classifier reads: cutting out, reading once, and once more where that is wanted."""
    photo = read_photo(table.pixels)
    kind: RegionKind = "index" if table.kind == "cards" else "tile"
    marks = [region for region in scanner.locate(photo.pixels, kind) if region.kind == kind]
    many = (marks * CROPS)[:CROPS]
    return 1000 * CROPS / min(milliseconds(lambda: scanner.classify(photo.pixels, many)) for _ in range(TRIES))


def milliseconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return (time.perf_counter() - started) * 1000
