"""How photos are understood: names, lists, folders and globs."""

from pathlib import Path

import pytest

from scoring import GAMES, ScoringError
from service.batch.entry import Entry
from service.batch.job import jobs_of, what_reads
from service.batch.list_file import list_of_plan, plan_of_list
from service.batch.names import entry_named
from service.batch.plan import plan_of
from service.scan_pool import Deck


@pytest.mark.parametrize(
    ("name", "match", "number", "players", "ending", "game"),
    [
        ("evening1/round-03/ana.jpg", "evening1", 3, ("Ana",), "", "rami"),
        ("evening1/Round 3/ana.jpg", "evening1", 3, ("Ana",), "", "rami"),
        ("evening1/3/ana.jpg", "evening1", 3, ("Ana",), "", "rami"),
        ("evening1/round_03_ana.jpg", "evening1", 3, ("Ana",), "", "rami"),
        ("evening1/ana-r12.jpg", "evening1", 12, ("Ana",), "", "rami"),
        ("club/friday/pusingan-2/siti aminah.jpg", "club/friday", 2, ("Siti Aminah",), "", "rami"),
        ("soir/manche-1/McKay.jpg", "soir", 1, ("McKay",), "", "rami"),
        ("round-1/ana.jpg", "folder", 1, ("Ana",), "", "rami"),
        ("e/round-1/ana (1).jpg", "e", 1, ("Ana",), "", "rami"),  # as browsers and systems name a copy
        ("e/round-1/ana - Copie (2).jpg", "e", 1, ("Ana",), "", "rami"),
        ("e/round-1/ana copy 2.jpg", "e", 1, ("Ana",), "", "rami"),
        ("e/round-1/team 2.jpg", "e", 1, ("Team 2",), "", "rami"),
        ("e/round-1/ana/IMG_20310.jpg", "e", 1, ("Ana",), "", "rami"),
        ("e/round-1/ana+ben+cid.jpg", "e", 1, ("Ana", "Ben", "Cid"), "", "rami"),
        ("e/round-1-blocked/ana.jpg", "e", 1, ("Ana",), "blocked", "rami"),
        ("e/round-1 one turn/ana.jpg", "e", 1, ("Ana",), "one_turn", "rami"),
        ("friday-rummikub/round-1/ana.jpg", "friday-rummikub", 1, ("Ana",), "", "rummikub"),
    ],
)
def test_names(name: str, match: str, number: int, players: tuple[str, ...], ending: str, game: str) -> None:
    found = entry_named(Path("x") / name, Path(name), "folder", "rami", GAMES)
    assert (found.match, found.round, found.players, found.ending, found.game) == (match, number, players, ending, game)
    assert found.name == name


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("ana.jpg", "which round"),
        ("evening1/ana.jpg", "which round"),
        ("evening1/round-3.jpg", "whose hand"),
        ("evening1/round-3/IMG_20310.jpg", "whose hand"),
        ("evening1/round-3-bloked/ana.jpg", "“bloked” beside the round is no ending"),
        ("evening1/round-3/a/b/c.jpg", "whose hand"),
    ],
)
def test_names_that_do_not_tell(name: str, sentence: str) -> None:
    with pytest.raises(ScoringError, match=sentence):
        entry_named(Path(name), Path(name), "folder", "rami", GAMES)


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


LIST = """photo,match,round,player,ending,winner,opened
a.jpg,m,1,ana,out,ben,no
,m,1,ben,,,
t.jpg,m,2,Ana+Ben,blocked,,yes+no
u.jpg,m,3,Ana,,,
u.jpg,m,3,Ben,,Ben,
"""


def test_a_list(tmp_path: Path) -> None:
    plan = plan_of_list(write(tmp_path / "list.csv", LIST), "rami", GAMES)
    assert plan.problems == ()
    assert plan.entries == (
        Entry(tmp_path / "a.jpg", "a.jpg", "rami", "m", 1, ("Ana",), (False,), "out", "Ben"),
        Entry(None, "", "rami", "m", 1, ("Ben",), (None,)),
        Entry(tmp_path / "t.jpg", "t.jpg", "rami", "m", 2, ("Ana", "Ben"), (True, False), "blocked"),
        Entry(tmp_path / "u.jpg", "u.jpg", "rami", "m", 3, ("Ana", "Ben"), (None, None), "", "Ben"),
    )
    assert plan_of_list(write(tmp_path / "again.csv", list_of_plan(plan.entries)), None, GAMES) == plan


@pytest.mark.parametrize(
    "text",
    [
        "photo;round;player\na.jpg;1;Ana\n",
        "\ufeffPhoto,Round,Players\r\na.jpg,1,Ana\r\n\r\n",
        "photo\tround\tplayer\na.jpg\t1\tana\n",
    ],
)
def test_lists_as_spreadsheets_save_them(tmp_path: Path, text: str) -> None:
    (entry,) = plan_of_list(write(tmp_path / "evening.csv", text), "rami", GAMES).entries
    assert (entry.match, entry.round, entry.players) == ("evening", 1, ("Ana",))


def test_a_list_of_json_lines(tmp_path: Path) -> None:
    text = '{"photo": "t.jpg", "round": 1, "players": ["ana", "ben"], "opened": [true, false], "game": "rummikub"}\n'
    (entry,) = plan_of_list(write(tmp_path / "list.jsonl", text), None, GAMES).entries
    assert (entry.players, entry.opened, entry.game) == (("Ana", "Ben"), (True, False), "rummikub")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("a.jpg,m,one,Ana,,,", "round must be a whole number, not “one”."),
        ("a.jpg,m,1,,,,", "The player is missing: whose hand is it?"),
        ("a.jpg,m,1,Ana,finished,,", "ending must be out, blocked or one_turn, or left empty, not “finished”."),
        ("a.jpg,m,1,Ana,,,maybe", "opened must be yes, no or left empty, not “maybe”."),
        ("a.jpg,m,1,Ana+Ben,,,yes+no+no", "opened has 3 words for 2 players: one for each, or one for all."),
    ],
)
def test_a_line_that_is_not_understood_stands_alone(tmp_path: Path, line: str, sentence: str) -> None:
    plan = plan_of_list(write(tmp_path / "list.csv", LIST + line + "\n"), "rami", GAMES)
    assert len(plan.entries) == 4
    assert [(problem.where, problem.sentence) for problem in plan.problems] == [("list.csv, line 7", sentence)]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("photo,player\na.jpg,Ana\n", "lacks the column “round”"),
        ('photo,round\n"a.jpg,1\n', "is no valid CSV"),
        ("photo,round\na.jpg,1,2,3\n", "more cells than the heading"),
    ],
)
def test_a_list_that_cannot_be_read(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(ScoringError, match=sentence):
        plan_of_list(write(tmp_path / "list.csv", text), "rami", GAMES)


def test_folders_and_globs(tmp_path: Path) -> None:
    for name in ("e/round-1/ana.jpg", "e/round-2/ben.JPG", "e/notes.txt", "e/ben.png", "e/out/report/round-1/x.jpg"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    folder = plan_of([str(tmp_path / "e")], "rami", GAMES, tmp_path / "e/out")
    assert [entry.name for entry in folder.entries] == ["round-1/ana.jpg", "round-2/ben.JPG"]
    assert [problem.where for problem in folder.problems] == ["ben.png"]
    glob = plan_of([str(tmp_path / "e/round-*/*")], "rami", GAMES)
    assert [(entry.match, entry.round, entry.players) for entry in glob.entries] == [
        ("e", 1, ("Ana",)),
        ("e", 2, ("Ben",)),
    ]


def test_what_a_folder_holds_besides_photos(tmp_path: Path) -> None:
    for name in ("round-1/ana.jpg", "round-1/._ana.jpg", ".trash/round-1/ben.jpg", "round-1/notes.txt", "Thumbs.db"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    assert [entry.name for entry in plan_of([str(tmp_path)], "rami", GAMES).entries] == ["round-1/ana.jpg"]


@pytest.mark.parametrize(
    ("typed", "game", "sentence"),
    [
        (["empty"], "rami", "There is no photo in .*empty"),
        (["none/*.jpg"], "rami", "There is no photo .*none"),
        (["e"], None, "Say which game lies there"),
    ],
)
def test_nothing_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: list[str], game: str, sentence: str
) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "e/round-1").mkdir(parents=True)
    (tmp_path / "e/round-1/ana.jpg").touch()
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ScoringError, match=sentence):
        plan_of(typed, game, GAMES)


def test_a_reading_is_known_by_what_changes_it(tmp_path: Path) -> None:
    photo, copy, other = (tmp_path / f"{name}.jpg" for name in ("photo", "copy", "other"))
    photo.write_bytes(b"1")
    copy.write_bytes(b"1")
    other.write_bytes(b"2")

    def key(path: Path, game: str = "rami", players: int = 1, deck: Deck = "auto", readers: str = "x") -> str:
        entry = Entry(path, path.name, game, "m", 1, ("A", "B")[:players], (None, None)[:players])
        ((_, job),) = jobs_of([entry], deck, readers)
        assert job is not None
        return job.key

    changed = [
        key(other),
        key(photo, "rummikub"),
        key(photo, players=2),
        key(photo, deck="fr"),
        key(photo, readers="y"),
    ]
    assert len({key(photo), *changed}) == 6
    assert key(copy) == key(photo)
    assert what_reads() == what_reads() != ""
