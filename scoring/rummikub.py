"""In: nothing. Out: the rule set of Rummikub: tiles left in hand count for the winner and against the holder."""

from typing import Final

from scoring.pieces import JOKER, RANKS
from scoring.ruleset import RuleSet

RUMMIKUB: Final = RuleSet(
    name="rummikub",
    pieces="tiles",
    copies=2,
    jokers=2,
    values={number: int(number) for number in RANKS["tiles"]} | {JOKER: 30},
    # 14 are dealt, and one is drawn in each turn in which nothing is laid: for more, a player would have to lay nothing
    # in 26 turns of a round in which nobody else goes out. The rule texts set no limit but the set.
    most_held=40,
    max_players=4,
    players_per_extra_set=2,
    losers_score="minus",
    winner_collects=True,
    blocked_counts="difference",
    tie_policies=("share", "tiebreak", "void"),
    best_total="highest",
    match_tie="share",
)
