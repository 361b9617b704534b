"""Rounds and matches as JSON and CSV: what is read from them, and the errors of those that cannot be read."""

import json
from typing import Any

import pytest

from scoring import (
    Hand,
    Match,
    Round,
    ScoringError,
    change_rules,
    match_from_csv,
    match_from_dict,
    match_to_csv,
    match_to_dict,
    parse_json,
    round_from_dict,
    rule_set,
    standing,
)

RAMI = rule_set("rami")
RUMMIKUB = rule_set("rummikub")
ANA, BEN = {"name": "Ana", "hand": []}, {"name": "Ben", "hand": ["AH", "JOKER", "5C"], "opened": True}
ROUND = {"game": "rami", "ending": "out", "winner": "Ana", "players": [ANA, BEN]}


def test_the_round_of_the_contract() -> None:
    rules, round_ = round_from_dict(ROUND)
    assert rules == RAMI
    assert round_ == Round("out", (Hand("Ana"), Hand("Ben", ("AH", "JOKER", "5C"), True)), "Ana")


@pytest.mark.parametrize("hand", ["ace of heartsjokerfive of clubs", ["as hati", "*", "5♣"], ["ah", "Joker", "5c"]])
def test_hands_may_be_typed(hand: Any) -> None:
    _, round_ = round_from_dict({**ROUND, "players": [ANA, {"name": "Ben", "hand": hand}]})
    assert round_.hands[1].pieces == ("AH", "JOKER", "5C")


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"blocked_tie": "void"}, {"blocked_tie": "void"}),
        ({"sets": 2, "values": {"JOKER": 25}}, {"sets": 2, "values": {"JOKER": 25}}),
        ({}, {}),
    ],
)
def test_options_are_house_rules(changes: dict[str, Any], expected: dict[str, Any]) -> None:
    rules, round_ = round_from_dict(
        {
            "game": "rummikub",
            "ending": "blocked",
            "players": [{"name": "a", "hand": ["R1"]}, {"name": "b", "hand": ["R1"]}],
            "options": changes,
        }
    )
    assert rules == change_rules(RUMMIKUB, expected)
    assert round_.blocked_tie is None


@pytest.mark.parametrize(
    ("table", "sets"),
    [
        ([["R1", "R2", "R3"], "B5 K5 joker"], (("R1", "R2", "R3"), ("B5", "K5", "JOKER"))),
        ("R1 R2 R3", (("R1", "R2", "R3"),)),
        ([], ()),
    ],
)
def test_tables(table: Any, sets: tuple[tuple[str, ...], ...]) -> None:
    record = {"game": "rummikub", "ending": "out", "winner": "Ana", "table": table}
    _, round_ = round_from_dict({**record, "players": [ANA, {"name": "Ben", "hand": ["R1"]}]})
    assert round_.table == sets


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        ([], "a round must be an object, {…}, not []."),
        ("x" * 50, 'a round must be an object, {…}, not "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx….'),
        (None, "a round must be an object, {…}, not null."),
        ("x" * 38, "a round must be an object, {…}, not " + json.dumps("x" * 38) + "."),
        ("x" * 39, "a round must be an object, {…}, not " + json.dumps("x" * 39)[:40] + "…."),
        ({}, 'Say which game the rules are for: game = "rummikub" or "rami".'),
        ({**ROUND, "game": "bridge"}, "“bridge” is not a game known here: "),
        ({**ROUND, "ending": None}, "ending must say how the round ended, out or blocked or one_turn, not None."),
        ({**ROUND, "ending": "won"}, "ending must say how the round ended, out or blocked or one_turn, not 'won'."),
        ({**ROUND, "ending": []}, "ending must say how the round ended, out or blocked or one_turn, not []."),
        (
            {**ROUND, "game": "rummikub", "ending": "one_turn"},
            "ending must say how the round ended, out or blocked, not 'one_turn'.",
        ),
        ({**ROUND, "winner": 3}, "winner must be text, not 3."),
        ({**ROUND, "starter": 3}, "starter must be text, not 3."),
        ({**ROUND, "players": None}, "players must be a list, […], not null."),
        ({**ROUND, "players": [3]}, "a player must be an object, {…}, not 3."),
        ({**ROUND, "players": [{}]}, "a player's name must be text, not null."),
        ({**ROUND, "players": [{"name": "Ana"}]}, "Ana's hand is missing; an empty one is []."),
        ({**ROUND, "players": [{"name": "Ana", "hand": 3}]}, "Ana: a hand must be a list, […], not 3."),
        ({**ROUND, "players": [{"name": "Ana", "hand": [3]}]}, "Ana: a piece must be text, not 3."),
        (
            {**ROUND, "players": [{"name": "Ana", "hand": ["R7"]}]},
            "Ana: “R7” (word 1, character 1) names no card; the nearest is 7S.",
        ),
        (
            {**ROUND, "players": [{"name": "Ana", "hand": ["5H 5C"]}]},
            "Ana: “5H 5C” names 2 pieces where one is wanted.",
        ),
        (
            {**ROUND, "players": [{**ANA, "opened": "no"}]},
            "Ana's opened must be true or false, not 'no'.",
        ),
        ({**ROUND, "players": [{**ANA, "opend": False}]}, "“opend” in a player is not known: write opened."),
        ({**ROUND, "Winner": "Ana"}, "“Winner” in a round is not known: write winner."),
        ({**ROUND, "options": []}, "options must be an object, {…}, not []."),
        ({**ROUND, "options": {"jokrs": 2}}, "There is no rule “jokrs”; the nearest is jokers."),
        ({**ROUND, "table": 3}, "table must be a list, […], not 3."),
        ({**ROUND, "table": "2C 3C 5C"}, "The pieces on the table cannot be split into valid groups and runs."),
    ],
)
def test_rounds_that_cannot_be_read(record: Any, sentence: str) -> None:
    with pytest.raises(ScoringError) as caught:
        round_from_dict(record)
    assert str(caught.value).startswith(sentence)


def test_fields_of_later_versions_are_passed_over() -> None:
    assert round_from_dict({**ROUND, "weather": "fine", "photo": None})[1].winner == "Ana"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "This is no valid JSON: Expecting value (line 1, column 1)."),
        ('{"a": 1,\n}', "This is no valid JSON: "),
        ('{"a": NaN}', "NaN is no number of points: write a whole number."),
        ('{"a": -Infinity}', "-Infinity is no number of points: write a whole number."),
        ('{"a": 1, "a": 2}', "“a” is written twice in one object: keep one."),
        ("[" * 100_000, "This is no round or match: it is nested too deep, or holds too long a number."),
        ("9" * 5000, "This is no round or match: it is nested too deep, or holds too long a number."),
    ],
)
def test_json_that_cannot_be_used(text: str, sentence: str) -> None:
    with pytest.raises(ScoringError) as caught:
        parse_json(text)
    assert str(caught.value).startswith(sentence)


MATCH: dict[str, Any] = {
    "game": "rummikub",
    "players": ["a", "b", "c"],
    "options": {"rounds": 2, "values": {"JOKER": 25}},
    "rounds": [
        {
            "ending": "out",
            "winner": "a",
            "starter": "c",
            "table": [["R1", "R2", "R3"], ["B3", "K3", "JOKER"]],
            "players": [
                {"name": "a", "hand": []},
                {"name": "b", "hand": ["R5", "JOKER"], "opened": False},
                {"name": "c", "hand": ["B13"], "opened": True},
            ],
        },
        {
            "ending": "blocked",
            "winner": "b",
            "options": {"blocked_tie": "tiebreak"},
            "players": [
                {"name": "c", "hand": ["R9"]},
                {"name": "a", "hand": ["R1"]},
                {"name": "b", "hand": ["K1"]},
            ],
        },
    ],
}


def test_match_as_json() -> None:
    match = match_from_dict(MATCH)
    assert tuple(standing(match).totals.values()) == (43, -22, -21)
    assert match_to_dict(match) == MATCH
    assert json.loads(json.dumps(match_to_dict(match))) == MATCH


def test_match_as_csv() -> None:
    match = match_from_dict(MATCH)
    text = match_to_csv(match)
    assert text.splitlines() == [
        "round,player,hand,opened,points,total,ending,winner,starter,blocked_tie,table,game,options",
        '0,a,,,,0,,,,,,rummikub,"{""values"": {""JOKER"": 25}, ""rounds"": 2}"',
        "0,b,,,,0,,,,,,rummikub,",
        "0,c,,,,0,,,,,,rummikub,",
        "1,a,,,43,43,out,a,c,,R1 R2 R3 | B3 K3 JOKER,rummikub,",
        "1,b,R5 JOKER,no,-30,-30,out,a,c,,R1 R2 R3 | B3 K3 JOKER,rummikub,",
        "1,c,B13,yes,-13,-13,out,a,c,,R1 R2 R3 | B3 K3 JOKER,rummikub,",
        "2,c,R9,,-8,-21,blocked,b,,tiebreak,,rummikub,",
        "2,a,R1,,0,43,blocked,b,,tiebreak,,rummikub,",
        "2,b,K1,,8,-22,blocked,b,,tiebreak,,rummikub,",
    ]
    assert match_from_csv(text) == match


def test_a_match_of_no_rounds() -> None:
    match = match_from_dict({"game": "rami", "players": ["é", 'b, "c"']})
    assert match == Match(RAMI, ("é", 'b, "c"'))
    assert match_from_csv(match_to_csv(match)) == match
    assert match_from_dict(match_to_dict(match)) == match


def test_shares_are_written_as_decimals_and_read_from_the_hands() -> None:
    tie = Round("blocked", (Hand("a", ("R1",)), Hand("b", ("K1",)), Hand("c", ("O1",)), Hand("d", ("R2",))))
    text = match_to_csv(Match(RUMMIKUB, tuple("abcd"), (tie,)))
    assert "1,a,R1,,0.333333,0.333333,blocked" in text
    assert match_from_csv(text.replace("0.333333", "99")) == Match(RUMMIKUB, tuple("abcd"), (tie,))


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"players": 3}, "players must be a list, […], not 3."),
        ({"players": [3, "b"]}, "a player's name must be text, not 3."),
        ({"rounds": {}}, "rounds must be a list, […], not {}."),
        ({"rounds": [3]}, "Round 1: a round must be an object, {…}, not 3."),
        (
            {"rounds": [MATCH["rounds"][0], {}]},
            "Round 2: ending must say how the round ended, out or blocked, not None.",
        ),
        ({"rounds": [{**ROUND, "game": "rami"}]}, "Round 1: It is a round of rami in a match of rummikub."),
        (
            {"rounds": [{**MATCH["rounds"][1], "options": {"sets": 2}}]},
            "Round 1: The house rule sets belongs in the options of the match.",
        ),
        (
            {"rounds": [{**MATCH["rounds"][1], "options": []}]},
            "Round 1: options must be an object, {…}, not [].",
        ),
        (
            {"rounds": [{**MATCH["rounds"][1], "options": {"blocked_tie": "fight"}}]},
            "Round 1: blocked_tie is 'fight', but rummikub takes share, tiebreak, void.",
        ),
        ({"round": []}, "“round” in a match is not known: write rounds."),
        ({"game": None}, 'Say which game the rules are for: game = "rummikub" or "rami".'),
    ],
)
def test_matches_that_cannot_be_read(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ScoringError) as caught:
        match_from_dict({**MATCH, **changes})
    assert str(caught.value) == sentence


HEADING = "round,player,hand,opened,points,total,ending,winner,starter,blocked_tie,table,game,options\n"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The CSV must begin with a row of round 0 for each player."),
        (HEADING, "The CSV must begin with a row of round 0 for each player."),
        (HEADING + "1,a,,,,,out,a,,,,rami,\n", "The CSV must begin with a row of round 0 for each player."),
        ("round,player\n0,a\n", "The CSV lacks the column hand: its heading is round,player,hand,opened,"),
        (HEADING + "0,a\n", "The CSV lacks the column hand: "),
        (HEADING + '0,"a\n', "This is no valid CSV: "),
        (HEADING + "0,a,,,,,,,,,,rami,\n", "rami takes 2 to 6 players, not 1."),
        (HEADING + "0,a,,,,,,,,,,rami,{\n", "This is no valid JSON: "),
        (
            HEADING + "0,a,,,,,,,,,,rami,\n0,b,,,,,,,,,,rami,\n1,a,,maybe,,,out,a,,,,rami,\n1,b,,,,,out,a,,,,rami,\n",
            "a: opened must be yes, no or left empty, not 'maybe'.",
        ),
    ],
)
def test_csv_that_cannot_be_read(text: str, sentence: str) -> None:
    with pytest.raises(ScoringError) as caught:
        match_from_csv(text)
    assert str(caught.value).startswith(sentence)
