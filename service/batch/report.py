"""In: the matches played, one by one, and what needs a look. Out: report.html, one file that needs no other."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, select_autoescape

from scoring import explain, mixed_number
from service.batch.chart import totals_chart
from service.batch.dealt import Dealt, points_of
from service.batch.entry import Problem
from service.batch.evening import PlayedMatch, PlayedRound
from service.batch.review_file import Look
from service.batch.sheet_rows import standing_rows
from service.batch.whole_file import replaced

Draw = Callable[[str], str]  # key of a photo -> the photo with its outlines

_ENDINGS = {"out": "went out", "blocked": "blocked", "one_turn": "out in one turn"}


def write_report(
    path: Path,
    summary: str,
    looks: Sequence[Look],
    problems: Sequence[Problem],
    matches: Iterable[PlayedMatch],
    draw: Draw,
) -> None:
    """Written as it is made, a photo at a time, so that memory does not grow with the evening."""
    pages = Environment(loader=PackageLoader("service.batch", "."), autoescape=select_autoescape(), trim_blocks=True)
    told = (_match(played, draw) for played in matches)
    text = pages.get_template("report.html").generate(summary=summary, looks=looks, problems=problems, matches=told)
    with replaced(path) as file:
        for piece in text:
            file.write(piece.encode())


def _match(played: PlayedMatch, draw: Draw) -> dict[str, Any]:
    totals, rows = played.standing.totals if played.standing else {}, standing_rows(played)
    return {
        "name": played.name,
        "game": played.rules.name,
        "final": played.final,
        "state": match_state(played),
        "standing": [{"place": row[2], "player": row[3], "total": mixed_number(totals[row[3]])} for row in rows],
        "chart": totals_chart(played),
        "rounds": (_round(one, played, draw) for one in played.rounds),
    }


def match_state(played: PlayedMatch) -> str:
    """One sentence: who has won or is ahead, and whether that is final."""
    now = played.standing
    if now is None:
        return "No round can be scored yet."
    names = " and ".join(now.winners or now.leaders)
    told = f"Won by {names}." if now.over else f"Ahead: {names}. Another round is due."
    open_rounds = sum(one.state != "sure" for one in played.rounds)
    left_out = sum(one.score is None for one in played.rounds)
    if open_rounds:
        told += f" Not final: {open_rounds} of {len(played.rounds)} rounds need a look"
        told += f", and {left_out} of them cannot be counted yet." if left_out else "."
    return told


def _round(one: PlayedRound, played: PlayedMatch, draw: Draw) -> dict[str, Any]:
    title = "not scored"
    if one.round and one.score:
        title = f"{_ENDINGS[one.round.ending]}, won by {' and '.join(one.score.winners) or 'nobody'}"
    return {
        "number": one.number,
        "state": one.state,
        "title": title,
        "reasons": one.reasons,
        "hands": [_hand(hand, one, played) for hand in one.hands],
        "photos": _photos(one, draw),
    }


def _hand(hand: Dealt, one: PlayedRound, played: PlayedMatch) -> dict[str, Any]:
    worth = points_of(hand, played.rules)
    lines = one.score.lines[hand.player] if one.score else ()
    return {
        "player": hand.player,
        "labels": " ".join(hand.labels) + (" ?" * hand.unread if not hand.whole else ""),
        "worth": "" if worth is None else worth,
        "points": mixed_number(one.score.points[hand.player]) if one.score else "",
        "told": "; ".join(explain(line, "en") for line in lines),
        "state": hand.state,
        "reasons": " ".join(hand.reasons),
        "correction": hand.correction,
    }


def _photos(one: PlayedRound, draw: Draw) -> Iterator[dict[str, str]]:
    seen = {hand.key: hand.photo for hand in one.hands if hand.key}
    for key, name in seen.items():
        yield {"name": name, "drawn": draw(key)}
