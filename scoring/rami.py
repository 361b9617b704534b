"""In: nothing. Out: the rule set of Rami: penalty points for the cards left in hand, the lowest total wins."""

from typing import Final

from scoring.pieces import JOKER
from scoring.ruleset import RuleSet

RAMI: Final = RuleSet(
    name="rami",
    pieces="cards",
    # Two packs of 52 and four jokers are one set.
    copies=2,
    jokers=4,
    values={str(number): number for number in range(2, 11)} | {"A": 11, "J": 10, "Q": 10, "K": 10, JOKER: 20},
    ace="both",
    # The rule texts count hands and do not deal them: 13 or 14 cards are usual, and one is drawn before one goes.
    most_held=15,
    max_players=6,
    endings=("out", "blocked", "one_turn"),
    losers_score="plus",
    winner_collects=False,
    blocked_counts="hand",
    one_turn_points=200,
    unopened_addition=25,
    unopened_cap=100,
    unopened_cap_percent=50,
    best_total="lowest",
    target_per_opponent=100,
    match_tie="another_round",
)
