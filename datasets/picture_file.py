"""In: a picture in a file or in JPEG bytes. Out: its pixels, or an error that names what could not be read."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]


def read_picture(path: Path, flags: int = cv2.IMREAD_COLOR) -> Image:
    """(h, w, 3) BGR, or what else the flags of OpenCV ask for."""
    pixels = cv2.imread(str(path), flags)
    if pixels is None:
        raise ValueError(f"{path} is missing or no picture")
    return np.asarray(pixels, np.uint8)


def decoded(data: npt.NDArray[np.uint8]) -> Image:
    """(h, w, 3) BGR of the bytes that `cv2.imencode` gave."""
    pixels = cv2.imdecode(data, cv2.IMREAD_COLOR)
    if pixels is None:
        raise ValueError("these bytes are no picture")
    return np.asarray(pixels, np.uint8)
