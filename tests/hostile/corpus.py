"""In: a folder. Out: the corpus in it, and what may come of each file; also `python tests/hostile/corpus.py DIR`."""

import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from hostile import bombs, disguised, harmed, heic_boxes, odd

READ = "read"
SEED = 8

KINDS: dict[Callable[[random.Random], Iterator[tuple[str, bytes]]], tuple[str, ...]] = {
    harmed.cut_short: ("truncated",),
    harmed.cut_in_the_header: ("not_a_photo", "truncated"),
    harmed.says_more_than_there_is: ("truncated",),
    harmed.says_more_and_is_filled_up: (READ,),
    harmed.wrong_inside: ("truncated",),
    harmed.damaged_inside: (READ,),
    harmed.jpeg_parts_missing: ("truncated",),
    harmed.nothing_inside: ("truncated", "too_small"),
    harmed.thin: ("too_small",),
    bombs.of_pixels_said: ("too_many_pixels",),
    bombs.of_pixels: ("too_many_pixels",),
    bombs.of_bytes: ("truncated",),
    bombs.too_many_bytes: ("too_large",),
    bombs.of_parts: ("truncated",),
    bombs.of_scans: ("truncated",),
    bombs.that_hold: (READ,),
    odd.moving: (READ,),
    odd.many_bits: (READ,),
    odd.other_colours: (READ,),
    odd.colours_refused: ("unsupported",),
    odd.deep_exif: (READ,),
    odd.two_things_at_once: (READ,),
    disguised.no_photos: ("not_a_photo",),
    disguised.films: ("unsupported",),
    heic_boxes.sizes_that_lie: ("truncated", READ),
    heic_boxes.boxes_missing: ("truncated", READ),
    heic_boxes.nested: ("truncated",),
    heic_boxes.bytes_changed: ("truncated", "too_many_pixels", "too_small", READ),
}
"""Each kind of file, and what may come of it: the code of the sentence, or that it is read. More than one where it
depends on the part that was hit."""


class Hostile(NamedTuple):
    """A file that means harm. `kind` and `name` make its name, `codes` are what may come of it."""

    kind: str
    name: str
    data: bytes
    codes: tuple[str, ...]

    @property
    def file_name(self) -> str:
        return f"{self.kind}-{self.name}"


def hostile_files() -> Iterator[Hostile]:
    """The corpus, always the same; one file at a time, since some are large."""
    for make, codes in KINDS.items():
        kind = make.__name__.replace("_", "-")
        for name, data in make(random.Random(f"{SEED} {kind}")):
            yield Hostile(kind, name, data, codes)


def write_corpus(folder: Path) -> dict[Path, tuple[str, ...]]:
    """Writes every file into the folder; gives what may come of each."""
    folder.mkdir(parents=True, exist_ok=True)
    found = {}
    for hostile in hostile_files():
        path = folder / hostile.file_name
        path.write_bytes(hostile.data)
        found[path] = hostile.codes
    return found


if __name__ == "__main__":
    written = write_corpus(Path(sys.argv[1]))
    print(f"{len(written)} files of {len(KINDS)} kinds written to {sys.argv[1]}")
