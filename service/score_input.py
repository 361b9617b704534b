"""In: what a scorekeeper named on the command line. Out: its text, the games with house rules, and each round."""

import re
import sys
from collections.abc import Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from scoring import (
    GAMES,
    Language,
    Round,
    RuleSet,
    ScoringError,
    game_named,
    parse_json,
    read_round,
    round_from_dict,
    rules_from,
    rules_from_toml,
)

JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for programs, one object a line.")]
ExplainOption = Annotated[bool, typer.Option("--explain", help="Show the lines each score is the sum of.")]
LangOption = Annotated[Language, typer.Option("--lang", help="English, Malay or French.")]
RulesOption = Annotated[Path | None, typer.Option("--rules", help="House rules, a TOML file.")]


MOST: Final = 20_000_000
"""Bytes of a text: a list of a hundred thousand photos has fewer, a device that never ends has more."""


def read_text(path: Path | None) -> str:
    """The text of a file, or of standard input without one. Raises ScoringError when it cannot be read."""
    if path is None and sys.stdin is None:
        raise ScoringError("Standard input is closed: name a file, or give the text there.")
    try:
        with nullcontext(sys.stdin.buffer) if path is None else path.open("rb") as file:
            data = file.read(MOST + 1)
        if len(data) > MOST:
            raise ScoringError(f"{path or 'Standard input'} has more than {MOST // 10**6} MB: name the right file.")
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ScoringError(
            f"{path or 'Standard input'} is not text in UTF-8: save it as UTF-8 (in Excel: “CSV UTF-8”)."
        ) from error
    except OSError as error:
        raise ScoringError(f"{path} cannot be read: {error.strerror}.") from error


def games_with(rules: Path | None) -> Mapping[str, RuleSet]:
    """The games known, with the house rules of a TOML file in place of their own."""
    if rules is None:
        return GAMES
    house = rules_from_toml(read_text(rules))
    return {**GAMES, house.name: house}


def named_game(game: str, games: Mapping[str, RuleSet]) -> RuleSet:
    """The rules of a game by its name. Raises ScoringError."""
    return rules_from({"game": game}, games)


def split_rounds(text: str, games: Mapping[str, RuleSet]) -> list[str]:
    """The text of each round: a JSON object, or one a line; or typed rounds, each beginning with its game."""
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines:
        raise ScoringError("There is no round here: give one as JSON, or typed: “rami, out; Ana: ; Ben: AH 5C”.")
    if all(line.lstrip().startswith("{") for line in lines):
        return lines
    if text.lstrip().startswith(("{", "[")):
        return [text]
    heading = re.compile(rf"^(?=[ \t]*(?:{'|'.join(map(re.escape, games))})\b)", re.IGNORECASE | re.MULTILINE)
    return [typed for typed in heading.split(text) if typed.strip()]


def parse_round(text: str, games: Mapping[str, RuleSet]) -> tuple[RuleSet, Round]:
    """One round and its rules, from JSON or as typed. Raises ScoringError."""
    if text.lstrip().startswith(("{", "[")):
        data: Any = parse_json(text)
        return round_from_dict(data, games)
    rules = game_named(text, games)
    return rules, read_round(text, rules)
