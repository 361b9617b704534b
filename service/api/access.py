"""In: a request or a WebSocket. Out: what the routes need of it: the running service's parts, the caller's language."""

from dataclasses import dataclass
from typing import Annotated, Final, cast

from fastapi import Depends, Query
from sqlalchemy import Engine
from starlette.requests import HTTPConnection

from scoring import Language
from service.api.errors import request_language
from service.figures import Figures
from service.live_hands import LiveHands
from service.photo_memory import PhotoMemory
from service.scan_pool import ScanPool
from service.settings import Settings

API: Final = "/api/v1"


@dataclass(frozen=True)
class Service:
    """The parts that live as long as the server."""

    settings: Settings
    engine: Engine
    pool: ScanPool
    photos: PhotoMemory
    live: LiveHands
    figures: Figures


def _service(connection: HTTPConnection) -> Service:
    return cast(Service, connection.app.state.service)


def _language(
    connection: HTTPConnection,
    lang: Annotated[Language | None, Query(description="Language of the sentences.", examples=["fr"])] = None,
) -> Language:
    """`lang` is named here for the OpenAPI document; errors that come before it use the same function."""
    return request_language(connection)


ServiceParts = Annotated[Service, Depends(_service)]
Caller = Annotated[Language, Depends(_language)]
