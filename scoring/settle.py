"""In: a round and the rules. Out: the points of each player, line by line, and who won.

A player's score is the sum of their lines, and is never reckoned in another way.
"""

from dataclasses import dataclass, replace
from fractions import Fraction

from scoring.errors import ScoringError
from scoring.round import Hand, Round, check_round, opened
from scoring.ruleset import RuleSet


@dataclass(frozen=True)
class Line:
    """One step of a score: `amount` points, by the rule `reason`.

    The other fields are what a sentence about it needs: the pieces counted, the player they came from, the sum so far,
    and among how many winners they were shared.
    """

    reason: str
    amount: Fraction
    pieces: tuple[tuple[str, int], ...] = ()
    player: str = ""
    total: Fraction = Fraction(0)
    shared: int = 1


@dataclass(frozen=True)
class RoundScore:
    """What a round came to. `hands` is the bare value of each hand; `winners` is empty when a tie made it void."""

    winners: tuple[str, ...]
    hands: dict[str, int]
    lines: dict[str, tuple[Line, ...]]

    @property
    def points(self) -> dict[str, Fraction]:
        """The points of each player, exact."""
        return {player: sum((line.amount for line in lines), Fraction(0)) for player, lines in self.lines.items()}


def hand_points(pieces: tuple[str, ...], rules: RuleSet) -> int:
    """The bare value of the pieces left in a hand."""
    return sum(map(rules.points, pieces))


def score_round(round_: Round, rules: RuleSet) -> RoundScore:
    """Scores one round. Raises ScoringError for a round that contradicts itself or the rules.

    Sources: rummikub-en.txt, "Standard Round Scoring" and "Scoring a Blocked Round"; rami-en.txt, "Cards left in hand"
    and "Three special cases".
    """
    check_round(round_, rules)
    hands = {hand.player: hand_points(hand.pieces, rules) for hand in round_.hands}
    winners = _winners(round_, hands, rules)
    if not winners:
        return RoundScore((), hands, dict.fromkeys(hands, (Line("void", Fraction(0)),)))
    counted = {hand.player: _count(round_, hand, hands, rules) for hand in round_.hands if hand.player not in winners}
    won = _winnings(round_, counted, hands, rules)
    lines = {player: _signed(counted[player], rules) if player in counted else won for player in round_.players}
    return RoundScore(winners, hands, lines)


def _winners(round_: Round, hands: dict[str, int], rules: RuleSet) -> tuple[str, ...]:
    if round_.ending != "blocked":
        return (round_.winner,) if round_.winner else ()
    lowest = tuple(player for player, points in hands.items() if points == min(hands.values()))
    policy = (round_.blocked_tie or rules.blocked_tie) if len(lowest) > 1 else "share"
    if policy == "tiebreak":
        if round_.winner is None:
            raise ScoringError(f"{' and '.join(lowest)} tie for the lowest: name as winner who won the tiebreak.")
        if round_.winner not in lowest:
            raise ScoringError(f"{round_.winner} is not among the tied: the winner is one of {', '.join(lowest)}.")
        return (round_.winner,)
    if round_.winner is not None and (round_.winner,) != lowest:
        raise ScoringError(
            f"The lowest hand is {' and '.join(lowest)}'s, {min(hands.values())} points, "
            f"so {round_.winner} is not the one winner: leave the winner out."
        )
    return lowest if policy == "share" else ()


def _count(round_: Round, hand: Hand, hands: dict[str, int], rules: RuleSet) -> tuple[Line, ...]:
    """What a loser counts, before the sign it is written down with."""
    if round_.ending == "one_turn":
        return (Line("one_turn", Fraction(rules.one_turn_points or 0), player=round_.winner or ""),)
    total = Fraction(hands[hand.player])
    lines = [Line("hand", total, tuple((label, rules.points(label)) for label in hand.pieces), total=total)]
    if round_.ending == "blocked" and rules.blocked_counts == "difference":
        lowest = min(hands.values())
        total -= lowest
        lines.append(Line("lowest", Fraction(-lowest), total=total))
    if not opened(round_, hand):
        lines += _unopened(total, len(hands), rules)
    return tuple(lines)


def _unopened(total: Fraction, players: int, rules: RuleSet) -> list[Line]:
    """What changes for a loser who never opened: an addition and the lower cap on the sum, or a fixed price."""
    if rules.unopened_points is not None:
        price = Fraction(rules.unopened_points)
        return [Line("unopened_price", price - total, total=price)]
    raised = total + rules.unopened_addition
    lines = [Line("unopened", raised - total, total=raised)] if rules.unopened_addition else []
    cap = min(rules.unopened_caps(players), default=raised)
    if raised > cap:
        lines.append(Line("capped", cap - raised, total=cap))
    return lines


def _signed(lines: tuple[Line, ...], rules: RuleSet) -> tuple[Line, ...]:
    if rules.losers_score == "nothing":
        return (Line("nothing", Fraction(0)),)
    return tuple(replace(line, amount=-line.amount) for line in lines) if rules.losers_score == "minus" else lines


def _winnings(
    round_: Round, counted: dict[str, tuple[Line, ...]], hands: dict[str, int], rules: RuleSet
) -> tuple[Line, ...]:
    """What each winner scores: nothing, or an even and exact share of what the losers count."""
    winners = len(hands) - len(counted)
    if rules.winner_collects and counted:
        totals = {loser: sum((line.amount for line in lines), Fraction(0)) for loser, lines in counted.items()}
        return tuple(
            Line("collect", total / winners, player=loser, total=total, shared=winners)
            for loser, total in totals.items()
        )
    if round_.ending == "blocked":
        return (Line("lowest_wins", Fraction(0), total=Fraction(min(hands.values()))),)
    return (Line("went_out", Fraction(0)),)
