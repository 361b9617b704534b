"""In: a folder, a glob or a list of photos. Out: `handscan batch`: a score sheet, and what in it needs a look."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from scoring import Language, RuleSet, ScoringError
from service.batch.engine import EngineName, engine_of
from service.batch.entry import Plan
from service.batch.job import jobs_of, what_reads
from service.batch.list_file import list_of_plan
from service.batch.parquet import check_parquet, write_parquet
from service.batch.plan import plan_of
from service.batch.reading import load_reader
from service.batch.run import Engine, Summary, run_batch
from service.language import N_, say
from service.out_folder import make_folder
from service.photo_paths import harmless, named
from service.reading_bar import reading_bar
from service.scan_command import Deck, Game
from service.score_input import RulesOption, games_with
from service.sentences import say_again

FAILED, LOOK = 1, 3  # exit statuses; 2 is what was typed wrong


def batch(
    photos: Annotated[
        list[str], typer.Argument(help="A folder, a glob, or a list (.csv, .jsonl).", metavar="FOLDER", callback=named)
    ],
    game: Annotated[Game | None, typer.Option(help="Of the photos that do not say it themselves.")] = None,
    out: Annotated[Path | None, typer.Option(help="The folder to write into.", metavar="DIR")] = None,
    dry_run: Annotated[bool, typer.Option(help="Only print how each photo is understood, as a list to mend.")] = False,
    deck: Annotated[Deck, typer.Option(help="The language of the letters on the cards.")] = "auto",
    rules: RulesOption = None,
    lang: Annotated[Language, typer.Option(help="Of the report, of review.csv and of what is told.")] = "en",
    parquet: Annotated[bool, typer.Option(help="Also write the tables as Parquet.")] = False,
    workers: Annotated[int, typer.Option(min=1, help="Photos read at a time.")] = os.cpu_count() or 1,
    engine: Annotated[EngineName, typer.Option(help="This machine, or a Ray cluster.")] = "local",
    address: Annotated[str | None, typer.Option(help="With ray: a running cluster.", metavar="HOST:PORT")] = None,
) -> None:
    """Score an evening from its photos: scores.csv, pieces.csv, standings.csv, scans.jsonl, report.html, review.csv.

    The exit status is 0 when all is sure, 3 when some hands need a look, 1 when some failed. Run again, it goes on
    where it was, and follows what was typed into review.csv.
    """
    try:
        games = games_with(rules)
        plan = plan_of(photos, game, games, out)
        if dry_run:
            _show(plan, lang)
            return
        if out is None:
            raise typer.BadParameter("say which folder to write into: --out DIR.", param_hint="--out")
        if parquet:
            check_parquet()
        make_folder(out, "--out")
        summary = _run(plan, out, games, deck, engine_of(engine, workers, address, load_reader), lang)
        if parquet:
            write_parquet(out)
    except ScoringError as error:
        typer.echo(harmless(say_again(lang, str(error))), err=True)
        raise typer.Exit(2) from error
    _tell(summary, plan, out, lang)


def _show(plan: Plan, language: Language) -> None:
    typer.echo(list_of_plan(plan.entries), nl=False)
    _problems(plan, language)


def _problems(plan: Plan, language: Language) -> None:
    for problem in plan.problems:
        typer.echo(harmless(f"{problem.where}: {say_again(language, problem.sentence)}"), err=True)


def _run(plan: Plan, out: Path, games: Mapping[str, RuleSet], deck: Deck, engine: Engine, lang: Language) -> Summary:
    """An interruption loses nothing but the photos under way."""
    from vision.model_file import ModelError

    with reading_bar(lang) as show:
        try:
            work = tuple(jobs_of(plan.entries, deck, what_reads()))
            return run_batch(plan, work, out, games, engine, show, lang)
        except ModelError as error:
            raise ScoringError(str(error)) from error
        except KeyboardInterrupt:
            typer.echo(say(lang, "Interrupted. Run the same command again: it goes on where it was."), err=True)
            raise


def _tell(summary: Summary, plan: Plan, out: Path, language: Language) -> None:
    read = say(language, "{count} photos were read now.", count=summary.read)
    typer.echo(f"{summary.sentence(language)} {read}")
    for sentence in summary.matches:
        typer.echo(harmless(sentence))
    _problems(plan, language)
    typer.echo(say(language, "Written to {folder}: begin with report.html.", folder=out))
    if summary.looks:
        told = N_("{count} hands need a look: type them, or “ok”, into {file} and run this again.")
        if summary.looks == 1:
            told = N_("1 hand needs a look: type it, or “ok”, into {file} and run this again.")
        typer.echo(say(language, told, count=summary.looks, file=out / "review.csv"))
    if summary.problems or summary.states["failed"]:
        raise typer.Exit(FAILED)
    if summary.states["look"]:
        raise typer.Exit(LOOK)
