"""In: the bytes of a photo and what was said of it. Out: its scan, kept; the same photo is always the same scan."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import Engine

from service.photo_memory import PhotoMemory, picture_of
from service.scan_pool import Deck, Hands, Reader
from service.store.scans import KeptScan, NoSuchScan, add_scan, get_scan, keep_picture
from vision.scan import Scan


@dataclass(frozen=True)
class Asked:
    """What to read a photo as, and whether to keep it."""

    game: str
    hands: Hands = 1
    deck: Deck = "auto"
    keep: bool = False


@dataclass(frozen=True)
class Taken:
    """The scan of a photo, and whether the photo had been sent before."""

    scan: KeptScan
    seen_before: bool


def take_photo(engine: Engine, memory: PhotoMemory, reader: Reader, photo: bytes, name: str, asked: Asked) -> Taken:
    """Scans a photo unless it was scanned before; its picture is in memory afterwards, and kept if asked.

    Raises PhotoError.
    """
    scan_id = scan_id_of(photo, asked)
    return _taken(
        engine, memory, photo, scan_id, asked, lambda: reader.scan(photo, asked.game, asked.hands, asked.deck, name)
    )


def take_settled(engine: Engine, memory: PhotoMemory, photo: bytes, found: Scan, asked: Asked) -> Taken:
    """The hand that settled before a live camera, with the picture that it stands in. It is not read again: many looks
    say more than one, and what was agreed to is what was seen."""
    return _taken(engine, memory, photo, scan_id_of(b"live" + photo, asked), asked, lambda: found)


def _taken(
    engine: Engine, memory: PhotoMemory, photo: bytes, scan_id: str, asked: Asked, read: Callable[[], Scan]
) -> Taken:
    try:
        known = get_scan(engine, scan_id)
    except NoSuchScan:
        known = None
        add_scan(engine, scan_id, read().to_dict())
    picture = memory.get(scan_id) or picture_of(photo)
    if asked.keep and not (known and known.kept):
        keep_picture(engine, scan_id, picture)
    memory.put(scan_id, picture)
    return Taken(get_scan(engine, scan_id), known is not None)


def scan_id_of(photo: bytes, asked: Asked) -> str:
    """Made from the photo's content and from what changes its reading."""
    content = hashlib.sha256(photo).hexdigest()
    return hashlib.sha256(f"{content} {asked.game} {asked.hands} {asked.deck}".encode()).hexdigest()[:32]
