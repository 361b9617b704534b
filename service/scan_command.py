"""In: photos, or folders of them, and a game. Out: `handscan scan`: the pieces of each hand with points, as seen."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from rich.console import Console
from rich.progress import track

from service.out_folder import make_folder
from service.photo_paths import named, photo_paths, shown

if TYPE_CHECKING:
    from vision.scan import Scan

Game = Literal["rummikub", "rami"]
Deck = Literal["auto", "en", "fr", "de", "nl"]


def scan(
    photos: Annotated[
        list[str], typer.Argument(help="Photos, or folders of them.", metavar="PHOTO...", callback=named)
    ],
    game: Annotated[Game | None, typer.Option(help="Tiles are rummikub, cards are rami.")] = None,
    hands: Annotated[str, typer.Option(help="How many hands lie in each photo, or “auto”.", metavar="N|auto")] = "1",
    deck: Annotated[Deck, typer.Option(help="The language of the letters on the cards.")] = "auto",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object a photo, one a line.")] = False,
    overlay: Annotated[
        Path | None, typer.Option(help="Also write each photo, with what was seen drawn on it, into this folder.")
    ] = None,
) -> None:
    """Read the pieces of each hand from photos, and count their points.

    A photo that cannot be read says what to do; the others go on, and the exit status is 1.
    """
    if game is None:
        raise typer.BadParameter("say which game lies there: --game rummikub (tiles) or --game rami (cards).")
    number = number_of_hands(hands)
    if overlay is not None:
        make_folder(overlay, "--overlay")

    # What takes its time to load comes after what was typed is found to be right.
    from service.scan_table import scan_table
    from vision import Scanner
    from vision.photo import PhotoError

    scanner = Scanner()
    console = Console()
    paths = photo_paths(photos)
    failed = False
    for path, overlay_name in zip(_with_progress(paths, console), overlay_names(paths), strict=True):
        try:
            found = scanner.scan(path, game=game, hands=number, deck=deck, name=shown(path).name)
            if overlay is not None:
                write_overlay(path, found, overlay / overlay_name)
        except PhotoError as error:
            failed = True
            _report(path, error.code, error.message, as_json)
            continue
        if as_json:
            typer.echo(json.dumps(found.to_dict(), ensure_ascii=False))
            continue
        console.print(scan_table(found))
        if overlay is not None:
            typer.echo(f"  Drawn in {overlay / overlay_name}\n")
    if failed:
        raise typer.Exit(1)


def overlay_names(paths: Sequence[Path]) -> list[str]:
    """A file name for the overlay of each photo: no two alike, and none that a photo beside it would have."""
    seen: Counter[str] = Counter()
    names = []
    for path in map(shown, paths):
        seen[path.stem] += 1
        count = "" if seen[path.stem] == 1 else f"-{seen[path.stem]}"
        names.append(f"{path.stem}-overlay{count}.jpg")
    return names


def write_overlay(path: Path, found: "Scan", target: Path) -> None:
    """The photo with its scan drawn over it, as a JPEG."""
    import cv2

    from vision.overlay import draw_overlay
    from vision.photo import read_photo

    picture = draw_overlay(read_photo(path).pixels, found)
    target.write_bytes(cv2.imencode(".jpg", picture)[1].tobytes())


def number_of_hands(typed: str) -> int | Literal["auto"]:
    """As it was typed after --hands. Raises BadParameter."""
    if typed == "auto":
        return "auto"
    if typed.isdecimal() and int(typed) > 0:
        return int(typed)
    raise typer.BadParameter(f"“{typed}” is no number of hands: say 1, 2, 3 ... or auto.", param_hint="--hands")


def _with_progress(paths: Sequence[Path], console: Console) -> Iterable[Path]:
    """A bar on standard error while the answers go to a file; on a terminal the answers are the progress."""
    stderr = Console(stderr=True)
    quiet = len(paths) < 2 or console.is_terminal or not stderr.is_terminal
    return track(paths, "Scanning", console=stderr, disable=quiet)


def _report(path: Path, code: str, message: str, as_json: bool) -> None:
    """Programs find the error in the line of its photo, people on standard error."""
    if as_json:
        error = {"photo": {"name": shown(path).name}, "error": {"code": code, "message": message}}
        typer.echo(json.dumps(error, ensure_ascii=False))
    else:
        typer.echo(f"{shown(path)}: {message}", err=True)
