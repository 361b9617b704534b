"""In: the bytes of a picture file. Out: whether it reaches its end, and has no more parts than pictures have.

Decoders go through the parts of a file before its pixels, be they ever so many and so small: a few megabytes of them
would hold one for minutes. Each walk here ends at the first part too many. What is merely wrong is left to the decoder.
"""

from __future__ import annotations

import re
import struct

MAX_PARTS = 20_000
"""Segments of a JPEG, chunks of a PNG, blocks before the first picture of a GIF, strips of a TIFF."""
MAX_SCANS = 64
"""A progressive JPEG has about ten; each of thousands, a few bytes long, would cost a pass over all pixels."""
MAX_PADDING = 1000
"""Bytes between two segments of a JPEG."""

# A marker byte is neither 00 (a stuffed FF), nor a restart, nor FF (padding); the search passes over packed pixels.
_JPEG_MARKER = re.compile(rb"\xff[^\x00\x01\xd0-\xd8\xff]")
_END, _SCAN = 0xD9, 0xDA
_LARGE = ord("+")  # in the head of a TIFF of 64 bits
_BYTES = frozenset({1, 2, 6, 7})  # kinds of values in a TIFF that may be as many as there is room for


def is_sound(data: bytes) -> bool:
    """Of any file: one of a kind that is not known here is."""
    try:
        return next((check(data) for magic, check in _CHECKS.items() if data.startswith(magic)), True)
    except (struct.error, IndexError):  # it ends in the middle of a part, which the decoder says too
        return True


def _jpeg(data: bytes) -> bool:
    """Decoders fill what is missing behind the last scan with grey and say nothing: the end marker must be there."""
    at, scans = 2, 0
    for _ in range(MAX_PARTS):
        found = _JPEG_MARKER.search(data, at)
        if found is None or (not scans and found.start() - at > MAX_PADDING):
            return False
        marker, at = found[0][-1], found.end()
        if marker == _END:
            return True
        scans += marker == _SCAN
        if at + 2 > len(data) or scans > MAX_SCANS:
            return False
        at += struct.unpack_from(">H", data, at)[0]
    return False


def _png(data: bytes) -> bool:
    at = 8
    for _ in range(MAX_PARTS):
        if at + 8 > len(data):
            return True
        at += 12 + struct.unpack_from(">I", data, at)[0]
    return False


def _gif(data: bytes) -> bool:
    """The global palette is behind the head; then come extensions, each a chain of blocks, until the first picture."""
    at = 13 + (3 << ((data[10] & 7) + 1) if data[10] & 0x80 else 0)
    in_chain = False
    for _ in range(MAX_PARTS):
        if in_chain:
            in_chain = data[at] > 0
            at += data[at] + 1
        elif data[at] == ord("!"):
            in_chain = True
            at += 2
        else:
            return True
    return False


def _tiff(data: bytes) -> bool:
    """The first directory alone is read."""
    order = "<" if data.startswith(b"II") else ">"
    head, count, entry = ("8xQ", "Q", "HHQQ") if _LARGE in data[2:4] else ("4xI", "H", "HHII")
    at = struct.unpack_from(order + head, data)[0]
    entries = struct.unpack_from(order + count, data, at)[0]
    if entries > MAX_PARTS:
        return False
    start, size = at + struct.calcsize(count), struct.calcsize(order + entry)
    said = (struct.unpack_from(order + entry, data, start + size * number) for number in range(entries))
    return all(many <= MAX_PARTS for _, kind, many, _ in said if kind not in _BYTES)


_TIFF = (b"II*\0", b"MM\0*", b"II\0*", b"MM*\0", b"II+\0", b"MM\0+")
_CHECKS = {b"\xff\xd8\xff": _jpeg, b"\x89PNG\r\n\x1a\n": _png, b"GIF8": _gif, **dict.fromkeys(_TIFF, _tiff)}
