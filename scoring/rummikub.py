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
    max_players=4,
    players_per_extra_set=2,
    losers_score="minus",
    winner_collects=True,
    blocked_counts="difference",
    tie_policies=("share", "tiebreak", "void"),
    best_total="highest",
    match_tie="share",
)
