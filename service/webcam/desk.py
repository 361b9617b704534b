"""In: a match, the hand that is seen, and keys. Out: `Desk`, the round as it is taken down, and what to say.

Every key answers a new desk; the old one is kept for `u`. Nothing here knows of windows, cameras or the store.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from scoring import Ending, Hand, Match, Round, RuleSet, ScoringError, hand_points, read_hand, score_round, standing
from scoring.amounts import mixed_number
from vision.scan import Scan

SPACE, TAB, ENTER, ESCAPE, BACKSPACE = " ", "\t", "\r", "\x1b", "\b"
HELP = "space take   1-6/Tab player   c correct   b blocked   u undo   Enter score   s save   q quit"
HELP_TYPING = "Type the hand, as “KH 10D joker”.   Enter keeps it   Esc leaves it"
AMBER = "Amber is not sure: space again if it is right, or c to correct it."
HELP_ALONE = "s save   q quit      To score rounds: --players NAMES"
HELP_ONE_TURN, HELP_OPENED = "   t one turn", "   o not opened"


@dataclass(frozen=True)
class Desk:
    """`players` in the order of their seats, none without a match. `turn`: whose hand is next. `hands`: those taken.
    `closed`: players who have not opened. `doubted`: the labels of a hand that space was pressed for once, and
    that is not sure or someone else's. `typed`: what is being typed, None while nothing is. `said`: the answer to the
    last key."""

    rules: RuleSet
    players: tuple[str, ...] = ()
    turn: int = 0
    hands: tuple[tuple[str, tuple[str, ...]], ...] = ()
    closed: frozenset[str] = frozenset()
    ending: Ending = "out"
    doubted: tuple[str, ...] | None = None
    typed: str | None = None
    said: str = ""
    before: Desk | None = field(default=None, repr=False)

    @property
    def player(self) -> str:
        return self.players[self.turn]

    def hand(self, player: str) -> tuple[str, ...] | None:
        return dict(self.hands).get(player)


def pressed(desk: Desk, key: str, settled: Scan | None) -> Desk:
    """The desk after a key; `settled`: the hand whose total stands, if one does."""
    if desk.typed is not None:
        return _typing(desk, key)
    if not desk.players:
        return desk
    if key != SPACE:
        desk = replace(desk, doubted=None)
    if key == SPACE:
        return _taken(desk, settled)
    if key == TAB or (key.isdecimal() and 1 <= int(key) <= len(desk.players)):
        turn = (desk.turn + 1) % len(desk.players) if key == TAB else int(key) - 1
        return replace(desk, turn=turn, said="")
    match key.lower():
        case "c":
            known = desk.hand(desk.player) or (settled and tuple(piece.label for piece in settled.pieces)) or ()
            return replace(desk, typed=" ".join(known), said="")
        case "o":
            return _step(desk, closed=desk.closed ^ {desk.player})
        case "b":
            return _step(desk, ending="out" if desk.ending == "blocked" else "blocked")
        case "t" if "one_turn" in desk.rules.endings:
            return _step(desk, ending="out" if desk.ending == "one_turn" else "one_turn")
        case "u":
            return replace(desk.before, said="Undone.") if desk.before else desk
    return desk


def round_of(desk: Desk) -> Round:
    """The round taken down. Raises ScoringError, saying what is missing."""
    without = [player for player in desk.players if desk.hand(player) is None]
    if desk.ending == "blocked":
        if without:
            raise ScoringError(f"{' and '.join(without)} must show a hand: nobody went out.")
        winner = None
    elif len(without) != 1:
        said = ", ".join(without) or "nobody"
        raise ScoringError(f"Whoever went out shows no hand; without one now: {said}. Take the others, or press b.")
    else:
        winner = without[0]
    hands = tuple(Hand(player, desk.hand(player) or (), _opened(desk, player)) for player in desk.players)
    found = Round(desk.ending, hands, winner)
    score_round(found, desk.rules)
    return found


def lines(desk: Desk, match: Match | None) -> tuple[str, ...]:
    """What stands below the picture: the match, the round, the answer to the last key, and the keys."""
    if match is None:
        return (HELP_ALONE,)
    now = standing(match)
    totals = "   ".join(f"{player} {mixed_number(total)}" for player, total in now.totals.items())
    state = f"won by {', '.join(now.winners)}" if now.over else f"round {len(match.rounds) + 1}"
    shown = "   ".join(_seat(desk, number, player) for number, player in enumerate(desk.players, 1))
    ending = "" if desk.ending == "out" else f"   ({desk.ending.replace('_', ' ')})"
    if desk.typed is not None:
        return (f"{totals}   {state}", f"{desk.player}: {desk.typed}_", desk.said, HELP_TYPING)
    keys = HELP + (HELP_ONE_TURN if "one_turn" in desk.rules.endings else "")
    keys += HELP_OPENED if desk.rules.unopened_addition or desk.rules.unopened_points is not None else ""
    step = "The match is over: q leaves." if now.over and not desk.hands else next_step(desk)
    return (f"{totals}   {state}", shown + ending, f"{desk.said} {step}".strip(), keys)


def next_step(desk: Desk) -> str:
    """What to do now, for whoever plays for the first time."""
    without = [player for player in desk.players if desk.hand(player) is None]
    if not without:
        blocked = desk.ending == "blocked"
        return "Enter scores the round." if blocked else "Whoever went out shows no hand: u takes the last one back."
    if desk.player not in without:
        return f"{desk.player} has a hand: space puts this one in its place."
    if desk.ending == "blocked":
        return f"Show {desk.player}'s hand, then press space: nobody went out."
    if len(without) == 1:
        return f"Enter scores the round: {desk.player} went out."
    return f"Show {desk.player}'s hand, then press space. Whoever went out shows none."


def scored(desk: Desk, match: Match) -> Desk:
    """The desk of the next round, saying what the last one came to."""
    points = match.scores()[-1].points
    said = "   ".join(f"{player} {mixed_number(points[player])}" for player in match.players)
    return Desk(desk.rules, desk.players, said=f"Round {len(match.rounds)}: {said}.")


def _taken(desk: Desk, settled: Scan | None) -> Desk:
    if settled is None or not settled.hands:
        return replace(desk, said="Hold the hand still until the frame is green, then press space.")
    (hand,) = settled.hands
    labels = tuple(piece.label for piece in hand.pieces)
    if hand.points is None:
        return replace(desk, said="A piece is not read: show it better, or press c and type the hand.")
    doubts = [AMBER] if hand.review else []
    doubts += [
        f"{player} has this hand: space again if it is {desk.player}'s too." for player in _holders(desk, labels)
    ]
    if doubts and desk.doubted != labels:
        return replace(desk, doubted=labels, said=" ".join(doubts))
    return _kept(desk, labels)


def _holders(desk: Desk, labels: tuple[str, ...]) -> list[str]:
    """The others who were given just these pieces in this round: space was pressed twice, perhaps."""
    return [player for player, held in desk.hands if player != desk.player and sorted(held) == sorted(labels)]


def _kept(desk: Desk, labels: tuple[str, ...]) -> Desk:
    """The hand is the player's whose turn it is; the next who has none yet is asked for."""
    others = tuple((player, held) for player, held in desk.hands if player != desk.player)
    hands = (*others, (desk.player, labels))
    known = {player for player, _ in hands}
    seats = [(desk.turn + step) % len(desk.players) for step in range(1, len(desk.players))]
    turn = next((seat for seat in seats if desk.players[seat] not in known), desk.turn)
    said = f"{desk.player}: {hand_points(labels, desk.rules)} points." if labels else f"{desk.player}: no piece."
    return _step(desk, hands=hands, turn=turn, doubted=None, typed=None, said=said)


def _typing(desk: Desk, key: str) -> Desk:
    typed = desk.typed or ""
    if key == ESCAPE:
        return replace(desk, typed=None, said="")
    if key == BACKSPACE:
        return replace(desk, typed=typed[:-1])
    if key != ENTER:
        return replace(desk, typed=typed + key) if key.isprintable() else desk
    try:
        return _kept(desk, read_hand(typed, desk.rules))
    except ScoringError as error:
        return replace(desk, said=str(error))


def _step(desk: Desk, **changes: object) -> Desk:
    """A change that `u` takes back."""
    return replace(desk, before=replace(desk, typed=None), **{"said": "", **changes})  # type: ignore[arg-type]


def _opened(desk: Desk, player: str) -> bool | None:
    return False if player in desk.closed else None


def _seat(desk: Desk, number: int, player: str) -> str:
    held = desk.hand(player)
    what = "no hand yet" if held is None else " ".join(held) or "no piece"
    marks = (" <" if number - 1 == desk.turn else "") + (" not opened" if player in desk.closed else "")
    return f"{number} {player}: {what}{marks}"
