"""In: the matches played, one by one, and what needs a look. Out: report.html, one file that needs no other."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, PackageLoader, select_autoescape

from scoring import Language, explain, mixed_number
from service.batch.chart import totals_chart
from service.batch.dealt import Dealt, points_of
from service.batch.entry import Problem
from service.batch.evening import PlayedMatch, PlayedRound
from service.batch.review_file import Look
from service.batch.sheet_rows import standing_rows
from service.language import N_, say
from service.sentences import in_words, say_again
from service.whole_file import replaced

Draw = Callable[[str], str]  # key of a photo -> the photo with its outlines

_TITLES: Final = {
    "out": N_("Won by {names}, who went out"),
    "blocked": N_("Blocked, won by {names}"),
    "one_turn": N_("Won by {names}, out in one turn"),
}


def write_report(
    path: Path,
    summary: str,
    looks: Sequence[Look],
    problems: Sequence[Problem],
    matches: Iterable[PlayedMatch],
    draw: Draw,
    language: Language,
) -> None:
    """Written as it is made, a photo at a time, so that memory does not grow with the evening."""
    pages = Environment(loader=PackageLoader("service.batch", "."), autoescape=select_autoescape(), trim_blocks=True)
    text = pages.get_template("report.html").generate(
        _=partial(say, language),
        lang=language,
        summary=summary,
        looks=looks,
        problems=[(problem.where, say_again(language, problem.sentence)) for problem in problems],
        matches=(_match(played, draw, language) for played in matches),
    )
    with replaced(path) as file:
        for piece in text:
            file.write(piece.encode())


def _match(played: PlayedMatch, draw: Draw, language: Language) -> dict[str, Any]:
    totals, rows = played.standing.totals if played.standing else {}, standing_rows(played)
    standing = [{"place": row[2], "player": row[3], "total": mixed_number(totals[row[3]])} for row in rows]
    now = ", ".join(f"{row['player']} {row['total']}" for row in standing)
    return {
        "name": played.name,
        "game": played.rules.name,
        "final": played.final,
        "state": match_state(played, language),
        "standing": standing,
        "chart": totals_chart(played, say(language, "Totals after each round. Now: {totals}.", totals=now)),
        "rounds": (_round(one, played, draw, language) for one in played.rounds),
    }


def match_state(played: PlayedMatch, language: Language) -> str:
    """Who has won or is ahead, and whether that is final."""
    now = played.standing
    if now is None:
        return say(language, "No round can be scored yet.")
    names = ", ".join(now.winners or now.leaders)
    state = N_("Won by {names}.") if now.over else N_("Ahead: {names}. Another round is due.")
    told = say(language, state, names=names)
    unsure, every = sum(one.state != "sure" for one in played.rounds), len(played.rounds)
    left_out = sum(one.score is None for one in played.rounds)
    if unsure:
        told += " " + say(language, "Not final: {unsure} of {every} rounds need a look.", unsure=unsure, every=every)
    if left_out:
        told += " " + say(language, "Not counted yet: {rounds}.", rounds=left_out)
    return told


def _round(one: PlayedRound, played: PlayedMatch, draw: Draw, language: Language) -> dict[str, Any]:
    title = say(language, "Not scored")
    if one.round and one.score:
        names = ", ".join(one.score.winners) or say(language, "nobody")
        title = say(language, _TITLES[one.round.ending], names=names)
    return {
        "number": one.number,
        "state": one.state,
        "title": title,
        "reasons": [say_again(language, reason) for reason in one.reasons],
        "hands": [_hand(hand, one, played, language) for hand in one.hands],
        "photos": _photos(one, draw),
    }


def _hand(hand: Dealt, one: PlayedRound, played: PlayedMatch, language: Language) -> dict[str, Any]:
    worth = points_of(hand, played.rules)
    lines = one.score.lines[hand.player] if one.score else ()
    return {
        "player": hand.player,
        "labels": " ".join(hand.labels) + (" ?" * hand.unread if not hand.whole else ""),
        "worth": "" if worth is None else worth,
        "points": mixed_number(one.score.points[hand.player]) if one.score else "",
        "told": "; ".join(explain(line, language) for line in lines),
        "state": hand.state,
        "reasons": in_words(language, hand.reasons),
        "correction": hand.correction,
    }


def _photos(one: PlayedRound, draw: Draw) -> Iterator[dict[str, str]]:
    seen = {hand.key: hand.photo for hand in one.hands if hand.key}
    for key, name in seen.items():
        yield {"name": name, "drawn": draw(key)}
