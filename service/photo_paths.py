"""In: what was typed where photos are expected. Out: the files meant, in the order typed: folders, globs unfolded."""

import os
import unicodedata
from collections.abc import Iterable
from pathlib import Path

import typer

PHOTO_SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif", ".gif", ".bmp", ".tif", ".tiff"})
"""What a folder gives up as photos. A file named on its own is tried whatever it is called."""


def named(typed: list[str]) -> list[str]:
    """As typed. An empty name, as a variable of a script that was never set gives, would be the folder one is in."""
    if "" in typed:
        raise typer.BadParameter("a name is empty: name photos or their folder, “.” for the folder you are in.")
    return typed


def photo_paths(typed: Iterable[str]) -> list[Path]:
    """A folder stands for the photos right in it. What matches nothing stays as typed, and fails when read."""
    return [path for word in typed for path in _tried(word)]


def shown(path: Path) -> Path:
    """The path as it can be written down: what in it is no text, as on sticks of old machines, becomes a sign."""
    return Path(harmless(os.fsencode(path).decode("utf-8", "replace")))


def harmless(text: str) -> str:
    """The text on one line, with a sign for all that would steer a terminal (colours, line ends, backspaces)."""
    return "".join("\ufffd" if unicodedata.category(sign) == "Cc" else sign for sign in text)


def _tried(word: str) -> list[Path]:
    try:
        return _unfolded(word)
    except OSError:  # a name that is too long, a folder that may not be looked into
        return [Path(word)]


def _unfolded(word: str) -> list[Path]:
    path = Path(word)
    if path.is_dir():
        return sorted(inside for inside in path.iterdir() if inside.suffix.lower() in PHOTO_SUFFIXES) or [path]
    if path.exists() or not any(sign in word for sign in "*?["):
        return [path]
    root = Path(path.anchor)  # a glob is always relative, also one typed from the root
    matches = sorted(match for match in root.glob(str(path.relative_to(root))) if match.is_file())
    return matches or [path]
