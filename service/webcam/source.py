"""In: what was typed as --source. Out: its pictures with their times, and one sentence where there are none.

A camera or a stream never ends: when it is gone it is opened again, until it is back. A file or a folder does, and its
pictures are the same each time.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import cv2
import numpy as np

from service.photo_paths import PHOTO_SUFFIXES
from vision.photo import MIN_SIDE, PhotoError, Pixels, read_photo

Kind = Literal["camera", "stream", "video", "folder"]
LOOKS = 10  # pictures a second taken from a file, and at which a folder is played
WANTED = (1280, 720)  # px asked of a camera; it answers with what it has
AGAIN = 1.0  # s between attempts to reach a camera that is gone
USUAL_FPS = 30.0  # of a file that does not say

# What OpenCV and FFmpeg write to the terminal of a camera or a file that does not open: a sentence of ours says it.
cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")


class SourceError(Exception):
    """There are no pictures to be had; the text says why and what to do."""


@dataclass(frozen=True)
class Source:
    """Where pictures come from, `typed` as it was. `mirrored`: whether they show left and right exchanged."""

    typed: str
    kind: Kind
    mirrored: bool = False

    @property
    def live(self) -> bool:
        return self.kind in ("camera", "stream")

    @property
    def name(self) -> str:
        return self.typed if self.live else Path(self.typed).name


@dataclass(frozen=True, eq=False)
class Frame:
    """(h, w, 3) BGR, upright and not mirrored; `time` in s since the first."""

    pixels: Pixels
    time: float


def source_named(typed: str, mirrored: bool = False) -> Source:
    """What is meant by an index, a device, a URL, a video or a folder. Raises SourceError for what is not there."""
    if typed.isdecimal() or typed.startswith("/dev/"):
        return Source(typed, "camera", mirrored)
    if "://" in typed:
        return Source(typed, "stream", mirrored)
    path = Path(typed)
    if path.is_dir():
        return Source(typed, "folder", mirrored)
    if not path.exists():
        raise SourceError(f"{typed} is not there: name a camera (0, 1 ...), a video, a folder of pictures or a URL.")
    return Source(typed, "video", mirrored)


def recorded(source: Source) -> Iterator[Frame]:
    """The pictures of a file or folder, ten a second of its own time, as fast as they are asked for."""
    frames = _folder(source) if source.kind == "folder" else _video(source)
    return (_straight(frame, source) for frame in frames)


def played(source: Source, ended: Callable[[], bool]) -> Iterator[Frame | None]:
    """The same at the pace they were taken at; the last one stays."""
    begun = time.monotonic()
    for frame in recorded(source):
        time.sleep(max(0.0, begun + frame.time - time.monotonic()))
        yield frame
        if ended():
            return


def live(source: Source, ended: Callable[[], bool]) -> Iterator[Frame | None]:
    """What a camera sees, each picture as it comes; None while it is gone. Raises SourceError where none opens."""
    capture = _opened(source)
    begun = time.monotonic()
    try:
        while not ended():
            got, pixels = capture.read()
            if got and pixels is not None:
                yield _straight(Frame(np.asarray(pixels, np.uint8), time.monotonic() - begun), source)
                continue
            yield None
            capture.release()
            time.sleep(AGAIN)
            capture = _capture(source)
    finally:
        capture.release()


def _opened(source: Source) -> cv2.VideoCapture:
    capture = _capture(source)
    if not capture.isOpened():
        raise SourceError(_not_opened(source))
    return capture


def _capture(source: Source) -> cv2.VideoCapture:
    where = int(source.typed) if source.typed.isdecimal() else source.typed
    capture = cv2.VideoCapture(where)
    if source.kind == "camera":
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, WANTED[0])
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, WANTED[1])
    return capture


def _not_opened(source: Source) -> str:
    if source.kind == "stream":
        return f"{source.typed} does not answer with pictures: check the address, and that its camera is on."
    device = Path(f"/dev/video{source.typed}" if source.typed.isdecimal() else source.typed)
    if Path("/dev").is_dir() and not device.exists():
        return f"There is no camera {source.typed}: plug one in, or name another --source (0, 1, a video, a URL)."
    return f"Camera {source.typed} does not open: close the program that uses it, and allow this one to use it."


def _video(source: Source) -> Iterator[Frame]:
    capture = cv2.VideoCapture(source.typed)
    if not capture.isOpened():
        raise SourceError(f"{source.typed} is no video that can be read: save it as MP4 and try again.")
    said = capture.get(cv2.CAP_PROP_FPS)
    fps = said if 1 <= said <= 240 else USUAL_FPS
    number, looks = 0, 0
    try:
        while capture.grab():
            at = number / fps
            number += 1
            if at * LOOKS + 1e-6 < looks:
                continue
            got, pixels = capture.retrieve()
            if got:
                looks = int(at * LOOKS + 1e-6) + 1
                yield Frame(np.asarray(pixels, np.uint8), at)
    finally:
        capture.release()
    if number == 0:
        raise SourceError(f"{source.typed} holds no picture that can be read: save it as MP4 and try again.")


def _folder(source: Source) -> Iterator[Frame]:
    paths = sorted(path for path in Path(source.typed).iterdir() if path.suffix.lower() in PHOTO_SUFFIXES)
    if not paths:
        raise SourceError(f"{source.typed} holds no pictures: name a folder of frames, a video or a camera.")
    for number, path in enumerate(paths):
        try:
            yield Frame(read_photo(path).pixels, number / LOOKS)
        except PhotoError as error:
            raise SourceError(f"{path}: {error.message}") from error


def _straight(frame: Frame, source: Source) -> Frame:
    """Three channels, not mirrored. Raises SourceError for pictures too small to hold a piece."""
    pixels = frame.pixels
    if pixels.ndim == 2:
        pixels = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_GRAY2BGR), np.uint8)
    if min(pixels.shape[:2]) < MIN_SIDE:
        raise SourceError(f"The pictures of {source.name} have only {pixels.shape[1]} x {pixels.shape[0]} pixels.")
    if source.mirrored:
        pixels = np.ascontiguousarray(pixels[:, ::-1])
    return Frame(pixels, frame.time)
