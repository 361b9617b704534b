"""`handscan batch` and `handscan verify --sheet` as typed by their users, on rendered evenings of known truth."""

import json
from pathlib import Path
from typing import Any

import pytest
from batch_fakes import EVENINGS, truth_reader
from test_batch_run import rows
from typer.testing import CliRunner, Result

from scoring import rule_set
from service.cli import app

# Counted by hand.
POINTS = {
    ("rami-club", 1): {"Ana": 0, "Ben": 38, "Cid": 35},
    ("rami-club", 2): {"Ana": 0, "Ben": 40, "Cid": 52},  # blocked; Cid never opened: 27 + 25
    ("rami-club", 3): {"Ana": 200, "Ben": 0, "Cid": 200},  # Ben in one turn
    ("rummikub-north", 1): {"Dewi": 77, "Emil": -33, "Farah": -44},
    ("rummikub-north", 2): {"Dewi": 14, "Emil": 14, "Farah": -28},  # blocked, a tie: 28 shared
    ("rummikub-north", 3): {"Dewi": -24, "Emil": 60, "Farah": -36},
    ("rami-table", 2): {"Gita": 0, "Hugo": 20, "Ines": 29, "Joko": 13},
}
TOTALS = {
    "rami-club": {"Ben": 78, "Ana": 200, "Cid": 287},
    "rummikub-north": {"Dewi": 67, "Emil": 41, "Farah": -108},
}


def handscan(*typed: object) -> Result:
    return CliRunner(env={"COLUMNS": "300"}).invoke(app, [*map(str, typed)])


@pytest.fixture(autouse=True)
def truth(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.batch_command.load_reader", truth_reader)
    monkeypatch.setattr("service.verify_sheet_command.load_reader", truth_reader)
    monkeypatch.setattr("service.sheet_photos.FEW", 1000)  # in this process


@pytest.fixture
def out(tmp_path: Path) -> Path:
    result = handscan("batch", EVENINGS / "evening.csv", "--out", tmp_path / "out", "--workers", 1)
    assert result.exit_code == 0, result.output
    assert "18 photos, 8 rounds: 8 sure, 0 to look at, 0 failed. 18 photos were read now." in result.stdout
    assert "rami-club (rami): Won by Ben." in result.stdout
    return tmp_path / "out"


def truth_of(photo: str) -> list[str]:
    lines = map(json.loads, (EVENINGS / "truth.jsonl").read_text().splitlines())
    return next(line["hands"] for line in lines if line["photo"] == photo)


def test_the_points_of_three_matches(out: Path) -> None:
    found: dict[tuple[str, int], dict[str, float]] = {}
    for row in rows(out / "scores.csv"):
        found.setdefault((row["match"], int(row["round"])), {})[row["player"]] = float(row["points"])
    table = found.pop(("rami-table", 1))
    assert found == POINTS
    hands = truth_of("rami-table/round-01/gita+hugo+ines+joko.jpg")
    worth = [sum(map(rule_set("rami").points, hand.split())) for hand in hands]
    assert table == {
        player: 0 if points == 20 else points
        for player, points in zip(("Gita", "Hugo", "Ines", "Joko"), worth, strict=True)
    }
    standings = rows(out / "standings.csv")
    for match, totals in TOTALS.items():
        assert {row["player"]: float(row["total"]) for row in standings if row["match"] == match} == totals
    assert [row["player"] for row in standings if row["winner"] == "yes"] == ["Ben"]


def test_folders_alone_tell_all_but_who_opened(tmp_path: Path) -> None:
    result = handscan("batch", EVENINGS, "--out", tmp_path, "--game", "rami", "--workers", 1)
    assert result.exit_code == 1  # the unclear evening has one player
    points = {(row["match"], row["round"], row["player"]): row["points"] for row in rows(tmp_path / "scores.csv")}
    assert points["rami-club", "2", "Cid"] == "27"
    assert points["rummikub-north", "2", "Emil"] == "14"
    assert points["rami-club", "3", "Ben"] == "0"


def test_a_right_sheet_raises_no_alarm(out: Path) -> None:
    result = handscan("verify", "--sheet", out / "scores.csv", "--photos", EVENINGS, "--json")
    report = json.loads(result.stdout)
    findings = [one for one in report["findings"] if one["match"] != "rami-unclear"]
    assert (findings, report["confirmed"]) == ([], 21)
    assert report["matches"][0]["totals"] == {"Ana": 200, "Ben": 78, "Cid": 287}


@pytest.mark.parametrize(
    ("written", "planted", "kinds"),
    [
        ("KH KS 9H 2C 4D", "KH KS 6H 2C 4D", {"photo", "arithmetic"}),  # a six for a nine
        ("QS JD 10H 9C", "QS JD 10H", {"photo"}),  # missing; a one-turn finish makes 200 all the same
        ("K1 R3 B7 O9 K13", "K1 R3 B7 O8 K13", {"photo", "arithmetic"}),
        (",52,", ",42,", {"arithmetic"}),
    ],
)
def test_a_planted_error_is_found(out: Path, written: str, planted: str, kinds: set[str]) -> None:
    sheet = (out / "scores.csv").read_text()
    assert written in sheet
    (out / "sheet.csv").write_text(sheet.replace(written, planted, 1))
    result = handscan("verify", "--sheet", out / "sheet.csv", "--photos", EVENINGS, "--json")
    assert result.exit_code == 1
    report = json.loads(result.stdout)
    assert {one["kind"] for one in report["findings"] if one["match"] != "rami-unclear"} == kinds
    assert report["matches"][0]["totals"] == {"Ana": 200, "Ben": 78, "Cid": 287}


@pytest.mark.parametrize(
    ("typed", "status", "said"),
    [
        (["batch", "EMPTY", "--game", "rami", "--out", "OUT"], 2, "There is no photo in"),
        (["batch", EVENINGS / "rami-club", "--out", "OUT"], 2, "Say which game lies there"),
        (["batch", EVENINGS / "rami-club", "--game", "rami"], 2, "say which folder to write into: --out DIR"),
        (["batch", EVENINGS / "rami-club", "--game", "rami", "--out", __file__], 2, "cannot be made a folder"),
        (["batch", "none.csv", "--out", "OUT"], 2, "none.csv cannot be read"),
        (["verify"], 2, "name a photo, and the hand as typed"),
        (["batch", "", "--game", "rami", "--out", "new"], 2, "a name is empty: name photos or their folder"),
        (["scan", "", "--game", "rami"], 2, "a name is empty: name photos or their folder"),
        (["scan", "a.jpg", "", "--game", "rami"], 2, "a name is empty: name photos or their folder"),
        (["verify", "a.jpg", "KH"], 2, "say which game lies there"),
        (["verify", "a.jpg", "KH", "--total", "10", "--game", "rami"], 2, "name a photo, and the hand as typed or its"),
        (["verify", "a.jpg", "heats", "--game", "rami"], 2, "“heats” (word 1, character 1) names no card"),
        (["verify", "--sheet", "none.csv", "--photos", EVENINGS], 2, "none.csv cannot be read"),
    ],
)
def test_what_is_typed_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: list[Any], status: int, said: str
) -> None:
    (tmp_path / "EMPTY").mkdir()
    monkeypatch.chdir(tmp_path)
    result = handscan(*typed)
    assert result.exit_code == status
    assert said in " ".join(result.stderr.replace("│", "").split())


def test_the_name_of_a_photo_cannot_steer_the_terminal(tmp_path: Path) -> None:
    evening = tmp_path / "e\x1b[31m"
    (evening / "round-1").mkdir(parents=True)
    for photo in (evening / "red\x1b[31m\r.jpg", evening / "round-1" / "ana.jpg"):
        photo.touch()
    result = CliRunner().invoke(app, ["batch", str(evening), "--game", "rami", "--dry-run"], color=True)
    assert "round-1/ana.jpg,rami,e\ufffd[31m,1,Ana" in result.stdout
    assert result.stderr.startswith("red\ufffd[31m\ufffd.jpg: ")
    assert not {"\r", "\x1b"} & {*result.stdout, *result.stderr}
    result = CliRunner().invoke(app, ["batch", str(evening / "none\x1b[31m"), "--game", "rami"], color=True)
    assert "none\ufffd[31m: " in result.stderr


def test_dry_run_prints_a_list_that_can_be_given_back(tmp_path: Path) -> None:
    result = handscan("batch", EVENINGS / "rami-club", "--game", "rami", "--dry-run")
    assert result.stdout.splitlines()[:2] == [
        "photo,game,match,round,player,ending,winner,opened",
        "round-01/ben.jpg,rami,rami-club,1,Ben,,,",
    ]


@pytest.mark.parametrize("content", ["photo,hand\nx,1\n", "\xff\xfe"])
def test_a_review_file_that_is_broken_is_left_as_it_is(out: Path, content: str) -> None:
    (out / "review.csv").write_bytes(content.encode("latin-1"))
    result = handscan("batch", EVENINGS / "evening.csv", "--out", out, "--workers", 1)
    assert result.exit_code == 2
    assert "review.csv" in result.stderr
    assert (out / "review.csv").read_bytes() == content.encode("latin-1")
