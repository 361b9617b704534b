"""In: results by their keys. Out: the same, kept in a folder, so that nothing done is done twice."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from service.batch.reading import Result
from service.whole_file import PART, write_whole


@dataclass(frozen=True)
class ScanStore:
    """Two files a photo: its scan object and its small picture."""

    folder: Path

    def __contains__(self, key: str) -> bool:
        return self._record(key).exists()

    def put(self, result: Result) -> None:
        """The record comes last: where it is, the picture is too."""
        write_whole(self.picture(result.key), result.picture)
        write_whole(self._record(result.key), result.record.encode())

    def record(self, key: str) -> dict[str, Any]:
        """The scan object of a photo."""
        found: dict[str, Any] = json.loads(self._record(key).read_bytes())
        return found

    def picture(self, key: str) -> Path:
        """Where the small picture of a photo lies; an empty file where it could not be read."""
        return self.folder / f"{key}.jpg"

    def _record(self, key: str) -> Path:
        return self.folder / f"{key}.json"


def open_store(folder: Path) -> ScanStore:
    """Takes away what an interrupted run left half written."""
    folder.mkdir(parents=True, exist_ok=True)
    for left in folder.glob(f"*{PART}"):
        left.unlink()
    return ScanStore(folder)
