"""In: how a round ended and what each player was left holding. Out: a Round, checked against the rules."""

from collections import Counter
from dataclasses import dataclass

from scoring.errors import ScoringError
from scoring.melds import check_table
from scoring.plausibility import excess
from scoring.ruleset import Ending, RuleSet, TiePolicy


@dataclass(frozen=True)
class Hand:
    """The labels one player was left holding. `opened` is None where nobody said."""

    player: str
    pieces: tuple[str, ...] = ()
    opened: bool | None = None


@dataclass(frozen=True)
class Round:
    """One round as it was recorded.

    `winner` is named for "out" and "one_turn" (and for a tie-break), and worked out for "blocked". `blocked_tie` is
    None where the rule set's own holds. `starter` is who began, where that was written down. `table` holds the sets
    played, where they are to be checked.
    """

    ending: Ending
    hands: tuple[Hand, ...]
    winner: str | None = None
    blocked_tie: TiePolicy | None = None
    starter: str | None = None
    table: tuple[tuple[str, ...], ...] = ()

    @property
    def players(self) -> tuple[str, ...]:
        """The names, in the order of the hands."""
        return tuple(hand.player for hand in self.hands)


def opened(round_: Round, hand: Hand) -> bool:
    """Whether a player opened: so it is taken unless said, except of the opponents in a one-turn round."""
    if hand.opened is None:
        return round_.ending != "one_turn" or hand.player == round_.winner
    return hand.opened


def check_players(players: tuple[str, ...], rules: RuleSet) -> None:
    """Raises ScoringError when two share a name, or the game does not take so many."""
    for name in players:
        if not name.strip() or any(sign < " " or "\ud800" <= sign <= "\udfff" for sign in name):
            raise ScoringError(f"{name!r} is no player's name: write one line that is not empty.")
    for name, count in Counter(players).items():
        if count > 1:
            raise ScoringError(f"{count} players are called {name}: give each a name of their own.")
    if not rules.min_players <= len(players) <= rules.most_players():
        raise ScoringError(
            f"{rules.name} takes {rules.min_players} to {rules.most_players()} players, not {len(players)}."
        )


def check_round(round_: Round, rules: RuleSet) -> None:
    """Raises ScoringError for the first thing that contradicts itself or the rules, saying what to mend."""
    check_players(round_.players, rules)
    if round_.ending not in rules.endings:
        raise ScoringError(f"{rules.name} has no ending “{round_.ending}”: say {', '.join(rules.endings)}.")
    if round_.blocked_tie is not None and round_.blocked_tie not in rules.tie_policies:
        raise ScoringError(
            f"{rules.name} does not settle a tie by “{round_.blocked_tie}”: say {', '.join(rules.tie_policies)}."
        )
    for role, name in (("winner", round_.winner), ("starter", round_.starter)):
        if name is not None and name not in round_.players:
            raise ScoringError(f"The {role} {name} is not among the players {', '.join(round_.players)}.")
    over = excess([piece for held in (*(hand.pieces for hand in round_.hands), *round_.table) for piece in held], rules)
    if over:
        raise ScoringError(" ".join(str(piece) for piece in over))
    for number, problem in check_table(round_.table, rules):
        raise ScoringError(f"Set {number} on the table is not valid: {problem}.")
    if round_.ending != "blocked":
        _check_out(round_)


def _check_out(round_: Round) -> None:
    if round_.winner is None:
        raise ScoringError(f"Name the winner: a round that ended “{round_.ending}” was won by someone.")
    for hand in round_.hands:
        if hand.player == round_.winner:
            if hand.pieces:
                raise ScoringError(
                    f"{hand.player} went out but still holds {' '.join(hand.pieces)}: "
                    "empty that hand, or name another winner."
                )
            if not opened(round_, hand):
                raise ScoringError(
                    f"{hand.player} went out, so {hand.player} has opened: mend “opened”, or the winner."
                )
        elif round_.ending == "one_turn" and opened(round_, hand):
            raise ScoringError(
                f"{hand.player} has opened, so {round_.winner} did not go out in one turn: "
                "let the ending be “out”, or mend “opened”."
            )
