"""What holds for every round, match and text, whatever the hands: properties tried on random ones."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import (
    LANGUAGES,
    Hand,
    Match,
    ReadingError,
    Round,
    RuleSet,
    ScoringError,
    add_round,
    change_rules,
    edit_round,
    excess,
    explain,
    game_named,
    match_from_csv,
    match_from_dict,
    match_to_csv,
    match_to_dict,
    move_round,
    parse_json,
    read_hand,
    read_round,
    remove_round,
    round_from_dict,
    rule_set,
    score_round,
    standing,
    write_hand,
)

RAMI = rule_set("rami")
RUMMIKUB = rule_set("rummikub")
# A busy machine is slow, not wrong: no test has a deadline.
BOTH = st.sampled_from([RAMI, RUMMIKUB])
NAMES = st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=1, max_size=8).filter(str.strip)


@st.composite
def rounds(draw: st.DrawFn, rules: RuleSet, players: tuple[str, ...]) -> Round:
    """A round that the rules allow, dealt from the pieces the game has."""
    pieces = [label for label in rules.labels() for _ in range(rules.copies_of(label))]
    dealt = draw(st.permutations(pieces))
    ending = draw(st.sampled_from(rules.endings))
    winner = None if ending == "blocked" else draw(st.sampled_from(players))
    hands = []
    for player in players:
        size = 0 if player == winner else draw(st.integers(0, 4))
        held, dealt = dealt[:size], dealt[size:]
        opened = None if player == winner or ending == "one_turn" else draw(st.sampled_from([None, True, False]))
        hands.append(Hand(player, tuple(held), opened))
    return Round(ending, tuple(hands), winner, starter=draw(st.sampled_from([None, *players])))


@st.composite
def played(draw: st.DrawFn, most: int = 3) -> Match:
    """A match of either game with house rules and some rounds."""
    rules = change_rules(
        draw(BOTH),
        draw(
            st.fixed_dictionaries(
                {},
                optional={
                    "rounds": st.integers(1, 5),
                    "target": st.integers(1, 200) | st.none(),
                    "unopened_points": st.integers(0, 150),
                    "values": st.fixed_dictionaries({"JOKER": st.integers(0, 50)}),
                    "match_tie": st.sampled_from(["share", "another_round"]),
                },
            )
        ),
    )
    players = tuple(draw(st.lists(NAMES, min_size=2, max_size=4, unique=True)))
    return Match(rules, players, tuple(draw(st.lists(rounds(rules, players), max_size=most))))


@settings(deadline=None)
@given(st.data(), st.sampled_from(["share", "tiebreak", "void"]), st.integers(2, 4))
def test_rummikub_sums_to_zero_under_every_policy(data: st.DataObject, policy: str, players: int) -> None:
    rules = change_rules(RUMMIKUB, {"blocked_tie": policy})
    round_ = data.draw(rounds(rules, tuple("abcd"[:players])))
    if round_.ending == "blocked" and policy == "tiebreak":
        low = min(round_.hands, key=lambda hand: sum(map(rules.points, hand.pieces)))
        round_ = replace(round_, winner=low.player)
    assert sum(score_round(round_, rules).points.values()) == 0


@settings(deadline=None)
@given(st.data(), st.sampled_from(["share", "void"]), st.integers(2, 4), st.integers(1, 13), st.integers(0, 30))
def test_ties_sum_to_zero(data: st.DataObject, policy: str, tied: int, low: int, more: int) -> None:
    """Ties are rare in random hands, so here are some: up to four players hold one number each."""
    hands = [Hand(player, (f"{colour}{low}",)) for player, colour in zip("abcd"[:tied], "KRBO", strict=False)]
    if tied < 4:
        hands.append(Hand("e", ("JOKER",) if more > 13 else (f"O{max(1, more)}", "O13")))
    order = tuple(data.draw(st.permutations(hands)))
    points = score_round(Round("blocked", order), change_rules(RUMMIKUB, {"blocked_tie": policy})).points
    assert sum(points.values()) == 0


@settings(deadline=None)
@given(st.data(), BOTH)
def test_order_never_matters(data: st.DataObject, rules: RuleSet) -> None:
    round_ = data.draw(rounds(rules, ("a", "b", "c", "d")))
    mixed = [replace(hand, pieces=tuple(data.draw(st.permutations(hand.pieces)))) for hand in round_.hands]
    turned = replace(round_, hands=tuple(data.draw(st.permutations(mixed))))
    ours, theirs = score_round(round_, rules), score_round(turned, rules)
    assert ours.points == theirs.points
    assert set(ours.winners) == set(theirs.winners)


@settings(deadline=None)
@given(st.data(), BOTH)
def test_the_lines_are_the_score_in_every_language(data: st.DataObject, rules: RuleSet) -> None:
    score = score_round(data.draw(rounds(rules, ("a", "b", "c"))), rules)
    for player, lines in score.lines.items():
        assert sum((line.amount for line in lines), Fraction(0)) == score.points[player]
        assert all(explain(line, language) for line in lines for language in LANGUAGES)


@settings(deadline=None)
@given(st.data())
def test_editing_equals_rebuilding(data: st.DataObject) -> None:
    match = data.draw(played())
    new = data.draw(rounds(match.rules, match.players))
    built = [*match.rounds]
    number = data.draw(st.integers(1, len(built) + 1))
    if number > len(built):
        edited = add_round(match, new)
        built.append(new)
    else:
        kind = data.draw(st.sampled_from(["edit", "remove", "move"]))
        if kind == "edit":
            edited, built[number - 1] = edit_round(match, number, new), new
        elif kind == "remove":
            edited = remove_round(match, number)
            del built[number - 1]
        else:
            to = data.draw(st.integers(1, len(built)))
            edited = move_round(match, number, to)
            built.insert(to - 1, built.pop(number - 1))
    rebuilt = Match(match.rules, match.players, tuple(built))
    assert edited == rebuilt
    assert standing(edited) == standing(rebuilt)


@settings(deadline=None)
@given(played())
def test_export_then_import_is_the_identity(match: Match) -> None:
    assert match_from_dict(match_to_dict(match)) == match
    assert match_from_csv(match_to_csv(match)) == match


@settings(deadline=None)
@given(st.data(), BOTH, st.sampled_from(LANGUAGES))
def test_a_hand_reads_back_as_itself(data: st.DataObject, rules: RuleSet, language: Any) -> None:
    hand = tuple(data.draw(st.lists(st.sampled_from(rules.labels()), max_size=14)))
    for typed in (write_hand(hand, language), " ".join(hand), "".join(hand), ",".join(hand).lower()):
        if typed or not hand:
            assert read_hand(typed, rules) == hand


def error_of(read: Callable[[], object]) -> ScoringError | None:
    """What was raised, None when all was read; anything but a ScoringError fails the test."""
    try:
        read()
    except ScoringError as error:
        return error
    return None


WORDS = st.sampled_from(
    [
        *("ace", "of", "hearts", "heart", "as", "hati", "10", "1", "♥", "D", "T", "K", "R7", "joker", "*", "🂡"),
        *("dua belas", ",", " ", ":", ";", "\n", "?", "œ", "é", "empty hand"),
        *("Winner", "Opponent 1", "rami", "blocked", "never opened"),
    ]
)


@settings(max_examples=300, deadline=None)
@given(st.text() | st.lists(WORDS).map("".join) | st.lists(WORDS).map(" ".join), BOTH)
def test_no_text_crashes_the_reader(typed: str, rules: RuleSet) -> None:
    error = error_of(lambda: read_hand(typed, rules))
    if error is not None:
        assert isinstance(error, ReadingError)
        assert typed[error.place - 1 :].startswith(error.word)
        assert error.word
        assert error.nearest
    else:
        assert set(read_hand(typed, rules)) <= set(rules.labels())
    for read in (lambda: read_round(typed, rules), lambda: game_named(typed), lambda: match_from_csv(typed)):
        assert error_of(read) is None or str(error_of(read))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["game", "ending", "winner", "players", "name", "hand", "opened", "options", "rounds", "table"]
            ),
            inner | st.sampled_from(["rami", "out", "blocked", "AH", "sets"]),
            max_size=5,
        )
    ),
    max_leaves=12,
)


@settings(deadline=None)
@given(JSON, st.text())
def test_no_json_crashes_the_reader(data: Any, text: str) -> None:
    for read in (lambda: round_from_dict(data), lambda: match_from_dict(data), lambda: parse_json(text)):
        assert error_of(read) is None or str(error_of(read))


@settings(deadline=None)
@given(st.data(), BOTH)
def test_plausible_is_what_the_deck_holds(data: st.DataObject, rules: RuleSet) -> None:
    hand = data.draw(st.lists(st.sampled_from((*rules.labels()[:3], "JOKER")), max_size=10))
    found = {piece.label: piece.count for piece in excess(hand, rules)}
    assert found == {label: count for label, count in Counter(hand).items() if count > rules.copies_of(label)}
