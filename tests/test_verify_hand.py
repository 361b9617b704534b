"""`handscan verify` of one hand as typed by its users: alone in a photo, or one of several; in three languages."""

import json
from pathlib import Path
from typing import Any

import pytest
from batch_fakes import FakeReader, write_photo
from typer.testing import CliRunner, Result

from service.cli import app
from vision.scan import Scan


class FakeScanner(FakeReader):
    def scan(self, source: Any, game: str, hands: Any = 1, deck: Any = "auto", name: str | None = None) -> Scan:
        return super().scan(source.read_bytes(), game, hands, deck, name)


@pytest.fixture(autouse=True)
def photos(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("vision.Scanner", FakeScanner)
    write_photo(tmp_path / "one.jpg", "KH 9H")
    write_photo(tmp_path / "table.jpg", "7C 10S 5H|JC AC ?|2H 8H? QD")
    write_photo(tmp_path / "all.jpg", " ".join(f"{rank}S" for rank in range(2, 11)) + " 2H 3H 4H 5H 6H 7H 8H")
    monkeypatch.chdir(tmp_path)


def verify(*typed: str) -> Result:
    return CliRunner().invoke(app, ["verify", *typed, "--game", "rami"])


TABLE = ("table.jpg", "--hands", "3")


@pytest.mark.parametrize(
    ("typed", "status", "told"),
    [
        (("one.jpg", "KH 9H"), 0, ["Confirmed. The photo shows what was typed."]),
        (
            ("one.jpg", "KH 6H 2C"),
            1,
            [
                "Contradicted. The photo shows 1 point more than was typed.",
                "6H was typed, and the photo shows 9H. That makes 3 points more.",
                "2C was typed, and the photo does not show it. That makes 2 points fewer.",
            ],
        ),
        (
            ("all.jpg", "2S 3S 4S 5S 6S 7S 8S 9S 10S 2H 3H 4H 5H 6H 7H"),
            2,
            [
                "Cannot tell. The photo is not clear enough to tell: check the pieces marked.",
                "16 pieces are more than one player holds: say how many hands lie there, or photograph each alone.",
                "8H was not typed, and may be another player's. Have a look.",
            ],
        ),
        (
            (*TABLE, "2H 8H QD"),
            0,
            ["Confirmed. The photo shows what was typed.", "Compared with hand 3 of 3 in the photo."],
        ),
        (
            (*TABLE, "7C 10S 6H"),
            1,
            [
                "Contradicted. The photo shows 1 point fewer than was typed.",
                "Compared with hand 1 of 3 in the photo.",
                "6H was typed, and the photo shows 5H. That makes 1 point fewer.",
            ],
        ),
        (
            (*TABLE, "JC AC 9D"),
            2,
            [
                "Cannot tell. The photo is not clear enough to tell: check the pieces marked.",
                "Compared with hand 2 of 3 in the photo.",
                "9D was typed, and the piece could not be read. Have a look.",
            ],
        ),
        (
            (*TABLE, "--hand", "3", "7C 10S 5H"),  # the hand of another
            1,
            [
                "Contradicted. The photo contradicts what was typed: check the pieces marked.",
                "Compared with hand 3 of 3 in the photo.",
                "7C was typed, and the piece looks like 8H, and is not clear. Have a look.",
                "10S was typed, and the photo shows QD. The points stay the same.",
                "5H was typed, and the photo shows 2H. That makes 3 points fewer.",
            ],
        ),
        ((*TABLE, "--hand", "1", "--total", "22"), 0, None),
        ((*TABLE, "--hand", "1", "--total", "21"), 1, None),
        (
            ("one.jpg", "KH 6H", "--lang", "fr"),
            1,
            [
                "Contredit. La photo montre 3 points de plus que ce qui a été saisi.",
                "6H a été saisi, et la photo montre 9H. Cela fait 3 points de plus.",
            ],
        ),
        (
            (*TABLE, "2H 8H", "--lang", "ms"),
            1,
            [
                "Bercanggah. Foto menunjukkan 10 mata lebih daripada yang ditaip.",
                "Dibandingkan dengan tangan 3 daripada 3 dalam foto.",
                "QD ada dalam foto, dan tidak ditaip. Itu bermakna 10 mata lebih.",
            ],
        ),
    ],
)
def test_what_is_told(typed: tuple[str, ...], status: int, told: list[str] | None) -> None:
    result = verify(*typed)
    lines = [line.strip() for line in result.stdout.splitlines()]
    assert (result.exit_code, lines if told else None) == (status, told), result.stdout


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ((*TABLE, ""), "An empty hand does not tell which hand of the photo it is: give its number."),
        ((*TABLE, "--total", "20"), "Which of the 3 hands has this total? Say --hand 2 for the second, and so on."),
        ((*TABLE, "KH", "--hand", "4"), "The photo has no hand 4: 3 found. Say how many there are with --hands."),
        ((*TABLE, "KH", "--hand", "4", "--lang", "fr"), "La photo n'a pas de main 4 : 3 trouvée(s)."),
        (("table.jpg", "KH", "--hand", "4"), "say how many lie in the photo as well: --hands 4."),
        (("table.jpg", "KH", "--hands", "many"), "“many” is no number of hands"),
        (("--sheet", "s.csv", "--hands", "2"), "is checked whole: leave out PHOTO"),
        (("none.jpg", "KH"), "none.jpg"),
    ],
)
def test_what_cannot_be_done(typed: tuple[str, ...], sentence: str) -> None:
    result = verify(*typed)
    assert result.exit_code == 2
    assert sentence in " ".join(result.stderr.replace("│", "").split())


def test_the_name_of_a_photo_cannot_steer_the_terminal() -> None:
    Path("a\x1b[31m\r.jpg").write_bytes(b"none")
    result = CliRunner().invoke(app, ["verify", "a\x1b[31m\r.jpg", "KH", "--game", "rami"], color=True)
    assert result.stderr.startswith("a\ufffd[31m\ufffd.jpg: ")


def test_house_rules_count(tmp_path: Path) -> None:
    (tmp_path / "club.toml").write_text('game = "rami"\n[values]\nK = 15\n')
    assert verify("one.jpg", "--total", "24").exit_code == 1
    assert verify("one.jpg", "--total", "24", "--rules", "club.toml").exit_code == 0


def test_the_object_and_the_picture(tmp_path: Path) -> None:
    result = verify(*TABLE, "2H 8H QD", "--json", "--overlay", "out", "--lang", "fr")
    found = json.loads(result.stdout)
    assert (found["verdict"], found["hand"], found["message"]) == (
        "confirmed",
        2,
        "La photo montre ce qui a été saisi.",
    )
    assert [line["piece"] for line in found["confirmed"]] == ["p6", "p7", "p8"]  # counted through all hands
    assert len(found["scan"]["hands"]) == 3
    assert (tmp_path / "out/table-verified.jpg").exists()
