"""In: a request or a WebSocket that a gate refuses, and why. Out: the error in the caller's language."""

from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send

from service.api.errors import ApiError, error_answer, request_language


async def refuse(error: ApiError, scope: Scope, receive: Receive, send: Send) -> None:
    """Sends the error as the answer."""
    await error_answer(error, request_language(HTTPConnection(scope)))(scope, receive, send)
