"""Hands followed from look to look, without any camera: readings combined, no flicker, settled at the right moment."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from scoring import rule_set
from vision.live import Tracked
from vision.live.tracker import tracked
from vision.scan import Advice, Hand, Outline, Piece, Scan, Unread

STEP = 0.1  # s between looks
SLOT = 100.0  # px between pieces, each 60 x 80


def look(text: str, game: str = "rami", shift: tuple[float, float] = (0, 0)) -> Scan:
    """A scan of the pieces named, each in a slot of its own: "AH" is sure, "AH.8" less, "?" unread, "_" an empty slot,
    "=" a piece in the slot of the one before it."""
    pieces, unread = [], []
    slot = -1
    for word in text.split():
        slot += not word.startswith("=")
        word = word.removeprefix("=")
        x, y = 50 + SLOT * slot + shift[0], 50 + shift[1]
        outline: Outline = ((x, y), (x + 60, y), (x + 60, y + 80), (x, y + 80))
        label, _, share = word.partition(".")
        if label == "?":
            unread.append(Unread(outline, "unclear", 0))
        elif label == "back":
            unread.append(Unread(outline, "face down"))
        elif label != "_":
            sure = float(f"0.{share}") if share else 0.97
            pieces.append(Piece(label, rule_set(game).points(label), sure, outline, sure < 0.9, (), sure))
    points = None if unread else sum(piece.points for piece in pieces)
    hands = (Hand(tuple(pieces), points, bool(unread)),) if pieces or unread else ()
    return Scan("live", 1280, 720, game, hands, tuple(unread), (Advice("too_far", "Go closer."),))


def after(*looks: tuple[int, str], game: str = "rami") -> Tracked:
    """The hand after looks at it, (how many, what each saw), a tenth of a second apart."""
    return history(*looks, game=game)[-1]


def history(*looks: tuple[int, str], game: str = "rami") -> list[Tracked]:
    seen = [Tracked(game)]
    for text in [text for count, text in looks for _ in range(count)]:
        seen.append(tracked(seen[-1], look(text, game), STEP * len(seen)))
    return seen[1:]


def shown(hand: Tracked) -> str:
    """The hand as `look` reads it, a piece that wants a look with a "?" behind it; what is unread comes last."""
    assert hand.scan is not None
    words = [piece.label + "?" * piece.review for piece in hand.scan.pieces]
    return " ".join([*words, *("?" for one in hand.scan.unread if one.hand is not None)])


def standing(hand: Tracked) -> str | None:
    return None if hand.settled is None else shown(Tracked("rami", scan=hand.settled))


SHOWN = {
    "one look proves nothing": ([(1, "AH KS")], ""),
    "two looks show it, and it wants a third": ([(2, "AH KS")], "AH? KS?"),
    "three looks are enough": ([(3, "AH KS")], "AH KS"),
    "one look misses a card": ([(8, "AH KS"), (1, "AH _")], "AH KS"),
    "one look sees too many": ([(8, "AH KS"), (1, "AH KS 2C")], "AH KS"),
    "a card comes and goes": ([(8, "AH KS"), *[(1, "AH _"), (1, "AH KS")] * 4], "AH KS?"),
    "a card vanishes: it may be hidden": ([(8, "AH KS"), (4, "AH _")], "AH ?"),
    "what was there for a moment was nothing": ([(8, "AH KS"), (4, "AH KS 2C"), (5, "AH KS")], "AH KS"),
    "what was in doubt each time was nothing": ([(8, "AH KS"), (7, "AH KS 2C.8"), (5, "AH KS")], "AH KS"),
    "in doubt it settled: it may be hidden": ([(12, "AH KS.8"), (8, "AH _")], "AH ?"),
    "a toss-up is what most looks said": ([(4, "JS.5 AH"), (1, "8S.5 AH"), (4, "JS.5 AH"), (2, "8S.5 AH")], "JS? AH"),
    "likely at last": ([(9, "JS.5 AH"), (6, "8S.8 AH")], "8S? AH"),
    "a card is taken away": ([(8, "AH KS"), (14, "AH _")], "AH"),
    "a card is added": ([(8, "AH KS"), (4, "AH KS 2C")], "AH KS 2C"),
    "one look misreads a card": ([(8, "AH KS"), (1, "4H KS"), (1, "AH KS")], "AH KS"),
    "looks contradict each other": ([(1, "AH"), *[(1, "4H"), (1, "AH")] * 4], "AH?"),
    "another card is laid in the place": ([(8, "AH KS"), (12, "4H KS")], "4H KS"),
    "doubt alone does not become sure": ([(12, "AH.7 KS")], "AH? KS"),
    "what settled sure stays sure": ([(12, "AH KS"), (14, "AH.7 KS")], "AH KS"),
    "a card that is never read": ([(6, "AH ?")], "AH ?"),
    "a card read at last": ([(4, "AH ?"), (4, "AH KS")], "AH KS"),
    "a glare hides what a card says": ([(8, "AH KS"), (2, "AH ?")], "AH KS"),
    "a glare stays": ([(8, "AH KS"), (10, "AH ?")], "AH ?"),
    "two equal cards": ([(6, "AH AH KS")], "AH AH KS"),
    "two equal cards in one place": ([(10, "AH =AH KS")], "AH? AH? KS"),
    "one card that some looks take for two": ([*[(1, "AH =AH KS"), (2, "AH KS")] * 4], "AH? KS"),
    "two equal cards apart, one missed now and then": ([*[(1, "AH KS AH"), (1, "AH KS _")] * 6], "AH KS AH?"),
    "three of a card of which there are two": ([(6, "AH AH AH")], "AH? AH? AH?"),
    "a card face down belongs to no hand": ([(6, "AH back")], "AH"),
}


@pytest.mark.parametrize(("looks", "expected"), SHOWN.values(), ids=SHOWN)
def test_what_is_shown(looks: Sequence[tuple[int, str]], expected: str) -> None:
    assert shown(after(*looks)) == expected


def test_two_equal_tiles_side_by_side_are_two() -> None:
    assert shown(after((6, "R7 =R7"), game="rummikub")) == "R7 R7"


@pytest.mark.parametrize(
    ("looks", "least", "most"),
    [
        ([(1, "AH.9")] * 3, 0.91, 0.95),
        ([(1, "AH.9")] * 10, 0.92, 0.95),  # surer than once, but ten like looks are no ten proofs
        ([(1, "AH.9")] * 200, 0.92, 0.95),
        ([(1, "AH.8")] * 200, 0.8, 0.89),  # what is doubtful each time stays doubtful
        ([(1, "AH.9"), (1, "4H.9")] * 6, 0.0, 0.75),
        ([(1, "KH.9"), (1, "QH.9")] * 6, 0.92, 0.95),  # worth the same: the points are sure
    ],
)
def test_looks_make_surer(looks: Sequence[tuple[int, str]], least: float, most: float) -> None:
    scan = after(*looks).scan
    assert scan is not None
    (piece,) = scan.pieces
    assert least < piece.confidence < most


def test_looks_at_the_same_picture_prove_no_more_than_one() -> None:
    hand = Tracked("rami")
    for count in range(1, 12):
        hand = tracked(hand, look("AH.85"), STEP * count, again=count > 1)
    assert hand.scan is not None
    assert hand.scan.pieces[0].confidence == pytest.approx(0.85)


STANDS = {
    "too short a moment": ([(6, "AH KS")], None),
    "long enough": ([(12, "AH KS")], "AH KS"),
    "nothing is no hand": ([(30, "")], None),
    "a flicker changes nothing": ([(12, "AH KS"), (3, "AH _")], "AH KS"),
    "a suit in doubt is no other hand": ([(2, "AH KS"), (2, "AH KC")] * 5, "AH KS"),
    "what is gone stands no more": ([(12, "AH KS"), (8, "AH _")], None),
    "a card less": ([(12, "AH KS"), (30, "AH _")], "AH"),
    "a card more": ([(12, "AH KS"), (14, "AH KS 2C")], "AH KS 2C"),
    "a card just laid down is waited for": ([(6, "AH KS"), (2, "AH KS 2C")], None),
    "in doubt it stands with a flag": ([(12, "AH.7 KS")], "AH? KS"),
    "a card that a look in three sees": ([(1, "AH KS"), (2, "AH _")] * 12, None),
    "taken for two by some looks, it stands with a flag": ([(1, "AH =AH KS"), (1, "AH KS")] * 8, "AH? KS"),
    "then it turns out sure": ([(12, "AH.7 KS"), (14, "AH.99 KS")], "AH KS"),
    "sure is not taken back for a weaker look": ([(12, "AH KS"), (14, "AH.7 KS")], "AH KS"),
    "unread": ([(12, "AH ?")], "AH ?"),
    "the hand is exchanged": ([(12, "AH KS"), (30, "2C 3D 4S")], "2C 3D 4S"),
}


@pytest.mark.parametrize(("looks", "expected"), STANDS.values(), ids=STANDS)
def test_what_stands(looks: Sequence[tuple[int, str]], expected: str | None) -> None:
    assert standing(after(*looks)) == expected


@pytest.mark.parametrize(
    ("looks", "moments"),
    [
        ([(30, "AH KS")], ["AH KS"]),
        ([(12, "AH KS"), (2, "AH _"), (12, "AH KS")], ["AH KS"]),
        ([(12, "AH KS"), (30, "AH _"), (12, "AH 2C")], ["AH KS", "AH", "AH 2C"]),
        ([(12, "AH.7"), (12, "AH.99")], ["AH?", "AH"]),
        ([*[(2, "AH KS"), (2, "4H KS")] * 8], []),
    ],
)
def test_it_settles_once(looks: Sequence[tuple[int, str]], moments: list[str]) -> None:
    assert [standing(hand) for hand in history(*looks) if hand.just_settled] == moments


def test_it_settles_only_once_looked_at_closely() -> None:
    hand = Tracked("rami")
    for count in range(1, 20):
        hand = tracked(hand, look("AH KS"), STEP * count, close=False)
    assert hand.settled is None
    assert hand.wants_closer(2.0)
    assert tracked(hand, look("AH KS"), 2.0).just_settled


def test_it_does_not_settle_while_things_move() -> None:
    hand = Tracked("rami")
    for count in range(1, 20):
        hand = tracked(hand, look("AH KS"), STEP * count, calm=False)
    assert hand.settled is None


def test_a_card_whose_middle_is_seen_elsewhere_is_still_one() -> None:
    """Another index of it was read, and says otherwise where the card lies."""
    assert shown(after(*[(1, "AH KS _"), (1, "AH _ KS")] * 6)) == "AH KS"


def test_pieces_are_followed_as_the_camera_moves() -> None:
    """Half a slot a look: what reads alike tells how far all moved, so that equal and unread pieces follow."""
    hand = Tracked("rami")
    for count in range(1, 12):
        hand = tracked(hand, look("AH AH ? KS", shift=(50 * count, 0)), STEP * count)
    assert shown(hand) == "AH AH KS ?"
    assert len(hand.tracks) == 4


@pytest.mark.parametrize(
    ("looks", "expected"), [([(6, "AH KS")], 21), ([(6, "AH ?")], None), ([(6, "")], None), ([(6, "JOKER KS")], 30)]
)
def test_the_running_total(looks: Sequence[tuple[int, str]], expected: int | None) -> None:
    assert after(*looks).total == expected


def test_advice_and_sizes_are_those_of_the_newest_scan() -> None:
    scan = after((6, "AH AH AH")).scan
    assert scan is not None
    assert [advice.code for advice in scan.warnings] == ["too_far", "too_many"]
    assert (scan.width, scan.height) == (1280, 720)


@pytest.mark.parametrize(("last", "review"), [("9D", True), ("?", True), ("", False)])
def test_more_cards_than_one_player_holds_settle_with_a_flag(last: str, review: bool) -> None:
    scan = after((12, f"2C 3C 4C 5C 6C 7C 8C 9C 2D 3D 4D 5D 6D 7D 8D {last}")).settled
    assert scan is not None
    assert scan.review is review
    assert ("several_hands" in [advice.code for advice in scan.warnings]) is review


@pytest.mark.parametrize("begun", [0.1, 0.8, 1.4, 2.1, 2.9])
def test_it_settles_as_soon_whenever_it_was_begun(begun: float) -> None:
    """2.8 less 2.1 is less than 0.7 to a computer."""
    hand, looks = Tracked("rami"), 0
    while hand.settled is None:
        hand = tracked(hand, look("AH KS"), round(begun + STEP * looks, 1))
        looks += 1
    assert looks == 9  # the second shows it, and 0.7 s later it stands
