"""In: what the scanner found in one photo. Out: the scan object, as other programs read it (`Scan.to_dict`)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

Point = tuple[float, float]
Outline = tuple[Point, Point, Point, Point]


@dataclass(frozen=True)
class Piece:
    """One physical card or tile.

    `label` as in `scoring`; `outline` in pixels of the upright original photo, clockwise from the piece's own top
    left; `confidence` 0..1, calibrated, that its points are right, and `label_confidence` that suit or colour is right
    as well; `review` where they are not high enough to count without a look; `alternatives` the next likely labels,
    likeliest first.
    """

    label: str
    points: int
    confidence: float
    outline: Outline
    review: bool = False
    alternatives: tuple[str, ...] = ()
    label_confidence: float = 1.0


@dataclass(frozen=True)
class Unread:
    """What looks like a piece and could not be named. `hand` is the place in `Scan.hands` of the hand it lies in,
    whose total it stops; a piece that belongs to no hand (a face-down stock, say) has none."""

    outline: Outline
    reason: str
    hand: int | None = None


@dataclass(frozen=True)
class Hand:
    """The pieces of one player in reading order. `points` is None while a piece of the hand is unread."""

    pieces: tuple[Piece, ...]
    points: int | None
    review: bool


@dataclass(frozen=True)
class Advice:
    """Something to know about the photo, with what to do: a stable `code` and a sentence for people."""

    code: str
    message: str


@dataclass(frozen=True)
class Scan:
    """Everything read from one photo. Sizes in pixels of the upright original."""

    name: str
    width: int
    height: int
    game: str
    hands: tuple[Hand, ...]
    unread: tuple[Unread, ...] = ()
    warnings: tuple[Advice, ...] = ()
    timing_ms: dict[str, float] = field(default_factory=dict)

    @property
    def pieces(self) -> tuple[Piece, ...]:
        return tuple(piece for hand in self.hands for piece in hand.pieces)

    @property
    def review(self) -> bool:
        """Whether a person must look before the totals count."""
        return any(hand.review for hand in self.hands)

    def to_dict(self) -> dict[str, Any]:
        return {
            "photo": {"name": self.name, "width": self.width, "height": self.height},
            "game": self.game,
            "hands": [
                {
                    "points": hand.points,
                    "review": hand.review,
                    "pieces": [
                        {
                            "label": piece.label,
                            "points": piece.points,
                            "confidence": round(piece.confidence, 3),
                            "label_confidence": round(piece.label_confidence, 3),
                            "review": piece.review,
                            "outline": _rounded(piece.outline),
                            "alternatives": list(piece.alternatives),
                        }
                        for piece in hand.pieces
                    ],
                }
                for hand in self.hands
            ],
            "unread": [
                {"outline": _rounded(unread.outline), "reason": unread.reason, "hand": unread.hand}
                for unread in self.unread
            ],
            "warnings": [{"code": advice.code, "message": advice.message} for advice in self.warnings],
            "timing_ms": {stage: round(ms, 1) for stage, ms in self.timing_ms.items()},
        }


def _rounded(outline: Outline) -> list[list[float]]:
    return [[round(x, 1), round(y, 1)] for x, y in outline]
