"""In: an entry, the scan object of its photo, and what was corrected. Out: `Dealt`, the hand of each of its players."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from scoring import RuleSet, ScoringError, hand_points, read_hand
from service.batch.entry import Entry
from service.evidence import SURE
from service.language import N_

State = Literal["sure", "look", "failed"]
WORST: tuple[State, ...] = ("failed", "look", "sure")


@dataclass(frozen=True)
class Dealt:
    """The hand of one player in one round.

    `photo` is its name, empty where none is needed; `content` tells its bytes; `hand` counts the hands of a photo from
    1. `labels` are as read or corrected, `whole` unless a piece is missing among them. `pieces` are those of the scan
    object. `correction` is as it was typed.
    """

    player: str
    opened: bool | None
    photo: str = ""
    content: str = ""
    key: str = ""
    hand: int = 1
    labels: tuple[str, ...] = ()
    whole: bool = True
    state: State = "sure"
    reasons: tuple[str, ...] = ()
    pieces: tuple[Mapping[str, Any], ...] = ()
    unread: int = 0
    correction: str = ""

    @property
    def place(self) -> tuple[str, str, int]:
        """What a correction is known by."""
        return self.photo, self.content, self.hand

    @property
    def seen(self) -> str:
        """What the photo shows, as a person would type it, with a question mark behind what is not sure."""
        words = [piece["label"] + ("?" if piece["review"] else "") for piece in self.pieces]
        return " ".join([*words, *["?"] * self.unread])

    def doubted(self, state: State, reason: str) -> "Dealt":
        """The same hand with one thing more to look at."""
        return replace(self, state=min(self.state, state, key=WORST.index), reasons=(*self.reasons, reason))


def deal(entry: Entry, content: str, key: str, record: Mapping[str, Any], rules: RuleSet) -> tuple[Dealt, ...]:
    """The hands of a photo in reading order, as read. `record`: the scan object of its photo."""
    blank = [Dealt(player, opened) for player, opened in zip(entry.players, entry.opened, strict=True)]
    if entry.photo is None:
        return tuple(blank)
    blank = [
        replace(hand, photo=entry.name, content=content, key=key, hand=number) for number, hand in enumerate(blank, 1)
    ]
    if "error" in record:
        return tuple(replace(hand, whole=False).doubted("failed", record["error"]["message"]) for hand in blank)
    found = record["hands"]
    if found and len(found) != len(blank):
        return tuple(
            replace(hand, whole=False).doubted(
                "look", f"The photo shows {len(found)} hands, and {len(blank)} players are named for it."
            )
            for hand in blank
        )
    return tuple(_read(hand, number, record, rules) for number, hand in enumerate(blank))


def corrected(hand: Dealt, typed: str, rules: RuleSet) -> Dealt:
    """The hand as a person says it is: typed, or “ok” where it is as read; or what is wrong with the correction."""
    kept = replace(hand, correction=typed)
    if typed.strip().lower() == "ok":
        if not hand.whole:
            return kept.doubted("look", "“ok” leaves open what could not be read: type the whole hand.")
        return replace(kept, state="sure", reasons=())
    try:
        labels = read_hand(typed, rules)
    except ScoringError as error:
        return kept.doubted("look", f"The correction was not followed: {error}")
    return replace(kept, labels=labels, whole=True, state="sure", reasons=())


def points_of(hand: Dealt, rules: RuleSet) -> int | None:
    """The bare value of a hand; None where it is not known."""
    return hand_points(hand.labels, rules) if hand.whole else None


def _read(hand: Dealt, number: int, record: Mapping[str, Any], rules: RuleSet) -> Dealt:
    # Of too many copies the round speaks, which counts all its hands; of several hands, the hand that may be them.
    told_elsewhere = ("several_hands", "too_many")
    warnings = [advice["message"] for advice in record["warnings"] if advice["code"] not in told_elsewhere]
    if not record["hands"]:
        for warning in warnings or [N_("Nothing was found in the photo.")]:
            hand = hand.doubted("look", warning)
        return replace(hand, whole=False).doubted("look", "If the hand is empty, say “empty hand”.")
    found = record["hands"][number]
    unread = sum(place["hand"] == number for place in record["unread"])
    pieces = tuple(found["pieces"])
    read = replace(
        hand,
        labels=tuple(piece["label"] for piece in pieces),
        whole=found["points"] is not None,
        pieces=pieces,
        unread=unread,
    )
    count = len(pieces) + unread
    if not rules.can_hold(count):
        read = read.doubted(
            "look",
            f"{count} pieces are more than one player holds: name each player of the photo, as in ana+ben.jpg, or type "
            "the hand.",
        )
    elif found["review"]:
        for doubt in _doubts(pieces, unread, warnings):
            read = read.doubted("look", doubt)
    return read


def _doubts(pieces: Sequence[Mapping[str, Any]], unread: int, warnings: Sequence[str]) -> tuple[str, ...]:
    """Why a hand wants a look, a sentence each."""
    times = Counter(piece["label"] for piece in pieces)
    told = [_doubt(piece, times[piece["label"]]) for piece in pieces if piece["review"]]
    told += [_unread(unread)] if unread else []
    return tuple(dict.fromkeys([*told, *warnings])) or (N_("Please check the pieces."),)


def _doubt(piece: Mapping[str, Any], times: int) -> str:
    label, others = piece["label"], " or ".join(piece["alternatives"][:2])
    if times > 1 and min(piece["confidence"], piece["label_confidence"]) >= SURE:
        return f"{label} was seen {times} times, and may be there only once."
    if not others:
        return f"{label} is {piece['label_confidence']:.0%} sure."
    return f"{label} is {piece['label_confidence']:.0%} sure, else {others}."


def _unread(count: int) -> str:
    return f"{count} pieces could not be read." if count > 1 else "A piece could not be read."
