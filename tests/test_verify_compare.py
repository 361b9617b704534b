"""`service.verify`: tables of what was typed, what the photo shows, and what follows."""

from typing import Any

import pytest

from scoring import ScoringError, rule_set
from service.evidence import SURE, WEIGHT, Seen, believed, judge
from service.verify import compare, compare_total

RAMI, RUMMIKUB = rule_set("rami"), rule_set("rummikub")
SIXTEEN = "2C 3C 4C 5C 6C 7C 8C 2S 3S 4S 5S 6S 7S 8S JC JS"  # more cards than one player holds


def seen(text: str) -> tuple[Seen, ...]:
    """`6H` is clear, `6H?9H` wants a look and may be a 9, `?` is unread, `6H~` is unsure of its suit alone."""
    return tuple(_one(f"p{number}", word) for number, word in enumerate(text.split(), 1))


def _one(piece: str, word: str) -> Seen:
    if word == "?":
        return Seen(piece, None)
    if word.endswith("~"):
        return Seen(piece, word[:-1], 0.99, 0.6)
    label, doubt, others = word.partition("?")
    if not doubt:
        return Seen(piece, label, 0.99, 0.98)
    return Seen(piece, label, 0.6, 0.6, True, tuple(others.split(",")) if others else ())


@pytest.mark.parametrize(
    ("typed", "photo", "verdict", "difference", "told"),
    [
        ("KH KS QD", "QD KH KS", "confirmed", 0, {}),
        ("", "", "confirmed", 0, {}),
        ("KH KH", "KH KH", "confirmed", 0, {}),
        ("6H", "9H", "contradicted", 3, {"different": [("6H", "9H", 3)]}),
        ("KH 2C", "KH", "contradicted", -2, {"missing": [("2C", None, -2)]}),
        ("KH", "KH 4D", "contradicted", 4, {"extra": [(None, "4D", 4)]}),
        ("KH 2C", "KH 4D", "contradicted", 2, {"missing": [("2C", None, -2)], "extra": [(None, "4D", 4)]}),
        ("KH KH", "KH", "contradicted", -10, {"missing": [("KH", None, -10)]}),
        ("7H", "7S", "contradicted", 0, {"different": [("7H", "7S", 0)]}),
        ("7H", "7S~", "cannot_tell", 0, {"cannot_tell": [("7H", "7S", 0)]}),  # a suit that was misread, perhaps
        ("7H", "7H~", "confirmed", 0, {}),
        ("6H", "7S~", "contradicted", 1, {"missing": [("6H", None, -6)], "extra": [(None, "7S", 7)]}),
        ("9H", "?", "cannot_tell", None, {"cannot_tell": [("9H", None, None)]}),
        ("9H 2C", "9H ?", "cannot_tell", None, {"cannot_tell": [("2C", None, None)]}),
        ("9H", "9H ?", "cannot_tell", None, {"cannot_tell": [(None, None, None)]}),
        ("9H 2C 3D", "9H ?", "contradicted", None, {"missing": [("3D", None, -3)],
                                                        "cannot_tell": [("2C", None, None)]}),
        ("6H", "6H?9H", "confirmed", 0, {}),  # what was typed helps
        ("9H", "6H?9H", "cannot_tell", None, {"cannot_tell": [("9H", "6H", None)]}),  # but not against the reading
        ("KS", "6H?9H", "cannot_tell", None, {"cannot_tell": [("KS", "6H", None)]}),
        ("6H 9H", "9H 6H?9H", "confirmed", 0, {}),
        ("6H 9H", "9H 9H?6H", "cannot_tell", None, {"cannot_tell": [("6H", "9H", None)]}),
        ("JOKER", "JOKER", "confirmed", 0, {}),
        ("KH", f"KH {SIXTEEN} 4D", "cannot_tell", None, {"cannot_tell": [(None, label, None) for label in
                                                                         (*SIXTEEN.split(), "4D")]}),
        ("9D", SIXTEEN, "contradicted", None, {"missing": [("9D", None, -9)],
                                               "cannot_tell": [(None, label, None) for label in SIXTEEN.split()]}),
    ],
)  # fmt: skip
def test_piece_by_piece(
    typed: str, photo: str, verdict: str, difference: int | None, told: dict[str, list[tuple[Any, ...]]]
) -> None:
    found = compare(typed.split(), seen(photo), RAMI).to_dict()
    lines = {
        kind: [(line["typed"], line["seen"], line["points"]) for line in found[kind]]
        for kind in ("different", "missing", "extra", "cannot_tell")
        if found[kind]
    }
    assert (found["verdict"], found["difference"], lines) == (verdict, difference, told)


def test_tiles_tell_a_six_from_a_nine() -> None:
    found = compare(["R6", "K1"], seen("R9 K1"), RUMMIKUB)
    assert (found.verdict, found.difference) == ("contradicted", 3)
    assert found.message == "The photo shows 3 points more than was typed."


@pytest.mark.parametrize(
    ("typed", "photo", "verdict"),
    [("KH 2C", "KH", "cannot_tell"), ("KH", "KH 2C", "contradicted"), ("KH", "KH", "confirmed")],
)
def test_nothing_is_missing_from_a_photo_that_may_hide_pieces(typed: str, photo: str, verdict: str) -> None:
    assert compare(typed.split(), seen(photo), RAMI, hidden=True).verdict == verdict


@pytest.mark.parametrize(
    ("total", "photo", "verdict", "difference"),
    [
        (19, "KH 9H", "confirmed", 0),
        (16, "KH 9H", "contradicted", 3),
        (0, "", "confirmed", 0),
        (16, "KH 6H?9H", "confirmed", 0),
        (19, "KH 6H?9H", "cannot_tell", None),
        (11, "KH 6H?9H", "contradicted", None),  # no card counts less than two
        (31, "KH 6H?9H", "contradicted", None),  # none more than twenty
        (19, "KH ?", "cannot_tell", None),
        (9, "KH ?", "contradicted", None),
        (10, "7H~", "contradicted", -3),
        (7, "7H~", "confirmed", 0),  # points do not depend on the suit
        (9, SIXTEEN, "cannot_tell", None),  # of a whole table, one hand
        (900, SIXTEEN, "contradicted", None),
    ],
)
def test_just_a_total(total: int, photo: str, verdict: str, difference: int | None) -> None:
    found = compare_total(total, seen(photo), RAMI)
    assert (found.verdict, found.difference) == (verdict, difference)


def test_a_total_from_a_photo_that_may_hide_pieces() -> None:
    assert compare_total(30, seen("KH"), RAMI, hidden=True).verdict == "cannot_tell"
    assert compare_total(5, seen("KH"), RAMI, hidden=True).verdict == "contradicted"


def test_the_answer_for_programs() -> None:
    assert compare(["KH", "6H"], seen("KH 9H"), RAMI).to_dict() == {
        "verdict": "contradicted",
        "typed": {"labels": ["KH", "6H"], "points": 16},
        "seen": {"labels": ["KH", "9H"], "points": 19},
        "difference": 3,
        "confirmed": [{"typed": "KH", "piece": "p1", "seen": "KH", "points": 0}],
        "different": [{"typed": "6H", "piece": "p2", "seen": "9H", "points": 3}],
        "missing": [],
        "extra": [],
        "cannot_tell": [],
        "message": "The photo shows 3 points more than was typed.",
    }


def test_a_hand_that_the_game_cannot_hold_is_an_error() -> None:
    with pytest.raises(ScoringError, match="KH is there 3 times"):
        compare(["KH"] * 3, (), RAMI)


@pytest.mark.parametrize("label", ["6H", "9H", "KS", "JOKER"])
@pytest.mark.parametrize("confidence", [0.9, 0.95, 1.0])
def test_no_typed_word_turns_a_clear_reading(label: str, confidence: float) -> None:
    clear = Seen("p1", "7D", confidence, confidence, False, (label,))
    assert judge(label, clear, RAMI) == "different"


def test_the_weight_as_it_is_written_down() -> None:
    assert WEIGHT == 20
    assert believed(0.3) < SURE < believed(0.32)
