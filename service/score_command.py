"""In: a round, or one a line, as JSON or typed. Out: `handscan score`: the points of each player."""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from scoring import ScoringError, score_round
from service.score_input import (
    ExplainOption,
    JsonOption,
    LangOption,
    RulesOption,
    games_with,
    parse_round,
    read_text,
    split_rounds,
)
from service.score_table import explain_table, score_object, score_table, title


def score(
    file: Annotated[Path | None, typer.Argument(help="A file; standard input without one.")] = None,
    as_json: JsonOption = False,
    explain: ExplainOption = False,
    lang: LangOption = "en",
    rules: RulesOption = None,
) -> None:
    """Score a round, or several: JSON, one a line, or typed, as in “rami, out; Ana: ; Ben: ace of hearts joker 5C”.

    A round that cannot be scored says what to mend; the others go on, and the exit status is 1.
    """
    console = Console()
    try:
        games = games_with(rules)
        texts = split_rounds(read_text(file), games)
    except ScoringError as error:
        _report(error, "", as_json)
        raise typer.Exit(1) from error
    failed = False
    for number, text in enumerate(texts, start=1):
        try:
            house, round_ = parse_round(text, games)
            scored = score_round(round_, house)
        except ScoringError as error:
            _report(error, f"Round {number}: " if len(texts) > 1 else "", as_json)
            failed = True
            continue
        if as_json:
            found = score_object(round_, house, scored, lang if explain else None)
            typer.echo(json.dumps(found, ensure_ascii=False))
        else:
            console.print(score_table(round_, house, scored, lang))
            if explain:
                console.print(explain_table(title(round_, house, scored, lang), scored, lang))
    if failed:
        raise typer.Exit(1)


def _report(error: ScoringError, where: str, as_json: bool) -> None:
    """Programs find the error in the line of its round, people on standard error."""
    if as_json:
        code = {"code": "invalid_round", "message": where + str(error)}
        # In ASCII, since the message may quote what no output can encode.
        typer.echo(json.dumps({"error": code}))
    else:
        typer.echo(where + str(error), err=True)
