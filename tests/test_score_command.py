"""`handscan score`: what is given to it, what it prints, and its exit status."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner, Result

from service.score_command import score

app = typer.Typer()
app.command()(score)

CONTRACT = (
    '{"game": "rami", "ending": "out", "winner": "Ana", "players": [{"name": "Ana", "hand": []}, '
    '{"name": "Ben", "hand": ["AH", "JOKER", "5C"], "opened": true}]}'
)
ANSWER = {
    "game": "rami",
    "ending": "out",
    "winners": ["Ana"],
    "points": {"Ana": 0, "Ben": 36},
    "hands": {"Ana": 0, "Ben": 36},
}


def run(typed: str, *options: str) -> Result:
    return CliRunner().invoke(app, list(options), input=typed, env={"COLUMNS": "100"})


def objects(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        (CONTRACT, [ANSWER]),
        (CONTRACT + "\n\n" + CONTRACT + "\n", [ANSWER, ANSWER]),
        (json.dumps(json.loads(CONTRACT), indent=2), [ANSWER]),
        ("\ufeff" + CONTRACT, [ANSWER]),
        ("rami; Ana: ; Ben: ace of heartsjokerfive of clubs", [ANSWER]),
        ("rami out\nAna:\nBen: AH joker 5C\n\nRami\nAna:\nBen: AH joker 5C\n", [ANSWER, ANSWER]),
    ],
)
def test_json(typed: str, expected: list[dict[str, Any]]) -> None:
    result = run(typed, "--json")
    assert objects(result) == expected
    assert result.exit_code == 0


@pytest.mark.parametrize(
    ("options", "winners", "points"),
    [
        ({}, ["a", "b"], [10.5, 10.5, -21]),
        ({"blocked_tie": "share"}, ["a", "b"], [10.5, 10.5, -21]),
        ({"blocked_tie": "void"}, [], [0, 0, 0]),
        ({"blocked_tie": "tiebreak"}, ["b"], [0, 21, -21]),
    ],
)
def test_blocked_ties(options: dict[str, str], winners: list[str], points: list[float]) -> None:
    hands = {"a": ["R9"], "b": ["K9"], "c": ["JOKER"]}
    record = {
        "game": "rummikub",
        "ending": "blocked",
        "players": [{"name": name, "hand": hand} for name, hand in hands.items()],
        "options": options,
    } | ({"winner": "b"} if options.get("blocked_tie") == "tiebreak" else {})
    (found,) = objects(run(json.dumps(record), "--json"))
    assert (found["winners"], list(found["points"].values())) == (winners, points)


THIRDS = "rummikub blocked; A: r5; B: k5; C: o5; D: joker"


def test_fractions() -> None:
    (found,) = objects(run(THIRDS, "--json"))
    assert found["points"] == {"A": 8.333333, "B": 8.333333, "C": 8.333333, "D": -25}
    assert "8 1/3" in run(THIRDS).stdout


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", ["Rami, went out, won by Ana", "Points", "ace of hearts, joker, five of clubs", "empty hand"]),
        ("ms", ["Rami, habis, pemenang Ana", "Mata", "as hati, joker, lima kelawar", "tangan kosong"]),
        ("fr", ["Rami, sortie, gagnée par Ana", "Joueur", "as de cœur, joker, cinq de trèfle", "main vide"]),
    ],
)
def test_a_table_for_people(lang: str, words: list[str]) -> None:
    shown = run(CONTRACT, "--lang", lang).stdout
    assert all(word in shown for word in words)
    assert "36" in shown


NEVER_OPENED = "rami; Ana: ; Ben, never opened: KH KS QD JC 9H 8C 7D joker; Cid: 5C"


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", ["hand 84: king of hearts (10)", "never opened +25 = 109", "capped at 100", "= 100"]),
        ("ms", ["di tangan 84: raja hati (10)", "belum pernah membuka +25 = 109", "had maksimum 100"]),
        ("fr", ["main 84 : roi de cœur (10)", "jamais ouvert +25 = 109", "plafonné à 100"]),
    ],
)
def test_explain(lang: str, words: list[str]) -> None:
    shown = run(NEVER_OPENED, "--explain", "--lang", lang).stdout
    assert all(word in shown for word in words)
    (found,) = objects(run(NEVER_OPENED, "--explain", "--lang", lang, "--json"))
    assert [line["points"] for line in found["explain"]["Ben"]] == [84, 25, -9]
    assert sum(line["points"] for line in found["explain"]["Ben"]) == found["points"]["Ben"] == 100
    assert found["explain"]["Ben"][1]["text"] == words[1]


def test_names_are_shown_as_they_are() -> None:
    assert "[red]" in run(CONTRACT.replace("Ana", "[red]"), "--explain").stdout


def test_house_rules(tmp_path: Path) -> None:
    rules = tmp_path / "house.toml"
    rules.write_text('game = "rami"\nunopened_points = 70\n[values]\nJOKER = 25\n', encoding="utf-8")
    (found,) = objects(run(CONTRACT, "--json", "--rules", str(rules)))
    assert found["points"]["Ben"] == 41
    (found,) = objects(run(NEVER_OPENED, "--json", "--rules", str(rules)))
    assert found["points"]["Ben"] == 70


def test_a_game_of_its_own() -> None:
    gin = str(Path(__file__).with_name("test_scoring_gin.toml"))
    for typed in ("gin; Ana: ; Ben: KH", CONTRACT.replace("rami", "gin").replace('"JOKER", ', "")):
        (found,) = objects(run(typed, "--json", "--rules", gin))
        assert found["game"] == "gin"
        assert found["points"]["Ben"] == 0


def test_a_file(tmp_path: Path) -> None:
    path = tmp_path / "round.json"
    path.write_text(CONTRACT, encoding="utf-8")
    assert objects(run("", str(path), "--json")) == [ANSWER]


def changed(**changes: Any) -> str:
    return json.dumps(json.loads(CONTRACT) | changes)


def players(*hands: tuple[str, list[str]]) -> list[dict[str, Any]]:
    return [{"name": name, "hand": hand} for name, hand in hands]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", "There is no round here: give one as JSON, or typed: “rami, out; Ana: ; Ben: AH 5C”."),
        ("{", "This is no valid JSON: "),
        ('{"game": "rami",', "This is no valid JSON: "),
        ("[1]", "a round must be an object, {…}, not [1]."),
        ("hello", "Begin a typed round with its game, rummikub or rami"),
        (changed(game="bridge"), "“bridge” is not a game known here"),
        (changed(winner="Zoe"), "The winner Zoe is not among the players Ana, Ben."),
        (changed(starter="Zoe"), "The starter Zoe is not among the players Ana, Ben."),
        (changed(winner=None), "Name the winner: a round that ended “out” was won by someone."),
        (changed(winner="Ben"), "Ben went out but still holds AH JOKER 5C: empty that hand, or name another winner."),
        (
            changed(players=players(("Ana", []), ("Ben", ["KH"] * 3))),
            "KH is there 3 times, and the game has 2: mend the hands.",
        ),
        (
            changed(players=players(("Ana", []), ("Ben", ["KH", "KH"]), ("Cid", ["KH"] + ["JOKER"] * 5))),
            "KH is there 3 times, and the game has 2: mend the hands. JOKER is there 5 times, and the game has 4",
        ),
        (
            changed(players=players(("Ana", []), ("Ana", []))),
            "2 players are called Ana: give each a name of their own.",
        ),
        (changed(players=players(("Ana", []))), "rami takes 2 to 6 players, not 1."),
        (changed(players=players(*((name, []) for name in "ABCDEFG"))), "rami takes 2 to 6 players, not 7."),
        (
            changed(game="rummikub", players=players(*((name, []) for name in "ABCDE"))),
            "rummikub takes 2 to 4 players, not 5.",
        ),
        (
            changed(ending="one_turn"),
            "Ben has opened, so Ana did not go out in one turn: let the ending be “out”, or mend “opened”.",
        ),
        (
            changed(players=[{"name": "Ana", "hand": [], "opened": False}, {"name": "Ben", "hand": []}]),
            "Ana went out, so Ana has opened: mend “opened”, or the winner.",
        ),
        (
            changed(ending="blocked", winner="Ben"),
            "The lowest hand is Ana's, 0 points, so Ben is not the one winner: leave the winner out.",
        ),
        (changed(options={"blocked_tie": "void"}), "blocked_tie is 'void', but rami settles a tie by \"share\"."),
        (changed(options={"target": 0}), "target must be a whole number of 1 or more, not 0."),
        (changed(players=players(("Ana", ["\ud800"]))), "Ana: “"),
        ('{"game": NaN}', "NaN is no number of points: write a whole number."),
        (changed(table=[["2H", "3H"]]), "Set 1 on the table is not valid: it has 2 of the 3 pieces a set needs"),
    ],
)
def test_contradictions_say_what_to_mend(typed: str, sentence: str) -> None:
    result = run(typed)
    assert result.exit_code == 1
    assert sentence in result.stderr
    assert result.stdout == ""
    in_json = run(typed, "--json")
    assert in_json.exit_code == 1
    (found,) = objects(in_json)
    assert found["error"]["code"] == "invalid_round"
    assert sentence in found["error"]["message"]


@pytest.mark.parametrize("named", ["b", None, "c"])
def test_a_tiebreak_names_its_winner(named: str | None) -> None:
    record = {
        "game": "rummikub",
        "ending": "blocked",
        "players": players(("a", ["R9"]), ("b", ["K9"]), ("c", ["JOKER"])),
        "options": {"blocked_tie": "tiebreak"},
        "winner": named,
    }
    result = run(json.dumps(record))
    sentence = {
        None: "a and b tie for the lowest: name as winner who won the tiebreak.",
        "c": "c is not among the tied: the winner is one of a, b.",
        "b": "",
    }[named]
    assert result.stderr.strip() == sentence
    assert result.exit_code == (named != "b")


def test_the_other_rounds_go_on() -> None:
    result = run(f"{CONTRACT}\n{{\n{CONTRACT}", "--json")
    assert [next(iter(found)) for found in objects(result)] == ["game", "error", "game"]
    assert objects(result)[1]["error"]["message"].startswith("Round 2: This is no valid JSON")
    assert result.exit_code == 1


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("missing.json", None, "missing.json cannot be read: No such file or directory."),
        (
            "latin.json",
            "é".encode("latin-1"),
            "latin.json is not text in UTF-8: save it as UTF-8 (in Excel: “CSV UTF-8”).",
        ),
    ],
)
def test_files_that_cannot_be_read(tmp_path: Path, name: str, content: bytes | None, sentence: str) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    for options in ([str(path)], ["--rules", str(path)]):
        result = run(CONTRACT, *options)
        assert sentence in result.stderr
        assert result.exit_code == 1


def test_it_starts_without_the_eyes() -> None:
    code = (
        "import sys, service.score_command, service.match_command; print({'cv2', 'numpy', 'vision'} & {*sys.modules})"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "set()\n"
