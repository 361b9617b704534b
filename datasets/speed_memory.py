"""In: a photo and a game. Out: by how many megabytes one scan exceeds the idle interpreter with its libraries loaded.

    python -m datasets.speed_memory PHOTO GAME

A process of its own, since the most that one ever held can only grow. Prints nothing where the system does not tell.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pi_heif  # type: ignore[import-untyped]  # noqa: F401  # loaded before the first look at the memory, as the others are

from vision import Scanner

STATUS = Path("/proc/self/status")


def most_held() -> float | None:
    """Megabytes, the high-water mark of this process. Linux alone tells that of no other process before it."""
    if not STATUS.exists():
        return None
    found = re.search(r"VmHWM:\s+(\d+) kB", STATUS.read_text())
    return int(found[1]) / 1000 if found else None


def main() -> None:
    before = most_held()
    Scanner().scan(Path(sys.argv[1]), sys.argv[2])
    after = most_held()
    if before is not None and after is not None:
        print(round(after - before, 1))


if __name__ == "__main__":
    main()
