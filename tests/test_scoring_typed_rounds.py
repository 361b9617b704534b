"""Rounds as people type them, and as the rule texts print them: text and the round it means."""

import pytest

from scoring import Hand, Round, ScoringError, game_named, read_round, rule_set, score_round

RAMI = rule_set("rami")
RUMMIKUB = rule_set("rummikub")

# rami-en.txt and rami-ms.txt, "Round endings calculated by the app": the second column as printed, and the third.
PRINTED = [
    ("Winner empty hand Opponent 1 ace of heartsjokerfive of clubs", [0, 36]),
    (
        "Winner empty hand Opponent 1, never opened "
        "king of heartsking of spadesqueen of diamondsjack of clubsnine of hearts",
        [0, 50],
    ),
    (
        "Winner empty hand Opponent 1 three of heartsfour of hearts Opponent 2, never opened "
        "king of heartsking of spadesqueen of diamondsjack of clubsnine of heartseight of clubsseven of diamondsjoker "
        "Opponent 3 jokerace of hearts",
        [0, 7, 100, 31],
    ),
    (
        "one turn Winner empty hand Opponent 1, never opened two of clubs "
        "Opponent 2, never opened five of diamondssix of diamonds",
        [0, 200, 200],
    ),
    ("Pemenang tiada kad di tangan Lawan 1 as hatijokerlima kelawar", [0, 36]),
    (
        "Pemenang tiada kad di tangan Lawan 1, belum pernah membuka "
        "raja hatiraja spadratu wajikjek kelawarsembilan hati",
        [0, 50],
    ),
    (
        "Pemenang tiada kad di tangan Lawan 1 tiga hatiempat hati Lawan 2, belum pernah membuka "
        "raja hatiraja spadratu wajikjek kelawarsembilan hatilapan kelawartujuh wajikjoker Lawan 3 jokeras hati",
        [0, 7, 100, 31],
    ),
    (
        "Rami sekali habis Pemenang tiada kad di tangan Lawan 1, belum pernah membuka dua kelawar "
        "Lawan 2, belum pernah membuka lima wajikenam wajik",
        [0, 200, 200],
    ),
    ("Gagnant main vide Adversaire 1, n'a jamais ouvert as de cœurjoker", [0, 50]),
]


@pytest.mark.parametrize(("printed", "points"), PRINTED)
def test_rounds_as_printed(printed: str, points: list[int]) -> None:
    score = score_round(read_round(printed, RAMI), RAMI)
    assert list(score.points.values()) == points


ANA_BEN = (Hand("Ana"), Hand("Ben", ("AH", "5C")))


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("Ana: ; Ben: AH 5C", Round("out", ANA_BEN, "Ana")),
        ("rami, out; Ana: ; Ben: AH 5C", Round("out", ANA_BEN, "Ana")),
        ("Rami out\nAna:\nBen: as hati, lima kelawar\n", Round("out", ANA_BEN, "Ana")),
        ("Ana, winner: empty hand; Ben: AH 5C", Round("out", ANA_BEN, "Ana")),
        ("habis; Ana, pemenang: ; Ben: AH 5C", Round("out", ANA_BEN, "Ana")),
        (
            "Ana: ; Ben, never opened: AH 5C",
            Round("out", (Hand("Ana"), Hand("Ben", ("AH", "5C"), opened=False)), "Ana"),
        ),
        (
            "sortie\nAna: main vide\nBen, n'a jamais ouvert: as de cœur",
            Round("out", (Hand("Ana"), Hand("Ben", ("AH",), opened=False)), "Ana"),
        ),
        ("blocked; Ana: ; Ben: AH 5C", Round("blocked", ANA_BEN)),
        ("BUNTU\nAna: 5C\nBen: 5C", Round("blocked", (Hand("Ana", ("5C",)), Hand("Ben", ("5C",))))),
        ("bloquée; Ana: ; Ben: AH 5C", Round("blocked", ANA_BEN)),
        ("blocked; Ana, winner: ; Ben: AH 5C", Round("blocked", ANA_BEN, "Ana")),
        ("one turn; Ana: ; Ben: AH 5C", Round("one_turn", ANA_BEN, "Ana")),
        ("rami sekali habis; Ana: ; Ben: AH 5C", Round("one_turn", ANA_BEN, "Ana")),
        ("en un tour; Ana: ; Ben: AH 5C", Round("one_turn", ANA_BEN, "Ana")),
    ],
)
def test_typed_rounds(typed: str, expected: Round) -> None:
    assert read_round(typed, RAMI) == expected


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", "No player found: write each as a name, a colon and a hand, “Ben: AH 5C”."),
        ("hello", "No player found: write each as a name, a colon and a hand, “Ben: AH 5C”."),
        ("Ana: 5C; Ben: AH", "Say who won (“Ana, winner:”), or that the round was “blocked”."),
        ("Ana: ; Ben: ", "Say who won (“Ana, winner:”), or that the round was “blocked”."),
        ("Ana, winner: ; Ben, winner: ", "Ana and Ben are both called the winner: only one can be."),
        ("Ana: ; Ben, sleepy: AH", "“sleepy” after Ben is neither “winner” nor “never opened”."),
        ("finito; Ana: ; Ben: AH", "“finito” in the heading is neither rami nor an ending (one turn, blocked, out)."),
        ("blocked out; Ana: ; Ben: AH", "“out” in the heading is neither rami nor an ending (one turn, blocked, out)."),
        ("Ana: ; Ben: heats", "Ben: “heats” (word 1, character 1) names no card; the nearest is hearts or heart."),
    ],
)
def test_errors(typed: str, sentence: str) -> None:
    with pytest.raises(ScoringError) as caught:
        read_round(typed, RAMI)
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    ("typed", "game"),
    [("rami, out; Ana: ;", "rami"), ("Rummikub\nAna:", "rummikub"), ("RAMI Winner empty hand", "rami")],
)
def test_the_game_a_round_begins_with(typed: str, game: str) -> None:
    assert game_named(typed).name == game


@pytest.mark.parametrize("typed", ["Ana: ; Ben: AH", "", "rami rummikub; Ana: ", "gin; Ana:"])
def test_no_game(typed: str) -> None:
    with pytest.raises(ScoringError, match=r"^Begin a typed round with its game, rummikub or rami: “rami, out; Ana: "):
        game_named(typed)


def test_tiles_are_read_as_tiles() -> None:
    assert read_round("Ana: ; Ben: r7 joker", RUMMIKUB).hands[1].pieces == ("R7", "JOKER")
