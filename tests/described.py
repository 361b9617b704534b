"""Whether an answer of the service is one that its OpenAPI document describes: its status, its type and its headers."""

import re
from functools import cache
from typing import Any

import httpx

ANYWHERE = frozenset({"content-length", "content-type", "date", "transfer-encoding", "connection"})
"""What HTTP itself puts there."""


def check_described(document: dict[str, Any], answer: httpx.Response) -> None:
    """Raises AssertionError. An address or a method that the document lacks is none of its operations."""
    operation = operation_of(document, answer.request.method, answer.request.url.path)
    if operation is None:
        return
    what = f"{answer.request.method} {answer.request.url.path} answers {answer.status_code}"
    described = operation["responses"].get(str(answer.status_code))
    assert described, f"{what}, which the document lacks"
    kind = answer.headers.get("content-type", "").partition(";")[0]
    assert answer.status_code == 204 or kind in described["content"], f"{what} as {kind}, which the document lacks"
    named = {name.lower() for name in described["headers"]} | general_headers(document["info"]["description"])
    unknown = set(answer.headers) - named - ANYWHERE
    assert not unknown, f"{what} with {unknown}, which the document lacks"


def operation_of(document: dict[str, Any], method: str, path: str) -> dict[str, Any] | None:
    """The operation of an address; one that is named whole goes before one with places."""
    for template in sorted(document["paths"], key=lambda path: path.count("{")):
        found: dict[str, Any] | None = document["paths"][template].get(method.lower())
        if found and re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", template), path):
            return found
    return None


@cache
def general_headers(description: str) -> frozenset[str]:
    """Those that every answer carries, as the document's own description names them."""
    return frozenset(name.lower() for name in re.findall(r"`([A-Z][\w-]+)`", description))
