"""In: a manifest of labelled photos. Out: `handscan bench`: how well they are read, the worst to see, or how fast."""

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
    manifest: Annotated[
        Path | None, typer.Argument(help="A manifest.jsonl or clips.jsonl, with its photos or clips beside it.")
    ] = None,
    split: Annotated[str | None, typer.Option(help="Only photos of this split, as dev.")] = None,
    kind: Annotated[Literal["cards", "tiles"] | None, typer.Option(help="Only cards, or only tiles.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object for programs.")] = False,
    worst: Annotated[
        tuple[int, Path] | None,
        typer.Option(metavar="N DIR", help="Also write pictures of the N worst photos into a folder."),
    ] = None,
    speed: Annotated[
        bool, typer.Option("--speed", help="Measure speed instead, on drawn photos; those of a MANIFEST are the batch.")
    ] = False,
    page: Annotated[
        Path | None, typer.Option(help="With --speed: also write the figures and a plot here.", metavar="FILE.md")
    ] = None,
    clips: Annotated[bool, typer.Option("--clips", help="Measure the live scanner on clips (datasets.clips).")] = False,
) -> None:
    """Measure on labelled photos how well hands are read; or, with --speed, how fast, which takes some minutes.

    Photos of 40 pieces and more stand in a line of their own. The exit status is 1 when a photo cannot be read, 2 when
    there is nothing to measure.
    """
    from datasets.manifest import ManifestError

    if page is not None:
        if not speed:
            raise typer.BadParameter("it is written with --speed alone.", param_hint="--page")
        make_folder(page.parent, "--page")
    if manifest is None and not speed:
        raise _nothing_to_measure("Name a manifest.jsonl of labelled photos, or say --speed.")
    if clips and manifest is not None:
        from service.bench_clips import bench_clips

        try:
            bench_clips(manifest, as_json)
        except ManifestError as error:
            raise _nothing_to_measure(str(error)) from error
        return
    if worst is not None:
        if worst[0] < 1:
            raise typer.BadParameter("the number of photos starts at 1.", param_hint="--worst")
        make_folder(worst[1], "--worst")
    photos = () if manifest is None else _photos(manifest, split, kind)
    if speed:
        _measure_speed(photos, as_json, page)
        return
    outcomes = list(scan_all(photos))
    _print(outcomes, as_json)
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


def _photos(manifest: Path, split: str | None, kind: str | None) -> "tuple[LabelledPhoto, ...]":
    from datasets.manifest import ManifestError, read_manifest

    try:
        photos = read_manifest(manifest)
    except ManifestError as error:
        raise _nothing_to_measure(str(error)) from error
    photos = tuple(photo for photo in photos if split in (None, photo.split) and kind in (None, photo.kind))
    if not photos:
        raise _nothing_to_measure(f"{manifest} has no photo of the split or kind asked for.")
    return photos


def _measure_speed(photos: "tuple[LabelledPhoto, ...]", as_json: bool, page: Path | None) -> None:
    from service.bench_speed import measure_speed
    from service.bench_table import table_of
    from service.speed_page import write_page
    from service.speed_table import notes, speed_rows

    with Console(stderr=True).status("Speed") as status:
        speed = measure_speed(photos, status.update)
    if as_json:
        typer.echo(json.dumps(speed.to_dict(), ensure_ascii=False))
    else:
        console = _console()
        for rows in speed_rows(speed):
            console.print(table_of(rows.title, rows.headings, rows.rows))
        for line in notes(speed):
            typer.echo(line)
    if page is not None:  # last: where it cannot be written, what took minutes to measure is told all the same
        write_page(speed, page)


def _print(outcomes: "list[Outcome]", as_json: bool) -> None:
    from service.bench_table import bench_object, bench_tables, speed_table

    if as_json:
        typer.echo(json.dumps(bench_object(outcomes), ensure_ascii=False))
        return
    console = _console()
    for table in bench_tables(outcomes):
        console.print(table)
    console.print(speed_table(outcomes))
    for outcome in outcomes:
        if outcome.error is not None:
            typer.echo(f"{outcome.photo.file}: {outcome.error}", err=True)


def _console() -> Console:
    console = Console()
    return console if console.is_terminal else Console(width=WIDTH)


def _write_worst(outcomes: "list[Outcome]", count: int, folder: Path) -> None:
    from datasets.benchmark import worst
    from service.bench_worst import write_worst

    typer.echo(f"The worst photos: open {write_worst(worst(outcomes, count), folder)}", err=True)


def _nothing_to_measure(sentence: str) -> typer.Exit:
    typer.echo(sentence, err=True)
    return typer.Exit(2)
