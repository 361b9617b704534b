"""In: nothing. Out: the whole pictures that the others are made from, and chunks and segments to make them with."""

import io
import struct
import zlib
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

HEIC = sorted((Path(__file__).parents[1] / "heic").glob("*.heic"))


def picture(width: int = 96, height: int = 64, mode: str = "RGB") -> Image.Image:
    """Grain, so that a compressor leaves something to cut."""
    grain = np.random.default_rng(width * height).integers(0, 255, (height, width, 3), np.uint8)
    return Image.fromarray(grain).convert(mode)


def encoded(image: Image.Image, form: str, **options: Any) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, form, **options)
    return buffer.getvalue()


WHOLE = {
    "jpg": encoded(picture(), "JPEG", quality=90),
    "progressive.jpg": encoded(picture(), "JPEG", progressive=True),
    "png": encoded(picture(), "PNG"),
    "webp": encoded(picture(), "WEBP", quality=80),
    "lossless.webp": encoded(picture(), "WEBP", lossless=True),
    "gif": encoded(picture(), "GIF"),
    "bmp": encoded(picture(), "BMP"),
    "tif": encoded(picture(), "TIFF"),
    "deflated.tif": encoded(picture(), "TIFF", compression="tiff_deflate"),
    "heic": HEIC[0].read_bytes(),
}
"""One whole file of each kind, by its suffix."""


def png(width: int, height: int, depth: int, colour: int, pixels: bytes, *before: bytes) -> bytes:
    """A PNG that says what it is told to: `pixels` are its packed bytes, `before` chunks that stand before them."""
    header = png_chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0))
    body = b"".join([header, *before, png_chunk(b"IDAT", pixels), png_chunk(b"IEND", b"")])
    return b"\x89PNG\r\n\x1a\n" + body


def png_chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def flat_rows(row: bytes, count: int) -> bytes:
    """`count` rows alike, packed as PNG and TIFF have them; never whole in memory."""
    packer = zlib.compressobj(1)
    return b"".join([*(packer.compress(row) for _ in range(count)), packer.flush()])


def jpeg_segment(marker: int, body: bytes) -> bytes:
    return struct.pack(">BBH", 0xFF, marker, len(body) + 2) + body


def after_start(jpeg: bytes, *segments: bytes) -> bytes:
    """A JPEG with further segments before its own."""
    return jpeg[:2] + b"".join(segments) + jpeg[2:]


def jpeg_frame(jpeg: bytes) -> int:
    """Where the header of the frame lies, which tells height and width at 5 and 7."""
    return next(at for marker in (b"\xff\xc0", b"\xff\xc2") if (at := jpeg.find(marker)) > 0)


def patched(data: bytes, at: int, new: bytes) -> bytes:
    return data[:at] + new + data[at + len(new) :]
