"""In: the loose pieces of a table. Out: valid groups and runs that use every one of them, if there are any.

The ranks are walked through in the order of a run. At each, the pieces of a suit lengthen runs, begin runs or fall to
the groups of that rank; what matters for the rest is only how long the open runs are and what is left, so a position
that failed once is never tried again.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from scoring.melds import LEAST
from scoring.pieces import JOKER, RANKS, SUITS, Face, label_of
from scoring.ruleset import RuleSet

_Run = tuple[str, ...]


class _Open(NamedTuple):
    """What stands open at one rank: the runs of each suit, aces kept for the high end, jokers not yet used."""

    runs: tuple[tuple[_Run, ...], ...]
    kept: tuple[int, ...]
    jokers: int

    def key(self) -> tuple[object, ...]:
        lengths = tuple(tuple(sorted(min(len(run), LEAST) for run in runs)) for runs in self.runs)
        return lengths, self.kept, self.jokers


class _Choice(NamedTuple):
    """What one suit does at one rank."""

    runs: tuple[_Run, ...]
    closed: tuple[_Run, ...]
    for_groups: int
    kept: int
    jokers: int


@dataclass(frozen=True)
class _Table:
    """The pieces to be used, the order of a run, and what is known to lead nowhere."""

    rules: RuleSet
    counts: Counter[str]
    order: tuple[str, ...]
    failed: set[tuple[object, ...]]

    def label(self, place: int, suit: str) -> str:
        """The piece of a suit at a place in the order of a run."""
        return label_of(self.rules.pieces, Face(self.order[place], suit))

    def ace_comes_again(self, place: int) -> bool:
        """Whether this is the low end of an order that has the ace at both: some aces may be kept for the high one."""
        return place == 0 and self.order[0] in self.order[1:]

    def ace_again(self, place: int) -> bool:
        """Whether this is the high end, where only the aces kept are left."""
        return self.order[place] in self.order[:place]


def split_table(labels: Iterable[str], rules: RuleSet) -> tuple[tuple[str, ...], ...] | None:
    """Valid sets made of all the pieces, or None when there are none. A table without pieces is no sets.

    Raises ScoringError for a piece the game does not have.
    """
    counts = Counter(labels)
    for label in counts:
        rules.check_label(label)
    suits = SUITS[rules.pieces]
    table = _Table(rules, counts, rules.run_order(), set())
    found = _from(table, 0, _Open(((),) * len(suits), (0,) * len(suits), counts[JOKER]))
    return None if found is None else tuple(found)


def _from(table: _Table, place: int, open_: _Open) -> list[_Run] | None:
    """Sets that use everything from this rank on, or None."""
    if place == len(table.order):
        ends = [run for runs in open_.runs for run in runs]
        done = not open_.jokers and all(len(run) >= LEAST for run in ends)
        return [part for run in ends for part in _shortened(run, table.rules)] if done else None
    key = (place, open_.key())
    if key in table.failed:
        return None
    for choices in _choices(table, place, open_, 0, open_.jokers):
        closed = [part for choice in choices for run in choice.closed for part in _shortened(run, table.rules)]
        left = open_.jokers - sum(choice.jokers for choice in choices)
        for jokers, groups in _groups(table, place, choices, left):
            runs, kept = tuple(choice.runs for choice in choices), tuple(choice.kept for choice in choices)
            rest = _from(table, place + 1, _Open(runs, kept, left - jokers))
            if rest is not None:
                return [*groups, *closed, *rest]
    table.failed.add(key)
    return None


def _choices(table: _Table, place: int, open_: _Open, suit: int, jokers: int) -> Iterator[tuple[_Choice, ...]]:
    """What the suits, from number `suit` on, can do together with so many jokers."""
    if suit == len(open_.runs):
        yield ()
        return
    for choice in _suit_choices(table, place, open_, suit, jokers):
        for others in _choices(table, place, open_, suit + 1, jokers - choice.jokers):
            yield (choice, *others)


def _suit_choices(table: _Table, place: int, open_: _Open, suit: int, jokers: int) -> Iterator[_Choice]:
    label = table.label(place, SUITS[table.rules.pieces][suit])
    again = table.ace_again(place)
    have = open_.kept[suit] if again else table.counts[label]
    short = [run for run in open_.runs[suit] if len(run) < LEAST]
    long = [run for run in open_.runs[suit] if len(run) >= LEAST]
    room = len(table.order) - place >= LEAST
    for lengthened in range(len(long), -1, -1):
        going = len(short) + lengthened
        spare = have + jokers - going
        for begun in range((spare if room else min(0, spare)) + 1):
            # A joker stands in a run only for want of the piece: else the two could change places.
            stand_ins = max(0, going + begun - have)
            left = have - (going + begun - stand_ins)
            if again and left:
                continue
            pieces = (label,) * (going + begun - stand_ins) + (JOKER,) * stand_ins
            runs = (*short, *long[:lengthened], *((),) * begun)
            longer = tuple((*run, piece) for run, piece in zip(runs, pieces, strict=True))
            for kept in range(left + 1 if table.ace_comes_again(place) else 1):
                held = kept if table.ace_comes_again(place) else open_.kept[suit]
                yield _Choice(longer, tuple(long[lengthened:]), left - kept, held, stand_ins)


def _groups(
    table: _Table, place: int, choices: tuple[_Choice, ...], jokers: int
) -> Iterator[tuple[int, list[tuple[str, ...]]]]:
    """Every number of jokers with which the pieces left at this rank make groups, and the groups."""
    left = [choice.for_groups for choice in choices]
    if not any(left):
        # No group here, if it is not one of jokers alone.
        yield 0, []
    for used in range(jokers + 1):
        pieces = sum(left) + used
        for groups in range(max(1, *left), pieces // LEAST + 1):
            if pieces <= groups * len(left):
                yield used, _dealt(table, place, left, used, groups)
                break


def _dealt(table: _Table, place: int, left: list[int], jokers: int, groups: int) -> list[tuple[str, ...]]:
    """The pieces dealt to the smallest groups first, each suit once to a group."""
    dealt: list[list[str]] = [[] for _ in range(groups)]
    for suit, count in zip(SUITS[table.rules.pieces], left, strict=True):
        for group in sorted(dealt, key=len)[:count]:
            group.append(table.label(place, suit))
    for _ in range(jokers):
        min(dealt, key=len).append(JOKER)
    return [tuple(group) for group in dealt]


def _shortened(run: _Run, rules: RuleSet) -> tuple[_Run, ...]:
    """The run, in two parts where it went from a low ace through to a high one."""
    return (run,) if len(run) <= len(RANKS[rules.pieces]) else (run[:LEAST], run[LEAST:])
