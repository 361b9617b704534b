"""In: hands as labels or typed text, and how the round ended. Out: points, line by line, and matches added up.

The rules of the games: pure Python, no third-party import, nothing of the rest of the project.
"""

from scoring.errors import ReadingError, ScoringError
from scoring.games import GAMES, rule_set
from scoring.melds import check_table, meld_problem
from scoring.pieces import JOKER, Kind
from scoring.plausibility import Excess, excess
from scoring.read import read_hand, read_piece
from scoring.round import Hand, Round, check_round
from scoring.ruleset import Ending, RuleSet, TiePolicy
from scoring.settle import Line, RoundScore, hand_points, score_round

__all__ = [
    "GAMES",
    "JOKER",
    "Ending",
    "Excess",
    "Hand",
    "Kind",
    "Line",
    "ReadingError",
    "Round",
    "RoundScore",
    "RuleSet",
    "ScoringError",
    "TiePolicy",
    "check_round",
    "check_table",
    "excess",
    "hand_points",
    "meld_problem",
    "read_hand",
    "read_piece",
    "rule_set",
    "score_round",
]
