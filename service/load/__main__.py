"""In: a manifest of photos. Out: how the real server does at its limit, beyond it, and with rude clients.

    python -m service.load ../shared/photos/manifest.jsonl --split dev

The exit status is 1 when a claim does not hold.
"""

import asyncio
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Final

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from datasets.manifest import read_manifest
from service.load.claims import Claim, Held, at_the_limit, beyond_it, scanned_after, with_rude_clients
from service.load.photos import Upload, uploads
from service.load.rude import MANNERS, cut_off, vanish
from service.load.server import Server
from service.load.traffic import send_all, small_requests
from service.settings import Settings

CLIENT_SECONDS: Final = 3
"""Patience of the server under test; people's has `HANDSCAN_CLIENT_SECONDS`."""
ALONE, BEYOND, RUDE = 20, 60, 10


def load(
    manifest: Annotated[Path, typer.Argument(help="A manifest.jsonl, with its photos beside it.")],
    split: Annotated[str | None, typer.Option(help="Only photos of this split, as dev.")] = None,
    scans: Annotated[int, typer.Option(help="How many photos are sent at the limit.", min=10)] = 2000,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object a line for programs.")] = False,
) -> None:
    """Load the server and see whether it does as it was designed to."""
    photos = [photo for photo in read_manifest(manifest) if split in (None, photo.split)]
    with TemporaryDirectory() as folder, Progress(console=Console(stderr=True)) as bar:
        server = Server(Path(folder), requests_per_minute=1_000_000, client_seconds=CLIENT_SECONDS)
        try:
            sent = bar.add_task("photos", total=ALONE + scans + BEYOND + 1)
            claims = asyncio.run(_claims(server, uploads(photos), scans, lambda: bar.advance(sent)))
        finally:
            server.stop()
    if as_json:
        for claim in claims:
            print(json.dumps(vars(claim), ensure_ascii=False))
    else:
        Console(width=120).print(_table(claims))
    broken = [claim.what for claim in claims if not claim.holds]
    typer.echo(f"What does not hold: {'; '.join(broken)}." if broken else "All of it holds.", err=as_json)
    if broken:
        raise typer.Exit(1)


async def _claims(server: Server, photos: Iterator[Upload], scans: int, each: Callable[[], object]) -> list[Claim]:
    places = Settings.model_fields["workers"].default + Settings.model_fields["queue"].default
    held = Held()

    def noted() -> None:
        held.memory.append(server.memory())
        held.handles.append(server.handles())
        each()

    alone = await send_all(server.url, photos, 1, ALONE, each)
    handles = server.handles()
    async with small_requests(server.url) as small:
        met = await send_all(server.url, photos, places, scans, noted)
    claims = at_the_limit(alone, met, small, held, places)
    async with small_requests(server.url) as small:
        met = await send_all(server.url, photos, 2 * places, BEYOND, each)
    claims += beyond_it(met, server.took(503), small)
    async with small_requests(server.url) as small:
        cut = {how: await cut_off(server.url, how, RUDE, 5 * CLIENT_SECONDS) for how in MANNERS}
        await vanish(server.url, RUDE)
    met = await send_all(server.url, photos, 1, 1, each)
    await asyncio.sleep(2 * CLIENT_SECONDS)
    left = with_rude_clients(cut, RUDE, small, server.handles() - handles, server.connections())
    return [*claims, *left, scanned_after(met)]


def _table(claims: list[Claim]) -> Table:
    table = Table("", "found", "goal", "", title="handscan serve under load")
    for claim in claims:
        table.add_row(claim.what, claim.found, claim.goal, "" if not claim.goal else "yes" if claim.holds else "NO")
    return table


if __name__ == "__main__":
    typer.run(load)
