"""Rule sets: what each game holds, house rules from code and TOML, and the errors of those that make no sense."""

from pathlib import Path
from typing import Any

import pytest

from scoring import (
    GAMES,
    Hand,
    Round,
    ScoringError,
    change_rules,
    rule_changes,
    rule_set,
    rules_from,
    rules_from_toml,
    score_round,
)

RAMI = rule_set("rami")
RUMMIKUB = rule_set("rummikub")


@pytest.mark.parametrize(
    ("game", "label", "points", "copies"),
    [
        ("rami", "AS", 11, 2),
        ("rami", "2H", 2, 2),
        ("rami", "10D", 10, 2),
        ("rami", "JC", 10, 2),
        ("rami", "QH", 10, 2),
        ("rami", "KS", 10, 2),
        ("rami", "JOKER", 20, 4),
        ("rummikub", "K1", 1, 2),
        ("rummikub", "R13", 13, 2),
        ("rummikub", "JOKER", 30, 2),
    ],
)
def test_points_and_copies(game: str, label: str, points: int, copies: int) -> None:
    assert rule_set(game).points(label) == points
    assert rule_set(game).copies_of(label) == copies


@pytest.mark.parametrize(("game", "pieces", "labels"), [("rami", 108, 53), ("rummikub", 106, 53)])
def test_the_whole_set(game: str, pieces: int, labels: int) -> None:
    rules = rule_set(game)
    assert sum(rules.copies_of(label) for label in rules.labels()) == pieces
    assert len(rules.labels()) == labels
    assert rules.labels()[-1] == "JOKER"


def test_labels_come_suit_by_suit() -> None:
    assert RAMI.labels()[:3] == ("AS", "2S", "3S")
    assert RUMMIKUB.labels()[12:14] == ("K13", "R1")


@pytest.mark.parametrize("label", ["R7", "1H", "", "AH "])
def test_no_label(label: str) -> None:
    with pytest.raises(ScoringError, match=f"^“{label}” is no label of rami: they look like JC, QC, KC, JOKER.$"):
        RAMI.points(label)


def test_no_such_game() -> None:
    with pytest.raises(ScoringError, match=r"^“bridge” is not a game known here: say rummikub or rami.$"):
        rule_set("bridge")


# rami-en.txt, "Game target by number of players"
@pytest.mark.parametrize(("players", "target"), [(2, 100), (3, 200), (4, 300), (5, 400), (6, 500)])
def test_rami_targets(players: int, target: int) -> None:
    assert RAMI.target_for(players) == target
    assert RUMMIKUB.target_for(players) is None
    assert change_rules(RAMI, {"target": 500}).target_for(players) == 500


@pytest.mark.parametrize(
    ("game", "changes", "most", "copies", "jokers"),
    [
        ("rummikub", {}, 4, 2, 2),
        ("rummikub", {"sets": 2}, 6, 4, 4),
        ("rami", {}, 6, 2, 4),
        ("rami", {"jokers": 2}, 6, 2, 2),
        ("rami", {"jokers": 0}, 6, 2, 0),
    ],
)
def test_sets_and_seats(game: str, changes: dict[str, Any], most: int, copies: int, jokers: int) -> None:
    rules = change_rules(rule_set(game), changes)
    assert rules.most_players() == most
    assert rules.copies_of(rules.labels()[0]) == copies
    assert rules.copies_of("JOKER") == jokers


@pytest.mark.parametrize(
    ("game", "changes", "count", "held"),
    [
        ("rami", {}, 15, True),
        ("rami", {}, 16, False),
        ("rummikub", {}, 40, True),
        ("rummikub", {}, 41, False),
        ("rami", {"most_held": 11}, 12, False),
        ("rami", {"most_held": "none"}, 100, True),
    ],
)
def test_what_one_player_can_hold(game: str, changes: dict[str, Any], count: int, held: bool) -> None:
    assert change_rules(rule_set(game), changes).can_hold(count) is held


@pytest.mark.parametrize(
    ("toml", "expected"),
    [
        ("", 55),
        ("unopened_points = 100", 100),
        ("unopened_points = 10", 10),
        ("unopened_addition = 5", 35),
        ("unopened_cap = 40", 40),
        ("unopened_cap_percent = 10", 20),
        ('unopened_cap = "none"', 55),
        ("[values]\nK = 20\nQ = 3", 68),
        ("[values]\nk = 20", 75),
        ("target = 50", 25),
        ("target = 51", 25.5),
        ('target_per_opponent = "none"\nunopened_cap = "none"\nunopened_addition = 225', 255),
    ],
)
def test_house_rules_change_the_score_of_a_player_who_never_opened(toml: str, expected: float) -> None:
    rules = rules_from_toml('game = "rami"\n' + toml)
    round_ = Round("out", (Hand("a"), Hand("b", ("KH", "KS", "QD"), opened=False), Hand("c", ("2C",))), winner="a")
    assert score_round(round_, rules).points == {"a": 0, "b": expected, "c": 2}


def test_changes_are_found_again() -> None:
    changes = {"values": {"JOKER": 25}, "sets": 2, "target": 500, "unopened_cap": None, "match_tie": "share"}
    assert rule_changes(change_rules(RAMI, changes)) == changes
    assert rule_changes(RAMI) == {}


def test_house_rules_of_house_rules() -> None:
    once = change_rules(RAMI, {"values": {"JOKER": 25}})
    assert rules_from({"game": "rami", "values": {"A": 1}}, {"rami": once}).values["JOKER"] == 25


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"unopend_cap": 1}, "There is no rule “unopend_cap”; the nearest is unopened_cap."),
        ({"name": "x"}, "There is no rule “name”; the nearest is "),
        ({"jokers": -1}, "jokers must be a whole number of 0 or more, not -1."),
        ({"jokers": True}, "jokers must be a whole number of 0 or more, not True."),
        ({"copies": 0}, "copies must be a whole number of 1 or more, not 0."),
        ({"copies": None}, "copies must be a whole number of 1 or more, not None."),
        ({"sets": 1.5}, "sets must be a whole number of 1 or more, not 1.5."),
        ({"sets": 0}, "sets must be a whole number of 1 or more, not 0."),
        ({"min_players": 1}, "min_players must be a whole number of 2 or more, not 1."),
        ({"max_players": 1}, "max_players must be a whole number of 2 or more, not 1."),
        ({"players_per_extra_set": -1}, "players_per_extra_set must be a whole number of 0 or more, not -1."),
        ({"one_turn_points": -1}, "one_turn_points must be a whole number of 0 or more, not -1."),
        ({"unopened_addition": -1}, "unopened_addition must be a whole number of 0 or more, not -1."),
        ({"unopened_cap": "many"}, "unopened_cap must be a whole number of 0 or more, not 'many'."),
        ({"unopened_cap_percent": -1}, "unopened_cap_percent must be a whole number of 0 or more, not -1."),
        ({"unopened_points": -1}, "unopened_points must be a whole number of 0 or more, not -1."),
        ({"target": 0}, "target must be a whole number of 1 or more, not 0."),
        ({"target": float("nan")}, "target must be a whole number of 1 or more, not nan."),
        ({"target_per_opponent": 0}, "target_per_opponent must be a whole number of 1 or more, not 0."),
        ({"rounds": 0}, "rounds must be a whole number of 1 or more, not 0."),
        ({"pieces": "dice"}, 'pieces must be "cards" or "tiles", not \'dice\'.'),
        ({"ace": 1}, 'ace must be "low" or "high" or "both", not 1.'),
        ({"ace": []}, 'ace must be "low" or "high" or "both", not ().'),
        ({"losers_score": "x"}, 'losers_score must be "plus" or "minus" or "nothing", not \'x\'.'),
        ({"blocked_counts": "x"}, 'blocked_counts must be "hand" or "difference", not \'x\'.'),
        ({"blocked_tie": "x"}, 'blocked_tie must be "share" or "tiebreak" or "void", not \'x\'.'),
        ({"blocked_tie": "void"}, "blocked_tie is 'void', but rami settles a tie by \"share\"."),
        ({"best_total": "x"}, 'best_total must be "lowest" or "highest", not \'x\'.'),
        ({"match_tie": "x"}, 'match_tie must be "share" or "another_round", not \'x\'.'),
        ({"starter": "x"}, 'starter must be "rotate" or "draw", not \'x\'.'),
        ({"winner_collects": 1}, "winner_collects must be true or false, not 1."),
        ({"endings": ["out", "lost"]}, "endings must list one or more of out, blocked, one_turn, not ('out', 'lost')."),
        ({"endings": []}, "endings must list one or more of out, blocked, one_turn, not ()."),
        ({"endings": "out"}, "endings must list one or more of out, blocked, one_turn, not 'out'."),
        ({"tie_policies": [1]}, "tie_policies must list one or more of share, tiebreak, void, not (1,)."),
        ({"values": 3}, "values must give the points of each rank, not 3."),
        ({"values": {"Z": 1}}, "values names “Z”, which is none of A, 2, 3, 4, 5, 6, 7, 8, 9, 10, J, Q, K, JOKER."),
        ({"values": {"A": 1.5}}, "values.A must be a whole number of 0 or more, not 1.5."),
        ({"values": {"A": None}}, "values.A must be a whole number of 0 or more, not None."),
        ({"min_players": 7}, "max_players (6) is below min_players (7)."),
        ({"one_turn_points": None}, "one_turn is among the endings, so one_turn_points must say what it costs."),
        ({"pieces": "tiles"}, "values must give the points of 1."),
    ],
)
def test_house_rules_that_make_no_sense(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ScoringError) as caught:
        change_rules(RAMI, changes)
    assert str(caught.value).startswith(sentence)


def test_seats_may_be_fixed_and_a_game_without_jokers_needs_no_value_for_them() -> None:
    values = {rank: points for rank, points in RAMI.values.items() if rank != "JOKER"}
    whole = {**rule_changes_of_all("rami"), "max_players": 2, "jokers": 0, "values": values}
    assert rules_from({**whole, "game": "duel"}).most_players() == 2
    with pytest.raises(ScoringError, match=r"^values must give the points of JOKER\.$"):
        rules_from({**whole, "game": "duel", "jokers": 1})


@pytest.mark.parametrize(
    ("toml", "sentence"),
    [
        ("game =", "The rules are no valid TOML: "),
        ("jokers = 2", 'Say which game the rules are for: game = "rummikub" or "rami".'),
        ("game = 3", 'Say which game the rules are for: game = "rummikub" or "rami".'),
        ('game = "rammi"', '“rammi” is not a game known here: say "rummikub" or "rami".'),
        (
            'game = "rammi"\njokers = 2',
            '“rammi” is not a game known here: say "rummikub" or "rami"; '
            "a game of its own must also give pieces, copies, values, max_players, losers_score, winner_collects, "
            "blocked_counts, best_total, match_tie.",
        ),
    ],
)
def test_toml_that_cannot_be_used(toml: str, sentence: str) -> None:
    with pytest.raises(ScoringError) as caught:
        rules_from_toml(toml)
    assert str(caught.value).startswith(sentence)


@pytest.mark.parametrize("name", [" ", "", "gin\n", "\ud800"])
def test_a_game_has_a_name(name: str) -> None:
    with pytest.raises(ScoringError, match=r"is no name for a game\.$"):
        rules_from({**rule_changes_of_all("rami"), "game": name})


def rule_changes_of_all(game: str) -> dict[str, Any]:
    return {name: value for name, value in vars(GAMES[game]).items() if name != "name"}


def test_every_field_is_documented() -> None:
    page = (Path(__file__).parent.parent / "scoring" / "README.md").read_text(encoding="utf-8")
    assert [name for name in rule_changes_of_all("rami") if f"`{name}`" not in page] == []
