"""In: a match. Out: a table of its rounds and totals and what is to be said below it; a JSON object for programs."""

import json
import random
from typing import Any

from rich.table import Table
from rich.text import Text

from scoring import Language, Match, Standing, json_number, mixed_number, next_starter, rule_changes, standing
from service.score_table import WORDS, headed_table, score_object


def match_object(match: Match, language: Language | None) -> dict[str, Any]:
    """The object of the contract; with a language, also each round with the lines of its scores."""
    now = standing(match)
    found: dict[str, Any] = {
        "totals": {player: json_number(total) for player, total in now.totals.items()},
        "over": now.over,
        "winners": list(now.winners),
        "another_round": now.another_round,
        "target": now.target,
    }
    if language is not None:
        found["rounds"] = [
            score_object(round_, match.rules, score, language)
            for round_, score in zip(match.rounds, match.scores(), strict=True)
        ]
    return found


def match_table(match: Match, language: Language) -> Table:
    """One row a round, one column a player, totals below."""
    words = WORDS[language]
    table = headed_table(match.rules.name.capitalize(), words["round"], "")
    for player in match.players:
        table.add_column(Text(player), justify="right")
    for number, (round_, score) in enumerate(zip(match.rounds, match.scores(), strict=True), start=1):
        points = (mixed_number(score.points[player]) for player in match.players)
        table.add_row(str(number), words[round_.ending] if score.winners else words["void"], *points)
    table.add_section()
    table.add_row(words["total"], "", *map(mixed_number, standing(match).totals.values()))
    return table


def match_notes(match: Match, language: Language) -> list[str]:
    """Whether the match is over, who has won or is ahead, who starts next, and the house rules."""
    now, words, rules = standing(match), WORDS[language], match.rules
    notes = [*_state(now, match, language)]
    if now.target is not None:
        notes.append(f"{words['target']} {now.target}")
    if rules.rounds is not None:
        notes.append(f"{words['agreed']} {rules.rounds}")
    if now.another_round:
        said = words["drawn" if rules.starter == "draw" else "starts"]
        notes.append(f"{said} {next_starter(match, random.SystemRandom())}")
    changes = {field: value for field, value in rule_changes(rules).items() if field != "rounds"}
    if changes:
        said = ", ".join(f"{field} = {json.dumps(value, ensure_ascii=False)}" for field, value in changes.items())
        notes.append(f"{words['house_rules']} {said}")
    return notes


def _state(now: Standing, match: Match, language: Language) -> list[str]:
    words = WORDS[language]
    notes = [f"{words['over' if now.over else 'due']} {', '.join(now.leaders)}"]
    if now.decided_in not in (None, len(match.rounds)):
        notes.append(f"{words['decided']} {now.decided_in}")
    return notes
