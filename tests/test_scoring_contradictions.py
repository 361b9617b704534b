"""Rounds that contradict themselves or the rules: a round, and the sentence that says what to mend."""

from typing import Any

import pytest

from scoring import Hand, Round, ScoringError, change_rules, rule_set, score_round

RAMI = rule_set("rami")
RUMMIKUB = rule_set("rummikub")
TIEBREAK = change_rules(RUMMIKUB, {"blocked_tie": "tiebreak"})
VOID = change_rules(RUMMIKUB, {"blocked_tie": "void"})


def hands(**held: str) -> tuple[Hand, ...]:
    return tuple(Hand(name, tuple(pieces.split())) for name, pieces in held.items())


OUT: dict[str, Any] = {"ending": "out", "hands": hands(a="", b="5C 6C"), "winner": "a"}
TIED = hands(a="R9", b="K9", c="JOKER")


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"ending": "won"}, "rami has no ending “won”: say out, blocked, one_turn."),
        ({"blocked_tie": "void"}, "rami does not settle a tie by “void”: say share."),
        ({"winner": "z"}, "The winner z is not among the players a, b."),
        ({"starter": "z"}, "The starter z is not among the players a, b."),
        ({"winner": None}, "Name the winner: a round that ended “out” was won by someone."),
        ({"winner": "b"}, "b went out but still holds 5C 6C: empty that hand, or name another winner."),
        (
            {"hands": hands(a="", b="5C 5C 5C", c="AH AH AH")},
            "5C is there 3 times, and the game has 2: mend the hands. "
            "AH is there 3 times, and the game has 2: mend the hands.",
        ),
        (
            {"table": (("5C", "5C", "5H"),), "hands": hands(a="", b="5C")},
            "5C is there 3 times, and the game has 2: mend the hands.",
        ),
        (
            {"table": (("5C", "5D", "5H"), ("AH", "2H"))},
            "Set 2 on the table is not valid: it has 2 of the 3 pieces a set needs at least.",
        ),
        (
            {"hands": (Hand("a", opened=False), Hand("b"))},
            "a went out, so a has opened: mend “opened”, or the winner.",
        ),
        (
            {"ending": "one_turn", "hands": (Hand("a", opened=False), Hand("b"))},
            "a went out, so a has opened: mend “opened”, or the winner.",
        ),
        (
            {"ending": "one_turn", "hands": (Hand("a"), Hand("b"), Hand("c", opened=True))},
            "c has opened, so a did not go out in one turn: let the ending be “out”, or mend “opened”.",
        ),
        ({"hands": hands(a="", b="R7")}, "“R7” is no label of rami: they look like JC, QC, KC, JOKER."),
        ({"hands": hands(a="")}, "rami takes 2 to 6 players, not 1."),
        ({"hands": (Hand("a"), Hand("a"))}, "2 players are called a: give each a name of their own."),
        ({"hands": (Hand("a"), Hand("\udfff"))}, "'\\udfff' is no player's name: write one line that is not empty."),
    ],
)
def test_rami(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ScoringError) as caught:
        score_round(Round(**(OUT | changes)), RAMI)
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    ("rules", "winner", "sentence"),
    [
        (TIEBREAK, None, "a and b tie for the lowest: name as winner who won the tiebreak."),
        (TIEBREAK, "c", "c is not among the tied: the winner is one of a, b."),
        (
            RUMMIKUB,
            "b",
            "The lowest hand is a and b's, 9 points, so b is not the one winner: leave the winner out.",
        ),
        (
            VOID,
            "c",
            "The lowest hand is a and b's, 9 points, so c is not the one winner: leave the winner out.",
        ),
    ],
)
def test_blocked(rules: Any, winner: str | None, sentence: str) -> None:
    with pytest.raises(ScoringError) as caught:
        score_round(Round("blocked", TIED, winner), rules)
    assert str(caught.value) == sentence


@pytest.mark.parametrize("rules", [RUMMIKUB, TIEBREAK, VOID])
@pytest.mark.parametrize("winner", [None, "a"])
def test_a_policy_for_ties_touches_no_other_round(rules: Any, winner: str | None) -> None:
    score = score_round(Round("blocked", hands(a="R1", b="K9", c="JOKER"), winner), rules)
    assert score.points == {"a": 37, "b": -8, "c": -29}
    assert score.hands == {"a": 1, "b": 9, "c": 30}
    assert score.winners == ("a",)


@pytest.mark.parametrize(
    ("rules", "winner", "winners", "points"),
    [
        (RUMMIKUB, None, ("a", "b"), (10.5, 10.5, -21)),
        (TIEBREAK, "a", ("a",), (21, 0, -21)),
        (TIEBREAK, "b", ("b",), (0, 21, -21)),
        (VOID, None, (), (0, 0, 0)),
    ],
)
def test_ties(rules: Any, winner: str | None, winners: tuple[str, ...], points: tuple[float, ...]) -> None:
    score = score_round(Round("blocked", TIED, winner), rules)
    assert tuple(score.points.values()) == points
    assert score.winners == winners
    assert score.hands == {"a": 9, "b": 9, "c": 30}


def test_a_round_settles_its_tie_against_the_rules() -> None:
    assert score_round(Round("blocked", TIED, blocked_tie="void"), RUMMIKUB).winners == ()
    assert score_round(Round("blocked", TIED, blocked_tie="share"), VOID).winners == ("a", "b")


# rami-en.txt, "A blocked round", and what the design decided of it
@pytest.mark.parametrize(
    ("held", "unopened", "winners", "points"),
    [
        ({"a": "5C", "b": "6C", "c": "KH KS"}, "", ("a",), (0, 6, 20)),
        ({"a": "5C", "b": "6C", "c": "KH KS"}, "abc", ("a",), (0, 31, 45)),
        ({"a": "5C", "b": "5C", "c": "KH KS"}, "c", ("a", "b"), (0, 0, 45)),
        ({"a": "5C", "b": "JOKER JOKER JOKER JOKER"}, "b", ("a",), (0, 50)),
        ({"a": "5C", "b": "JOKER QH 4H"}, "b", ("a",), (0, 50)),
    ],
)
def test_rami_blocked(held: dict[str, str], unopened: str, winners: tuple[str, ...], points: tuple[int, ...]) -> None:
    dealt = tuple(Hand(name, tuple(pieces.split()), name not in unopened) for name, pieces in held.items())
    score = score_round(Round("blocked", dealt), RAMI)
    assert score.winners == winners
    assert tuple(score.points.values()) == points
