"""In: requests that bring photos. Out: the same, unless as many are inside as may be: refused unread.

A place is taken before the first byte of the body and given back with the last of the answer: refusing costs nothing,
and no more uploads lie on the disk than can be scanned soon.
"""

from contextlib import ExitStack
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.api.access import API
from service.api.errors import ApiError
from service.guard.refuse import refuse
from service.scan_pool import ScanPool

_WITH_PHOTOS: Final = (f"{API}/scans", f"{API}/verifications")
_BUSY: Final = ApiError(503, "busy", "Many photos are being read just now: try again in a moment.", retry_after=2)


class Room:
    """As many as the pool holds, those that are still sending among them."""

    def __init__(self, app: ASGIApp, pool: ScanPool) -> None:
        self.app, self.pool = app, pool

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes the request on, or refuses it unread."""
        if not brings_photos(scope):
            await self.app(scope, receive, send)
        elif self.pool.is_full:
            await refuse(_BUSY, scope, receive, send)
        else:
            with ExitStack() as held:
                held.enter_context(self.pool.place())

                async def giving_back(message: Message) -> None:
                    """Not only when the request is over: who has the answer may send the next photo before that."""
                    if message["type"] == "http.response.body" and not message.get("more_body"):
                        held.close()
                    await send(message)

                await self.app(scope, receive, giving_back)


def brings_photos(scope: Scope) -> bool:
    """Whether a request may carry photos."""
    return scope["type"] == "http" and scope["method"] == "POST" and scope["path"] in _WITH_PHOTOS
