"""A machine or an installation at fault: every command says so in one sentence, and what was there stays there."""

import errno
import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from batch_fakes import write_photo
from typer.testing import CliRunner, Result

from service.cli import app
from service.one_sentence import NOT_DONE
from vision import model_file

SAMPLES = Path(__file__).parents[1] / "datasets" / "samples"
MODELS = Path(__file__).parents[1] / "models"
HANDSCAN = Path(sys.executable).with_name("handscan")
PHOTO = str(SAMPLES / "cards-rows.jpg")

READING = {
    "scan": ["scan", PHOTO, "--game", "rami"],
    "verify": ["verify", PHOTO, "KH KS QD JC 9H 8C 7D", "--game", "rami"],
    "bench": ["bench", str(SAMPLES / "manifest.jsonl")],
    "batch": ["batch", "{here}/evening", "--game", "rami", "--out", "{here}/out", "--workers", "1"],
}
"""Every command that reads photos."""


@pytest.fixture
def here(tmp_path: Path) -> Path:
    write_photo(tmp_path / "evening/round-1/ana.jpg", "KH")
    write_photo(tmp_path / "evening/round-1/ben.jpg", "QD")
    return tmp_path


def run(here: Path, command: str) -> Result:
    return CliRunner().invoke(app, [word.format(here=here) for word in READING[command]])


def said(result: Result) -> str:
    """The one sentence."""
    assert result.exit_code == NOT_DONE, result.output
    lines = [line for line in result.stderr.splitlines() if not line.startswith("Reading")]
    assert len(lines) == 1, result.output
    assert lines[0].endswith(".")
    return lines[0]


def _other_version(path: Path) -> None:
    shutil.copy(MODELS / "classifier.onnx", path)


HARM: dict[str, Callable[[Path], object]] = {
    "missing": lambda path: path.unlink(),
    "empty": lambda path: path.write_bytes(b""),
    "cut": lambda path: path.write_bytes(path.read_bytes()[:-1000]),
    "one bit": lambda path: path.write_bytes(path.read_bytes()[:-900_000] + b"?" + path.read_bytes()[-899_999:]),
    "noise": lambda path: path.write_bytes(os.urandom(1000)),
    "other version": _other_version,
}


@pytest.mark.parametrize("harm", HARM)
@pytest.mark.parametrize("command", READING)
def test_a_network_that_is_damaged_or_of_another_version(
    here: Path, monkeypatch: pytest.MonkeyPatch, command: str, harm: str
) -> None:
    models = here / "models"
    models.mkdir()
    for name in ("locator.onnx", "classifier.onnx"):
        shutil.copy(MODELS / name, models)
    HARM[harm](models / "locator.onnx")
    monkeypatch.setattr(model_file, "files", lambda _: models)
    told = said(run(here, command))
    assert "locator.onnx" in told
    assert "install handscan again" in told


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "The disk is full: make room on it and run the same"),
        (OSError(errno.EDQUOT, "Disk quota exceeded", "/x"), "The disk is full: make room on it and run the same"),
        (
            PermissionError(errno.EACCES, "Permission denied", "/x"),
            "/x cannot be opened or written: Permission denied.",
        ),
        (OSError(errno.EROFS, "Read-only file system", "/x"), "/x cannot be opened or written: Read-only file system."),
        (ImportError("libGL.so.1: cannot open shared object file", name="cv2"), "cv2 cannot be loaded: run “handscan"),
        (MemoryError(), "There is not enough memory: close other programs"),
    ],
    ids=str,
)
def test_a_machine_at_fault(here: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, sentence: str) -> None:
    def fails(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("vision.Scanner", fails)
    assert said(run(here, "scan")).startswith(sentence)


def test_a_fault_of_the_code_shows_its_trace(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.Scanner", lambda: 1 / 0)
    assert isinstance(run(here, "scan").exception, ZeroDivisionError)


def small_files_only() -> None:
    """For a child: a file may have so few bytes that it is as if the disk were full."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))


ROUND = "Ana: ; Ben: AH"


def handscan(*words: str | Path, limited: bool = False, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [HANDSCAN, *words],
        check=False,
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, **variables},
        preexec_fn=small_files_only if limited else None,
    )


def test_a_disk_that_fills_up_leaves_the_match_as_it_was(here: Path) -> None:
    file = here / "friday.json"
    assert handscan("match", file, "--new", "rami", "--players", "Ana, Ben").returncode == 0
    assert handscan("match", file, "--add", ROUND).returncode == 0
    before = file.read_bytes()
    full = handscan("match", file, "--add", ROUND, limited=True)
    assert (full.returncode, full.stderr) == (1, f"{file} cannot be written: File too large.\n")
    assert file.read_bytes() == before
    assert handscan("match", file, "--add", ROUND).returncode == 0
    assert len(file.read_bytes()) > len(before)


def test_a_certificate_that_fills_the_disk(here: Path) -> None:
    full = handscan("serve", "--port", "0", "--https", limited=True, HANDSCAN_DATA=str(here / "data"))
    assert (full.returncode, full.stderr) == (
        NOT_DONE,
        "The disk is full: make room on it and run the same command again.\n",
    )


def test_a_batch_that_fills_the_disk_goes_on_when_there_is_room(here: Path) -> None:
    words = ("batch", here / "evening", "--game", "rami", "--out", here / "out", "--workers", "1")
    full = handscan(*words, limited=True)
    assert (full.returncode, "Traceback" in full.stderr) == (NOT_DONE, False), full.stderr
    assert "The disk is full" in full.stderr
    after = handscan(*words)
    assert "2 photos, 1 rounds" in after.stdout, after.stderr
    assert (here / "out" / "report.html").exists()


NOWHERE = "/proc/handscan-writes-nothing-here"


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="a folder where nobody may write is known on Linux only")
def test_a_home_that_cannot_be_written(here: Path) -> None:
    """Reading and scoring need none; the service says what to do."""
    home = {"HOME": NOWHERE, "XDG_DATA_HOME": NOWHERE}
    assert handscan("scan", PHOTO, "--game", "rami", **home).returncode == 0
    assert handscan("serve", "--port", "0", **home).stderr.splitlines()[-1] == (
        f"{NOWHERE} cannot be written: name another folder in HANDSCAN_DATA."
    )


def test_a_name_that_is_no_text(here: Path) -> None:
    """As sticks of old machines have them."""
    odd = here / os.fsdecode(b"evening/round-1/ren\xe9.jpg")
    write_photo(here / "evening/round-1/c.jpg", "JC").rename(odd)
    found = handscan("scan", odd, "--game", "rami", "--json", "--overlay", here / "o", PYTHONUTF8="1")
    assert (found.returncode, '"name": "ren\ufffd.jpg"' in found.stdout) == (0, True), found.stderr
    assert [path.name for path in (here / "o").iterdir()] == ["ren\ufffd-overlay.jpg"]
    batch = handscan("batch", here / "evening", "--game", "rami", "--out", here / "out", PYTHONUTF8="1")
    assert "3 photos, 1 rounds" in batch.stdout, batch.stderr
    assert "Ren\ufffd" in (here / "out" / "scores.csv").read_text()
