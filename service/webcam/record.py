"""In: screens with their times. Out: a video of them, at the pace they were seen."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from service.webcam.source import LOOKS, SourceError
from vision.photo import Pixels


class Recorder:
    """Writes ten pictures a second; the size is that of the first."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._writer: cv2.VideoWriter | None = None
        self._size = (0, 0)
        self._written = 0

    def add(self, drawn: Pixels, time: float) -> None:
        """One more screen; the one before stands until its time. Raises SourceError where nothing can be written."""
        if self._writer is None:
            self._size = (drawn.shape[1] // 2 * 2, drawn.shape[0] // 2 * 2)
            self._writer = cv2.VideoWriter(str(self._path), cv2.VideoWriter.fourcc(*"mp4v"), LOOKS, self._size)
            if not self._writer.isOpened():
                raise SourceError(
                    f"{self._path} cannot be written: name a file that ends in .mp4, in a folder that is there."
                )
        whole = drawn[: self._size[1], : self._size[0]]
        if whole.shape[1::-1] != self._size:
            whole = np.asarray(cv2.resize(drawn, self._size), np.uint8)
        while self._written <= time * LOOKS:
            self._writer.write(whole)
            self._written += 1

    def close(self) -> None:
        """Finishes the file."""
        if self._writer is not None:
            self._writer.release()
