"""`handscan match`: a match and the changes to it, what is printed, what is written, and the exit status."""

import json
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner, Result

from scoring import match_from_csv, match_from_dict
from service.match_command import match

app = typer.Typer()
app.command()(match)

ROUND = {
    "ending": "out",
    "winner": "Ana",
    "players": [{"name": "Ana", "hand": []}, {"name": "Ben", "hand": ["R7", "JOKER"]}],
}
MATCH = {"game": "rummikub", "players": ["Ana", "Ben"], "options": {"rounds": 2}, "rounds": [ROUND, ROUND]}


def run(*options: str, typed: str = "") -> Result:
    return CliRunner().invoke(app, list(options), input=typed, env={"COLUMNS": "100"})


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        (
            {},
            {
                "totals": {"Ana": 74, "Ben": -74},
                "over": True,
                "winners": ["Ana"],
                "another_round": False,
                "target": None,
            },
        ),
        (
            {"rounds": [ROUND]},
            {"totals": {"Ana": 37, "Ben": -37}, "over": False, "winners": [], "another_round": True, "target": None},
        ),
        (
            {"game": "rami", "options": {}, "rounds": []},
            {"totals": {"Ana": 0, "Ben": 0}, "over": False, "winners": [], "another_round": True, "target": 100},
        ),
    ],
)
def test_json(changes: dict[str, Any], expected: dict[str, Any]) -> None:
    result = run("--json", typed=json.dumps(MATCH | changes))
    assert json.loads(result.stdout) == expected
    assert result.exit_code == 0


def test_json_with_every_line() -> None:
    found = json.loads(run("--json", "--explain", "--lang", "fr", typed=json.dumps(MATCH)).stdout)
    assert found["rounds"][1]["explain"]["Ben"] == [{"points": -37, "text": "main 37 : 7 rouge (7), joker (30)"}]


@pytest.fixture
def evening(tmp_path: Path) -> Path:
    """An evening of Rami from the command line, one round in."""
    path = tmp_path / "evening.json"
    assert run(str(path), "--new", "rami", "--players", "Ana, Ben,Cid").exit_code == 0
    assert run(str(path), "--add", "Ana: ; Ben: as hati joker 5C; Cid, never opened: KH KS QD").exit_code == 0
    return path


def totals(path: Path) -> list[int]:
    return list(json.loads(run(str(path), "--json").stdout)["totals"].values())


def test_an_evening(evening: Path) -> None:
    assert totals(evening) == [0, 36, 55]
    run(str(evening), "--add", "one turn; Ana: ; Ben: 2C; Cid: 5D")
    assert totals(evening) == [0, 236, 255]
    run(str(evening), "--edit", "1", "blocked; Ana: as; Ben: ; Cid: 5C".replace("as", "AH"))
    assert totals(evening) == [11, 200, 205]
    run(str(evening), "--move", "2", "1")
    assert json.loads(evening.read_text(encoding="utf-8"))["rounds"][0]["ending"] == "one_turn"
    shown = run(str(evening)).stdout
    assert "The match is over. Won by: Ana" in shown
    assert "It was decided in round 1" in shown
    run(str(evening), "--remove", "1")
    assert totals(evening) == [11, 0, 5]
    shown = run(str(evening)).stdout
    assert "Another round is due. Ahead: Ben" in shown
    assert "Target: 200" in shown
    assert "Starts next: Ben" in shown


def test_house_rules_from_the_command_line(evening: Path) -> None:
    run(str(evening), "--rule", "unopened_points=100", "--rule", "values.JOKER=25", "--rule", "starter=draw")
    assert totals(evening) == [0, 41, 100]
    shown = run(str(evening)).stdout
    assert 'House rules: values = {"JOKER": 25}, unopened_points = 100, starter = "draw"' in shown
    assert "Drawn to start next: " in shown
    run(str(evening), "--rule", "unopened_points=none")
    assert totals(evening) == [0, 41, 55]


def test_a_round_as_json(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_text(json.dumps(MATCH), encoding="utf-8")
    run(str(path), "--add", json.dumps(ROUND))
    assert totals(path) == [111, -111]


def test_a_file_to_be_read(evening: Path) -> None:
    assert evening.read_text(encoding="utf-8").splitlines() == [
        "{",
        ' "game": "rami",',
        ' "players": ["Ana", "Ben", "Cid"],',
        ' "options": {},',
        ' "rounds": [',
        '  {"ending": "out", "winner": "Ana", "players": [{"name": "Ana", "hand": []}, '
        '{"name": "Ben", "hand": ["AH", "JOKER", "5C"]}, '
        '{"name": "Cid", "hand": ["KH", "KS", "QD"], "opened": false}]}',
        " ]",
        "}",
    ]
    assert [path.name for path in evening.parent.iterdir()] == ["evening.json"]


def test_csv_and_back(evening: Path) -> None:
    table = evening.with_suffix(".csv")
    assert run(str(evening), "--save", str(table)).exit_code == 0
    ours = match_from_dict(json.loads(evening.read_text(encoding="utf-8")))
    assert match_from_csv(table.read_bytes().decode()) == ours
    run(str(table), "--add", "Ben: ; Ana: 5C; Cid: 6C")
    assert totals(table) == [5, 36, 61]
    assert totals(evening) == [0, 36, 55]


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", ["Round", "went out", "Total", "The match is over. Won by: Ana", "Rounds agreed: 2"]),
        ("ms", ["Pusingan", "habis", "Jumlah", "Permainan tamat. Pemenang: Ana", "Bilangan pusingan: 2"]),
        ("fr", ["Manche", "sortie", "Total", "La partie est finie. Gagnée par : Ana", "Manches convenues : 2"]),
    ],
)
def test_a_table_for_people(lang: str, words: list[str]) -> None:
    shown = run("--lang", lang, "--explain", typed=json.dumps(MATCH)).stdout
    assert all(word in shown for word in words)
    assert "-74" in shown


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--remove", "2"], "There is no round 2: the match has 1."),
        (["--edit", "9", "Ana: ; Ben: 5C; Cid: 5C"], "There is no round 9: the match has 1."),
        (["--move", "1", "2"], "There is no round 2: the match has 1."),
        (["--add", "Ana: ; Ben: heats; Cid: 5C"], "Ben: “heats” (word 1, character 1) names no card; the nearest is"),
        (["--add", "Ana: ; Ben: 5C"], "Round 2: Cid's hand is missing."),
        (
            ["--add", "Ana: ; Ben: 5C; Zoe: 5C"],
            "Round 2: Zoe does not play in this match: its players are Ana, Ben, Cid.",
        ),
        (["--add", "{"], "This is no valid JSON: "),
        (
            ["--add", "Ana: ; Ben: 5C; Cid: 5C", "--remove", "1"],
            "One change at a time: --add, --edit, --remove or --move.",
        ),
        (["--rule", "jokrs=2"], "There is no rule “jokrs”; the nearest is jokers."),
        (["--rule", "jokers=two"], "jokers must be a whole number of 0 or more, not 'two'."),
        (["--rule", "= ="], "“= =” is no house rule: write a field, = and a value, as in unopened_points=100."),
        (["--rule", "jokers=0"], "Round 1: “JOKER” is no label of rami: they look like 10C, JC, QC, KC."),
        (["--new", "rami", "--players", "Ana,Ben"], "evening.json is there already: name a new file."),
    ],
)
def test_a_change_that_cannot_be_made_changes_nothing(evening: Path, options: list[str], sentence: str) -> None:
    before = evening.read_bytes()
    result = run(str(evening), *options)
    assert sentence in result.stderr
    assert result.exit_code == 1
    assert evening.read_bytes() == before
    in_json = json.loads(run(str(evening), *options, "--json").stdout)
    assert in_json["error"]["code"] == "invalid_match"
    assert sentence in in_json["error"]["message"]


@pytest.mark.parametrize(
    ("options", "typed", "sentence"),
    [
        ([], "", "This is no valid JSON: "),
        ([], "[]", "a match must be an object, {…}, not []."),
        ([], "NaN", "NaN is no number of points: write a whole number."),
        ([], '{"game": "rami", "players": ["a"]}', "rami takes 2 to 6 players, not 1."),
        ([], '{"game": "rami", "players": ["a", "a"]}', "2 players are called a: give each a name of their own."),
        (["--new", "rami", "--players", "a,b"], "", "Name the file of the new match."),
        (["missing.json"], "", "missing.json cannot be read: No such file or directory."),
        (["--rule", "sets=2"], json.dumps(MATCH), "Say where to write the changed match: --save FILE."),
        (
            ["--save", "no/such/folder/m.json"],
            json.dumps(MATCH),
            "no/such/folder/m.json cannot be written: No such file",
        ),
    ],
)
def test_what_cannot_be_done(options: list[str], typed: str, sentence: str) -> None:
    result = run(*options, typed=typed)
    assert sentence in result.stderr
    assert result.exit_code == 1


@pytest.mark.parametrize(
    ("new", "players", "sentence"),
    [
        ("rami", "", "rami takes 2 to 6 players, not 0."),
        ("rami", "Ana", "rami takes 2 to 6 players, not 1."),
        ("rummikub", "a,b,c,d,e", "rummikub takes 2 to 4 players, not 5."),
        ("bridge", "a,b", "“bridge” is not a game known here"),
    ],
)
def test_a_match_that_cannot_begin(tmp_path: Path, new: str, players: str, sentence: str) -> None:
    path = tmp_path / "new.json"
    result = run(str(path), "--new", new, "--players", players)
    assert sentence in result.stderr
    assert not path.exists()


def test_two_sets_seat_six(tmp_path: Path) -> None:
    path, house = tmp_path / "six.json", tmp_path / "house.toml"
    house.write_text('game = "rummikub"\nsets = 2\n', encoding="utf-8")
    assert run(str(path), "--new", "rummikub", "--players", "a,b,c,d,e,f", "--rules", str(house)).exit_code == 0
    assert json.loads(path.read_text(encoding="utf-8"))["options"] == {"sets": 2}
    assert totals(path) == [0] * 6
