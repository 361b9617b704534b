"""In: this machine and this installation. Out: a finding for each thing that handscan needs: all right, or what to do.

Every check stands alone: what one of them breaks on is its finding, and the others go on.
"""

import importlib
import importlib.metadata
import re
import shutil
import tempfile
import warnings
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from service.full_disk import is_full

if TYPE_CHECKING:
    from service.settings import Settings

# What is checked may not load at all: everything is imported where it is used.

AGAIN: Final = "install handscan again"
SYSTEM: Final = {"cv2": "on Debian or Ubuntu, sudo apt-get install libgl1 libglib2.0-0"}
ROOM: Final = 200_000_000
KNOWN: Final = ("cards-rows.jpg", "tiles-rack.jpg")
"""One of each kind, of datasets/samples."""


class Finding(NamedTuple):
    """`mend` is to be mended before handscan works; `note` is good to know."""

    state: Literal["ok", "note", "mend"]
    told: str


def libraries() -> Finding:
    """Each library that the installation asks for, loaded."""
    asked = [
        re.split(r"[^\w.-]", line)[0]
        for line in importlib.metadata.requires("handscan") or ()
        if "extra ==" not in line
    ]
    modules = importlib.metadata.packages_distributions()
    with suppress(Exception):  # told below of whichever library it is
        importlib.import_module("vision")  # before onnxruntime, which it keeps from telling of its use
    for library in asked:
        names = [name for name, owners in modules.items() if _same(library, owners) and not name.startswith("_")]
        if not names:
            return Finding("mend", f"{library} is missing: {AGAIN}.")
        for name in names:
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    importlib.import_module(name)
            except Exception as error:  # a broken library raises what it likes
                return Finding("mend", f"{library} cannot be loaded ({error}): {SYSTEM.get(name, AGAIN)}.")
    return Finding("ok", f"all {len(asked)} load")


def networks() -> Finding:
    """The two model files."""
    from vision import Scanner

    scanner = Scanner(threads=1)
    return Finding("ok", f"locator {scanner.locate.network.version}, classifier {scanner.classify.network.version}")


def known_answer(name: str) -> Finding:
    """A photo whose pieces are known, scanned."""
    from datasets.manifest import read_manifest
    from datasets.matching import GAMES
    from vision import Scanner

    folder = Path(str(files("datasets").joinpath("samples")))
    photo = next(photo for photo in read_manifest(folder / "manifest.jsonl") if photo.path.name == name)
    scan = Scanner(threads=1).scan(photo.path, GAMES[photo.kind])
    seen = sorted(piece.label for piece in scan.pieces)
    if seen != sorted(photo.labels):
        return Finding("mend", f"{name} is misread as {' '.join(seen) or 'nothing'}: {AGAIN}.")
    return Finding("ok", f"{len(seen)} pieces of {name} named, {scan.hands[0].points} points")


def camera() -> Finding:
    """The first camera of this machine; nobody needs one."""
    import cv2

    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    source = cv2.VideoCapture(0)
    there, frame = source.read()
    source.release()
    if not there:
        return Finding("note", "none here: photos can still be taken with a phone, or chosen")
    return Finding("ok", f"gives pictures of {frame.shape[1]} x {frame.shape[0]}")


def data_folder(settings: "Settings") -> Finding:
    """Where the matches are kept: it can be written, and there is room."""
    try:
        settings.data.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=settings.data) as file:
            file.write(bytes(1000))
    except OSError as error:
        if is_full(error):
            return Finding("mend", f"the disk of {settings.data} is full: make room on it.")
        told = f"{settings.data} cannot be written ({error.strerror})"
        return Finding("mend", f"{told}: give yourself write access, or name another folder in HANDSCAN_DATA.")
    free = shutil.disk_usage(settings.data).free
    if free < ROOM:
        return Finding("mend", f"only {free // 10**6} MB are free at {settings.data}: make room on that disk.")
    return Finding("ok", f"{settings.data} can be written, {free / 1e9:.0f} GB free")


def database(settings: "Settings") -> Finding:
    """Opened, brought up to date and asked; a SQLite file is read through."""
    from sqlalchemy import text
    from sqlalchemy.exc import SQLAlchemyError

    from service.store.database import open_database, reading, writing
    from service.store.matches import list_matches
    from service.store.trouble import DAMAGED, advice_on

    try:
        engine = open_database(settings.database_url)
        kind = engine.dialect.name
        count = list_matches(engine, 1, 0)[1]
        if kind == "sqlite":
            with reading(engine) as session:
                if session.scalar(text("PRAGMA quick_check(1)")) != "ok":
                    return Finding("mend", DAMAGED)
        with writing(engine) as session:
            session.execute(text("UPDATE matches SET name = name WHERE 1 = 0"))  # only asks whether it may
        engine.dispose()
    except SQLAlchemyError as error:  # also of a URL that means nothing
        return Finding("mend", advice_on(error))
    return Finding("ok", f"{kind} answers, {count} matches in it")


def findings() -> list[tuple[str, Finding]]:
    """Every check by its name, in the order in which things build on one another."""
    from service.settings import SettingsError, read_settings

    found = [
        ("libraries", _found(libraries)),
        ("networks", _found(networks)),
        *((f"scan of {name.partition('-')[0]}", _found(partial(known_answer, name))) for name in KNOWN),
        ("camera", _found(camera)),
    ]
    try:
        settings = read_settings({})
    except SettingsError as error:
        return [*found, ("settings", Finding("mend", str(error)))]
    return [
        *found,
        ("settings", Finding("ok", "all right")),
        ("data folder", _found(lambda: data_folder(settings))),
        ("database", _found(lambda: database(settings))),
    ]


def _found(check: Callable[[], Finding]) -> Finding:
    from service.one_sentence import sentence_of

    try:
        return check()
    except ImportError as error:
        return Finding("mend", f"needs {error.name or 'a library'}: mend the libraries first.")
    except Exception as error:
        return Finding("mend", sentence_of(error) or f"{type(error).__name__}: {error}: {AGAIN}.")


def _same(library: str, owners: list[str]) -> bool:
    return any(re.sub("[-_.]+", "-", owner).lower() == re.sub("[-_.]+", "-", library).lower() for owner in owners)
