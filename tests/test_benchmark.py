"""Scans made up against small truths: what counts as named, scored, flagged, and by how much confidence lies."""

from pathlib import Path

import pytest

from datasets.benchmark import Rate, figures, speed, worst
from datasets.calibration import calibration_error, reliability
from datasets.manifest import Box, LabelledPhoto
from datasets.outcome import Outcome, compare, not_read
from scoring.pieces import Kind
from vision.scan import Advice, Hand, Outline, Piece, Scan, Unread

LABEL_POINTS = {"A": 11, "J": 10, "Q": 10, "K": 10}


def photo(labels: str, boxes: tuple[Box, ...] = (), corner: bool = False, kind: Kind = "cards") -> LabelledPhoto:
    return LabelledPhoto("a.jpg", Path("a.jpg"), kind, "dev", "table", tuple(labels.split()), boxes, corner)


def rect(x: float, y: float, width: float, height: float) -> Outline:
    return (x, y), (x + width, y), (x + width, y + height), (x, y + height)


CARD = rect(0, 0, 60, 90)


def card(label: str, outline: Outline = CARD, review: bool = False) -> Piece:
    points = 20 if label == "JOKER" else LABEL_POINTS.get(label[:-1]) or int(label[:-1])
    return Piece(label, points, 0.9, outline, review, label_confidence=0.8)


def scan(*pieces: Piece, unread: int = 0) -> Scan:
    """One hand, whose total stands only where every piece is read."""
    points = None if unread else sum(piece.points for piece in pieces)
    hand = Hand(pieces, points, bool(unread) or any(piece.review for piece in pieces))
    found = tuple(Unread(rect(0, 0, 9, 9), "glare", 0) for _ in range(unread))
    return Scan("a.jpg", 1000, 1000, "rami", (hand,), found, (), {})


def summary(outcome: Outcome) -> tuple[list[str], list[str], list[str]]:
    """Pieces seen as what they are or are not, missed, made up."""
    return (
        [f"{pair.truth.label}>{pair.seen.label}" for pair in outcome.matching.pairs],
        [truth.label for truth in outcome.matching.missed],
        [piece.label for piece in outcome.matching.made_up],
    )


@pytest.mark.parametrize(
    ("there", "seen", "expected"),
    [
        ("AS 7H", "7H AS", (["AS>AS", "7H>7H"], [], [])),
        ("AS", "AS AS", (["AS>AS"], [], ["AS"])),
        ("AS AS", "AS", (["AS>AS"], ["AS"], [])),
        ("7H", "7D", (["7H>7D"], [], [])),  # the points are right all the same
        ("7H 7D", "7D 7S", (["7H>7S", "7D>7D"], [], [])),  # equal labels first
        ("KS", "QH", (["KS>QH"], [], [])),
        ("AS", "4S", ([], ["AS"], ["4S"])),
        ("K? 10?", "KH 10S", (["K?>KH", "10?>10S"], [], [])),
        ("K?", "QH", (["K?>QH"], [], [])),
        ("JOKER", "JOKER 2S", (["JOKER>JOKER"], [], ["2S"])),
        ("", "", ([], [], [])),
    ],
)
def test_matched_by_label_where_there_are_no_boxes(
    there: str, seen: str, expected: tuple[list[str], list[str], list[str]]
) -> None:
    assert summary(compare(photo(there), scan(*map(card, seen.split())))) == expected


WHOLE = Box("AS", 100, 100, 60, 90)
NEXT = Box("AS", 160, 100, 60, 90)
CORNERS = (Box("AS", 105, 105, 12, 24), Box("AS", 145, 160, 12, 24))


@pytest.mark.parametrize(
    ("labels", "boxes", "corner", "pieces", "expected"),
    [
        pytest.param("AS", (WHOLE,), False, [card("AS", rect(104, 96, 60, 90))], (["AS>AS"], [], []), id="there"),
        pytest.param("AS", (WHOLE,), False, [card("AS", rect(500, 96, 60, 90))], ([], ["AS"], ["AS"]), id="elsewhere"),
        pytest.param("AS", (WHOLE,), False, [card("4S", rect(104, 96, 60, 90))], (["AS>4S"], [], []), id="misread"),
        pytest.param(
            "AS", (WHOLE,), False, [card("AS", rect(102, 102, 12, 24))], (["AS>AS"], [], []), id="by its index"
        ),
        pytest.param(
            "AS AS",
            (WHOLE, NEXT),
            False,
            [card("AS", rect(160, 100, 60, 90))],
            (["AS>AS"], ["AS"], []),
            id="one of two",
        ),
        pytest.param(
            "AS", CORNERS, True, [card("AS", rect(100, 100, 60, 90))], (["AS>AS"], [], []), id="whole outline"
        ),
        pytest.param("AS", CORNERS, True, [card("AS", rect(105, 105, 12, 24))], (["AS>AS"], [], []), id="first corner"),
        pytest.param("AS", CORNERS, True, [card("AS", rect(145, 160, 12, 24))], (["AS>AS"], [], []), id="other corner"),
        pytest.param(
            "AS",
            CORNERS,
            True,
            [card("AS", rect(105, 105, 12, 24)), card("AS", rect(145, 160, 12, 24))],
            (["AS>AS"], [], ["AS"]),
            id="one card counted twice",
        ),
        pytest.param("AS", CORNERS, True, [card("AS", rect(300, 300, 12, 24))], ([], ["AS"], ["AS"]), id="far corner"),
        pytest.param(
            "AS 6S",
            (WHOLE,),
            False,
            [card("AS", rect(100, 100, 60, 90)), card("6S", rect(700, 700, 60, 90))],
            (["AS>AS", "6S>6S"], [], []),
            id="a piece without a box",
        ),
        pytest.param(
            "AS 6S",
            (WHOLE,),
            False,
            [card("4S", rect(100, 100, 60, 90)), card("9S", rect(700, 700, 60, 90))],
            (["AS>4S"], ["6S"], ["9S"]),
            id="a piece without a box is nothing else",
        ),
        pytest.param(
            "AS AS",
            (WHOLE,),
            False,
            [card("AS", rect(105, 100, 60, 90)), card("AS", rect(700, 700, 60, 90))],
            (["AS>AS", "AS>AS"], [], []),
            id="the boxed one takes what lies in its box",
        ),
        pytest.param("AS", (WHOLE,), False, [card("AS", rect(100, 190, 60, 90))], ([], ["AS"], ["AS"]), id="below"),
        pytest.param(
            "2S 3S",
            (Box("2S", 100, 100, 60, 90), Box("3S", 130, 100, 60, 90)),
            False,
            [card("9C", rect(125, 100, 60, 90)), card("8C", rect(105, 100, 60, 90))],
            (["2S>8C", "3S>9C"], [], []),
            id="the nearer of two misread",
        ),
    ],
)
def test_matched_by_place_where_there_are_boxes(
    labels: str,
    boxes: tuple[Box, ...],
    corner: bool,
    pieces: list[Piece],
    expected: tuple[list[str], list[str], list[str]],
) -> None:
    assert summary(compare(photo(labels, boxes, corner), scan(*pieces))) == expected


EMPTY = Scan("a.jpg", 1000, 1000, "rami", (), (), (Advice("nothing", "Come nearer."),))


@pytest.mark.parametrize(
    ("there", "found", "expected"),
    [
        ("AS 7H", scan(card("AS"), card("7H")), "exact total"),
        ("AS 7H", scan(card("AS"), card("7D")), "total"),
        ("AS 7H", scan(card("AS")), "silent"),
        ("AS 7H", scan(card("AS", review=True)), "flagged"),
        ("AS", scan(card("AS", review=True)), "exact total flagged needless"),
        ("KS", scan(card("QS", review=True)), "total flagged"),
        ("K?", scan(card("KH")), "exact total"),
        ("K?", scan(card("QH")), "total"),
        ("", scan(card("AS")), "silent"),
        ("AS 7H", scan(card("AS"), unread=1), "flagged"),
        ("AS", EMPTY, "flagged"),
        ("", EMPTY, "exact total flagged"),  # to say that nothing is there is no needless flag
    ],
)
def test_what_a_player_would_have_got(there: str, found: Scan, expected: str) -> None:
    outcome = compare(photo(there), found)
    words = {
        "exact": outcome.exact,
        "total": outcome.total_right,
        "silent": outcome.silently_wrong,
        "flagged": outcome.flagged,
        "needless": outcome.needless_flag,
    }
    assert [word for word, true in words.items() if true] == expected.split()


def test_totals_are_counted_in_the_game_of_the_pieces() -> None:
    assert compare(photo("AS K? JOKER"), EMPTY).true_total == 11 + 10 + 20
    assert compare(photo("K13 R1 JOKER", kind="tiles"), EMPTY).true_total == 13 + 1 + 30


def test_a_piece_not_read_leaves_no_total() -> None:
    assert compare(photo("AS"), scan(card("AS"), unread=1)).total is None


def test_figures_of_several_photos() -> None:
    outcomes = [
        compare(photo("AS 7H"), scan(card("AS"), card("7D"))),
        compare(photo("AS 7H"), scan(card("AS"), card("2S"))),
        not_read(photo("KS"), "The file is cut short."),
    ]
    found = figures(outcomes)
    assert (found.photos, found.pieces, found.not_read) == (3, 5, 1)
    assert found.named == Rate(right=2, named=4, there=5)
    assert found.points == Rate(right=3, named=4, there=5)
    assert (found.exact, found.totals_right, found.silently_wrong, found.flagged) == (0, 1, 1, 1)
    assert found.points_calibration == pytest.approx(0.9 - 3 / 4)
    assert found.names_calibration == pytest.approx(0.8 - 2 / 4)


def test_rates() -> None:
    rate = Rate(right=3, named=4, there=6)
    assert (rate.precision, rate.recall, rate.f1) == (0.75, 0.5, 0.6)
    assert (Rate(0, 0, 0).precision, Rate(0, 0, 0).recall, Rate(0, 0, 0).f1) == (None, None, None)
    assert Rate(0, 0, 3).f1 == 0


@pytest.mark.parametrize(
    ("confidences", "right", "expected"),
    [
        ([], [], None),
        ([1.0, 1.0], [True, True], 0.0),
        ([1.0, 1.0], [True, False], 0.5),
        ([0.9] * 10, [True] * 9 + [False], 0.0),
        ([0.9] * 10, [True] * 5 + [False] * 5, 0.4),
        ([0.95, 0.15], [False, True], 0.9),  # too sure in one bin is not made good by too timid in another
    ],
)
def test_calibration(confidences: list[float], right: list[bool], expected: float | None) -> None:
    found = calibration_error(reliability(confidences, right))
    assert found == (expected if expected is None else pytest.approx(expected))


def test_a_photo_of_forty_pieces_is_crowded() -> None:
    assert [compare(photo("AS " * count), EMPTY).crowded for count in (39, 40)] == [False, True]


def test_the_worst_come_first() -> None:
    right = compare(photo("AS"), scan(card("AS")))
    suit = compare(photo("7H"), scan(card("7D")))
    suits = compare(photo("7H 8H"), scan(card("7D"), card("8D")))
    flagged = compare(photo("AS 7H 8H"), scan(card("AS", review=True)))
    silent = compare(photo("AS 7H"), scan(card("AS")))
    assert worst([right, suit, suits, flagged, silent], 9) == [silent, flagged, suits, suit]
    assert worst([right, suit, suits, flagged, silent], 1) == [silent]


def test_speed_of_each_stage() -> None:
    outcomes = [
        compare(photo(""), Scan("a.jpg", 1, 1, "rami", (), (), (), {"decode": float(ms), "total": 100.0}))
        for ms in range(101)
    ]
    times = speed([*outcomes, not_read(photo("AS"), "no")])
    assert times == {"decode": {"median": 50, "p95": 95}, "total": {"median": 100, "p95": 100}}
    assert list(times) == ["decode", "total"]
