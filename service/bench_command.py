"""In: a manifest of labelled photos. Out: `handscan bench`: how well and fast they are read; the worst to see."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from rich.console import Console
from rich.progress import track

from service.out_folder import make_folder

if TYPE_CHECKING:
    from datasets.manifest import LabelledPhoto
    from datasets.outcome import Outcome

WIDTH = 140  # of tables that go to a file


def bench(
    manifest: Annotated[Path, typer.Argument(help="A manifest.jsonl, with its photos beside it.")],
    split: Annotated[str | None, typer.Option(help="Only photos of this split, as dev.")] = None,
    kind: Annotated[Literal["cards", "tiles"] | None, typer.Option(help="Only cards, or only tiles.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object for programs.")] = False,
    worst: Annotated[
        tuple[int, Path] | None,
        typer.Option(metavar="N DIR", help="Also write pictures of the N worst photos into a folder."),
    ] = None,
    speed: Annotated[bool, typer.Option("--speed", help="Also show the time of each stage.")] = False,
) -> None:
    """Measure on labelled photos how well hands are read.

    Photos of 40 pieces and more stand in a line of their own. The exit status is 1 when a photo cannot be read, 2 when
    there is nothing to measure.
    """
    from datasets.manifest import ManifestError, read_manifest

    if worst is not None:
        if worst[0] < 1:
            raise typer.BadParameter("the number of photos starts at 1.", param_hint="--worst")
        make_folder(worst[1], "--worst")
    try:
        photos = read_manifest(manifest)
    except ManifestError as error:
        raise _nothing_to_measure(str(error)) from error
    photos = tuple(photo for photo in photos if split in (None, photo.split) and kind in (None, photo.kind))
    if not photos:
        raise _nothing_to_measure(f"{manifest} has no photo of the split or kind asked for.")
    outcomes = list(scan_all(photos))
    _print(outcomes, as_json, speed)
    if worst is not None:
        _write_worst(outcomes, *worst)
    if any(outcome.scan is None for outcome in outcomes):
        raise typer.Exit(1)


def scan_all(photos: Iterable["LabelledPhoto"]) -> Iterable["Outcome"]:
    """Every photo scanned as one hand and compared, with a bar and the time left on standard error."""
    from datasets.matching import GAMES
    from datasets.outcome import compare, not_read
    from vision import Scanner
    from vision.photo import PhotoError

    scanner = Scanner()
    stderr = Console(stderr=True)
    for photo in track(list(photos), "Scanning", console=stderr, disable=not stderr.is_terminal):
        try:
            yield compare(photo, scanner.scan(photo.path, game=GAMES[photo.kind], hands=1, deck="auto"))
        except PhotoError as error:
            yield not_read(photo, error.message)


def _print(outcomes: "list[Outcome]", as_json: bool, with_speed: bool) -> None:
    from service.bench_table import bench_object, bench_tables, speed_table

    if as_json:
        typer.echo(json.dumps(bench_object(outcomes), ensure_ascii=False))
        return
    console = Console()
    if not console.is_terminal:
        console = Console(width=WIDTH)
    for table in bench_tables(outcomes):
        console.print(table)
    if with_speed:
        console.print(speed_table(outcomes))
    for outcome in outcomes:
        if outcome.error is not None:
            typer.echo(f"{outcome.photo.file}: {outcome.error}", err=True)


def _write_worst(outcomes: "list[Outcome]", count: int, folder: Path) -> None:
    from datasets.benchmark import worst
    from service.bench_worst import write_worst

    typer.echo(f"The worst photos: open {write_worst(worst(outcomes, count), folder)}", err=True)


def _nothing_to_measure(sentence: str) -> typer.Exit:
    typer.echo(sentence, err=True)
    return typer.Exit(2)
