"""In: every request. Out: its id, a line in the log, its figures; and where the service itself fails, a plain 500.

A line tells the route, never the address as sent: addresses may carry the token of the join link.
"""

import logging
import time
from uuid import uuid4

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.api.errors import ApiError
from service.figures import Figures
from service.guard.refuse import refuse

log = logging.getLogger("handscan")


class Observe:
    """The outermost gate."""

    def __init__(self, app: ASGIApp, figures: Figures) -> None:
        self.app, self.figures = app, figures

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes the request on and watches what comes back."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request_id = uuid4().hex
        scope.setdefault("state", {})["request_id"] = request_id
        started, status = time.perf_counter(), 0

        async def watched(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], (b"x-request-id", request_id.encode())]
            await send(message)

        try:
            await self.app(scope, receive, watched)
        except Exception:
            log.exception("fault", extra={"request_id": request_id})
            if status:
                raise
            await refuse(fault(request_id), scope, receive, watched)
        finally:
            seconds = time.perf_counter() - started
            route = getattr(scope.get("route"), "path", "static" if scope["path"].startswith("/static/") else "none")
            self.figures.request(scope["method"], route, status, seconds)
            asked = {"request_id": request_id, "method": scope["method"], "route": route}
            log.info("request", extra={**asked, "status": status, "ms": round(seconds * 1000, 1)})


def fault(request_id: str) -> ApiError:
    """What is said when the service itself fails: how to find the reason in its log, and nothing of the reason."""
    return ApiError(500, "internal", "Something went wrong here; the log tells more under {id}.", id=request_id)
