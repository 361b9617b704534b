"""In: a whole HEIC. Out: HEIC files whose boxes are broken: sizes that lie, parts missing, boxes without end."""

import random
import struct
from collections.abc import Iterator

from hostile.pictures import HEIC, patched

Found = Iterator[tuple[str, bytes]]
WHOLE = HEIC[0].read_bytes()
INSIDE = (b"hdlr", b"pitm", b"iloc", b"iinf", b"iprp", b"ipco", b"ipma", b"hvcC")


def sizes_that_lie(_: random.Random) -> Found:
    """Of the boxes that hold all else."""
    for kind in (b"meta", b"iloc", b"iinf", b"iprp", b"hvcC"):
        for said in (0, 3, 7, 0x7FFFFFFF, 0xFFFFFFFF):
            yield f"{kind.decode()}-{said:x}.heic", patched(WHOLE, _at(kind) - 4, struct.pack(">I", said))
    for said in (0, 2**31, 2**63):
        large = struct.pack(">I4sQ", 1, b"meta", said)
        yield f"meta-large-{said:x}.heic", WHOLE[: _at(b"meta") - 4] + large + WHOLE[_at(b"meta") + 4 :]


def boxes_missing(_: random.Random) -> Found:
    for kind in INSIDE:
        yield f"without-{kind.decode()}.heic", patched(WHOLE, _at(kind), b"free")
    yield "head-alone.heic", WHOLE[: _at(b"meta") - 4]
    yield "nothing-behind.heic", WHOLE[: _at(b"mdat") - 4]
    yield "mdat-empty.heic", WHOLE[: _at(b"mdat") + 4] + bytes(len(WHOLE) - _at(b"mdat") - 4)


def nested(_: random.Random) -> Found:
    """Boxes within boxes within boxes."""
    for depth in (100, 20_000):
        inner = b""
        for _level in range(depth):
            inner = struct.pack(">I4s", len(inner) + 8, b"dinf") + inner
        meta = struct.pack(">I4sI", len(inner) + 12, b"meta", 0) + inner
        yield f"{depth}.heic", WHOLE[: _at(b"meta") - 4] + meta


def bytes_changed(dice: random.Random) -> Found:
    """Here and there, past the brand."""
    for number in range(30):
        data = bytearray(WHOLE)
        for _byte in range(dice.randrange(1, 12)):
            data[dice.randrange(24, len(data))] = dice.randrange(256)
        yield f"{number}.heic", bytes(data)


def _at(kind: bytes) -> int:
    return WHOLE.index(kind)
