"""In: a path and what to write there. Out: the file, all new or as it was, also after a power cut: it is written beside
and renamed."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final

PART: Final = ".part"


@contextmanager
def replaced(path: Path) -> Iterator[BinaryIO]:
    """A file to write into, that takes its place when all went well."""
    beside = beside_of(path)
    with beside.open("wb") as file:
        yield file
        file.flush()
        os.fsync(file.fileno())  # else a power cut may leave the new name with nothing behind it
    os.replace(beside, path)


def write_whole(path: Path, data: bytes) -> None:
    with replaced(path) as file:
        file.write(data)


def beside_of(path: Path) -> Path:
    """Where a file lies while it is written."""
    return path.with_name(path.name + PART)
