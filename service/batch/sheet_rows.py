"""In: a played match. Out: its rows of scores.csv, pieces.csv and standings.csv."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from scoring import RuleSet, Standing, explain, json_number
from service.batch.dealt import points_of
from service.batch.evening import PlayedMatch

SCORES: Final = (
    *("match", "game", "round", "player", "hand", "hand_points", "opened", "points", "total"),
    *("ending", "winner", "state", "photo", "explained", "why"),
)
PIECES: Final = (
    *("match", "round", "player", "photo", "hand", "piece", "label", "points", "confidence", "label_confidence"),
    *("review", "x1", "y1", "x2", "y2", "x3", "y3", "x4", "y4"),
)
STANDINGS: Final = ("match", "game", "place", "player", "total", "rounds", "over", "winner", "final")
OPENED: Final = {None: "", True: "yes", False: "no"}

Rows = Iterator[tuple[Any, ...]]


def score_rows(played: PlayedMatch) -> Rows:
    """A line a player and round; points stay empty where the round cannot be scored yet."""
    totals = dict.fromkeys(played.players, Fraction(0))
    for one in played.rounds:
        for hand in one.hands:
            points, total, ending, winner, told = "", "", "", "", ""
            if one.round and one.score:
                totals[hand.player] += one.score.points[hand.player]
                points = str(json_number(one.score.points[hand.player]))
                total = str(json_number(totals[hand.player]))
                ending, winner = one.round.ending, " and ".join(one.score.winners)
                told = "; ".join(explain(line, "en") for line in one.score.lines[hand.player])
            worth = points_of(hand, played.rules)
            yield (
                *(played.name, played.rules.name, one.number, hand.player, " ".join(hand.labels)),
                *("" if worth is None else worth, OPENED[hand.opened], points, total, ending, winner),
                *(_state(hand.state, one.reasons), hand.photo, told, " ".join((*one.reasons, *hand.reasons))),
            )


def piece_rows(played: PlayedMatch) -> Rows:
    """A line a piece, as the photo shows it."""
    for one in played.rounds:
        for hand in one.hands:
            for number, piece in enumerate(hand.pieces, 1):
                yield (
                    *(played.name, one.number, hand.player, hand.photo, hand.hand, number),
                    *(piece["label"], piece["points"], piece["confidence"], piece["label_confidence"]),
                    "yes" if piece["review"] else "no",
                    *(value for point in piece["outline"] for value in point),
                )


def standing_rows(played: PlayedMatch) -> Rows:
    """A line a player, the best first; players with the same total share a place."""
    now = played.standing
    if now is None:
        return
    places: dict[Fraction, int] = {}
    for place, (player, total) in enumerate(best_first(now, played.rules), 1):
        yield (
            *(played.name, played.rules.name, places.setdefault(total, place), player, json_number(total)),
            sum(one.score is not None for one in played.rounds),
            *("yes" if said else "no" for said in (now.over, player in now.winners, played.final)),
        )


def best_first(now: Standing, rules: RuleSet) -> list[tuple[str, Fraction]]:
    """Players and totals."""
    return sorted(now.totals.items(), key=lambda pair: pair[1] * (1 if rules.best_total == "lowest" else -1))


def _state(state: str, reasons: tuple[str, ...]) -> str:
    return "failed" if reasons else state
