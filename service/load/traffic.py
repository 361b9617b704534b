"""In: a server's address, uploads. Out: what the clients met: times, refusals, and small requests beside."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Final

import httpx

from service.load.photos import Upload

PAUSE: Final = 0.1
"""Seconds between two small requests."""


@dataclass
class Met:
    """Seconds until each answer, by what it was."""

    scanned: list[float] = field(default_factory=list)
    refused: list[float] = field(default_factory=list)
    other: list[str] = field(default_factory=list)
    """Answers that should not have been."""


async def send_all(url: str, uploads: Iterator[Upload], clients: int, count: int, each: Callable[[], object]) -> Met:
    """Sends `count` uploads from so many clients at once, each client one after the other; `each` follows an answer."""
    met = Met()

    async def one_client() -> None:
        nonlocal count
        async with httpx.AsyncClient(base_url=url, timeout=600) as client:
            while count > 0:
                count -= 1
                await send(client, next(uploads), met)
                each()

    await asyncio.gather(*(one_client() for _ in range(clients)))
    return met


async def send(client: httpx.AsyncClient, upload: Upload, met: Met) -> None:
    """Sends one photo; a refusal is waited for as long as it says."""
    started = time.perf_counter()
    answer = await client.post("/api/v1/scans", files={"photos": upload.data}, data={"game": upload.game})
    took = time.perf_counter() - started
    if answer.status_code == 201:
        met.scanned.append(took)
    elif answer.status_code == 503 and answer.headers.get("retry-after", "").isdigit():
        met.refused.append(took)
        await asyncio.sleep(int(answer.headers["retry-after"]))
    else:
        met.other.append(f"{answer.status_code} {answer.text[:100]}")


@asynccontextmanager
async def small_requests(url: str) -> AsyncIterator[list[float]]:
    """Asks small things of the service meanwhile, one after the other; gives the list of the seconds they took."""
    seconds: list[float] = []
    asking = asyncio.create_task(_ask(url, seconds))
    try:
        yield seconds
    finally:
        asking.cancel()
        with suppress(asyncio.CancelledError):
            await asking


async def _ask(url: str, seconds: list[float]) -> None:
    match = {"game": "rami", "players": ["Ana", "Ben"]}
    hand = {"game": "rami", "typed": "ten of hearts, joker, 5♣"}
    async with httpx.AsyncClient(base_url=url, timeout=60) as client:
        made = (await client.post("/api/v1/matches", json=match)).json()["id"]
        asked: tuple[tuple[str, str, Any], ...] = (
            ("GET", "/", None),
            ("GET", f"/api/v1/matches/{made}", None),
            ("POST", "/api/v1/hands", hand),
            ("GET", "/api/v1/matches", None),
        )
        while True:
            for method, path, body in asked:
                started = time.perf_counter()
                (await client.request(method, path, json=body)).raise_for_status()
                seconds.append(time.perf_counter() - started)
                await asyncio.sleep(PAUSE)
