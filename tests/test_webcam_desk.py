"""The keys of the live screen: hands taken, corrected and undone; the round that Enter scores; the match."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from test_tracker import look

from scoring import GAMES, Match, ScoringError, add_round, standing
from service.store.matches import delete_match
from service.webcam.desk import BACKSPACE, ENTER, ESCAPE, TAB, Desk, lines, pressed, round_of, scored
from service.webcam.ledger import Ledger, open_ledger
from service.webcam.source import SourceError
from vision.scan import Scan

SEEN = look("KH 5C")
DOUBTFUL = look("KH 5C.7")
UNREAD = look("KH ?")
DOUBT = Scan("live", 1280, 720, "rami", (DOUBTFUL.hands[0].__class__(DOUBTFUL.pieces, 15, True),))


def after(keys: Sequence[str], settled: Scan | None = SEEN, game: str = "rami") -> Desk:
    desk = Desk(GAMES[game], ("Ana", "Ben", "Cid"))
    for key in keys:
        desk = pressed(desk, key, settled)
    return desk


@pytest.mark.parametrize(
    ("keys", "settled", "hands", "turn", "said"),
    [
        (" ", SEEN, {"Ana": "KH 5C"}, 1, "Ana: 15 points."),
        ("  ", SEEN, {"Ana": "KH 5C"}, 1, "Ana has this hand: space again if it is Ben's too."),
        ("   ", SEEN, {"Ana": "KH 5C", "Ben": "KH 5C"}, 2, None),
        (
            "  3 ",
            DOUBT,
            {"Ana": "KH 5C"},
            2,
            "Amber is not sure: space again if it is right, or c to correct it. Ana has",
        ),
        (" ", None, {}, 0, "Hold the hand still until the frame is green, then press space."),
        (" ", UNREAD, {}, 0, "A piece is not read: show it better, or press c and type the hand."),
        (" ", DOUBT, {}, 0, "Amber is not sure: space again if it is right, or c to correct it."),
        ("  ", DOUBT, {"Ana": "KH 5C"}, 1, None),
        (" 1 ", DOUBT, {}, 0, "Amber is not sure: space again if it is right, or c to correct it."),
        ("3 ", SEEN, {"Cid": "KH 5C"}, 0, None),
        ("9 ", SEEN, {"Ana": "KH 5C"}, 1, None),
        ([TAB, " "], SEEN, {"Ben": "KH 5C"}, 2, None),
        (" u", SEEN, {}, 0, "Undone."),
        ("   uu", SEEN, {}, 0, "Undone."),
        (["1", "c", *[BACKSPACE] * 9, *"as 2h", ENTER], SEEN, {"Ana": "AS 2H"}, 1, None),
        (["c", *" joker", ENTER], SEEN, {"Ana": "KH 5C JOKER"}, 1, None),
        (["c", *" xx", ENTER], SEEN, {}, 0, "xx"),
        (["c", *"q", ESCAPE], SEEN, {}, 0, ""),
        (["c", *[BACKSPACE] * 9, ENTER], None, {"Ana": ""}, 1, "Ana: no piece."),
    ],
)
def test_hands(keys: Sequence[str], settled: Scan | None, hands: dict[str, str], turn: int, said: str | None) -> None:
    desk = after(keys, settled)
    assert {player: " ".join(held) for player, held in desk.hands} == hands
    assert desk.turn == turn
    assert said is None or said in desk.said


@pytest.mark.parametrize(
    ("keys", "game", "points"),
    [
        (["2", " ", "3", " ", " "], "rami", {"Ana": 0, "Ben": 15, "Cid": 15}),
        (["2", " ", "3", " ", " ", "3", "o"], "rami", {"Ana": 0, "Ben": 15, "Cid": 40}),
        (["2", " ", "3", " ", " ", "3", "o", "o"], "rami", {"Ana": 0, "Ben": 15, "Cid": 15}),
        (["2", "o", " ", "3", "o", " ", " ", "t"], "rami", {"Ana": 0, "Ben": 30, "Cid": 30}),
    ],
)
def test_a_round(keys: Sequence[str], game: str, points: dict[str, int]) -> None:
    desk = after(keys, game=game)
    match = add_round(Match(GAMES[game], desk.players), round_of(desk))
    assert set(match.scores()[0].points) == set(points)
    if "t" not in keys:
        assert match.scores()[0].points == points
    assert scored(desk, match).said.startswith("Round 1: Ana 0   Ben ")


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ([], "without one now: Ana, Ben, Cid"),
        ([" ", " ", " ", " ", " "], "without one now: nobody"),
        (["b", " ", " ", " "], "Cid must show a hand: nobody went out."),
    ],
)
def test_what_is_missing_is_said(keys: Sequence[str], said: str) -> None:
    with pytest.raises(ScoringError, match=said):
        round_of(after(keys))


def test_the_screen_says_whose_hand_is_next_and_what_each_key_does() -> None:
    desk = after(" ")
    match = Match(desk.rules, desk.players)
    totals, seats, said, keys = lines(desk, match)
    assert totals == "Ana 0   Ben 0   Cid 0   round 1"
    assert seats == "1 Ana: KH 5C   2 Ben: no hand yet <   3 Cid: no hand yet"
    assert said == "Ana: 15 points. Show Ben's hand, then press space. Whoever went out shows none."
    for word in (
        "space take",
        "player",
        "c correct",
        "o not opened",
        "b blocked",
        "u undo",
        "Enter score",
        "s save",
        "q quit",
    ):
        assert word in keys
    assert "one turn" in keys
    assert (
        "one turn" not in lines(Desk(GAMES["rummikub"], ("Ana", "Ben")), Match(GAMES["rummikub"], ("Ana", "Ben")))[-1]
    )
    assert "opened" not in lines(Desk(GAMES["rummikub"], ("Ana", "Ben")), Match(GAMES["rummikub"], ("Ana", "Ben")))[-1]
    assert "--players" in lines(Desk(desk.rules), None)[0]


@pytest.mark.parametrize(
    ("keys", "step"),
    [
        ("", "Show Ana's hand, then press space. Whoever went out shows none."),
        (" 3", "Show Cid's hand, then press space. Whoever went out shows none."),
        (" 1", "Ana has a hand: space puts this one in its place."),
        ("2 3  ", "Enter scores the round: Ana went out."),
        ("     ", "Whoever went out shows no hand: u takes the last one back."),
        ("b", "Show Ana's hand, then press space: nobody went out."),
        ("b     ", "Enter scores the round."),
    ],
)
def test_the_next_step_is_said(keys: str, step: str) -> None:
    desk = after(keys)
    assert lines(desk, Match(desk.rules, desk.players))[2].endswith(step)


def test_a_match_that_is_over_asks_for_no_hand() -> None:
    desk = after("2 3  ")
    match = Match(desk.rules, desk.players)
    while not standing(match).over:
        match = add_round(match, round_of(desk))
    assert lines(scored(desk, match), match)[2].endswith("The match is over: q leaves.")


@pytest.fixture
def ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ledger:
    monkeypatch.setenv("HANDSCAN_DATA", str(tmp_path))
    monkeypatch.delenv("HANDSCAN_DATABASE", raising=False)
    return open_ledger("rami", "Ana, Ben,Cid", None)


def test_a_match_is_gone_on_with(ledger: Ledger) -> None:
    ledger.written_down(after(["2", " "]))
    again = open_ledger("rami", None, ledger.kept.id)
    assert again.desk().hands == (("Ben", ("KH", "5C")),)
    assert again.desk().turn == 2
    again.scored(round_of(after(["2", " ", " ", " "])))
    assert len(open_ledger("rami", None, ledger.kept.id).match.rounds) == 1


def test_a_store_that_does_not_answer_loses_nothing(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    round_ = round_of(after(["2", " ", " ", " "]))
    ledger.engine.dispose()
    ledger.draft.parent.parent.joinpath("handscan.sqlite3").unlink()
    with pytest.raises(ScoringError, match="The store does not answer: the round is still here"):
        ledger.scored(round_)


def test_a_match_that_others_deleted(ledger: Ledger) -> None:
    delete_match(ledger.engine, ledger.kept.id, ledger.kept.version)
    with pytest.raises(ScoringError, match="was deleted"):
        ledger.scored(round_of(after(["2", " ", " ", " "])))


def test_a_draft_that_cannot_be_written_is_said(ledger: Ledger) -> None:
    ledger.draft.parent.write_text("a file where the folder should be")
    assert "cannot be written" in ledger.written_down(after(["2", " "])).said


def test_others_may_change_the_match_meanwhile(ledger: Ledger) -> None:
    round_ = round_of(after(["2", " ", " ", " "]))
    open_ledger("rami", None, ledger.kept.id).scored(round_)
    assert len(ledger.scored(round_).match.rounds) == 2


def test_rounds_are_undone(ledger: Ledger) -> None:
    scored_ = ledger.scored(round_of(after(["2", " ", " ", " "])))
    assert scored_.undone().match.rounds == ()
    with pytest.raises(ScoringError, match="nothing to undo"):
        scored_.undone().undone()


@pytest.mark.parametrize("left", ["", "[]", '{"hands": 3}', '{"hands": [["Ana", ["KH"]]]}'])
def test_a_damaged_draft_is_a_new_round(ledger: Ledger, left: str) -> None:
    ledger.draft.parent.mkdir(exist_ok=True)
    ledger.draft.write_text(left)
    assert ledger.desk().hands == ()


@pytest.mark.parametrize(
    ("game", "players", "match", "said"),
    [
        ("rami", None, "none", "The store has no match none"),
        ("rami", "Ana", None, "rami takes 2 to 6 players"),
        ("rami", "Ana,Ana", None, "2 players are called Ana"),
    ],
)
def test_a_match_that_cannot_be(ledger: Ledger, game: str, players: str | None, match: str | None, said: str) -> None:
    with pytest.raises((SourceError, ScoringError), match=said):
        open_ledger(game, players, match)


def test_a_match_of_another_game(ledger: Ledger) -> None:
    with pytest.raises(SourceError, match="say --game rami"):
        open_ledger("rummikub", None, ledger.kept.id)
