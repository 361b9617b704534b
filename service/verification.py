"""In: the lines of a comparison. Out: `Verification`: its verdict, what it does to the score, a sentence, and JSON."""

from dataclasses import dataclass
from typing import Any, Final, Literal

from service.evidence import Seen

Verdict = Literal["confirmed", "contradicted", "cannot_tell"]
Kind = Literal["confirmed", "different", "missing", "extra", "cannot_tell"]

KINDS: Final[tuple[Kind, ...]] = ("confirmed", "different", "missing", "extra", "cannot_tell")


@dataclass(frozen=True)
class Line:
    """One typed piece beside the one it stands for; either may be missing. `points`: what it does to the score, photo
    less typed; None where it cannot be told."""

    kind: Kind
    typed: str | None
    seen: Seen | None
    points: int | None


@dataclass(frozen=True)
class Verification:
    """`typed` and `seen` are labels, None where only a total was typed; `difference` is photo less typed, None where it
    cannot be told."""

    verdict: Verdict
    typed: tuple[str, ...] | None
    typed_points: int
    seen: tuple[str, ...]
    seen_points: int | None
    lines: tuple[Line, ...]

    @property
    def difference(self) -> int | None:
        return None if self.seen_points is None else self.seen_points - self.typed_points

    @property
    def message(self) -> str:
        """One sentence for people, in English."""
        if self.verdict == "confirmed":
            return "The photo shows what was typed."
        if self.difference is None:
            told = "contradicts what was typed" if self.verdict == "contradicted" else "is not clear enough to tell"
            return f"The photo {told}: check the pieces marked."
        if self.difference == 0:
            return "The photo shows other pieces than was typed, worth as much."
        count, more = abs(self.difference), "more" if self.difference > 0 else "fewer"
        return f"The photo shows {count} {'points' if count > 1 else 'point'} {more} than was typed."

    def to_dict(self) -> dict[str, Any]:
        """As the API answers."""
        return {
            "verdict": self.verdict,
            "typed": {"labels": None if self.typed is None else list(self.typed), "points": self.typed_points},
            "seen": {"labels": list(self.seen), "points": self.seen_points},
            "difference": self.difference,
            **{kind: [_line(line) for line in self.lines if line.kind == kind] for kind in KINDS},
            "message": self.message,
        }


def _line(line: Line) -> dict[str, Any]:
    return {
        "typed": line.typed,
        "piece": line.seen.piece if line.seen else None,
        "seen": line.seen.label if line.seen else None,
        "points": line.points,
    }
