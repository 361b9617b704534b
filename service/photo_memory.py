"""In: pictures of photos nobody asked to keep. Out: the same, for a while: they are in memory only and then gone."""

import threading
import time
from collections import OrderedDict

import cv2

from vision.photo import Pixels, read_photo

LONG_SIDE = 1600
QUALITY = 85


def picture_of(photo: bytes) -> bytes:
    """The photo upright, at most 1600 px long, as a JPEG of pixels alone: nothing of its EXIF is in it."""
    pixels = read_photo(photo).pixels
    scale = LONG_SIDE / max(pixels.shape[:2])
    return jpeg(cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else pixels)


def jpeg(pixels: cv2.typing.MatLike) -> bytes:
    """Pixels as the bytes of a JPEG file."""
    return cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()


def pixels_of(picture: bytes) -> Pixels:
    """The pixels of a picture made here."""
    return read_photo(picture).pixels


class PhotoMemory:
    """Pictures by the id of their scan: the newest few, each for some minutes."""

    def __init__(self, minutes: float, count: int) -> None:
        self._seconds, self._count = minutes * 60, count
        self._kept: OrderedDict[str, tuple[float, bytes]] = OrderedDict()
        self._lock = threading.Lock()

    def put(self, scan_id: str, picture: bytes) -> None:
        """Remembers a picture from now on."""
        with self._lock:
            self._kept.pop(scan_id, None)
            self._kept[scan_id] = (time.monotonic() + self._seconds, picture)
            self._drop()

    def get(self, scan_id: str) -> bytes | None:
        """The picture, if it is still there."""
        with self._lock:
            self._drop()
            return self._kept[scan_id][1] if scan_id in self._kept else None

    def forget(self, scan_id: str) -> None:
        """Drops a picture at once."""
        with self._lock:
            self._kept.pop(scan_id, None)

    def _drop(self) -> None:
        """The oldest first: all live equally long, so none behind a living one is dead."""
        while self._kept:
            expires, _ = next(iter(self._kept.values()))
            if len(self._kept) <= self._count and expires > time.monotonic():
                return
            self._kept.popitem(last=False)
