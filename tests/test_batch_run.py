"""A batch from photos to files: endings, corrections, what is kept. The reader is a fake; the files are not."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from batch_fakes import fake_reader, write_photo

from scoring import GAMES, Language, csv_cell, csv_text
from service.batch.engine import engine_of
from service.batch.job import jobs_of
from service.batch.parquet import write_parquet
from service.batch.plan import plan_of
from service.batch.reading import Result
from service.batch.run import Engine, Summary, run_batch

OUTPUTS = ("scores.csv", "pieces.csv", "standings.csv", "scans.jsonl", "review.csv", "report.html")


def run(
    source: Path, out: Path, engine: Engine | None = None, game: str = "rami", language: Language = "en"
) -> Summary:
    plan = plan_of([str(source)], game, GAMES, out)
    out.mkdir(exist_ok=True)
    work = tuple(jobs_of(plan.entries, "auto", "fake"))
    engine = engine or engine_of("local", 1, None, fake_reader)
    return run_batch(plan, work, out, GAMES, engine, lambda done, total: None, language)


def rows(path: Path, delimiter: str = ",") -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file, delimiter=delimiter))


def points(out: Path) -> dict[tuple[str, str], str]:
    return {(row["round"], row["player"]): row["points"] for row in rows(out / "scores.csv")}


@pytest.fixture
def evening(tmp_path: Path) -> Path:
    """Ana out; blocked; Ben out with a doubtful card; and a broken photo."""
    folder = tmp_path / "friday"
    for name, said in (
        ("round-1/ben", "AH JOKER 5C"),
        ("round-1/cid", "KH KS"),
        ("round-2/ana", "3S"),
        ("round-2/ben", "4S 4D"),
        ("round-2/cid", "9C"),
        ("round-3/ana", "6H?"),
        ("round-3/cid", "2C 2D"),
        ("round-4/ana", "2S"),
        ("round-4/ben", "3D"),
    ):
        write_photo(folder / f"{name}.jpg", said)
    (folder / "round-4/ana.jpg").write_bytes(b"no photo at all")
    return folder


def test_an_evening(evening: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    summary = run(evening, out)
    assert summary.sentence("en") == "9 photos, 4 rounds: 2 sure, 1 to look at, 1 failed."
    assert points(out) == {
        **{("1", "Ana"): "0", ("1", "Ben"): "36", ("1", "Cid"): "20"},
        **{("2", "Ana"): "0", ("2", "Ben"): "8", ("2", "Cid"): "9"},
        **{("3", "Ana"): "6", ("3", "Ben"): "0", ("3", "Cid"): "4"},
        **{("4", "Ana"): "", ("4", "Ben"): "", ("4", "Cid"): ""},
    }
    assert [(row["player"], row["total"], row["place"], row["final"]) for row in rows(out / "standings.csv")] == [
        ("Ana", "6", "1", "no"),
        ("Cid", "33", "2", "no"),
        ("Ben", "44", "3", "no"),
    ]
    assert [(row["photo"], row["seen"]) for row in rows(out / "review.csv")] == [
        ("round-3/ana.jpg", "6H?"),
        ("round-4/ana.jpg", ""),
    ]
    scans = [json.loads(line) for line in (out / "scans.jsonl").read_text().splitlines()]
    assert [scan["photo"]["name"] for scan in scans][:2] == ["round-1/ben.jpg", "round-1/cid.jpg"]
    assert scans[7]["error"]["code"] == "not_a_photo"
    assert len(rows(out / "pieces.csv")) == 13
    report = (out / "report.html").read_text()
    assert "src=" not in report
    for said in ("What needs a look first", "polyline", "data:image/jpeg;base64,", "This is not a photo"):
        assert said in report


def correct(
    out: Path, photo: str, typed: str, encoding: str = "utf-8", delimiter: str = ",", quoting: Any = csv.QUOTE_MINIMAL
) -> None:
    """As a spreadsheet saves it."""
    found = rows(out / "review.csv")
    for row in found:
        if row["photo"] == photo:
            row["correction"] = typed
    with (out / "review.csv").open("w", encoding=encoding, newline="") as file:
        table = csv.DictWriter(file, list(found[0]), delimiter=delimiter, quoting=quoting)
        table.writeheader()
        table.writerows(found)


def never(jobs: Any) -> list[Result]:
    assert list(jobs) == []
    return []


def test_scores_follow_corrections_without_a_new_scan(evening: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    run(evening, out)
    correct(out, "round-3/ana.jpg", "neuf de coeur")
    correct(out, "round-4/ana.jpg", "2S")
    summary = run(evening, out, never)
    assert summary.states == {"sure": 4, "look": 0, "failed": 0}
    assert (points(out)["3", "Ana"], points(out)["4", "Ana"], points(out)["4", "Cid"]) == ("9", "2", "0")
    assert [row["correction"] for row in rows(out / "review.csv")] == ["neuf de coeur", "2S"]
    before = {name: (out / name).read_bytes() for name in OUTPUTS}
    run(evening, out, never)
    assert {name: (out / name).read_bytes() for name in OUTPUTS} == before


@pytest.mark.parametrize("saved", [{}, {"encoding": "utf-8-sig"}, {"delimiter": ";"}, {"quoting": csv.QUOTE_ALL}])
def test_a_review_file_that_a_spreadsheet_saved(evening: Path, tmp_path: Path, saved: dict[str, Any]) -> None:
    photo = evening / "round-5" / "zoé, dite “la 9”; 1.jpg"
    write_photo(photo, "6H?")
    out = tmp_path / "out"
    run(evening, out)
    assert (out / "review.csv").read_bytes().startswith(b"\xef\xbb\xbf")  # by which a spreadsheet knows UTF-8
    assert all(row["content"][0] == "h" for row in rows(out / "review.csv"))  # no number, which it would round
    correct(out, f"round-5/{photo.name}", "dix de cœur; neuf de cœur, 2♠", **saved)
    run(evening, out, never)
    (row,) = [row for row in rows(out / "scores.csv") if row["photo"] == f"round-5/{photo.name}"]
    assert (row["hand"], row["state"]) == ("10H 9H 2S", "failed")  # the round lacks the others


@pytest.mark.parametrize(
    ("before", "after", "points"),
    [
        ("round-3/ana", "round-5/ana", "9"),  # the round was wrong
        ("round-3/ana", "round-3/ana/IMG_0012", "9"),
        ("round-3/ana", "round-3/ben", "6"),  # the hand of another now: said to be gone
    ],
)
def test_a_correction_follows_its_photo_to_a_new_name(tmp_path: Path, before: str, after: str, points: str) -> None:
    folder, out = tmp_path / "friday", tmp_path / "out"
    photo = write_photo(folder / f"{before}.jpg", "6H?")
    write_photo(folder / "round-3/cid.jpg", "2C")
    write_photo(folder / "round-5/cid.jpg", "3C")
    run(folder, out)
    correct(out, f"{before}.jpg", "9H")
    new = folder / f"{after}.jpg"
    new.parent.mkdir(exist_ok=True)
    photo.rename(new)
    run(folder, out, never)
    assert [row["hand_points"] for row in rows(out / "scores.csv") if row["photo"] == f"{after}.jpg"] == [points]
    assert [row["correction"] for row in rows(out / "review.csv") if row["correction"]] == ["9H"]


@pytest.mark.parametrize(
    ("photo", "typed", "why"),
    [
        ("round-3/ana.jpg", "heats", "The correction was not followed: “heats”"),
        ("round-4/ana.jpg", "ok", "“ok” leaves open what could not be read"),
    ],
)
def test_a_correction_that_cannot_be_followed_is_kept_and_told(
    evening: Path, tmp_path: Path, photo: str, typed: str, why: str
) -> None:
    out = tmp_path / "out"
    run(evening, out)
    correct(out, photo, typed)
    run(evening, out, never)
    (row,) = [row for row in rows(out / "review.csv") if row["photo"] == photo]
    assert row["correction"] == typed
    assert why in row["why"]


def test_ok_says_that_it_is_right(evening: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    run(evening, out)
    correct(out, "round-3/ana.jpg", "OK")
    run(evening, out, never)
    assert [row["state"] for row in rows(out / "scores.csv") if row["round"] == "3"] == ["sure"] * 3


def test_a_correction_stays_when_its_photo_is_changed(evening: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    run(evening, out)
    correct(out, "round-3/ana.jpg", "9H")
    write_photo(evening / "round-3/ana.jpg", "7H")
    run(evening, out)
    assert points(out)["3", "Ana"] == "7"
    (row,) = [row for row in rows(out / "review.csv") if row["correction"]]
    assert (row["correction"], row["why"].split(",")[0]) == ("9H", "This photo")


@pytest.mark.parametrize(
    ("photos", "expected", "reason"),
    [
        ({"ana": "2S", "ben": "3S"}, {"Ana": "0", "Ben": "3"}, ""),
        ({"ana": "2S", "ben": "3S", "cid": "KH?"}, {"Ana": "0", "Ben": "3", "Cid": "10"}, ""),
        ({"ana+ben+cid": "2S|3S|KH"}, {"Ana": "0", "Ben": "3", "Cid": "10"}, ""),
        ({"ana+ben+cid": "2S|3S"}, {"Ana": "", "Ben": "", "Cid": ""}, "shows 2 hands, and 3 players"),
        ({"ana": "2S", "ben": "3S ?", "cid": "KH"}, {"Ana": "", "Ben": "", "Cid": ""}, "A piece could not be read"),
        ({"ana": "nothing", "ben": "3S", "cid": "KH"}, {"Ana": "", "Ben": "", "Cid": ""}, "say “empty hand”"),
        ({"ana": "KH", "ben": "KH", "cid": "KH"}, {"Ana": "", "Ben": "", "Cid": ""}, "KH is there 3 times"),
    ],
)
def test_endings(tmp_path: Path, photos: dict[str, str], expected: dict[str, str], reason: str) -> None:
    for name, said in photos.items():
        write_photo(tmp_path / f"e/round-1/{name}.jpg", said)
    run(tmp_path / "e", tmp_path / "out")
    found = rows(tmp_path / "out/scores.csv")
    assert {row["player"]: row["points"] for row in found} == expected
    assert reason in " ".join(row["why"] for row in found)


LISTED = "photo,round,player,ending,winner,opened\n"


@pytest.mark.parametrize(
    ("lines", "expected", "reason"),
    [
        ("a.jpg,1,Ana,,Ben,\n", {"Ana": "2", "Ben": "0"}, ""),
        ("a.jpg,1,Ana,out,Ben,no\n", {"Ana": "27", "Ben": "0"}, ""),
        ("a.jpg,1,Ana,one_turn,Ben,\n", {"Ana": "200", "Ben": "0"}, ""),
        ("a.jpg,1,Ana,one_turn,Ben,yes\n", {"Ana": "", "Ben": ""}, "Ben did not go out in one turn"),
        ("a.jpg,1,Ana,,Ana,\nb.jpg,1,Ben,,,\n", {"Ana": "", "Ben": ""}, "Ana went out but still holds 2S"),
        ("a.jpg,1,Ana,,Ben,\nb.jpg,1,Ben,,Ana,\n", {"Ana": "", "Ben": ""}, "The winner is said to be Ben and Ana"),
        ("a.jpg,1,Ana,blocked,,\nb.jpg,1,Ben,out,,\n", {"Ana": "", "Ben": ""}, "The ending is said to be"),
        ("a.jpg,1,Ana,,,\nb.jpg,1,Ana,,,\n", {"Ana": ""}, "Ana has 2 hands in this round"),
        ("a.jpg,1,Ana,,,\n", {"Ana": ""}, "rami takes 2 to 6 players, not 1"),
        ("none.jpg,1,Ana,,Ben,\n", {"Ana": "", "Ben": ""}, "The file cannot be opened"),
        ("a.jpg,1,Ana,,Ben,\na.jpg,2,Ana,,Ben,\n", {"Ana": "2", "Ben": "0"}, "The same photo is also there"),
    ],
)  # fmt: skip
def test_lists(tmp_path: Path, lines: str, expected: dict[str, str], reason: str) -> None:
    write_photo(tmp_path / "a.jpg", "2S")
    write_photo(tmp_path / "b.jpg", "3S")
    (tmp_path / "list.csv").write_text(LISTED + lines)
    run(tmp_path / "list.csv", tmp_path / "out")
    found = rows(tmp_path / "out/scores.csv")
    assert {row["player"]: row["points"] for row in found} == expected
    assert reason in " ".join(row["why"] for row in found)


def test_a_wrong_name_fails_its_round_alone(tmp_path: Path) -> None:
    for number in (1, 2, 3):
        write_photo(
            tmp_path / f"e/round-{number}/{'bem' if number == 3 else 'ben'}.jpg", f"{number}S" if number > 1 else "AS"
        )
        write_photo(tmp_path / f"e/round-{number}/ana.jpg", f"{number + 3}D")
    summary = run(tmp_path / "e", tmp_path / "out")
    assert summary.states == {"sure": 2, "look": 0, "failed": 1}
    told = rows(tmp_path / "out/scores.csv")[-1]["why"]
    assert told.startswith("Bem plays in no other round of this match: mend the name, the others know")


def test_the_report_and_the_review_speak_the_language(evening: Path, tmp_path: Path) -> None:
    write_photo(evening / "round-1/ben.jpg", "AH JOKER 5C ?")
    write_photo(evening / "round-2/ana.jpg", "nothing")
    write_photo(evening / "round-5/ana.jpg", "2S")
    run(evening, tmp_path / "out", language="fr")
    report = (tmp_path / "out/report.html").read_text()
    for said in (
        *('<html lang="fr">', "10 photos, 5 manches : 0 sûres, 3 à vérifier, 2 en échec.", "À vérifier d&#39;abord"),
        *("6H est sûr à 60%, sinon 9H ou R9.", "Une pièce n&#39;a pas pu être lue.", "Pas définitif : 5 manches sur 5"),
        *("Rien n&#39;a été trouvé sur la photo.", "Gagnée par Ben, sorti", "main 6 : six de cœur (6)"),
        *(
            'aria-label="Totaux après chaque manche. Maintenant : Ben 0, Cid 4, Ana 6."',
            "Personne n&#39;a dit qui est sorti, et Ben et Cid n&#39;ont pas de pièces",
        ),
    ):
        assert said in report
    assert rows(tmp_path / "out/review.csv", ";")[0]["why"] == "Une pièce n'a pas pu être lue."
    for english in (" the ", " and ", "Won by", "Round", "Place", "Unclear", "photo of"):
        assert english not in report.partition("</style>")[2]


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("6H?", "6H is 60% sure, else 9H or R9."),
        ("6H? ? ?", "6H is 60% sure, else 9H or R9. 2 pieces could not be read."),
        ("2S ?", "A piece could not be read."),
        ("KH~ KH~", "KH was seen 2 times, and may be there only once."),
        (
            "2C 3C 4C 5C 6C 7C 8C 9C 2D 3D 4D 5D 6D 7D 8D 9D?",
            "16 pieces are more than one player holds: name each player of the photo, as in ana+ben.jpg, or type the "
            "hand.",
        ),
    ],
)
def test_why_a_hand_wants_a_look(tmp_path: Path, said: str, why: str) -> None:
    write_photo(tmp_path / "e/round-1/ana.jpg", said)
    write_photo(tmp_path / "e/round-1/ben.jpg", "3S")
    run(tmp_path / "e", tmp_path / "out")
    assert [row["why"] for row in rows(tmp_path / "out/review.csv")] == [why]


def test_parquet(evening: Path, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    out = tmp_path / "out"
    run(evening, out)
    write_parquet(out)
    table = parquet.read_table(out / "scores.parquet").to_pylist()
    assert [(row["round"], row["player"], row["points"]) for row in table[:2]] == [(1, "Ben", 36.0), (1, "Cid", 20.0)]
    assert parquet.read_table(out / "pieces.parquet").num_rows == 13


HOSTILE = ("=1*1", "@Ana", "<Img Src=X Onerror=Alert(1)>", "'=X", "..")
"""Names that a spreadsheet would work out, a browser would run, a folder would follow."""


def test_names_do_no_harm(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    for player in range(len(HOSTILE) - 1):
        write_photo(folder / f"={player}.jpg", "2S" if player else "6H?")
    lines = [f"={player}.jpg,../=m,1,{csv_cell(name)},out,.." for player, name in enumerate(HOSTILE[:-1])]
    (folder / "list.csv").write_text("\n".join(["photo,match,round,player,ending,winner", *lines]))
    before = {path for path in tmp_path.rglob("*") if "out" not in path.parts}
    run(folder / "list.csv", out := tmp_path / "out")
    assert {path for path in tmp_path.rglob("*") if out not in (path, *path.parents)} == before
    for table in ("scores.csv", "standings.csv", "review.csv", "pieces.csv"):
        cells = [cell for row in rows(out / table) for cell in row.values()]
        assert [cell for cell in cells if cell[:1] in ("=", "+", "@")] == []
    assert {csv_text(row["player"]) for row in rows(out / "scores.csv")} == {*HOSTILE}
    correct(out, "'=0.jpg", "9H")
    assert run(folder / "list.csv", out).states["look"] == 0
    report = (out / "report.html").read_text()
    assert "<img" not in report.lower()
    assert "&lt;img" in report.lower()
    assert "default-src 'none'" in report
