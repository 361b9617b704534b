"""In: a question of whoever runs the service. Out: whether it lives, whether it is ready, and its figures."""

from typing import Literal

from fastapi import APIRouter
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel

from service.api.access import ServiceParts
from service.api.errors import errors
from service.store.scans import count_scans

router = APIRouter(tags=["health"])


class Health(BaseModel):
    """The process runs."""

    status: Literal["ok"] = "ok"


class Ready(BaseModel):
    """Models are loaded and the database answers."""

    status: Literal["ready"] = "ready"


@router.get("/health", responses=errors())
async def health() -> Health:
    """Whether the process runs."""
    return Health()


@router.get("/metrics", responses=errors(), response_class=PlainTextResponse)
async def metrics(parts: ServiceParts) -> PlainTextResponse:
    """Figures for Prometheus."""
    return PlainTextResponse(parts.figures.text(), media_type="text/plain; version=0.0.4")


@router.get("/ready", responses=errors(503))
def ready(parts: ServiceParts) -> Ready:
    """Whether the service can do its work."""
    parts.pool.check_ready()
    count_scans(parts.engine)
    return Ready()
