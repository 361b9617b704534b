"""In: a manifest of clips. Out: how many settle with the right total, what settles wrongly, and how fast it is live."""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from datasets.clip_manifest import Clip, read_clips
from datasets.clip_outcome import ClipOutcome, outcome_of
from service.webcam.screen import screen
from service.webcam.source import recorded, source_named
from vision import Scanner
from vision.live import THREADS, Watched, Watcher


def bench_clips(manifest: Path, as_json: bool) -> None:
    """Watches every clip, and prints the figures. Raises ManifestError and SourceError."""
    scanner = Scanner(THREADS)
    stderr = Console(stderr=True)
    speed = Speed()
    clips = read_clips(manifest)
    outcomes = [
        outcome_of(clip, speed.timed(clip, scanner))
        for clip in track(clips, "Watching", console=stderr, disable=not stderr.is_terminal)
    ]
    found = _figures(outcomes) | speed.figures()
    if as_json:
        typer.echo(json.dumps(found | {"clips": [_clip_object(outcome) for outcome in outcomes]}, ensure_ascii=False))
        return
    table = Table(title="Clips", title_justify="left", show_header=False)
    for name, value in found.items():
        table.add_row(name.replace("_", " "), f"{value:.1f}" if isinstance(value, float) else str(value))
    Console(width=100).print(table)
    for outcome in outcomes:
        for wrong in outcome.silently_wrong:
            typer.echo(f"{outcome.clip.path.name}: {wrong.total} settled at {wrong.time:.1f} s, wrong and not flagged")
        if not outcome.right:
            stood = [None if scan is None else scan.hands[0].points for scan in outcome.standing]
            true = [outcome.clip.total(moment) for moment in outcome.clip.moments]
            typer.echo(f"{outcome.clip.path.name}: {stood} stood, {true} is right")


class Speed:
    """Takes the time of each picture: from when it is there until it is scanned and drawn."""

    def __init__(self) -> None:
        self._scanned: list[float] = []
        self._skipped: list[float] = []
        self._worked: list[float] = []

    def timed(self, clip: Clip, scanner: Scanner) -> Iterator[tuple[float, Watched]]:
        """The time of each picture of the clip, and what is known after it."""
        watcher = Watcher(scanner, clip.game)
        now = watcher.begin()
        for frame in recorded(source_named(str(clip.path))):
            begun, worked = time.perf_counter(), time.process_time()
            before, now = now.scans, watcher.see(now, frame.pixels, frame.time)
            screen(frame.pixels, now)
            took = time.perf_counter() - begun
            if now.scans > before:
                self._scanned.append(took)
                self._worked.append(time.process_time() - worked)
            else:
                self._skipped.append(took)
            yield frame.time, now

    def figures(self) -> dict[str, Any]:
        """ms; pictures a second where each is scanned. What a scan takes of the processors tells less of what else
        runs there."""
        every = sorted(self._scanned + self._skipped)
        scanned = sorted(self._scanned)
        return {
            "pictures": len(every),
            "scanned": len(scanned),
            "scanned_pictures_a_second": 1 / statistics.median(scanned),
            "processor_ms_a_scan_median": 1000 * statistics.median(self._worked),
            "pictures_a_second": len(every) / sum(every),
            "ms_from_picture_to_overlay_median": 1000 * statistics.median(every),
            "ms_from_picture_to_overlay_95_in_100": 1000 * every[len(every) * 95 // 100],
        }


def _figures(outcomes: list[ClipOutcome]) -> dict[str, Any]:
    waits = [wait for outcome in outcomes for wait in outcome.waits]
    return {
        "clips": len(outcomes),
        "right_total_settled": sum(outcome.right for outcome in outcomes),
        "every_label_right": sum(outcome.exact for outcome in outcomes),
        "flagged": sum(outcome.flagged for outcome in outcomes),
        "wrong_without_a_flag": sum(len(outcome.silently_wrong) for outcome in outcomes),
        "seconds_until_it_settles_median": statistics.median(waits) if waits else None,
    }


def _clip_object(outcome: ClipOutcome) -> dict[str, Any]:
    return {
        "clip": outcome.clip.path.name,
        "event": outcome.clip.event,
        "right": outcome.right,
        "exact": outcome.exact,
        "flagged": outcome.flagged,
        "settled": [
            {"time": round(one.time, 2), "total": one.total, "review": one.scan.review} for one in outcome.settled
        ],
    }
