"""A third game is one file: the gin-style game of test_scoring_gin.toml is scored with nothing else added."""

from pathlib import Path

import pytest

from scoring import (
    Hand,
    Match,
    Round,
    RuleSet,
    ScoringError,
    match_from_csv,
    match_from_dict,
    match_to_csv,
    match_to_dict,
    meld_problem,
    read_hand,
    rules_from_toml,
    score_round,
    standing,
)


@pytest.fixture(scope="module")
def gin() -> RuleSet:
    return rules_from_toml(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("ending", "hands", "points"),
    [
        ("out", ["", "king of hearts ace of spades", "10D 5C"], [26, 0, 0]),
        ("blocked", ["5C", "KH", "7D"], [7, 0, 0]),
        ("blocked", ["5C", "KH", "5D"], [2.5, 0, 2.5]),
    ],
)
def test_rounds(gin: RuleSet, ending: str, hands: list[str], points: list[float]) -> None:
    dealt = tuple(Hand(str(seat), read_hand(typed, gin)) for seat, typed in enumerate(hands))
    winner = "0" if ending == "out" else None
    assert list(score_round(Round(ending, dealt, winner), gin).points.values()) == points  # type: ignore[arg-type]


def test_match(gin: RuleSet) -> None:
    big = read_hand("KH KS KD KC QH QS QD QC JH JS", gin)
    match = Match(gin, ("a", "b"), (Round("out", (Hand("a"), Hand("b", big)), "a"),))
    assert standing(match).winners == ("a",)
    assert match_from_dict(match_to_dict(match)) == match
    assert match_from_csv(match_to_csv(match)) == match


@pytest.mark.parametrize(
    ("hand", "sentence"),
    [
        (("JOKER",), "“JOKER” is no label of gin: they look like 10C, JC, QC, KC."),
        (("KH", "KH"), "KH is there 2 times, and the game has 1: mend the hands."),
    ],
)
def test_pieces_the_deck_does_not_hold(gin: RuleSet, hand: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(ScoringError) as caught:
        score_round(Round("out", (Hand("a"), Hand("b", hand)), "a"), gin)
    assert str(caught.value) == sentence


def test_its_ace_is_low(gin: RuleSet) -> None:
    assert meld_problem(("AH", "2H", "3H"), gin) is None
    assert meld_problem(("QH", "KH", "AH"), gin) is not None
