"""`handscan doctor` on an installation that works, and on installations that do not."""

import errno
import importlib.metadata
import os
import re
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from conftest import Postgres
from typer.testing import CliRunner, Result

from service import doctor_checks
from service.cli import app
from service.doctor_checks import Finding, camera, findings, known_answer
from service.settings import Settings
from service.store.database import open_database
from vision import model_file

NAMES = [
    *("libraries", "networks", "scan of cards", "scan of tiles", "camera", "settings", "data folder", "database"),
]


def doctor(data: Path, **variables: str) -> Result:
    return CliRunner(env={"HANDSCAN_DATA": str(data), **variables}).invoke(app, ["doctor"])


def lines(result: Result) -> dict[str, tuple[str, str]]:
    """Mark and text of each check by its name."""
    found = re.findall(r"^(OK|-|MEND) +(.{14}) (.*)$", result.stdout, re.MULTILINE)
    return {name.strip(): (mark, told) for mark, name, told in found}


def test_all_is_well_here(tmp_path: Path) -> None:
    result = doctor(tmp_path / "new")
    found = lines(result)
    assert list(found) == NAMES
    marks = {name: mark for name, (mark, _) in found.items() if name != "camera"}
    assert set(marks.values()) == {"OK"}, result.stdout
    assert found["camera"][0] in ("OK", "-")
    assert (result.exit_code, result.stdout.splitlines()[-1]) == (0, "All is well.")


@pytest.fixture
def only_light(monkeypatch: pytest.MonkeyPatch) -> None:
    """The checks that take a while are taken as done."""
    for check in ("libraries", "networks", "known_answer", "camera"):
        monkeypatch.setattr(doctor_checks, check, lambda *_: Finding("ok", "taken as done"))


def _empty_database(data: Path) -> Path:
    open_database(f"sqlite:///{data / 'handscan.sqlite3'}").dispose()
    return data / "handscan.sqlite3"


def _damage(data: Path) -> None:
    file = _empty_database(data)
    file.write_bytes(file.read_bytes()[:4096] + os.urandom(file.stat().st_size - 4096))


HARM: dict[str, tuple[Callable[[Path], object], dict[str, str], dict[str, str]]] = {
    "setting": (lambda _: None, {"HANDSCAN_PORT": "many"}, {"settings": "HANDSCAN_PORT is not right"}),
    "folder": (
        lambda data: (data.rmdir(), data.touch()),
        {},
        {"data folder": "name another folder in HANDSCAN_DATA.", "database": ""},
    ),
    "damaged": (_damage, {}, {"database": "it is damaged: put a copy"}),
    "no database": (
        lambda data: (data / "handscan.sqlite3").write_bytes(os.urandom(9000)),
        {},
        {"database": "it is damaged: put a copy"},
    ),
    "no server": (
        lambda _: None,
        {"HANDSCAN_DATABASE": "postgresql://nobody@127.0.0.1:1/x"},
        {"database": "check that HANDSCAN_DATABASE is right and runs"},
    ),
    "no such kind": (lambda _: None, {"HANDSCAN_DATABASE": "nonesuch://x"}, {"database": "HANDSCAN_DATABASE"}),
}


@pytest.mark.usefixtures("only_light")
@pytest.mark.parametrize("harm", HARM)
def test_what_is_wrong_with_the_place_is_said_with_what_to_do(tmp_path: Path, harm: str) -> None:
    do, variables, expected = HARM[harm]
    do(tmp_path)
    result = doctor(tmp_path, **variables)
    wrong = {name: told for name, (mark, told) in lines(result).items() if mark == "MEND"}
    assert wrong.keys() == expected.keys(), result.stdout
    for name, words in expected.items():
        assert words in wrong[name]
        assert wrong[name].endswith(".")
    assert (result.exit_code, result.stdout.splitlines()[-1]) == (1, f"To be mended: {', '.join(expected)}.")


@pytest.mark.usefixtures("only_light")
def test_a_database_that_is_only_read(tmp_path: Path, postgres: Postgres) -> None:
    """One of a standby, or of a role that may not write."""
    open_database(Settings(data=tmp_path, database=postgres.url).database_url).dispose()
    only_read = f"{postgres.url}{'&' if '?' in postgres.url else '?'}options=-c%20default_transaction_read_only%3Don"
    mark, told = lines(doctor(tmp_path, HANDSCAN_DATABASE=only_read))["database"]
    assert (mark, told) == ("MEND", "it can be read and not written: give handscan write access to it.")


@pytest.mark.usefixtures("only_light")
def test_a_disk_that_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(**_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(tempfile, "TemporaryFile", full)
    assert lines(doctor(tmp_path))["data folder"] == ("MEND", f"the disk of {tmp_path} is full: make room on it.")


@pytest.mark.usefixtures("only_light")
def test_a_disk_that_is_nearly_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=3_000_000))
    assert lines(doctor(tmp_path))["data folder"] == (
        "MEND",
        f"only 3 MB are free at {tmp_path}: make room on that disk.",
    )


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        (["nonesuch>=1", "other; extra == 'test'"], "nonesuch is missing: install handscan again."),
        (
            ["opencv-python>=4"],
            "opencv-python cannot be loaded (libGL.so.1: cannot open shared object file): "
            "on Debian or Ubuntu, sudo apt-get install libgl1 libglib2.0-0.",
        ),
    ],
)
def test_a_library_that_is_missing_or_broken(monkeypatch: pytest.MonkeyPatch, asked: list[str], expected: str) -> None:
    def broken(name: str) -> None:
        raise ImportError("libGL.so.1: cannot open shared object file", name=name)

    monkeypatch.setattr("importlib.import_module", broken)
    monkeypatch.setattr(importlib.metadata, "requires", lambda _: asked)
    monkeypatch.setattr(importlib.metadata, "packages_distributions", lambda: {"cv2": ["opencv_python"]})
    assert doctor_checks.libraries() == Finding("mend", expected)


def test_networks_that_are_damaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HANDSCAN_DATA", str(tmp_path))
    for check in ("libraries", "camera"):
        monkeypatch.setattr(doctor_checks, check, lambda: Finding("ok", "taken as done"))
    monkeypatch.setattr(model_file, "files", lambda _: tmp_path)
    wrong = {name: finding.told for name, finding in findings() if finding.state == "mend"}
    assert wrong.keys() == {"networks", "scan of cards", "scan of tiles"}
    assert wrong["networks"] == "The model file locator.onnx is missing or damaged; install handscan again."


def test_a_scanner_that_misreads_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = SimpleNamespace(pieces=[SimpleNamespace(label="AS")], hands=[])
    monkeypatch.setattr("vision.Scanner", lambda threads: SimpleNamespace(scan=lambda *_: seen))
    for name in doctor_checks.KNOWN:
        assert known_answer(name) == Finding("mend", f"{name} is misread as AS: install handscan again.")


def test_a_camera_that_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    frame = np.zeros((480, 640, 3), np.uint8)
    source = SimpleNamespace(read=lambda: (True, frame), release=lambda: None)
    monkeypatch.setattr(cv2, "VideoCapture", lambda _: source)
    assert camera() == Finding("ok", "gives pictures of 640 x 480")
