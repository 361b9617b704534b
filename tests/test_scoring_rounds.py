"""The worked examples of the rule texts, and rounds beside them: input and expected points."""

from fractions import Fraction

import pytest

from scoring import Ending, Hand, Round, RuleSet, ScoringError, read_hand, rule_set, score_round

RAMI = rule_set("rami")
RUMMIKUB = rule_set("rummikub")


def hand(player: str, typed: str, opened: bool | None = None, rules: RuleSet = RAMI) -> Hand:
    return Hand(player, read_hand(typed, rules), opened)


# rami-en.txt and rami-ms.txt, "Round endings calculated by the app", typed as printed.
RAMI_EXAMPLES = [
    pytest.param("out", [("ace of heartsjokerfive of clubs", None)], [36], id="en ace joker five"),
    pytest.param(
        "out",
        [("king of heartsking of spadesqueen of diamondsjack of clubsnine of hearts", False)],
        [50],
        id="en two players never opened",
    ),
    pytest.param(
        "out",
        [
            ("three of heartsfour of hearts", None),
            (
                "king of heartsking of spadesqueen of diamondsjack of clubsnine of hearts"
                "eight of clubsseven of diamondsjoker",
                False,
            ),
            ("jokerace of hearts", None),
        ],
        [7, 100, 31],
        id="en four players one never opened",
    ),
    pytest.param(
        "one_turn",
        [("two of clubs", False), ("five of diamondssix of diamonds", False)],
        [200, 200],
        id="en one turn",
    ),
    pytest.param("out", [("as hatijokerlima kelawar", None)], [36], id="ms as joker lima"),
    pytest.param(
        "out",
        [("raja hatiraja spadratu wajikjek kelawarsembilan hati", False)],
        [50],
        id="ms dua pemain belum pernah membuka",
    ),
    pytest.param(
        "out",
        [
            ("tiga hatiempat hati", None),
            ("raja hatiraja spadratu wajikjek kelawarsembilan hatilapan kelawartujuh wajikjoker", False),
            ("jokeras hati", None),
        ],
        [7, 100, 31],
        id="ms empat pemain",
    ),
    pytest.param(
        "one_turn", [("dua kelawar", False), ("lima wajikenam wajik", False)], [200, 200], id="ms sekali habis"
    ),
]


@pytest.mark.parametrize("empty", ["empty hand", "tiada kad di tangan", "main vide", ""])
@pytest.mark.parametrize(("ending", "losers", "expected"), RAMI_EXAMPLES)
def test_rami_examples(ending: Ending, losers: list[tuple[str, bool | None]], expected: list[int], empty: str) -> None:
    hands = [hand("winner", empty)] + [hand(f"opponent {n}", *loser) for n, loser in enumerate(losers, start=1)]
    score = score_round(Round(ending, tuple(hands), winner="winner"), RAMI)
    assert list(score.points.values()) == [0, *expected]
    assert score.winners == ("winner",)


# rummikub-en.txt: 12, 18 and 25 make +55; 8, 14, 21 and 30 make +41.
@pytest.mark.parametrize(
    ("ending", "hands", "expected"),
    [
        ("out", ["", "red 7 blue 5", "k10 o8", "r13 y12"], [55, -12, -18, -25]),
        ("blocked", ["red 8", "r13 k1", "b11 b10", "joker"], [41, -6, -13, -22]),
    ],
)
def test_rummikub_examples(ending: Ending, hands: list[str], expected: list[int]) -> None:
    round_ = Round(
        ending,
        tuple(hand(str(n), typed, rules=RUMMIKUB) for n, typed in enumerate(hands)),
        winner="0" if ending == "out" else None,
    )
    assert list(score_round(round_, RUMMIKUB).points.values()) == expected


def test_a_share_is_exact() -> None:
    round_ = Round("blocked", (Hand("a", ("R1",)), Hand("b", ("K1",)), Hand("c", ("O1",)), Hand("d", ("R11",))))
    score = score_round(round_, RUMMIKUB)
    assert score.points == {"a": Fraction(10, 3), "b": Fraction(10, 3), "c": Fraction(10, 3), "d": -10}
    assert score.winners == ("a", "b", "c")


def test_a_winner_who_holds_pieces() -> None:
    with pytest.raises(ScoringError, match="went out but still holds R1"):
        score_round(Round("out", (Hand("a", ("R1",)), Hand("b")), winner="a"), RUMMIKUB)
