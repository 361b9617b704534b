"""Matches: rounds, and the totals, winners, targets and starters they lead to; rounds added, mended, moved."""

import random
from typing import Any

import pytest

from scoring import (
    Hand,
    Match,
    Round,
    ScoringError,
    add_round,
    change_rules,
    edit_round,
    move_round,
    next_starter,
    remove_round,
    rule_set,
    standing,
)

RAMI = rule_set("rami")
RUMMIKUB = rule_set("rummikub")
ABC = ("a", "b", "c")


def out(winner: str, **hands: str) -> Round:
    """A round won by going out; the others hold labels between spaces."""
    players = sorted({winner, *hands})
    return Round("out", tuple(Hand(name, tuple(hands.get(name, "").split())) for name in players), winner)


def one_turn(winner: str, *others: str) -> Round:
    return Round("one_turn", tuple(Hand(name) for name in (winner, *others)), winner)


B36 = out("a", b="AH JOKER 5C")
A36 = out("b", a="AH JOKER 5C")
B80 = out("a", b="JOKER JOKER JOKER JOKER")
A80 = out("b", a="JOKER JOKER JOKER JOKER")
B20 = out("a", b="KH KS")
A20 = out("b", a="KH KS")


@pytest.mark.parametrize(
    ("rounds", "totals", "over", "winners", "leaders"),
    [
        ([], (0, 0), False, (), ("a", "b")),
        ([B36], (0, 36), False, (), ("a",)),
        ([B80], (0, 80), False, (), ("a",)),
        ([B80, B20], (0, 100), True, ("a",), ("a",)),
        ([B80, out("a", b="9H KS")], (0, 99), False, (), ("a",)),
        ([B80, B36], (0, 116), True, ("a",), ("a",)),
        ([A80, B80, A20, B20], (100, 100), False, (), ("a", "b")),
        ([A80, B80, A20, B20, B36], (100, 136), True, ("a",), ("a",)),
        ([A80, B80, A20, B20, B36, A36], (136, 136), False, (), ("a", "b")),
    ],
)
def test_rami_matches(
    rounds: list[Round], totals: tuple[int, ...], over: bool, winners: tuple[str, ...], leaders: tuple[str, ...]
) -> None:
    now = standing(Match(RAMI, ("a", "b"), tuple(rounds)))
    assert tuple(now.totals.values()) == totals
    assert (now.over, now.winners, now.leaders) == (over, winners, leaders)
    assert now.another_round == (not over)
    assert now.target == 100


@pytest.mark.parametrize(("players", "penalties", "over"), [(3, 1, True), (6, 2, False), (6, 3, True), (5, 2, True)])
def test_rami_targets_by_players(players: int, penalties: int, over: bool) -> None:
    names = tuple("abcdef"[:players])
    now = standing(Match(RAMI, names, (one_turn(*names),) * penalties))
    assert now.over == over
    assert now.target == 100 * (players - 1)


R3 = out("a", b="R1 R2", c="R3")
TIE = Round("blocked", (Hand("a", ("R1",)), Hand("b", ("K1",)), Hand("c", ("R3",))))


@pytest.mark.parametrize(
    ("changes", "rounds", "totals", "over", "winners"),
    [
        ({"rounds": 2}, [R3], (6, -3, -3), False, ()),
        ({"rounds": 2}, [R3, R3], (12, -6, -6), True, ("a",)),
        ({"rounds": 1}, [TIE], (1, 1, -2), True, ("a", "b")),
        ({"rounds": 1, "match_tie": "another_round"}, [TIE], (1, 1, -2), False, ()),
        ({"rounds": 1, "match_tie": "another_round"}, [TIE, R3], (7, -2, -5), True, ("a",)),
        ({"rounds": 1, "blocked_tie": "void"}, [TIE], (0, 0, 0), True, ("a", "b", "c")),
        ({}, [R3, R3, R3], (18, -9, -9), False, ()),
        ({"target": 12}, [R3, R3], (12, -6, -6), True, ("a",)),
        ({"target": 13}, [R3, R3], (12, -6, -6), False, ()),
    ],
)
def test_rummikub_matches(
    changes: dict[str, Any], rounds: list[Round], totals: tuple[int, ...], over: bool, winners: tuple[str, ...]
) -> None:
    now = standing(Match(change_rules(RUMMIKUB, changes), ABC, tuple(rounds)))
    assert tuple(now.totals.values()) == totals
    assert (now.over, now.winners, now.another_round) == (over, winners, not over)


def test_a_round_settles_its_own_tie() -> None:
    tie = Round("blocked", TIE.hands, winner="b", blocked_tie="tiebreak")
    now = standing(Match(change_rules(RUMMIKUB, {"blocked_tie": "void"}), ABC, (TIE, tie)))
    assert tuple(now.totals.values()) == (0, 2, -2)


@pytest.mark.parametrize(
    ("rounds", "decided_in"), [([], None), ([B36], None), ([B80, B36], 2), ([B80, B36, B20], 2), ([B80, B36, A80], 2)]
)
def test_the_round_a_match_was_decided_in(rounds: list[Round], decided_in: int | None) -> None:
    assert standing(Match(RAMI, ("a", "b"), tuple(rounds))).decided_in == decided_in


FOUR = Match(RAMI, ("a", "b"), (A36, B36, A20, B20))


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        (add_round(FOUR, A80), (A36, B36, A20, B20, A80)),
        (edit_round(FOUR, 1, A80), (A80, B36, A20, B20)),
        (edit_round(FOUR, 4, A80), (A36, B36, A20, A80)),
        (remove_round(FOUR, 1), (B36, A20, B20)),
        (remove_round(FOUR, 2), (A36, A20, B20)),
        (remove_round(FOUR, 4), (A36, B36, A20)),
        (move_round(FOUR, 1, 4), (B36, A20, B20, A36)),
        (move_round(FOUR, 4, 1), (B20, A36, B36, A20)),
        (move_round(FOUR, 2, 3), (A36, A20, B36, B20)),
        (move_round(FOUR, 3, 3), (A36, B36, A20, B20)),
    ],
)
def test_changes(changed: Match, expected: tuple[Round, ...]) -> None:
    assert changed == Match(RAMI, ("a", "b"), expected)


@pytest.mark.parametrize("number", [0, 5, -1])
def test_no_such_round(number: int) -> None:
    for change in (
        lambda: edit_round(FOUR, number, A80),
        lambda: remove_round(FOUR, number),
        lambda: move_round(FOUR, number, 1),
        lambda: move_round(FOUR, 1, number),
    ):
        with pytest.raises(ScoringError, match=rf"^There is no round {number}: the match has 4\.$"):
            change()


@pytest.mark.parametrize(
    ("players", "rounds", "sentence"),
    [
        (("a",), [], "rami takes 2 to 6 players, not 1."),
        (tuple("abcdefg"), [], "rami takes 2 to 6 players, not 7."),
        (("a", "a"), [], "2 players are called a: give each a name of their own."),
        (("a", " "), [], "' ' is no player's name: write one line that is not empty."),
        (("a", "b\nc"), [], "'b\\nc' is no player's name: write one line that is not empty."),
        (("a", "\ud800"), [], "'\\ud800' is no player's name: write one line that is not empty."),
        (("a", "c"), [B36], "Round 1: b does not play in this match: its players are a, c."),
        (("a", "b", "c"), [B36], "Round 1: c's hand is missing."),
        (
            ("a", "b"),
            [B36, out("a", b="KH KH KH")],
            "Round 2: KH is there 3 times, and the game has 2: mend the hands.",
        ),
    ],
)
def test_matches_that_contradict_themselves(players: tuple[str, ...], rounds: list[Round], sentence: str) -> None:
    with pytest.raises(ScoringError) as caught:
        Match(RAMI, players, tuple(rounds))
    assert str(caught.value) == sentence


def started(starter: str | None) -> Round:
    return Round("out", (Hand("a"), Hand("b", ("AH",)), Hand("c", ("5C",))), "a", starter=starter)


@pytest.mark.parametrize(
    ("starters", "expected"),
    [
        ([], "a"),
        ([None], "b"),
        ([None, None], "c"),
        ([None, None, None], "a"),
        (["c"], "a"),
        (["b", None], "a"),
        ([None, None, "a"], "b"),
    ],
)
def test_the_start_rotates(starters: list[str | None], expected: str) -> None:
    match = Match(RAMI, ABC, tuple(map(started, starters)))
    assert next_starter(match, random.Random(1)) == expected


def test_the_start_is_drawn() -> None:
    match = Match(change_rules(RAMI, {"starter": "draw"}), ABC)
    drawn = {next_starter(match, random.Random(seed)) for seed in range(50)}
    assert drawn == set(ABC)
    assert next_starter(match, random.Random(7)) == next_starter(match, random.Random(7))
