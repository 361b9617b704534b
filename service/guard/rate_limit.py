"""In: every request. Out: the same, unless its sender has had as many in this minute as the settings allow."""

import time
from collections import Counter

from starlette.types import ASGIApp, Receive, Scope, Send

from service.api.errors import ApiError
from service.guard.refuse import refuse


class RateLimit:
    """Counts by address and starts anew each minute, so that nothing is remembered for longer."""

    def __init__(self, app: ASGIApp, most: int) -> None:
        self.app, self.most = app, most
        self._minute, self._counts = 0, Counter[str]()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes the request on, or says when to come again."""
        if scope["type"] != "lifespan" and (wait := self._wait(scope)):
            error = ApiError(
                429, "too_many_requests", "Too many requests: wait {seconds} seconds.", None, wait, seconds=wait
            )
            await refuse(error, scope, receive, send)
            return
        await self.app(scope, receive, send)

    def _wait(self, scope: Scope) -> int:
        """Seconds until the next minute for a sender who has had enough; 0 for the others."""
        now = time.monotonic()
        if (minute := int(now // 60)) != self._minute:
            self._minute, self._counts = minute, Counter()
        client = (scope.get("client") or ("",))[0]
        self._counts[client] += 1
        return 60 - int(now % 60) if self._counts[client] > self.most else 0
