"""In: every request. Out: the same, unless its sender has no business here.

Three questions. Is the service called by a name of its own (a foreign name may be a web page that had its address
changed to ours)? Was a change, or a WebSocket, asked for by our own page, or by no page at all? Does the sender sit at
this machine, or show the token of the join link?
"""

import ipaddress
import secrets
import socket
from collections.abc import Sequence
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from service.api.errors import ApiError, request_language
from service.guard.join_page import asks_for_page, stranger_page
from service.guard.refuse import refuse

COOKIE = "handscan_join"
JOIN = "/join"
_HARMLESS = frozenset({"GET", "HEAD", "OPTIONS"})
_STRANGER = ApiError(401, "join", "This device has not joined: scan the QR code shown where handscan runs.")


class Door:
    """Lets in who may come in. `names` are further host names that the service goes by."""

    def __init__(self, app: ASGIApp, token: str, names: Sequence[str]) -> None:
        self.app, self.token = app, token
        own = socket.gethostname().lower()
        given = {name.strip().lower() for name in names} - {""}
        self.names = frozenset({"localhost", own, f"{own}.local", *given})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes the request on, or refuses it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if not self._is_own_name(headers.get("host", "")):
            wrong = ApiError(403, "other_site", "This service does not go by that name: use its address.")
            await refuse(wrong, scope, receive, send)
        elif scope.get("method") not in _HARMLESS and not _from_own_page(headers):
            wrong = ApiError(403, "other_site", "A page of another site may not change anything here.")
            await refuse(wrong, scope, receive, send)
        elif scope["path"] == JOIN or _sits_here(scope, headers) or self._knows_token(HTTPConnection(scope)):
            await self.app(scope, receive, send)
        elif asks_for_page(headers):
            await stranger_page(request_language(HTTPConnection(scope)))(scope, receive, send)
        else:
            await refuse(_STRANGER, scope, receive, send)

    def _is_own_name(self, host: str) -> bool:
        """No foreign page can make a browser call an address of digits by another name."""
        name = _hostname(f"//{host}").rstrip(".")
        return name in self.names or _address(name) is not None

    def _knows_token(self, request: HTTPConnection) -> bool:
        shown = (request.cookies.get(COOKIE), request.headers.get("authorization", "").removeprefix("Bearer "))
        return any(same_token(one, self.token) for one in shown if one)


def same_token(shown: str, token: str) -> bool:
    """Compared in a time that tells nothing."""
    return secrets.compare_digest(shown.encode("utf-8", "replace"), token.encode())


def _sits_here(scope: Scope, headers: Headers) -> bool:
    """A sender on this machine; not one that a proxy on this machine speaks for."""
    address = _address((scope.get("client") or ("",))[0])
    return (
        address is not None and address.is_loopback and "x-forwarded-for" not in headers and "forwarded" not in headers
    )


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        found = ipaddress.ip_address(text)
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


def _hostname(address: str) -> str:
    try:
        return urlsplit(address).hostname or ""
    except ValueError:  # brackets that do not close
        return ""


def _from_own_page(headers: Headers) -> bool:
    """Browsers say where a change comes from; programs say nothing."""
    if "origin" in headers:
        return headers["origin"].partition("://")[2] == headers.get("host")
    return headers.get("sec-fetch-site", "none") in ("none", "same-origin")
