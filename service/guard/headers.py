"""In: every answer. Out: the same with headers that keep a browser from doing more with it than was meant."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send

_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob: data:",
        "media-src 'self' blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "content-security-policy": _POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "permissions-policy": "camera=(self), microphone=(), geolocation=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
_ENCODED = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
_NOT_STORED = (b"cache-control", b"no-store")
_ASKED_ANEW = (b"cache-control", b"no-cache")  # so that no browser mixes the modules of two versions


class Headers:
    """Adds the headers to every answer; what the API answers is stored nowhere on the way, and a
    file of the page is used again only when the server says that it is still the same."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes the request on."""

        async def with_headers(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                kept = _ASKED_ANEW if scope["path"].startswith("/static/") else _NOT_STORED
                message["headers"] = [*message["headers"], *_ENCODED, kept]
            await send(message)

        await self.app(scope, receive, with_headers)
