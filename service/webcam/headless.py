"""In: pictures with their times. Out: one scan object a hand that settles, and the time s at which it did."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from service.webcam.record import Recorder
from service.webcam.screen import screen
from service.webcam.source import Frame
from vision.live import Watched, Watcher


def settled_hands(
    frames: Iterable[Frame | None], watcher: Watcher, recorder: Recorder | None = None
) -> Iterator[dict[str, Any]]:
    """The scan objects of the contract with the `time` of each, in the order they settled. None is a camera gone for a
    moment: what was seen before it stays."""
    for frame, now in watched(frames, watcher):
        if recorder is not None:
            recorder.add(screen(frame.pixels, now, flash=now.just_settled), frame.time)
        if now.just_settled and now.hand.settled is not None:
            yield {"time": round(frame.time, 2), **now.hand.settled.to_dict()}


def watched(frames: Iterable[Frame | None], watcher: Watcher) -> Iterator[tuple[Frame, Watched]]:
    """Each picture and what is known after it."""
    now = watcher.begin()
    for frame in frames:
        if frame is not None:
            now = watcher.see(now, frame.pixels, frame.time)
            yield frame, now
