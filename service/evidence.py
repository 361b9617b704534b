"""In: what was typed for a piece, and what the photo shows there. Out: whether the two agree.

The weight of what was typed is written down here and nowhere else. A clear reading is never moved by it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from scoring import RuleSet

Judgement = Literal["confirmed", "different", "cannot_tell"]

WEIGHT: Final = 20.0
"""What was typed counts as much as odds of 20 to 1: about one piece in twenty that people type is a slip."""
SURE: Final = 0.9
"""Belief from which a piece counts as told, as in `vision.pieces`."""

HIDING: Final = frozenset(
    {"nothing_found", "damaged", "too_dark", "too_far", "blurred", "glare", "cut_off", "face_down"}
)
"""Codes of advice on a photo that may not show every piece, so that none can be called missing from it."""


@dataclass(frozen=True)
class Seen:
    """A piece as the photo shows it. `label` is None for one that could not be named.

    `confidence`: that its points are right; `label_confidence`: that suit or colour is right as well; `review` where
    the reader wants a look. `piece` is whatever the caller knows it by.
    """

    piece: str
    label: str | None
    confidence: float = 1.0
    label_confidence: float = 1.0
    review: bool = False
    alternatives: tuple[str, ...] = ()


def judge(typed: str, seen: Seen, rules: RuleSet) -> Judgement:
    """One typed label against one piece."""
    if seen.label is None:
        return "cannot_tell"
    alike = rules.points(typed) == rules.points(seen.label)
    if not seen.review and (seen.label_confidence >= SURE or not alike):
        return "confirmed" if typed == seen.label else "different"
    return "confirmed" if believed(chance(typed, seen)) >= SURE else "cannot_tell"


def chance(label: str, seen: Seen) -> float:
    """What the photo alone gives a label; its alternatives get half of what is left, a quarter, and so on."""
    if label == seen.label:
        return seen.label_confidence
    if label not in seen.alternatives:
        return 0.0
    return float((1 - seen.label_confidence) * 0.5 ** (1 + seen.alternatives.index(label)))


def believed(chance_of: float) -> float:
    """The chance of a label once somebody typed it."""
    return WEIGHT * chance_of / (WEIGHT * chance_of + 1 - chance_of)


def may_hide(codes: Iterable[str]) -> bool:
    """Whether a photo with this advice may hide pieces."""
    return not HIDING.isdisjoint(codes)
