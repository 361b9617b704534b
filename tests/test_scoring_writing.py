"""Labels written in a language; amounts as programs and as people see them."""

from fractions import Fraction

import pytest

from scoring import LANGUAGES, Language, json_number, mixed_number, read_piece, rule_set, write_hand, write_piece


@pytest.mark.parametrize(
    ("label", "language", "expected"),
    [
        ("AH", "en", "ace of hearts"),
        ("AH", "ms", "as hati"),
        ("AH", "fr", "as de cœur"),
        ("10C", "en", "ten of clubs"),
        ("10C", "ms", "sepuluh kelawar"),
        ("10C", "fr", "dix de trèfle"),
        ("QS", "ms", "ratu spad"),
        ("JD", "fr", "valet de carreau"),
        ("R7", "en", "red 7"),
        ("R7", "ms", "merah 7"),
        ("R7", "fr", "7 rouge"),
        ("O13", "en", "orange 13"),
        ("K1", "ms", "hitam 1"),
        ("JOKER", "fr", "joker"),
    ],
)
def test_write_piece(label: str, language: Language, expected: str) -> None:
    assert write_piece(label, language) == expected


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["rami", "rummikub"])
def test_every_label_reads_back_as_itself(game: str, language: Language) -> None:
    rules = rule_set(game)
    for label in rules.labels():
        assert read_piece(label, rules) == label
        assert read_piece(write_piece(label, language), rules) == label


@pytest.mark.parametrize(
    ("labels", "language", "expected"),
    [
        (("AH", "JOKER", "5C"), "en", "ace of hearts, joker, five of clubs"),
        ((), "en", "empty hand"),
        ((), "ms", "tangan kosong"),
        ((), "fr", "main vide"),
    ],
)
def test_write_hand(labels: tuple[str, ...], language: Language, expected: str) -> None:
    assert write_hand(labels, language) == expected


@pytest.mark.parametrize(
    ("points", "in_json", "for_people"),
    [
        (Fraction(36), 36, "36"),
        (Fraction(0), 0, "0"),
        (Fraction(-55), -55, "-55"),
        (Fraction(41, 2), 20.5, "20 1/2"),
        (Fraction(61, 3), 20.333333, "20 1/3"),
        (Fraction(-61, 3), -20.333333, "-20 1/3"),
        (Fraction(2, 3), 0.666667, "2/3"),
        (Fraction(-1, 2), -0.5, "-1/2"),
    ],
)
def test_amounts(points: Fraction, in_json: int | float, for_people: str) -> None:
    assert json_number(points) == in_json
    assert isinstance(json_number(points), int) == (points.denominator == 1)
    assert mixed_number(points) == for_people
