"""In: the routes. Out: the OpenAPI document, with what the gates add to every answer and how a token is shown."""

from typing import Any, Final

from fastapi import FastAPI

DESCRIPTION: Final = """Reads the cards or tiles left in players' hands from a photo and scores the round.

Every sentence is in the caller's language: `?lang=en|ms|fr`, else that of `Accept-Language`, else English.

Every answer also carries `Cache-Control`, which lets nobody keep it on the way, and what keeps a browser from doing
more with it than was meant: `Content-Security-Policy`, `X-Content-Type-Options`, `Referrer-Policy`,
`Permissions-Policy`, `Cross-Origin-Opener-Policy` and `Cross-Origin-Resource-Policy`."""

_REQUEST_ID: Final = {
    "description": "Names the request; the service's log has the same.",
    "schema": {"type": "string", "examples": ["5b0f6e0c9f0c4c0f8e2f4c0d7a1b2c3d"]},
}
_TOKEN: Final = {
    "token": {"type": "http", "scheme": "bearer", "description": "The token of the join link, for programs."},
    "joined": {
        "type": "apiKey",
        "in": "cookie",
        "name": "handscan_join",
        "description": "What `/join` sets, for browsers. On the machine itself neither is needed.",
    },
}


class Documented(FastAPI):
    """An application whose document tells of its gates too."""

    def openapi(self) -> dict[str, Any]:
        """The document, made once."""
        if self.openapi_schema is None:
            document = super().openapi()
            for methods in document["paths"].values():
                for operation in methods.values():
                    for answer in operation["responses"].values():
                        answer.setdefault("headers", {})["X-Request-ID"] = {"$ref": "#/components/headers/X-Request-ID"}
            document["components"] |= {"headers": {"X-Request-ID": _REQUEST_ID}, "securitySchemes": _TOKEN}
            document["security"] = [{}, *({name: []} for name in _TOKEN)]
        return self.openapi_schema or {}
