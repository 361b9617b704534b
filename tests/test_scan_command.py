"""`handscan scan` from the outside, with a scanner that answers what the test says."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner, Result

from service.cli import app
from service.photo_paths import photo_paths
from service.scan_command import overlay_names
from vision.photo import read_photo
from vision.scan import Advice, Hand, Outline, Piece, Scan, Unread

OUTLINE: Outline = ((10, 10), (50, 10), (50, 60), (10, 60))
SEVEN = Piece("R7", 7, 0.99, OUTLINE)
DOUBTFUL = Piece("K6", 6, 0.6, OUTLINE, review=True, alternatives=("K9", "B6"), label_confidence=0.5)

asked: list[dict[str, Any]] = []


class FakeScanner:
    """Reads the photo, as the true one does, and answers with `hands`, whatever lies there."""

    hands: tuple[Hand, ...] = ()
    unread: tuple[Unread, ...] = ()
    warnings: tuple[Advice, ...] = ()

    def scan(self, source: Path, game: str, hands: int | str, deck: str, name: str) -> Scan:
        asked.append({"game": game, "hands": hands, "deck": deck})
        photo = read_photo(source, name)
        return Scan(
            photo.name, photo.width, photo.height, game, self.hands, self.unread, self.warnings, {"total": 12.34}
        )


@pytest.fixture
def scanner(monkeypatch: pytest.MonkeyPatch) -> type[FakeScanner]:
    class Scanner(FakeScanner):
        hands = (Hand((SEVEN,), 7, False),)

    asked.clear()
    monkeypatch.setattr("vision.Scanner", Scanner, raising=False)
    return Scanner


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    return write_photo(tmp_path / "a.jpg")


def write_photo(path: Path) -> Path:
    path.write_bytes(cv2.imencode(".jpg", np.full((80, 100, 3), 90, np.uint8))[1].tobytes())
    return path


def run(*arguments: object) -> Result:
    return CliRunner(env={"COLUMNS": "200"}).invoke(app, ["scan", *map(str, arguments)])


def objects(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_json_is_the_scan_object_of_each_photo_on_a_line(scanner: type[FakeScanner], photo: Path) -> None:
    result = run(photo, photo, "--game", "rummikub", "--json")
    assert result.exit_code == 0
    found, again = objects(result)
    assert found == again
    assert found["photo"] == {"name": "a.jpg", "width": 100, "height": 80}
    assert (found["game"], found["unread"], found["warnings"]) == ("rummikub", [], [])
    assert found["hands"][0]["points"] == 7
    assert found["hands"][0]["pieces"][0]["label"] == "R7"
    assert found["timing_ms"] == {"total": 12.3}


def test_a_broken_photo_is_an_error_and_the_others_go_on(scanner: type[FakeScanner], photo: Path) -> None:
    broken = photo.with_name("broken.jpg")
    broken.write_bytes(photo.read_bytes()[:-20])
    result = run(broken, photo.with_name("none.jpg"), photo, "--game", "rami", "--json")
    assert result.exit_code == 1
    first, second, third = objects(result)
    assert (first["photo"]["name"], first["error"]["code"]) == ("broken.jpg", "truncated")
    assert (second["photo"]["name"], second["error"]["code"]) == ("none.jpg", "not_found")
    assert "error" not in third

    result = run(broken, photo, "--game", "rami")
    assert result.exit_code == 1
    assert "broken.jpg: The file is cut short" in result.stderr
    assert "R7=7" in result.stdout


@pytest.mark.parametrize(
    ("hands", "unread", "warnings", "said", "unsaid"),
    [
        ((Hand((SEVEN, SEVEN), 14, False),), (), (), ["R7=7  R7=7", "14"], ["not final", "?", "none yet", "check"]),
        (
            (Hand((SEVEN, DOUBTFUL), 13, True),),
            (),
            (),
            ["R7=7  K6?=6", "13, not final", "Please check K6: 50% sure, else K9 or B6."],
            ["in hand"],
        ),
        (
            (Hand((SEVEN,), 7, False), Hand((DOUBTFUL,), 6, True)),
            (),
            (),
            ["6, not final", "Please check K6 in hand 2"],
            ["7, not final"],
        ),
        (
            (Hand((SEVEN,), None, True),),
            (Unread(OUTLINE, "glare", 0),),
            (),
            ["R7=7  ?", "none yet", "Please say what “?” is (glare): until then the hand has no total."],
            ["Please check"],
        ),
        (
            (Hand((SEVEN,), 7, False),),
            (Unread(OUTLINE, "face down"),),
            (),
            ["belongs to no hand: a piece not read (face down)"],
            ["none yet", "R7=7  ?"],
        ),
        (
            (Hand((SEVEN,) * 3, 21, True),),
            (),
            (Advice("too_many", "There are three R7 and the game has two."),),
            ["21, not final", "Please check the pieces before the total counts", "There are three R7"],
            [],
        ),
        (
            (Hand((SEVEN,) * 2, 14, True),),
            (),
            (Advice("several_hands", "Many pieces."),),
            ["14, not final", "Many pieces. With --hands 4 they are four, with --hands auto they are counted."],
            [],
        ),
        (
            (),
            (),
            (Advice("nothing", "Take the photo from nearer."),),
            ["a.jpg, rummikub: no hand", "from nearer"],
            ["Total"],
        ),
        ((Hand((), 0, False),), (), (), ["none", "0"], ["not final"]),
    ],
)
def test_the_table_says_what_is_there_and_what_is_not_final(
    scanner: type[FakeScanner],
    photo: Path,
    hands: tuple[Hand, ...],
    unread: tuple[Unread, ...],
    warnings: tuple[Advice, ...],
    said: list[str],
    unsaid: list[str],
) -> None:
    scanner.hands, scanner.unread, scanner.warnings = hands, unread, warnings
    result = run(photo, "--game", "rummikub")
    assert result.exit_code == 0
    assert "a.jpg" in result.stdout
    for words in said:
        assert words in result.stdout
    for words in unsaid:
        assert words not in result.stdout


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ([], {"hands": 1, "deck": "auto"}),
        (["--hands", "3"], {"hands": 3, "deck": "auto"}),
        (["--hands", "auto", "--deck", "fr"], {"hands": "auto", "deck": "fr"}),
    ],
)
def test_options_reach_the_scanner(
    scanner: type[FakeScanner], photo: Path, options: list[str], expected: dict[str, Any]
) -> None:
    assert run(photo, "--game", "rami", *options).exit_code == 0
    assert asked == [{"game": "rami", **expected}]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ([], "--game rummikub (tiles) or --game rami (cards)"),
        (["--game", "poker"], "rummikub"),
        (["--game", "rami", "--hands", "0"], "say 1, 2, 3 ... or auto"),
        (["--game", "rami", "--hands", "many"], "say 1, 2, 3 ... or auto"),
        (["--game", "rami", "--deck", "it"], "auto"),
        (["--game", "rami", "--overlay", __file__], "cannot be made a folder"),
    ],
)
def test_what_is_typed_wrong_is_said_before_anything_is_scanned(
    scanner: type[FakeScanner], photo: Path, options: list[str], said: str
) -> None:
    result = run(photo, *options)
    assert result.exit_code == 2
    assert said in " ".join(result.stderr.replace("│", "").split())
    assert asked == []


def test_overlays_are_written_beside_each_other(scanner: type[FakeScanner], photo: Path) -> None:
    (photo.parent / "b").mkdir()
    namesake = write_photo(photo.parent / "b" / "a.png")
    out = photo.parent / "new" / "out"
    result = run(photo, namesake, "--game", "rami", "--overlay", out)
    assert result.exit_code == 0
    assert sorted(path.name for path in out.iterdir()) == ["a-overlay-2.jpg", "a-overlay.jpg"]
    assert f"Drawn in {out / 'a-overlay.jpg'}" in result.stdout
    picture = read_photo(out / "a-overlay.jpg")
    assert (picture.width, picture.height > 80) == (100, True)


@pytest.mark.parametrize("name", ["\x1b[31mred\rx.jpg", "two\nlines.jpg", "\x9b31m\x07\x08\x7f.jpg"])
@pytest.mark.parametrize("broken", [True, False])
def test_the_name_of_a_photo_cannot_steer_the_terminal(
    scanner: type[FakeScanner], tmp_path: Path, name: str, broken: bool
) -> None:
    photo = write_photo(tmp_path / name)
    if broken:
        photo.write_bytes(b"none")
    arguments = ["scan", str(photo), "--game", "rami", "--overlay", str(tmp_path / "out")]
    result = CliRunner(env={"COLUMNS": "300"}).invoke(app, arguments, color=True)  # as on a terminal
    said = result.stderr if broken else result.stdout
    assert "".join(sign if sign.isprintable() else "\ufffd" for sign in name) in said
    assert all(line.isprintable() for line in (result.stdout + result.stderr).split("\n"))


@pytest.mark.parametrize(
    ("photos", "names"),
    [
        (["a.jpg", "b.png"], ["a-overlay.jpg", "b-overlay.jpg"]),
        (["x/a.jpg", "y/a.jpg", "a.heic"], ["a-overlay.jpg", "a-overlay-2.jpg", "a-overlay-3.jpg"]),
    ],
)
def test_no_two_overlays_share_a_name(photos: list[str], names: list[str]) -> None:
    assert overlay_names([Path(photo) for photo in photos]) == names


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        (["b.jpg", "a.jpg"], ["b.jpg", "a.jpg"]),
        (["."], ["C.JPG", "a.jpg", "b.jpg", "x1.png", "x[1].png"]),
        (["*.jpg"], ["a.jpg", "b.jpg"]),
        (["f/*"], ["f/d.heic"]),
        (["**/*.heic"], ["f/d.heic"]),
        (["x[1].png"], ["x[1].png"]),  # a name that only looks like a glob
        (["none.jpg"], ["none.jpg"]),
        (["none*.jpg"], ["none*.jpg"]),
        (["empty"], ["empty"]),
        (["a" * 5000, "a.jpg"], ["a" * 5000, "a.jpg"]),  # no file can have such a name
    ],
)
@pytest.mark.parametrize("absolute", [False, True])
def test_folders_and_globs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: list[str], expected: list[str], absolute: bool
) -> None:
    (tmp_path / "f" / "deeper").mkdir(parents=True)
    (tmp_path / "empty").mkdir()
    for name in ("a.jpg", "b.jpg", "C.JPG", "x[1].png", "x1.png", "notes.txt", "f/d.heic"):
        (tmp_path / name).touch()
    monkeypatch.chdir(tmp_path)
    root = tmp_path if absolute else Path()
    assert photo_paths([str(root / word) for word in typed]) == [root / path for path in expected]


def test_help_loads_nothing_heavy() -> None:
    check = """
import sys
from service.cli import app
try:
    app(["scan", "--help"])
finally:
    heavy = {"cv2", "numpy", "onnxruntime"} & set(sys.modules)
    assert not heavy, heavy
"""
    done = subprocess.run([sys.executable, "-c", check], check=False, capture_output=True, text=True)
    assert (done.returncode, "--game" in done.stdout) == (0, True), done.stderr
