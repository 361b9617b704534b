"""In: a request that a gate refuses, and why. Out: the error, in the one shape and the caller's language."""

from starlette.requests import Request
from starlette.types import Receive, Scope, Send

from service.api.errors import ApiError, error_answer, request_language


async def refuse(error: ApiError, scope: Scope, receive: Receive, send: Send) -> None:
    """Sends the error as the answer."""
    await error_answer(error, request_language(Request(scope)))(scope, receive, send)
