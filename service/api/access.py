"""In: a request. Out: what the routes need of it: the running service's parts, and the caller's language."""

from dataclasses import dataclass
from typing import Annotated, Final, cast

from fastapi import Depends, Query, Request
from sqlalchemy import Engine

from scoring import Language
from service.api.errors import request_language
from service.figures import Figures
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
    figures: Figures


def _service(request: Request) -> Service:
    return cast(Service, request.app.state.service)


def _language(
    request: Request, lang: Annotated[Language | None, Query(description="Language of the sentences.")] = None
) -> Language:
    """`lang` is named here for the OpenAPI document; errors that come before it use the same function."""
    return request_language(request)


ServiceParts = Annotated[Service, Depends(_service)]
Caller = Annotated[Language, Depends(_language)]
