"""In: a score sheet and the folder of its photos. Out: `handscan verify --sheet`: what to mend, right standings."""

import json
from dataclasses import replace
from pathlib import Path

import typer
from rich.console import Console

from scoring import Language
from service.batch.reading import load_reader
from service.reading_bar import reading_bar
from service.scan_command import Deck
from service.score_input import games_with
from service.sheet_check import SheetReport, check_sheet
from service.sheet_file import read_sheet
from service.sheet_photos import Shown, shown_for
from service.sheet_table import report_object, report_tables
from service.verification import Verdict


def verify_sheet(
    sheet: Path,
    photos: Path | None,
    game: str | None,
    deck: Deck,
    rules: Path | None,
    overlay: Path | None,
    language: Language,
    as_json: bool,
) -> Verdict:
    """Prints the report. Raises ScoringError for a sheet that cannot be understood."""
    games = games_with(rules)
    lines = read_sheet(sheet, game, games)
    if photos is None:
        report = check_sheet(lines, None)
    else:
        with reading_bar(language) as show:
            shown, problems = shown_for(photos, lines, deck, games, load_reader, show)
        report = check_sheet(lines, {place: one.hand for place, one in shown.items()})
        report = replace(report, findings=(*report.findings, *problems))
        if overlay is not None:
            _draw(report, shown, overlay)
    if as_json:
        typer.echo(json.dumps(report_object(report), ensure_ascii=False))
    else:
        for part in report_tables(report, language):
            Console().print(part)
    return report.verdict


def _draw(report: SheetReport, shown: dict[tuple[str, int, str], Shown], folder: Path) -> None:
    """The photo of every finding that has a comparison."""
    from service.verify_overlay import write_verification

    for finding in report.findings:
        one = shown.get((finding.match, finding.round, finding.player))
        if finding.verification and one and not isinstance(one.hand, str):
            name = f"{finding.match}-{finding.round}-{finding.player}".replace("/", "-")
            write_verification(one.photo, one.width, one.hand.outlines, finding.verification, folder / f"{name}.jpg")
