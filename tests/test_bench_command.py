"""`handscan bench` from the outside, on photos and a manifest made here, with a scanner that knows what to say."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner, Result

from service.bench_worst import TRUE
from service.cli import app
from vision.photo import read_photo
from vision.scan import Hand, Outline, Piece, Scan

OUTLINE: Outline = ((10, 10), (50, 10), (50, 60), (10, 60))
POINTS = {"AS": 11, "4S": 4, "7H": 7, "R7": 7, "K7": 7, "JOKER": 30}

ROWS: dict[str, dict[str, Any]] = {  # what lies in each photo; what the scanner says of it
    "good.png": {"kind": "cards", "labels": ["AS", "7H"], "says": ["AS", "7H"]},
    "misread.png": {"kind": "cards", "labels": ["AS"], "says": ["4S"], "at": [10, 10, 40, 50]},
    "missed.png": {"kind": "tiles", "labels": ["R7", "JOKER"], "says": ["R7"], "at": [200, 120, 40, 50]},
    "deck.png": {"kind": "cards", "labels": ["7H"] * 40, "says": []},
    "trained.png": {"kind": "tiles", "labels": ["R7"], "says": ["K7"], "split": "train"},
}


class FakeScanner:
    def scan(self, source: Path, game: str, hands: int, deck: str) -> Scan:
        photo = read_photo(source)
        row = ROWS[photo.name]
        assert (game, hands, deck) == ({"cards": "rami", "tiles": "rummikub"}[row["kind"]], 1, "auto")
        pieces = tuple(Piece(label, POINTS[label], 0.97, OUTLINE, label_confidence=0.95) for label in row["says"])
        hand = Hand(pieces, sum(piece.points for piece in pieces), False)
        timing = {"decode": 4.0, "total": 9.0}
        return Scan(photo.name, photo.width, photo.height, game, (hand,) if pieces else (), timing_ms=timing)


@pytest.fixture(autouse=True)
def _scanner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.Scanner", FakeScanner)


@pytest.fixture
def manifest(tmp_path: Path) -> Path:
    lines = []
    for file, row in ROWS.items():
        cv2.imwrite(str(tmp_path / file), np.full((200, 300, 3), 90, np.uint8))
        boxes = [{"label": row["labels"][-1], "box": row["at"]}] if "at" in row else []
        known = {"file": file, "kind": row["kind"], "labels": row["labels"], "boxes": boxes, "group": file[:4]}
        lines.append(json.dumps({**known, "split": row.get("split", "dev"), "box_covers": "whole tile"}))
    path = tmp_path / "manifest.jsonl"
    path.write_text("\n".join(lines), "utf-8")
    return path


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["bench", *map(str, arguments)])


def test_the_tables_hold_a_line_for_each_group_and_the_crowded_apart(manifest: Path) -> None:
    result = run(manifest, "--split", "dev")
    assert result.exit_code == 0
    lines = [
        [cell.strip() for cell in line.strip("│").split("│")] for line in result.stdout.splitlines() if "│" in line
    ]
    assert [line[:3] + line[5:10] for line in lines] == [
        ["all", "2", "3", "50%", "50%", "1", "0%", "0%"],
        ["good", "1", "2", "100%", "100%", "0", "0%", "0%"],
        ["misr", "1", "1", "0%", "0%", "1", "0%", "0%"],
        ["40 pieces and more", "1", "40", "0%", "0%", "0", "100%", "0%"],
        ["all", "1", "2", "0%", "0%", "1", "0%", "0%"],
        ["miss", "1", "2", "0%", "0%", "1", "0%", "0%"],
        ["decode", "4.0", "4.0"],
        ["total", "9.0", "9.0"],
    ]
    assert "0.667 0.67/0.67" in result.stdout


def test_only_crowded_photos_have_no_line_of_all(manifest: Path) -> None:
    only = [line for line in manifest.read_text("utf-8").splitlines() if "deck.png" in line]
    manifest.write_text("\n".join(only), "utf-8")
    said = run(manifest).stdout
    assert ("40 pieces and more" in said, "│ all " in said) == (True, False)


def test_json_for_programs(manifest: Path) -> None:
    result = run(manifest, "--split", "dev", "--json")
    found = json.loads(result.stdout)
    assert list(found["kinds"]) == ["cards", "tiles"]
    cards = found["kinds"]["cards"]
    assert (cards["all"]["photos"], cards["all"]["points"]["right"], cards["all"]["silently_wrong"]) == (2, 2, 1)
    assert list(cards["groups"]) == ["good", "misr"]
    assert cards["crowded"]["pieces"] == 40
    assert found["speed_ms"]["total"] == {"median": 9, "p95": 9}
    good, misread, missed, _ = found["photos"]
    assert (good["exact"], good["total"], good["true_total"]) == (True, 18, 18)
    assert (misread["misread"], misread["missed"], misread["made_up"]) == ([["AS", "4S"]], [], [])
    assert (missed["missed"], missed["misread"], missed["flagged"], missed["error"]) == (["JOKER"], [], False, None)


@pytest.mark.parametrize(
    ("options", "files"),
    [
        ([], ["good.png", "misread.png", "missed.png", "deck.png", "trained.png"]),
        (["--kind", "tiles"], ["missed.png", "trained.png"]),
        (["--split", "train"], ["trained.png"]),
        (["--split", "dev", "--kind", "tiles"], ["missed.png"]),
    ],
)
def test_what_is_measured_can_be_chosen(manifest: Path, options: list[str], files: list[str]) -> None:
    found = json.loads(run(manifest, "--json", *options).stdout)
    assert [photo["file"] for photo in found["photos"]] == files


def test_a_broken_photo_is_a_line_and_not_the_end(manifest: Path) -> None:
    (manifest.parent / "good.png").write_bytes(b"nothing")
    (manifest.parent / "misread.png").unlink()
    result = run(manifest, "--kind", "cards")
    assert result.exit_code == 1
    assert "good.png: This is not a photo" in result.stderr
    assert "misread.png: There is no such file" in result.stderr
    assert "40 pieces and more" in result.stdout


def test_the_time_of_each_stage_is_shown(manifest: Path) -> None:
    assert "decode │    4.0 │             4.0" in run(manifest).stdout


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ([], "Name a manifest.jsonl of labelled photos, or say --speed."),
        (["--page", "speed.md"], "it is written with --speed alone."),
    ],
)
def test_what_lacks_is_told(options: list[str], sentence: str) -> None:
    result = CliRunner().invoke(app, ["bench", *options])
    assert result.exit_code == 2
    assert sentence in " ".join(result.stderr.replace("│", " ").split())


def test_the_worst_photos_are_pictures_with_words(manifest: Path) -> None:
    folder = manifest.parent / "worst"
    result = run(manifest, "--split", "dev", "--worst", 2, folder)
    assert result.exit_code == 0
    assert str(folder / "index.html") in result.stderr
    assert sorted(path.name for path in folder.iterdir()) == ["01-misread.jpg", "02-missed.jpg", "index.html"]
    page = (folder / "index.html").read_text("utf-8")
    for words in (
        "AS was read as 4S (95%)",
        "total 4, true is 11; NOT FLAGGED",
        "there, and not named: JOKER",
        'src="02-missed.jpg"',
    ):
        assert words in page
    assert "was read as R7" not in page
    assert "and not there" not in page
    picture = read_photo(folder / "02-missed.jpg").pixels
    assert (np.abs(picture.astype(int) - TRUE).sum(axis=-1) < 60).sum() > 200


def test_the_worst_name_what_was_made_up(manifest: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ROWS["trained.png"], "says", ["R7", "K7"])
    run(manifest, "--split", "train", "--worst", 1, manifest.parent / "worst")
    assert "named, and not there: K7 (95%)" in (manifest.parent / "worst" / "index.html").read_text("utf-8")


def test_the_worst_may_be_a_photo_that_cannot_be_read(manifest: Path) -> None:
    (manifest.parent / "missed.png").write_bytes(b"nothing")
    folder = manifest.parent / "worst"
    assert run(manifest, "--kind", "tiles", "--worst", 9, folder).exit_code == 1
    assert "This is not a photo" in (folder / "index.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["none.jsonl"], "none.jsonl cannot be read: No such file"),
        (["bad.jsonl"], "bad.jsonl, line 1 is not JSON"),
        (["manifest.jsonl", "--split", "test"], "has no photo of the split or kind asked for"),
        (["manifest.jsonl", "--kind", "dice"], "cards"),
        (["manifest.jsonl", "--worst", "0", "out"], "starts at 1"),
        (["manifest.jsonl", "--worst", "3", "bad.jsonl"], "bad.jsonl cannot be made a folder"),
    ],
)
def test_nothing_to_measure_is_one_sentence(
    manifest: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], said: str
) -> None:
    monkeypatch.chdir(manifest.parent)
    Path("bad.jsonl").write_text("{no", "utf-8")
    result = run(*arguments)
    assert result.exit_code == 2
    assert said in " ".join(result.stderr.replace("│", "").split())
    assert "Traceback" not in result.stderr
