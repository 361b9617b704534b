"""A file is all new or as it was, whatever ends the writing of it."""

import os
from pathlib import Path

import pytest

from service.whole_file import replaced, write_whole


def test_what_fails_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    write_whole(path, b"old")
    with pytest.raises(TypeError), replaced(path) as file:
        file.writelines([b"half", None])  # type: ignore[list-item]
    assert path.read_bytes() == b"old"
    write_whole(path, b"new")
    assert (path.read_bytes(), os.listdir(tmp_path)) == (b"new", ["a.csv"])


def test_the_bytes_are_on_the_disk_before_the_name_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a power cut may leave the new name with nothing behind it."""
    done: list[tuple[str, int]] = []
    sync, rename = os.fsync, os.replace
    monkeypatch.setattr("os.fsync", lambda file: (done.append(("synced", os.fstat(file).st_size)), sync(file)))
    monkeypatch.setattr("os.replace", lambda *names: (done.append(("named", 0)), rename(*names)))
    write_whole(tmp_path / "a.csv", b"four")
    assert done == [("synced", 4), ("named", 0)]
