"""In: the body of a request as it arrives. Out: the same, unless it grows too large, stops coming, or comes by drops.

Bytes are counted as they come, since a body in chunks does not say how many it will have.
"""

import asyncio
import time
from typing import Final

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.api.errors import ApiError
from service.guard.refuse import refuse
from service.guard.room import brings_photos
from service.settings import Settings

LEAST_PACE: Final = 10_000
"""Bytes a second, on average after the first `client_seconds`: a slow phone sends ten times as much."""


class BodyLimit:
    """Two limits: one for what carries photos, one for all else."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app, self.settings = app, settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes the request on; one that says itself that it is too large is not read at all."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        most = self.settings.upload_bytes if brings_photos(scope) else self.settings.body_bytes
        said = Headers(scope=scope).get("content-length", "0")
        if not said.isdigit() or len(said) > 15 or int(said) > most:
            await refuse(too_large(most), scope, receive, send)
            return
        count, more, started, patience = 0, True, time.monotonic(), self.settings.client_seconds

        async def counted() -> Message:
            nonlocal count, more
            if not more:
                return await receive()
            due = started + patience + count / LEAST_PACE
            try:
                message = await asyncio.wait_for(receive(), min(patience, due - time.monotonic()))
            except TimeoutError:
                raise ApiError(408, "too_slow", "The request stopped arriving: send it again.") from None
            count += len(message.get("body", b""))
            more = message.get("more_body", False)
            if count > most:
                raise too_large(most)
            return message

        await self.app(scope, counted, send)


def too_large(most: int) -> ApiError:
    """What is said of more bytes than `most`."""
    return ApiError(
        413,
        "too_large",
        "The request is larger than {megabytes} MB: send fewer or smaller photos.",
        megabytes=f"{most / 1e6:g}",
    )
