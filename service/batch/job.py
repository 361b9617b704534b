"""In: the photos of a plan. Out: `Job`, one reading to be done, known by what is in the photo and how it is read."""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from service.batch.entry import Entry

if TYPE_CHECKING:
    from service.scan_pool import Deck


@dataclass(frozen=True)
class Job:
    """`key` is the same for the same bytes, game, number of hands, deck and reader, wherever the photo lies;
    `content` for the same bytes. It begins with a letter that no number has: a spreadsheet would round 4716e123."""

    key: str
    content: str
    path: str
    game: str
    hands: int
    deck: "Deck"


def jobs_of(entries: Iterable[Entry], deck: "Deck", readers: str) -> Iterator[tuple[Entry, Job | None]]:
    """Each entry with its job; None for one without a photo, or whose file cannot be opened."""
    for entry in entries:
        content = None if entry.photo is None else content_of(entry.photo)
        if content is None:
            yield entry, None
            continue
        said = f"{content} {entry.game} {len(entry.players)} {deck} {readers}"
        kept = "h" + content[:12]
        yield entry, Job(_short(said.encode()), kept, str(entry.photo), entry.game, len(entry.players), deck)


def content_of(path: Path) -> str | None:
    """The hash of a file's bytes, read piece by piece."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return None


def what_reads() -> str:
    """The hash of the networks and of the code round them: with others, the same photo may be read otherwise."""
    parts = [part for folder in ("models", "vision") for part in files(folder).iterdir()]
    read = [part.read_bytes() for part in sorted(parts, key=str) if part.name.endswith((".onnx", ".py"))]
    return _short(b"".join(read))


def _short(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:24]
