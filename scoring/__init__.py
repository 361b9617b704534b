"""In: hands as labels or typed text, and how the round ended. Out: points, line by line, and matches added up.

The rules of the games: pure Python, no third-party import, nothing of the rest of the project.
"""

from scoring.amounts import json_number, mixed_number
from scoring.csv_cells import csv_cell, csv_text
from scoring.errors import ReadingError, ScoringError
from scoring.explain import explain
from scoring.games import GAMES, rule_set
from scoring.house_rules import change_rules, rule_changes, rules_from, rules_from_toml
from scoring.match import Match, Standing, add_round, edit_round, move_round, next_starter, remove_round, standing
from scoring.match_csv import match_from_csv, match_to_csv
from scoring.melds import check_table, meld_problem
from scoring.pieces import JOKER, Kind
from scoring.plausibility import Excess, excess
from scoring.read import read_hand, read_piece
from scoring.read_round import game_named, read_round
from scoring.records import (
    match_from_dict,
    match_round_from_dict,
    match_to_dict,
    parse_json,
    round_from_dict,
    round_to_dict,
)
from scoring.round import Hand, Round, check_round
from scoring.ruleset import Ending, RuleSet, TiePolicy
from scoring.settle import Line, RoundScore, hand_points, score_round
from scoring.split import split_table
from scoring.vocabulary import LANGUAGES, Language
from scoring.write import write_hand, write_piece

__all__ = [
    "GAMES",
    "JOKER",
    "LANGUAGES",
    "Ending",
    "Excess",
    "Hand",
    "Kind",
    "Language",
    "Line",
    "Match",
    "ReadingError",
    "Round",
    "RoundScore",
    "RuleSet",
    "ScoringError",
    "Standing",
    "TiePolicy",
    "add_round",
    "change_rules",
    "check_round",
    "check_table",
    "csv_cell",
    "csv_text",
    "edit_round",
    "excess",
    "explain",
    "game_named",
    "hand_points",
    "json_number",
    "match_from_csv",
    "match_from_dict",
    "match_round_from_dict",
    "match_to_csv",
    "match_to_dict",
    "meld_problem",
    "mixed_number",
    "move_round",
    "next_starter",
    "parse_json",
    "read_hand",
    "read_piece",
    "read_round",
    "remove_round",
    "round_from_dict",
    "round_to_dict",
    "rule_changes",
    "rule_set",
    "rules_from",
    "rules_from_toml",
    "score_round",
    "split_table",
    "standing",
    "write_hand",
    "write_piece",
]
