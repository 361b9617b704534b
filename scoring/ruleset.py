"""In: the figures of a game. Out: a RuleSet, checked, that tells points, counts, seats and targets.

Every house rule is one of its fields; nothing about a game stands elsewhere in the code.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from scoring.errors import ScoringError
from scoring.pieces import FACES, JOKER, LABELS, RANKS, Kind
from scoring.ruleset_check import check_fields

Ending = Literal["out", "blocked", "one_turn"]
TiePolicy = Literal["share", "tiebreak", "void"]


@dataclass(frozen=True, kw_only=True)
class RuleSet:
    """One game as data. Points are whole numbers; fields that may be None switch their rule off.

    Raises ScoringError, naming the field, when a value makes no sense.
    """

    name: str
    pieces: Kind
    copies: int
    """Of each card or tile, in one set."""
    jokers: int
    """In one set."""
    sets: int = 1
    """Sets in play; a second one doubles `copies` and `jokers`."""
    values: Mapping[str, int]
    """Points of each rank or number, and of JOKER, left in a hand."""
    ace: Literal["low", "high", "both"] = "low"
    """Which end of a run an ace may stand at (cards only)."""
    most_held: int | None = None
    """The most pieces that one player can hold: a photo that shows more as one hand shows several."""

    min_players: int = 2
    max_players: int
    """With one set."""
    players_per_extra_set: int = 0

    endings: tuple[Ending, ...] = ("out", "blocked")
    losers_score: Literal["plus", "minus", "nothing"]
    """The sign a loser's hand is written down with."""
    winner_collects: bool
    """Whether the winner scores what the losers hold."""
    blocked_counts: Literal["hand", "difference"]
    """What a loser of a blocked round counts: the whole hand, or how far it lies above the lowest."""
    tie_policies: tuple[TiePolicy, ...] = ("share",)
    """What players may agree on for a tie of the lowest in a blocked round."""
    blocked_tie: TiePolicy = "share"

    one_turn_points: int | None = None
    """Each opponent's points when the winner opened and went out in one turn."""
    unopened_addition: int = 0
    unopened_cap: int | None = None
    unopened_cap_percent: int | None = None
    """A second cap, in percent of the match's target; the lower of the two holds."""
    unopened_points: int | None = None
    """A fixed price for a loser who never opened, in place of hand, addition and caps."""

    best_total: Literal["lowest", "highest"]
    target: int | None = None
    target_per_opponent: int | None = None
    """Gives the target where `target` is None."""
    rounds: int | None = None
    """The agreed number of rounds."""
    match_tie: Literal["share", "another_round"]
    starter: Literal["rotate", "draw"] = "rotate"

    def __post_init__(self) -> None:
        check_fields(self)

    def check_label(self, label: str) -> None:
        """Raises ScoringError for what is no label of the game."""
        if label not in self.labels():
            raise ScoringError(f"“{label}” is no label of {self.name}: they look like {', '.join(self.labels()[-4:])}.")

    def points(self, label: str) -> int:
        """What one piece left in a hand is worth. Raises ScoringError for what is no label."""
        self.check_label(label)
        return self.values[JOKER if label == JOKER else FACES[self.pieces][label].rank]

    def labels(self) -> tuple[str, ...]:
        """Every label of the game, the joker last where it has one."""
        return LABELS[self.pieces] if self.jokers else tuple(FACES[self.pieces])

    def copies_of(self, label: str) -> int:
        """How many of a piece the sets in play hold."""
        return self.sets * (self.jokers if label == JOKER else self.copies)

    def can_hold(self, count: int) -> bool:
        """Whether so many pieces can be the hand of one player."""
        return self.most_held is None or count <= self.most_held

    def most_players(self) -> int:
        """How many can play with the sets in play."""
        return self.max_players + self.players_per_extra_set * (self.sets - 1)

    def target_for(self, players: int) -> int | None:
        """The total that ends a match of so many players, or None."""
        if self.target is not None or self.target_per_opponent is None:
            return self.target
        return self.target_per_opponent * (players - 1)

    def unopened_caps(self, players: int) -> tuple[Fraction, ...]:
        """The caps on what a loser who never opened pays (Rami: 100 points, and half the target)."""
        target = self.target_for(players)
        caps = [] if self.unopened_cap is None else [Fraction(self.unopened_cap)]
        if self.unopened_cap_percent is not None and target is not None:
            caps.append(Fraction(target * self.unopened_cap_percent, 100))
        return tuple(caps)

    def run_order(self) -> tuple[str, ...]:
        """The ranks in the order of a run; an ace that may stand at both ends is in it twice."""
        ranks = RANKS[self.pieces]
        if self.pieces == "tiles" or self.ace == "low":
            return ranks
        return (*ranks[1:], ranks[0]) if self.ace == "high" else (*ranks, ranks[0])
