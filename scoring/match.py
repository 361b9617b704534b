"""In: the rounds of a match. Out: its totals, whether it is over, who has won, and who starts next.

Rounds are the record and everything else is derived: whatever is added, mended, taken out or moved, the rest follows.
"""

import random
from dataclasses import dataclass, replace
from fractions import Fraction

from scoring.errors import ScoringError
from scoring.round import Round, check_players
from scoring.ruleset import RuleSet
from scoring.settle import RoundScore, score_round


@dataclass(frozen=True)
class Match:
    """The players in the order of their seats, the rules they agreed on, and the rounds played.

    Raises ScoringError, naming the round, for one that contradicts itself, the rules or the seats.
    """

    rules: RuleSet
    players: tuple[str, ...]
    rounds: tuple[Round, ...] = ()

    def __post_init__(self) -> None:
        check_players(self.players, self.rules)
        for number, round_ in enumerate(self.rounds, start=1):
            try:
                score_round(round_, self.rules)
                _check_seats(round_, self.players)
            except ScoringError as error:
                raise ScoringError(f"Round {number}: {error}") from error

    def scores(self) -> tuple[RoundScore, ...]:
        """Every round scored."""
        return tuple(score_round(round_, self.rules) for round_ in self.rounds)


@dataclass(frozen=True)
class Standing:
    """Where a match stands. `winners` is empty until it is over; `leaders` are ahead now.

    `decided_in` is the round it was over with, also where more were played after it.
    """

    totals: dict[str, Fraction]
    over: bool
    winners: tuple[str, ...]
    another_round: bool
    target: int | None
    leaders: tuple[str, ...]
    decided_in: int | None


def standing(match: Match) -> Standing:
    """Adds the rounds up.

    Sources: rami-en.txt, "The end of the game"; rummikub-en.txt, "Winning a Match".
    """
    target = match.rules.target_for(len(match.players))
    totals = dict.fromkeys(match.players, Fraction(0))
    over, decided_in = False, None
    leaders = _leaders(totals, match.rules)
    for number, score in enumerate(match.scores(), start=1):
        totals = {player: total + score.points[player] for player, total in totals.items()}
        leaders = _leaders(totals, match.rules)
        over = _over(totals, leaders, number, target, match.rules)
        if over and decided_in is None:
            decided_in = number
    return Standing(totals, over, leaders if over else (), not over, target, leaders, decided_in)


def _leaders(totals: dict[str, Fraction], rules: RuleSet) -> tuple[str, ...]:
    best = min(totals.values()) if rules.best_total == "lowest" else max(totals.values())
    return tuple(player for player, total in totals.items() if total == best)


def _over(
    totals: dict[str, Fraction], leaders: tuple[str, ...], rounds: int, target: int | None, rules: RuleSet
) -> bool:
    ended = (target is not None and max(totals.values()) >= target) or (
        rules.rounds is not None and rounds >= rules.rounds
    )
    return ended and (len(leaders) == 1 or rules.match_tie == "share")


def add_round(match: Match, round_: Round) -> Match:
    """The match with one more round at its end."""
    return replace(match, rounds=(*match.rounds, round_))


def edit_round(match: Match, number: int, round_: Round) -> Match:
    """The match with another round in place of round `number`, counted from 1."""
    index = _index(match, number)
    return replace(match, rounds=(*match.rounds[:index], round_, *match.rounds[index + 1 :]))


def remove_round(match: Match, number: int) -> Match:
    """The match without round `number`."""
    index = _index(match, number)
    return replace(match, rounds=(*match.rounds[:index], *match.rounds[index + 1 :]))


def move_round(match: Match, number: int, to: int) -> Match:
    """The match with round `number` moved, so that it is round `to` afterwards."""
    round_, rest = match.rounds[_index(match, number)], remove_round(match, number).rounds
    index = _index(match, to)
    return replace(match, rounds=(*rest[:index], round_, *rest[index:]))


def next_starter(match: Match, draw: random.Random) -> str:
    """Who starts the next round: the seat after the last starter's, or whoever is drawn, as the rules say.

    The first seat starts the first round, unless a round records another starter.
    """
    if match.rules.starter == "draw":
        return draw.choice(match.players)
    seat = 0
    for round_ in match.rounds:
        seat = 1 + (seat if round_.starter is None else match.players.index(round_.starter))
    return match.players[seat % len(match.players)]


def _index(match: Match, number: int) -> int:
    if not 1 <= number <= len(match.rounds):
        raise ScoringError(f"There is no round {number}: the match has {len(match.rounds)}.")
    return number - 1


def _check_seats(round_: Round, players: tuple[str, ...]) -> None:
    for name in round_.players:
        if name not in players:
            raise ScoringError(f"{name} does not play in this match: its players are {', '.join(players)}.")
    for name in players:
        if name not in round_.players:
            raise ScoringError(f"{name}'s hand is missing.")
