"""In: nothing. Out: photos after all, of kinds that careless readers trip over; and a few kinds that are refused."""

import random
import struct
import zipfile
from collections.abc import Iterator
from io import BytesIO

import cv2
import numpy as np
from PIL import Image

from hostile.pictures import HEIC, WHOLE, after_start, encoded, jpeg_segment, picture, png_chunk

Found = Iterator[tuple[str, bytes]]
DEEP = np.full((64, 96), 25_700, np.uint16)


def moving(_: random.Random) -> Found:
    later = [picture().rotate(180), Image.new("RGB", (96, 64))]
    for form, suffix in (("GIF", "gif"), ("WEBP", "webp"), ("PNG", "png"), ("TIFF", "tif"), ("MPO", "mpo.jpg")):
        yield suffix, encoded(picture(), form, save_all=True, append_images=later)


def many_bits(_: random.Random) -> Found:
    yield "grey.png", encoded(Image.fromarray(DEEP), "PNG")
    yield "grey.tif", encoded(Image.fromarray(DEEP), "TIFF")
    yield "grey-packed.tif", encoded(Image.fromarray(DEEP), "TIFF", compression="tiff_lzw")
    yield "colour.png", cv2.imencode(".png", np.dstack([DEEP] * 3))[1].tobytes()
    yield "colour-see-through.png", cv2.imencode(".png", np.dstack([DEEP] * 4))[1].tobytes()
    yield "whole-numbers.tif", encoded(Image.fromarray(DEEP.astype(np.int32)), "TIFF")


def other_colours(_: random.Random) -> Found:
    for mode, form, suffix in (
        *(("CMYK", "JPEG", "jpg"), ("CMYK", "TIFF", "tif"), ("YCbCr", "TIFF", "tif"), ("YCbCr", "JPEG", "jpg")),
        *(("L", "JPEG", "jpg"), ("L", "WEBP", "webp"), ("L", "BMP", "bmp"), ("L", "GIF", "gif"), ("L", "TIFF", "tif")),
        *(("1", "PNG", "png"), ("1", "TIFF", "tif"), ("1", "BMP", "bmp"), ("P", "PNG", "png"), ("P", "TIFF", "tif")),
        *(("LA", "PNG", "png"), ("LA", "TIFF", "tif"), ("RGBA", "PNG", "png"), ("RGBA", "WEBP", "webp")),
        *(("RGBA", "TIFF", "tif"), ("RGBA", "BMP", "bmp"), ("RGBX", "TIFF", "tif")),
    ):
        yield f"{mode}.{suffix}", encoded(picture(mode=mode), form)
    yield "see-through.png", encoded(picture(mode="P"), "PNG", transparency=3)
    yield "see-through.gif", encoded(picture(mode="P"), "GIF", transparency=3)


def colours_refused(_: random.Random) -> Found:
    yield "numbers.tif", encoded(picture(mode="F"), "TIFF")


def deep_exif(dice: random.Random) -> Found:
    """Directories that point at one another, at themselves and at nothing, and camera data of all kinds and none."""
    for name, exif in {
        "to-itself": _exif([(0x8769, 4, 8)]),
        "to-nothing": _exif([(0x8769, 4, 0x7FFFFFFF)]),
        "in-a-ring": _exif([(0x8769, 4, 26), (0x8825, 4, 8)]) + _directory([(0xA005, 4, 8)]),
        "next-to-itself": _exif([(0x0112, 3, 1)], following=8),
        "many": _exif([(number, 4, 8) for number in range(0x8000, 0x8400)]),
        "counts": b"MM\0\x2a\0\0\0\x08\0\x01" + struct.pack(">HHII", 0x010F, 2, 0xFFFFFFFF, 8) + bytes(4),
        "kinds": _exif([(0x0112, 77, 6)]),
        "text-for-a-turn": _exif([(0x0112, 2, 0x36000000)]),
        "noise": b"MM\0\x2a\0\0\0\x08" + dice.randbytes(2000),
        "empty": b"",
    }.items():
        yield f"{name}.jpg", after_start(WHOLE["jpg"], jpeg_segment(0xE1, b"Exif\0\0" + exif))
        yield f"{name}.png", WHOLE["png"][:33] + png_chunk(b"eXIf", exif) + WHOLE["png"][33:]
        if name not in ("noise", "empty"):
            yield f"{name}.webp", encoded(picture(), "WEBP", exif=exif)


def two_things_at_once(_: random.Random) -> Found:
    """A photo to one reader, and something else to another."""
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("run.sh", "echo")
    for suffix in ("jpg", "png", "gif", "webp", "bmp", "tif"):
        yield f"archive.{suffix}", WHOLE[suffix] + buffer.getvalue()
        yield f"page.{suffix}", WHOLE[suffix] + b"<html><script>alert(1)</script></html>"
    yield "program.jpg", after_start(WHOLE["jpg"], jpeg_segment(0xFE, b"<?php echo 1; ?>"))
    yield "film.jpg", WHOLE["jpg"] + b"\0\0\0\x14ftypmp42\0\0\0\0mp42" + bytes(1000)
    yield "thumbnail.jpg", after_start(WHOLE["jpg"], jpeg_segment(0xE1, b"Exif\0\0" + WHOLE["jpg"][:60_000]))
    yield "photo.png.jpg", WHOLE["png"]
    yield "photo.jpg.heic", WHOLE["jpg"]
    yield "photo.heic.jpg", HEIC[0].read_bytes()


def _exif(entries: list[tuple[int, int, int]], following: int = 0) -> bytes:
    return b"MM\0\x2a\0\0\0\x08" + _directory(entries, following)


def _directory(entries: list[tuple[int, int, int]], following: int = 0) -> bytes:
    said = b"".join(struct.pack(">HHII", tag, kind, 1, value) for tag, kind, value in entries)
    return struct.pack(">H", len(entries)) + said + struct.pack(">I", following)
