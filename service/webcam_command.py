"""In: a camera, a video or a folder of frames. Out: `handscan webcam`: the live screen, or a JSON line a hand."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from service.scan_command import Deck, Game

if TYPE_CHECKING:
    from service.webcam.source import Source


def webcam(
    game: Annotated[Game | None, typer.Option(help="Tiles are rummikub, cards are rami.")] = None,
    source: Annotated[
        str, typer.Option(help="A camera (0, 1, /dev/video0), a video, a folder of pictures, or the URL of a stream.")
    ] = "0",
    players: Annotated[
        str | None, typer.Option(help="Begin a match: the names, between commas.", metavar="NAMES")
    ] = None,
    match: Annotated[str | None, typer.Option(help="Go on with a match of the store, by its id.", metavar="ID")] = None,
    headless: Annotated[bool, typer.Option("--headless", help="No screen: print one JSON line a hand.")] = False,
    record: Annotated[Path | None, typer.Option(help="Also write what the screen shows into this .mp4 file.")] = None,
    mirror: Annotated[bool, typer.Option("--mirror", help="The camera shows a mirror image: turn it round.")] = False,
    deck: Annotated[Deck, typer.Option(help="The language of the letters on the cards.")] = "auto",
    page: Annotated[
        bool, typer.Option("--page", help="Show the screen as a page of this machine, not in a window.")
    ] = False,
) -> None:
    """Read hands live, and score rounds: show a hand, wait for the green frame, press space.

    What each key does stands on the screen. A match is kept in the store of the service (HANDSCAN_DATA,
    HANDSCAN_DATABASE) after each round, and can be gone on with by --match, or on the page.
    """
    if game is None:
        raise typer.BadParameter("say which game is played: --game rummikub (tiles) or --game rami (cards).")
    if headless and (players or match or page):
        raise typer.BadParameter("a match needs its keys: leave --headless out, or --players, --match and --page.")

    # What takes its time to load comes after what was typed is found to be right.
    from service.webcam.source import SourceError, source_named
    from vision import PhotoError
    from vision.model_file import ModelError

    try:
        chosen = source_named(source, mirror)
        if headless:
            _print_hands(chosen, game, deck, record)
        else:
            from service.webcam.show import show

            show(chosen, game, deck, players, match, record, page)
    except (SourceError, PhotoError, ModelError) as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from error
    except KeyboardInterrupt:
        raise typer.Exit(130) from None


def _print_hands(source: "Source", game: str, deck: Deck, record: Path | None) -> None:
    import threading

    from service.webcam.headless import settled_hands
    from service.webcam.newest import newest_of
    from service.webcam.record import Recorder
    from service.webcam.source import live, recorded
    from vision import Scanner
    from vision.live import THREADS, Watcher

    recorder = Recorder(record) if record else None
    watcher = Watcher(Scanner(THREADS), game, deck, source.name)
    ended = threading.Event()
    frames = newest_of(live(source, ended.is_set)).each() if source.live else recorded(source)
    try:
        for found in settled_hands(frames, watcher, recorder):
            typer.echo(json.dumps(found, ensure_ascii=False))
    finally:
        ended.set()
        if recorder is not None:
            recorder.close()
