"""In: nothing, or photos for the batch. Out: `Speed`: all that `handscan bench --speed` measures, in one run."""

import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, get_args

from datasets.manifest import LabelledPhoto
from datasets.matching import GAMES
from datasets.speed import TRIES, TRIES_WHOLE, Cost, cost, frame, pieces_a_second
from datasets.speed_photos import FRAME, SIZES, Format, encoded, table
from scoring.pieces import Kind
from service.batch.engine import engine_of
from service.batch.job import Job, content_of
from service.batch.reading import load_reader
from vision import Scanner

FEW, MANY = 1, 2  # sample photos on the table: 7 pieces, and 14 cards or 19 tiles
CROWDS: Final = (1, 2, 4, 6, 9)
PHOTOS = 64  # of the batch, drawn where none are given
MOST_PHOTOS = 240
COLD: Final = "from service.cli import app; app()"


@dataclass(frozen=True)
class Speed:
    """`costs` of each kind, format, size and number of pieces; `by_pieces` of 12-megapixel JPEGs of ever more cards.
    `frame`, `cold` in ms (`cold_cpu` of the processor, all cores), `batch` in photos a second by workers."""

    machine: str
    costs: tuple[Cost, ...]
    by_pieces: tuple[Cost, ...]
    frames: dict[Kind, dict[str, float]]
    cold: float
    cold_cpu: float
    pieces_a_second: float
    batch: dict[int, float]
    batch_photos: int
    wheel: float
    left_out: tuple[Format, ...]

    def to_dict(self) -> dict[str, Any]:
        return {
            **vars(self),
            "costs": [one.to_dict() for one in self.costs],
            "by_pieces": [one.to_dict() for one in self.by_pieces],
        }


def measure_speed(photos: Sequence[LabelledPhoto], tell: Callable[[str], None]) -> Speed:
    """`photos` are read by the batch; without any, drawn ones are. `tell` hears what is measured next."""
    scanner = Scanner()
    kinds: tuple[Kind, ...] = get_args(Kind)
    costs: list[Cost] = []
    left_out: list[Format] = []
    for form in get_args(Format):
        try:
            for megapixels, size in SIZES.items():
                for kind in kinds:
                    for count in (FEW, MANY):
                        tell(f"{form}, {megapixels} MP, {kind}")
                        costs.append(cost(scanner, table(kind, count, size), form))
        except ImportError:
            left_out.append(form)
    by_pieces = []
    for count in CROWDS:
        tell(f"{count} times the pieces")
        by_pieces.append(cost(scanner, table("cards", count, SIZES[12]), "JPEG", with_memory=False))
    tell("frames, cold start, classifier")
    frames = {kind: frame(scanner, table(kind, MANY, FRAME)) for kind in kinds}
    pieces = pieces_a_second(scanner, table("cards", MANY, SIZES[3]))
    with tempfile.TemporaryDirectory() as folder:
        cold, cold_cpu = _cold(Path(folder))
        del scanner  # its threads would take part in the batch
        paths = _batch_paths(photos, Path(folder))
        batch: dict[int, float] = {}
        for workers in (1, 2) * TRIES_WHOLE:
            tell(f"batch of {len(paths)} photos, {workers} at a time")
            batch[workers] = max(batch.get(workers, 0.0), _photos_a_second(paths, workers))
    return Speed(
        machine(),
        tuple(costs),
        tuple(by_pieces),
        frames,
        cold,
        cold_cpu,
        pieces,
        batch,
        len(paths),
        _wheel_megabytes(),
        tuple(left_out),
    )


def machine() -> str:
    """The processor, how many cores of it, and how busy they were."""
    info = Path("/proc/cpuinfo")
    names = [line.split(":", 1)[1].strip() for line in info.read_text().splitlines() if line.startswith("model name")]
    load = f", {os.getloadavg()[0]:.1f} processes running on average in the last minute"
    return f"{names[0] if names else platform.processor()}, {os.cpu_count()} cores{load}"


def _cold(folder: Path) -> tuple[float, float]:
    """Milliseconds by the clock and of the processor, of `handscan scan` of a 12-megapixel photo from nothing."""
    path = folder / "cold.jpg"
    path.write_bytes(encoded(table("cards", MANY, SIZES[12]).pixels, "JPEG"))
    command = [sys.executable, "-c", COLD, "scan", str(path), "--game", GAMES["cards"], "--json"]
    walls, processor = [], []
    for _ in range(TRIES):
        before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        walls.append((time.perf_counter() - started) * 1000)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        processor.append((after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000)
    return min(walls), min(processor)


def _batch_paths(photos: Sequence[LabelledPhoto], folder: Path) -> list[tuple[Path, str]]:
    """Photos and their games; drawn ones differ in their grain, so that none is read for another."""
    if photos:
        return [(photo.path, GAMES[photo.kind]) for photo in photos[:: -(-len(photos) // MOST_PHOTOS)]]
    paths = []
    for number in range(PHOTOS):
        kind: Kind = "cards" if number % 2 else "tiles"
        path = folder / f"{number}.jpg"
        path.write_bytes(encoded(table(kind, FEW, SIZES[3], seed=number).pixels, "JPEG"))
        paths.append((path, GAMES[kind]))
    return paths


def _photos_a_second(paths: Sequence[tuple[Path, str]], workers: int) -> float:
    """The start of the workers included."""
    jobs = [Job(str(path), content_of(path) or "", str(path), game, 1, "auto") for path, game in paths]
    started = time.perf_counter()
    done = sum(1 for _ in engine_of("local", workers, None, load_reader)(jobs))
    return done / (time.perf_counter() - started)


def _wheel_megabytes() -> float:
    """Of a wheel packed from this checkout; 0 where there is no checkout to pack."""
    root = Path(__file__).parents[1]
    if not (root / "pyproject.toml").exists():
        return 0.0
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, str(root)]
        subprocess.run(command, check=True, capture_output=True)
        return sum(path.stat().st_size for path in Path(folder).glob("*.whl")) / 1e6
