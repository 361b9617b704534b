"""In: labels, of a hand or of a whole round. Out: those of which the game holds fewer copies."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from scoring.ruleset import RuleSet


@dataclass(frozen=True)
class Excess:
    """A piece seen `count` times where the sets in play hold `copies`."""

    label: str
    count: int
    copies: int

    def __str__(self) -> str:
        return f"{self.label} is there {self.count} times, and the game has {self.copies}: mend the hands."


def excess(labels: Iterable[str], rules: RuleSet) -> tuple[Excess, ...]:
    """Every piece there are too many of, in the order met. Raises ScoringError for a label the game does not have."""
    counts = Counter(labels)
    for label in counts:
        rules.check_label(label)
    found = (Excess(label, count, rules.copies_of(label)) for label, count in counts.items())
    return tuple(piece for piece in found if piece.count > piece.copies)
