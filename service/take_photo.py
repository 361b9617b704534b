"""In: the bytes of a photo and what was said of it. Out: its scan, kept; the same photo is always the same scan."""

import hashlib
from dataclasses import dataclass

from sqlalchemy import Engine

from service.photo_memory import PhotoMemory, picture_of
from service.scan_pool import Deck, Hands, Reader
from service.store.scans import KeptScan, NoSuchScan, add_scan, get_scan, keep_picture


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
    try:
        known = get_scan(engine, scan_id)
    except NoSuchScan:
        known = None
        found = reader.scan(photo, asked.game, asked.hands, asked.deck, name)
        add_scan(engine, scan_id, found.to_dict())
    picture = memory.get(scan_id) or picture_of(photo)
    if asked.keep and not (known and known.kept):
        keep_picture(engine, scan_id, picture)
    memory.put(scan_id, picture)
    return Taken(get_scan(engine, scan_id), known is not None)


def scan_id_of(photo: bytes, asked: Asked) -> str:
    """Made from the photo's content and from what changes its reading."""
    content = hashlib.sha256(photo).hexdigest()
    return hashlib.sha256(f"{content} {asked.game} {asked.hands} {asked.deck}".encode()).hexdigest()[:32]
