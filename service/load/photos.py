"""In: labelled photos. Out: as many uploads as wanted, no two the same, since the same photo is scanned once."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from datasets.manifest import LabelledPhoto

GAMES = {"cards": "rami", "tiles": "rummikub"}


@dataclass(frozen=True)
class Upload:
    """A photo and the game it is of."""

    data: bytes
    game: str


def uploads(photos: Sequence[LabelledPhoto]) -> Iterator[Upload]:
    """The JPEG photos over and over, each time with another comment in the file."""
    read = [(photo.path.read_bytes(), GAMES[photo.kind]) for photo in photos]
    jpegs = [(data, game) for data, game in read if data.startswith(b"\xff\xd8")]
    for number in count():
        data, game = jpegs[number % len(jpegs)]
        yield Upload(data[:2] + b"\xff\xfe\x00\x0a" + number.to_bytes(8) + data[2:], game)
