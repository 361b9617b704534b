"""A score sheet against the hands its photos show: planted errors are found, a right sheet raises no alarm."""

import json
from collections.abc import Mapping
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from scoring import GAMES, ScoringError, rule_set
from service.evidence import Seen
from service.sheet_check import SheetReport, check_sheet
from service.sheet_file import read_sheet
from service.sheet_table import report_object, report_tables
from service.verify_scan import SeenHand

HEADING = "match,game,round,player,hand,opened,points,total,ending,winner\n"
# Three rounds of rami (out, blocked, one turn), and two of rummikub (out, a tie).
SHEET = """fri,rami,1,Ana,,,0,0,out,Ana
fri,rami,1,Ben,AH JOKER 5C,,36,36,out,Ana
fri,rami,1,Cid,KH KS,no,45,45,out,Ana
fri,rami,2,Ana,3S,,0,0,blocked,
fri,rami,2,Ben,4S 4D,,8,44,blocked,
fri,rami,2,Cid,6C,,6,51,blocked,
fri,rami,3,Ana,7D,,200,200,one_turn,Ben
fri,rami,3,Ben,,,0,44,one_turn,Ben
fri,rami,3,Cid,8D,,200,251,one_turn,Ben
sat,rummikub,1,Dewi,,,38,38,out,Dewi
sat,rummikub,1,Emil,R6 K2,,-8,-8,out,Dewi
sat,rummikub,1,Fara,JOKER,,-30,-30,out,Dewi
sat,rummikub,2,Dewi,B5,,2.5,40.5,blocked,
sat,rummikub,2,Emil,K5,,2.5,-5.5,blocked,
sat,rummikub,2,Fara,O4 R6,,-5,-35,blocked,
"""
PHOTOS = {
    ("fri", 1, "Ben"): "AH JOKER 5C",
    ("fri", 1, "Cid"): "KH KS",
    ("fri", 2, "Ana"): "3S",
    ("fri", 2, "Ben"): "4S 4D",
    ("fri", 2, "Cid"): "6C",
    ("fri", 3, "Ana"): "7D",
    ("fri", 3, "Cid"): "8D",
    ("sat", 1, "Emil"): "K2 R6",
    ("sat", 1, "Fara"): "JOKER",
    ("sat", 2, "Dewi"): "B5",
    ("sat", 2, "Emil"): "K5",
    ("sat", 2, "Fara"): "R6 O4",
}
Place = tuple[str, int, str]


def hand(text: str) -> SeenHand:
    """`6C?9C` wants a look and may be a 9."""
    seen = []
    for number, word in enumerate(text.split(), 1):
        label, doubt, other = word.partition("?")
        sure = 0.6 if doubt else 0.99
        seen.append(Seen(f"p{number}", label or None, sure, sure, bool(doubt), (other,) if other else ()))
    return SeenHand(tuple(seen), {}, False)


def check(tmp_path: Path, sheet: str, photos: Mapping[Place, str] | None = PHOTOS) -> SheetReport:
    path = tmp_path / "sheet.csv"
    path.write_text(HEADING + sheet, encoding="utf-8")
    seen = None if photos is None else {place: hand(text) for place, text in photos.items()}
    return check_sheet(read_sheet(path, None, GAMES), seen)


def test_a_right_sheet_raises_no_alarm(tmp_path: Path) -> None:
    report = check(tmp_path, SHEET)
    assert (report.verdict, report.findings, report.confirmed) == ("confirmed", (), 12)
    assert [dict(match.standing.totals) for match in report.matches if match.standing] == [
        {"Ana": 200, "Ben": 44, "Cid": 251},
        {"Dewi": 40.5, "Emil": -5.5, "Fara": -35},
    ]
    assert check(tmp_path, SHEET, None).verdict == "confirmed"


@pytest.mark.parametrize(
    ("written", "planted", "kinds", "told", "total"),
    [
        ("KH KS,no,45,45", "KH 9S,no,44,44", {"photo"}, "9S was typed, and the photo shows KS", 251),
        ("AH JOKER 5C,,36,36", "AH JOKER,,31,31", {"photo"}, "not typed. That makes 5 points more.", 251),
        ("Fara,JOKER,,-30,-30", "Fara,JOKER R1,,-31,-31", {"photo"}, "R1 was typed, and the photo does not", 251),
        ("6C,,6,51", "9C,,9,54", {"photo"}, "9C was typed, and the photo shows 6C. That makes 3 points fewer.", 251),
        ("6C,,6,51", "6C,,6,52", {"arithmetic"}, "total written is 52, and the points add up to 51", 251),
        ("6C,,6,51", "6C,,16,61", {"arithmetic"}, "points written are 16, and the hands make it 6", 251),
        ("KH KS,no,45,45", "KH KS,,45,45", {"arithmetic"}, "points written are 45, and the hands make it 20", 226),
        ("R6 K2,,-8", "R9 K2,,-8", {"photo", "arithmetic"}, "R9 was typed, and the photo shows R6", 251),
        ("Ben,AH JOKER 5C", "Ben,AH JOKER 5X", {"rules", "unclear"}, "“X” (word 3", 206),
        ("Ana,,,0,0,out,Ana", "Ana,2C,,0,0,out,Ana", {"rules", "unclear"}, "Ana went out but still holds 2C", 206),
    ],
)  # fmt: skip
def test_planted_errors_are_found(
    tmp_path: Path, written: str, planted: str, kinds: set[str], told: str, total: int
) -> None:
    assert written in SHEET
    report = check(tmp_path, SHEET.replace(written, planted, 1))
    found = " ".join(finding.sentence for finding in report.findings)
    assert told in found
    assert kinds <= {finding.kind for finding in report.findings} | {"unclear"}
    assert report.verdict == "contradicted"
    assert report.matches[0].standing is not None
    assert report.matches[0].standing.totals["Cid"] == total


def test_swapped_players(tmp_path: Path) -> None:
    sheet = SHEET.replace("Ben,4S 4D,,8,44", "Ben,6C,,6,42").replace("Cid,6C,,6,51", "Cid,4S 4D,,8,53")
    report = check(tmp_path, sheet)
    assert [(one.kind, one.player) for one in report.findings if one.kind != "arithmetic"] == [
        ("swapped", "Ben"),
        ("swapped", "Cid"),
    ]
    assert report.matches[0].standing is not None
    assert report.matches[0].standing.totals == {"Ana": 200, "Ben": 44, "Cid": 251}


@pytest.mark.parametrize(
    ("place", "photo", "told"),
    [
        (("fri", 2, "Cid"), "9C?6C", "6C was typed, and the piece looks like 9C, and is not clear. Have a look."),
        (("fri", 2, "Cid"), "?", "could not be read"),
        (("fri", 2, "Cid"), None, "There is no photo of this hand."),
    ],
)
def test_what_cannot_be_told(tmp_path: Path, place: Place, photo: str | None, told: str) -> None:
    photos = {where: text for where, text in {**PHOTOS, place: photo}.items() if text is not None}
    report = check(tmp_path, SHEET, photos)
    assert report.verdict == "cannot_tell"
    assert [finding.sentence.endswith(told) or told in finding.sentence for finding in report.findings] == [True]
    assert report.matches[0].standing is not None
    assert report.matches[0].standing.totals["Cid"] == 251


def test_a_photo_without_a_line(tmp_path: Path) -> None:
    report = check(tmp_path, SHEET, {**PHOTOS, ("fri", 4, "Ana"): "2C"})
    assert [(one.kind, one.round, one.player) for one in report.findings] == [("photo", 4, "Ana")]


def test_photos_of_a_match_that_the_sheet_does_not_hold_are_passed_over(tmp_path: Path) -> None:
    assert check(tmp_path, SHEET, {**PHOTOS, ("sun", 1, "Ana"): "2C"}).verdict == "confirmed"


def test_the_report_as_people_read_it(tmp_path: Path) -> None:
    report = check(tmp_path, SHEET.replace("6C,,6,51", "9C,,9,54", 1))
    console = Console(file=StringIO(), width=200)
    for part in report_tables(report, "fr"):
        console.print(part)
    said = console.file.getvalue()
    for told in (
        *(
            "À regarder",
            "Contredit par la photo",
            "9C a été saisi, et la photo montre 6C. Cela fait 3 points de moins.",
        ),
        *("fri (rami), corrigé", "2 à corriger, 0 impossibles à dire, 11 mains confirmées par leurs photos."),
    ):
        assert told in said
    assert said.index("│ Ben") < said.index("│ Ana ") < said.rindex("│ Cid")  # the best first


def test_the_sheet_of_handscan_match_and_its_house_rules(tmp_path: Path) -> None:
    path = tmp_path / "m.csv"
    path.write_text(
        "round,player,hand,opened,points,total,ending,winner,game,options\n"
        '0,Ana,,,,0,,,rami,"{""unopened_points"": 100}"\n0,Ben,,,,0,,,rami,\n'
        "1,Ana,,,0,0,out,Ana,rami,\n1,Ben,KH,no,100,100,out,Ana,rami,\n"
    )
    assert check_sheet(read_sheet(path, None, GAMES), None).verdict == "confirmed"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("round,player\n1,Ana\n", "lacks the column “hand”"),
        ("round,player,hand\n", "holds no round"),
        ("round,player,hand\n1,Ana,KH\n", "line 2: Say which game it is"),
        ("round,player,hand,game\n1,Ana,KH,poker\n", "line 2: “poker” is not a game known here"),
        ("round,player,hand,game\none,Ana,KH,rami\n", "line 2: Each line needs the number of its round"),
        ("round,player,hand,game,points\n1,Ana,KH,rami,ten\n", "line 2: points must be a number, not “ten”"),
        ("round,player,hand,game,opened\n1,Ana,KH,rami,perhaps\n", "line 2: opened must be yes, no or left empty"),
    ],
)
def test_a_sheet_that_cannot_be_read(tmp_path: Path, text: str, sentence: str) -> None:
    (tmp_path / "s.csv").write_text(text, encoding="utf-8")
    with pytest.raises(ScoringError, match=sentence):
        read_sheet(tmp_path / "s.csv", None, GAMES)


def test_the_report_for_programs(tmp_path: Path) -> None:
    found = json.loads(json.dumps(report_object(check(tmp_path, SHEET.replace("6C,,6,51", "9C,,9,54", 1)))))
    assert found["verdict"] == "contradicted"
    assert found["matches"][0]["totals"] == {"Ana": 200, "Ben": 44, "Cid": 251}
    (finding,) = [one for one in found["findings"] if one["kind"] == "photo"]
    assert finding["verification"]["different"] == [{"typed": "9C", "piece": "p1", "seen": "6C", "points": -3}]
    assert rule_set("rami").points("9C") == 9
