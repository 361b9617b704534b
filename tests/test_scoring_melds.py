"""Sets on the table: pieces and what is wrong with them; loose tables and whether they can be split."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import (
    RuleSet,
    ScoringError,
    change_rules,
    check_table,
    meld_problem,
    read_hand,
    rule_set,
    split_table,
)

RAMI = rule_set("rami")
RUMMIKUB = rule_set("rummikub")


@pytest.mark.parametrize(
    "typed",
    [
        "R7 B7 K7",
        "R7 B7 K7 O7",
        "R7 B7 joker",
        "R7 joker joker",
        "R7 B7 K7 joker",
        "joker joker joker",
        "R1 R2 R3",
        "R3 R1 R2",
        "R11 R12 R13",
        "R1 joker R3",
        "R1 joker joker R4",
        "R12 R13 joker",
        "R7 joker joker joker joker",
        "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13",
    ],
)
def test_valid_rummikub_sets(typed: str) -> None:
    assert meld_problem(read_hand(typed, RUMMIKUB), RUMMIKUB) is None


@pytest.mark.parametrize(
    ("typed", "problem"),
    [
        ("", "it has 0 of the 3 pieces a set needs at least"),
        ("R7 B7", "it has 2 of the 3 pieces a set needs at least"),
        ("R7 B7 R7", "R is twice in the group"),
        ("R7 B7 K7 O7 joker", "a group has at most 4 pieces, not 5"),
        ("R7 B8 K9", "its pieces are neither of one number nor of one colour"),
        ("R7 R8 B9", "its pieces are neither of one number nor of one colour"),
        ("R1 R2 R4", "1, 2, 4 do not follow each other"),
        ("R1 joker R4", "1, 4 do not follow each other even with its jokers"),
        ("R12 R13 R1", "12, 13, 1 do not follow each other"),
        ("R2 R2 R3", "2 is twice in the run"),
        (
            "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 joker",
            "a run has at most 13 pieces, not 14",
        ),
    ],
)
def test_what_is_wrong_with_a_rummikub_set(typed: str, problem: str) -> None:
    assert meld_problem(read_hand(typed, RUMMIKUB), RUMMIKUB) == problem


@pytest.mark.parametrize(
    ("ace", "typed", "valid"),
    [
        ("both", "AH 2H 3H", True),
        ("both", "QH KH AH", True),
        ("both", "KH AH 2H", False),
        ("both", "joker KH AH", True),
        ("both", "AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH", True),
        ("both", "2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH", True),
        ("low", "AH 2H 3H", True),
        ("low", "QH KH AH", False),
        ("high", "AH 2H 3H", False),
        ("high", "QH KH AH", True),
        ("high", "2H 3H 4H", True),
        ("both", "KH KS KD", True),
        ("both", "KH KS KD KC", True),
        ("both", "KH KH KS", False),
        ("both", "9H 10H JH", True),
    ],
)
def test_rami_sets(ace: str, typed: str, valid: bool) -> None:
    rules = change_rules(RAMI, {"ace": ace})
    assert (meld_problem(read_hand(typed, rules), rules) is None) == valid


@pytest.mark.parametrize(
    ("typed", "problem"),
    [
        ("KH QS JD", "its pieces are neither of one rank nor of one suit"),
        ("KH KH KS", "H is twice in the group"),
        ("KH AH 2H", "K, A, 2 do not follow each other"),
    ],
)
def test_what_is_wrong_with_a_rami_set(typed: str, problem: str) -> None:
    assert meld_problem(read_hand(typed, RAMI), RAMI) == problem


def test_a_table_says_which_set() -> None:
    table = [("R1", "R2", "R3"), ("R1", "B2", "K3"), ("K7", "B7", "R7"), ("O1", "O2")]
    assert check_table(table, RUMMIKUB) == (
        (2, "its pieces are neither of one number nor of one colour"),
        (4, "it has 2 of the 3 pieces a set needs at least"),
    )


@pytest.mark.parametrize("label", ["AH", "R14", ""])
def test_a_piece_of_another_game(label: str) -> None:
    with pytest.raises(ScoringError, match="is no label of rummikub"):
        meld_problem(("R1", "R2", label), RUMMIKUB)
    with pytest.raises(ScoringError, match="is no label of rummikub"):
        split_table((label,), RUMMIKUB)


@pytest.mark.parametrize(
    ("rules", "typed", "sets"),
    [
        (RUMMIKUB, "", 0),
        (RUMMIKUB, "R1 R2 R3", 1),
        (RUMMIKUB, "R1 R2 R3 B3 K3", None),
        (RUMMIKUB, "R1 R2 R3 B3 K3 joker", 2),
        (RUMMIKUB, "R1 R2 R3 R3 B3 K3", 2),
        (RUMMIKUB, "R1 R2 R3 R4 R5 R3 R4 R5 R6 R7", 2),
        (RUMMIKUB, "R1 R1 R2 R2 R3 R3", 2),
        (RUMMIKUB, "R5 B5 K5 O5 R5 B5", 2),
        (RUMMIKUB, "R5 B5 K5 O5 R5", None),
        (RUMMIKUB, "joker joker R5", 1),
        (RUMMIKUB, "joker joker", None),
        (RUMMIKUB, "R1 R2", None),
        (RUMMIKUB, "R12 R13 R1", None),
        (RUMMIKUB, "R11 joker R13", 1),
        (RUMMIKUB, "R12 R13 joker", 1),
        (RAMI, "AH 2H 3H QH KH AH", 2),
        (RAMI, "AH 2H 3H QH KH", None),
        (RAMI, "joker joker joker joker", 1),
        (RAMI, "AH AS AD QH KH AH", 2),
        (RAMI, "AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH", 2),
        (RAMI, "QH KH joker", 1),
        (RAMI, "QH KH AH AH AS AD", 2),
        (RAMI, "AH 2H 3H KH AH 2H", None),
        (RAMI, "joker joker joker AH AS AD AC", 2),
        (RUMMIKUB, "K7 K7 R7 R7 B7 B7 O7 O7", 2),
        (RUMMIKUB, "K7 R7 B7 O7 K7 R7 joker joker", 2),
    ],
)
def test_split(rules: RuleSet, typed: str, sets: int | None) -> None:
    labels = read_hand(typed, rules)
    found = split_table(labels, rules)
    if sets is None:
        assert found is None
        return
    assert found is not None
    assert len(found) == sets
    assert check_table(found, rules) == ()
    assert Counter(piece for pieces in found for piece in pieces) == Counter(labels)


def by_trying_all(labels: tuple[str, ...], rules: RuleSet) -> bool:
    """Whether a table can be split, by trying every set that holds its first piece."""
    if not labels:
        return True
    first, rest = labels[0], labels[1:]
    for size in range(2, len(rest) + 1):
        for others in combinations(range(len(rest)), size):
            if meld_problem((first, *(rest[place] for place in others)), rules) is None:
                left = tuple(piece for place, piece in enumerate(rest) if place not in others)
                if by_trying_all(left, rules):
                    return True
    return False


# Few ranks and suits, and aces at both ends, so that sets meet and overlap.
NARROW_RAMI = [rank + suit for rank in ("A", "2", "3", "Q", "K") for suit in "SHD"] + ["JOKER"]
NARROW_RUMMIKUB = [suit + rank for rank in ("1", "2", "3", "4", "5") for suit in "KRBO"] + ["JOKER"]


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(NARROW_RUMMIKUB), max_size=9), st.lists(st.sampled_from(NARROW_RAMI), max_size=9))
def test_splitting_agrees_with_trying_all(tiles: list[str], cards: list[str]) -> None:
    for labels, rules in ((tuple(tiles), RUMMIKUB), (tuple(cards), RAMI)):
        found = split_table(labels, rules)
        assert (found is not None) == by_trying_all(labels, rules)


SETS = [
    *([f"{suit}{rank}" for suit in suits] for rank in (1, 2, 3, 4, 13) for suits in ("KRB", "KRBO", "RBO")),
    *([f"{suit}{rank + step}" for step in range(3 + rank % 3)] for rank in range(1, 9) for suit in "KRBO"),
    ["R11", "R12", "R13"],
    ["R11", "JOKER", "R13"],
    ["JOKER", "B3", "K3"],
]


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from(SETS), max_size=12), st.randoms())
def test_what_was_whole_can_be_split_again(table: list[list[str]], order: object) -> None:
    loose = [piece for pieces in table for piece in pieces]
    order.shuffle(loose)  # type: ignore[attr-defined]
    found = split_table(loose, RUMMIKUB)
    assert found is not None
    assert check_table(found, RUMMIKUB) == ()
    assert Counter(piece for pieces in found for piece in pieces) == Counter(loose)


@pytest.mark.parametrize("game", ["rami", "rummikub"])
def test_a_whole_set_of_pieces_is_split(game: str) -> None:
    rules = rule_set(game)
    labels = [label for label in rules.labels() for _ in range(rules.copies_of(label))]
    assert check_table(split_table(labels, rules) or [()], rules) == ()
