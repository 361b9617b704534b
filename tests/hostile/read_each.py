"""In: a folder. Out: a line of JSON a file: what came of it, and by how much memory grew at the most meanwhile.

Run as a process of its own, so that a crash or a hang is seen from outside: `python tests/hostile/read_each.py DIR`.
Files named `most-*` are scanned by the real networks; the others are read alone.
"""

import json
import sys
from pathlib import Path

from vision import Scanner
from vision.photo import PhotoError, read_photo


def main() -> None:
    scanner = Scanner(threads=1)
    for path in sorted(Path(sys.argv[1]).iterdir()):
        before = _memory(peak=False)
        Path("/proc/self/clear_refs").write_text("5")  # begins the peak anew
        code, message = "read", ""
        try:
            scanner.scan(path, "rami") if path.name.startswith("most-") else read_photo(path)
        except PhotoError as error:
            code, message = error.code, error.message
        grown = max(0, _memory(peak=True) - before)
        print(json.dumps({"name": path.name, "code": code, "message": message, "megabytes": grown}), flush=True)


def _memory(peak: bool) -> int:
    """Megabytes of this process."""
    field = "VmHWM:" if peak else "VmRSS:"
    status = Path("/proc/self/status").read_text().split()
    return int(status[status.index(field) + 1]) // 1024


if __name__ == "__main__":
    main()
