"""In: the hands of a match as dealt. Out: `PlayedMatch`: its rounds scored, its standing, and what is not final."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring import Hand, Match, Round, RoundScore, RuleSet, ScoringError, Standing, score_round, standing
from service.batch.dealt import WORST, Dealt, State
from service.batch.ending import how_it_ended
from service.batch.entry import Entry


@dataclass(frozen=True)
class PlayedRound:
    """`round` and `score` are None where it cannot be scored; `reasons` say why, besides those of its hands."""

    number: int
    hands: tuple[Dealt, ...]
    round: Round | None
    score: RoundScore | None
    reasons: tuple[str, ...] = ()

    @property
    def state(self) -> State:
        states = [hand.state for hand in self.hands]
        if self.reasons:
            states.append("failed")
        return min(states, key=WORST.index, default="failed")


@dataclass(frozen=True)
class PlayedMatch:
    """`standing` counts the rounds that are scored; None where there is none."""

    name: str
    rules: RuleSet
    players: tuple[str, ...]
    rounds: tuple[PlayedRound, ...]
    standing: Standing | None

    @property
    def final(self) -> bool:
        """Whether nothing in it needs a look."""
        return all(played.state == "sure" for played in self.rounds)


def play_match(name: str, rules: RuleSet, dealt: Sequence[tuple[Entry, tuple[Dealt, ...]]]) -> PlayedMatch:
    """All the photos of one match."""
    numbers = sorted({entry.round for entry, _ in dealt})
    by_round = {number: [pair for pair in dealt if pair[0].round == number] for number in numbers}
    players = _seats(by_round)
    rounds = tuple(_play(number, by_round[number], players, rules) for number in numbers)
    scored = tuple(played.round for played in rounds if played.round is not None)
    now = standing(Match(rules, players, scored)) if scored else None
    return PlayedMatch(name, rules, players, rounds, now)


def _seats(by_round: Mapping[int, Sequence[tuple[Entry, tuple[Dealt, ...]]]]) -> tuple[str, ...]:
    """Who plays, in the order met. In a match of three rounds or more, a name met in one alone is a slip of the pen."""
    met: Counter[str] = Counter()
    for pairs in by_round.values():
        named = dict.fromkeys(name for entry, _ in pairs for name in (*entry.players, entry.winner) if name)
        met.update(list(named))
    least = 2 if len(by_round) > 2 else 1
    return tuple(name for name, count in met.items() if count >= least)


def _play(
    number: int, pairs: Sequence[tuple[Entry, tuple[Dealt, ...]]], players: tuple[str, ...], rules: RuleSet
) -> PlayedRound:
    hands = tuple(hand for _, dealt in pairs for hand in dealt)
    try:
        ending, winner, missing = how_it_ended([entry for entry, _ in pairs], hands, players)
        hands += tuple(Dealt(name, None) for name in missing)
        hands = tuple(sorted(hands, key=lambda hand: players.index(hand.player)))
        if not all(hand.whole for hand in hands):
            return PlayedRound(number, hands, None, None)
        round_ = Round(ending, tuple(Hand(hand.player, hand.labels, hand.opened) for hand in hands), winner)
        return PlayedRound(number, hands, round_, score_round(round_, rules))
    except ScoringError as error:
        return PlayedRound(number, hands, None, None, (str(error),))
