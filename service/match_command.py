"""In: a match as JSON or CSV, perhaps a change to it. Out: `handscan match`: totals, winners, what comes next."""

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape

from scoring import (
    Match,
    Round,
    RuleSet,
    ScoringError,
    add_round,
    change_rules,
    edit_round,
    match_round_from_dict,
    move_round,
    parse_json,
    read_round,
    remove_round,
)
from service.match_file import read_match, write_match
from service.match_table import match_notes, match_object, match_table
from service.score_input import ExplainOption, JsonOption, LangOption, RulesOption, games_with, named_game
from service.score_table import WORDS, explain_table, title


def match(
    file: Annotated[Path | None, typer.Argument(help="A .json or .csv file; standard input without one.")] = None,
    new: Annotated[str | None, typer.Option(help="Begin a match of this game in FILE.", metavar="GAME")] = None,
    players: Annotated[str | None, typer.Option(help="With --new: the names, between commas.", metavar="NAMES")] = None,
    add: Annotated[
        str | None, typer.Option(help="Add a round, typed, “Ana: ; Ben: AH 5C”, or JSON.", metavar="ROUND")
    ] = None,
    edit: Annotated[
        tuple[int, str] | None, typer.Option(help="Put a round in place of number N.", metavar="N ROUND")
    ] = None,
    remove: Annotated[int | None, typer.Option(help="Take round N out.", metavar="N")] = None,
    move: Annotated[tuple[int, int] | None, typer.Option(help="Make round N round M.", metavar="N M")] = None,
    rule: Annotated[
        list[str] | None, typer.Option(help="Change a house rule: unopened_points=100.", metavar="FIELD=VALUE")
    ] = None,
    save: Annotated[Path | None, typer.Option(help="Write the match here (.json or .csv), not to FILE.")] = None,
    as_json: JsonOption = False,
    explain: ExplainOption = False,
    lang: LangOption = "en",
    rules: RulesOption = None,
) -> None:
    """Add up a match, and say whether it is over, who won and who starts next.

    What is changed is written back to FILE; totals and all else follow.
    """
    changed = any(given is not None for given in (new, add, edit, remove, move)) or bool(rule)
    try:
        games = games_with(rules)
        found = _begin(file, new, players, games) if new is not None else read_match(file, games)
        found = _change(found, add, edit, remove, move, rule or [])
        target = save or (file if changed else None)
        if changed and target is None:
            raise ScoringError("Say where to write the changed match: --save FILE.")
        if target is not None:
            write_match(found, target)
    except ScoringError as error:
        if as_json:
            message = {"code": "invalid_match", "message": str(error)}
            typer.echo(json.dumps({"error": message}))
        else:
            typer.echo(str(error), err=True)
        raise typer.Exit(1) from error
    if as_json:
        typer.echo(json.dumps(match_object(found, lang if explain else None), ensure_ascii=False))
        return
    console = Console()
    console.print(match_table(found, lang))
    for note in match_notes(found, lang):
        console.print(escape(note), highlight=False)
    if explain:
        for number, (round_, score) in enumerate(zip(found.rounds, found.scores(), strict=True), start=1):
            heading = f"{WORDS[lang]['round']} {number}. {title(round_, found.rules, score, lang)}"
            console.print(explain_table(heading, score, lang))


def _begin(file: Path | None, game: str, players: str | None, games: Mapping[str, RuleSet]) -> Match:
    if file is None or file.exists():
        raise ScoringError(f"{file} is there already: name a new file." if file else "Name the file of the new match.")
    names = tuple(name.strip() for name in (players or "").split(",") if name.strip())
    return Match(named_game(game, games), names)


def _change(
    found: Match,
    add: str | None,
    edit: tuple[int, str] | None,
    remove: int | None,
    move: tuple[int, int] | None,
    house_rules: list[str],
) -> Match:
    """The match with the change asked for: the rules first, since a round may need them."""
    if sum(given is not None for given in (add, edit, remove, move)) > 1:
        raise ScoringError("One change at a time: --add, --edit, --remove or --move.")
    for text in house_rules:
        found = Match(change_rules(found.rules, _rule(text)), found.players, found.rounds)
    if add is not None:
        return add_round(found, _round(add, found.rules))
    if edit is not None:
        return edit_round(found, edit[0], _round(edit[1], found.rules))
    if remove is not None:
        return remove_round(found, remove)
    return found if move is None else move_round(found, *move)


def _round(text: str, rules: RuleSet) -> Round:
    return match_round_from_dict(parse_json(text), rules) if text.lstrip()[:1] == "{" else read_round(text, rules)


def _rule(text: str) -> dict[str, Any]:
    """A line of TOML; a word needs no quotes."""
    field, _, value = text.partition("=")
    for line in (text, f'{field} = "{value.strip()}"'):
        try:
            return tomllib.loads(line)
        except tomllib.TOMLDecodeError:
            continue
    raise ScoringError(f"“{text}” is no house rule: write a field, = and a value, as in unopened_points=100.")
