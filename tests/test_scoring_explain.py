"""Why each number is what it is: rounds and the lines of each player, in three languages; their sum is the score."""

import pytest

from scoring import Hand, Language, Round, RuleSet, change_rules, explain, rule_set, score_round

RAMI = rule_set("rami")
RUMMIKUB = rule_set("rummikub")
FIXED = change_rules(RAMI, {"unopened_points": 100})

NEVER_OPENED = Round(
    "out",
    (Hand("a"), Hand("b", ("KH", "KS", "QD", "JC", "9H", "8C", "7D", "JOKER"), opened=False), Hand("c", ("2C",))),
    winner="a",
)
LOWEST_UNOPENED = Round("blocked", (Hand("a", ("5C",), opened=False), Hand("b", ("6C",), opened=False)))
TIED = Round("blocked", (Hand("a", ("R1",)), Hand("b", ("K1",)), Hand("c", ("R11",))))


def lines(round_: Round, rules: RuleSet, player: str, language: Language = "en") -> list[tuple[float, str]]:
    score = score_round(round_, rules)
    return [(float(line.amount), explain(line, language)) for line in score.lines[player]]


@pytest.mark.parametrize(
    ("round_", "rules", "player", "language", "expected"),
    [
        (
            NEVER_OPENED,
            RAMI,
            "b",
            "en",
            [
                (
                    84,
                    "hand 84: king of hearts (10), king of spades (10), queen of diamonds (10), jack of clubs (10), "
                    "nine of hearts (9), eight of clubs (8), seven of diamonds (7), joker (20)",
                ),
                (25, "never opened +25 = 109"),
                (-9, "capped at 100"),
            ],
        ),
        (NEVER_OPENED, RAMI, "a", "en", [(0, "went out: 0")]),
        (NEVER_OPENED, RAMI, "c", "en", [(2, "hand 2: two of clubs (2)")]),
        (NEVER_OPENED, RAMI, "c", "ms", [(2, "di tangan 2: dua kelawar (2)")]),
        (NEVER_OPENED, RAMI, "c", "fr", [(2, "main 2 : deux de trèfle (2)")]),
        (
            LOWEST_UNOPENED,
            RAMI,
            "b",
            "ms",
            [(6, "di tangan 6: enam kelawar (6)"), (25, "belum pernah membuka +25 = 31")],
        ),
        (LOWEST_UNOPENED, RAMI, "a", "en", [(0, "lowest hand, 5: wins with 0")]),
        (LOWEST_UNOPENED, RAMI, "a", "fr", [(0, "main la plus basse, 5 : gagne avec 0")]),
        (
            LOWEST_UNOPENED,
            FIXED,
            "b",
            "fr",
            [(6, "main 6 : six de trèfle (6)"), (94, "jamais ouvert : fixé à 100")],
        ),
        (
            Round("one_turn", (Hand("a"), Hand("b")), winner="a"),
            RAMI,
            "b",
            "en",
            [(200, "a went out in one turn: 200 each")],
        ),
        (
            Round("out", (Hand("a"), Hand("b", ("R7", "JOKER"))), winner="a"),
            RUMMIKUB,
            "b",
            "en",
            [(-37, "hand 37: red 7 (7), joker (30)")],
        ),
        (Round("out", (Hand("a"), Hand("b", ("R7",))), winner="a"), RUMMIKUB, "a", "en", [(7, "from b")]),
        (Round("out", (Hand("a"), Hand("b")), winner="a"), RUMMIKUB, "b", "en", [(0, "hand 0: empty hand")]),
        (TIED, RUMMIKUB, "a", "en", [(5, "10 from c, shared by 2")]),
        (TIED, RUMMIKUB, "a", "ms", [(5, "10 daripada c, dikongsi 2 orang")]),
        (TIED, RUMMIKUB, "c", "en", [(-11, "hand 11: red 11 (11)"), (1, "less the lowest hand 1 = 10")]),
        (
            TIED,
            change_rules(RUMMIKUB, {"blocked_tie": "void"}),
            "c",
            "en",
            [(0, "the lowest hands tie: the round is void")],
        ),
        (
            NEVER_OPENED,
            change_rules(RAMI, {"losers_score": "nothing"}),
            "b",
            "en",
            [(0, "a loser scores nothing")],
        ),
        (
            NEVER_OPENED,
            change_rules(RAMI, {"unopened_addition": 0}),
            "c",
            "en",
            [(2, "hand 2: two of clubs (2)")],
        ),
    ],
)
def test_lines(
    round_: Round, rules: RuleSet, player: str, language: Language, expected: list[tuple[float, str]]
) -> None:
    assert lines(round_, rules, player, language) == expected
    assert score_round(round_, rules).points[player] == sum(amount for amount, _ in expected)


def test_no_addition_leaves_no_line() -> None:
    rules = change_rules(RAMI, {"unopened_addition": 0})
    assert lines(LOWEST_UNOPENED, rules, "b") == [(6, "hand 6: six of clubs (6)")]


def test_what_the_cap_does_not_touch_leaves_no_line() -> None:
    at_the_cap = Round("out", (Hand("a"), Hand("b", ("JOKER", "5C"), opened=False)), winner="a")
    assert lines(at_the_cap, RAMI, "b")[1:] == [(25, "never opened +25 = 50")]


@pytest.mark.parametrize("language", ["ms", "fr"])
def test_every_language_has_every_sentence(language: Language) -> None:
    from scoring.explain import _SENTENCES

    assert _SENTENCES[language].keys() == _SENTENCES["en"].keys()
