"""In: nothing. Out: what is no photo at all, under the name of one."""

import io
import json
import random
import tarfile
import zipfile
from collections.abc import Iterator

from hostile.pictures import WHOLE, encoded, picture

Found = Iterator[tuple[str, bytes]]
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="96" height="64"><image href="file:///etc/passwd"/></svg>'
ENTITIES = b"".join(b'<!ENTITY e%d "%s">' % (level, b"&e%d;" % (level - 1) * 10) for level in range(1, 10))


def _archive() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("photo.jpg", WHOLE["jpg"])
        archive.writestr("../zeros", bytes(10_000_000))
    return buffer.getvalue()


def _tape() -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as tape:
        tape.add(__file__, "photo.jpg")
    return buffer.getvalue()


def no_photos(dice: random.Random) -> Found:
    contents = {
        "empty": b"",
        "zeros": bytes(5000),
        "noise": dice.randbytes(5000),
        "text": b"Ana 36\nBen 12\n" * 50,
        "json": json.dumps({"game": "rami", "players": ["Ana", "Ben"]}).encode(),
        "page": b"<!doctype html><img src=x onerror=alert(1)>",
        "svg": SVG,
        "svg-of-entities": b"<!DOCTYPE svg [" + ENTITIES + b"]>" + SVG,
        "archive": _archive(),
        "tape": _tape(),
        "document": b"%PDF-1.7\n" + WHOLE["jpg"],
        "program": b"\x7fELF\x02\x01\x01" + bytes(500),
        "script": b"#!/bin/sh\nreboot\n",
        "postscript": encoded(picture(), "EPS"),
        "icon": encoded(picture(64, 64), "ICO"),
        "other-trade": encoded(picture(), "PCX"),
        "other-riff": WHOLE["webp"][:12] + b"VP8?" + WHOLE["webp"][16:],
        "newer": b"\xff\x0a" + bytes(500),
        "photo-behind-a-space": b" " + WHOLE["jpg"],
        "photo-by-mail": b"/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRof",
    }
    for name, data in contents.items():
        for suffix in ("jpg", "png", "heic"):
            yield f"{name}.{suffix}", data


def films(_: random.Random) -> Found:
    for brand in (b"qt  ", b"mp42", b"isom", b"M4V ", b"avif", b"avis", b"crx "):
        yield f"{brand.decode().strip()}.heic", b"\0\0\0\x14ftyp" + brand + b"\0\0\0\0" + brand + bytes(2000)
