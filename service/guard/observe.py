"""In: every request. Out: its id, a line in the log, its figures; and where the service itself fails, a plain 500.

A WebSocket is written down when it ends, with the time that opening it took. A line tells the route, never the address
as sent: addresses may carry the token of the join link.
"""

import logging
import time
from uuid import uuid4

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.api.errors import ApiError
from service.figures import Figures
from service.guard.refuse import refuse

log = logging.getLogger("handscan")

_BEGINS = frozenset({"http.response.start", "websocket.http.response.start", "websocket.accept"})


class Observe:
    """The outermost gate."""

    def __init__(self, app: ASGIApp, figures: Figures) -> None:
        self.app, self.figures = app, figures

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes the request on and watches what comes back."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        request_id = uuid4().hex
        scope.setdefault("state", {})["request_id"] = request_id
        started, status, opened = time.perf_counter(), 0, 0.0

        async def watched(message: Message) -> None:
            nonlocal status, opened
            if message["type"] in _BEGINS:
                status = message.get("status", 101)
                opened = time.perf_counter() if status == 101 else 0.0
                message["headers"] = [*message.get("headers", ()), (b"x-request-id", request_id.encode())]
            await send(message)

        try:
            await self.app(scope, receive, watched)
        except Exception:
            log.exception("fault", extra={"request_id": request_id})
            if status:
                raise
            await refuse(fault(request_id), scope, receive, watched)
        finally:
            seconds = (opened or time.perf_counter()) - started
            route = getattr(scope.get("route"), "path", "static" if scope["path"].startswith("/static/") else "none")
            method = scope.get("method", "WEBSOCKET")
            self.figures.request(method, route, status, seconds)
            asked = {"request_id": request_id, "method": method, "route": route}
            log.info("request", extra={**asked, "status": status, "ms": round(seconds * 1000, 1)})


def fault(request_id: str) -> ApiError:
    """What is said when the service itself fails: how to find the reason in its log, and nothing of the reason."""
    return ApiError(500, "internal", "Something went wrong here; the log tells more under {id}.", id=request_id)
