"""In: a question of whoever runs the service. Out: whether it lives, whether it is ready, and its figures."""

from typing import Any, Literal

from fastapi import APIRouter, Response
from pydantic import BaseModel

from service.api.access import ServiceParts
from service.api.errors import errors
from service.store.scans import count_scans

router = APIRouter(tags=["health"])

_FIGURES: dict[int | str, dict[str, Any]] = {200: {"content": {"text/plain": {}}, "description": "The figures."}}


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


@router.get("/metrics", responses=_FIGURES | errors(), response_class=Response)
async def metrics(parts: ServiceParts) -> Response:
    """Figures for Prometheus."""
    return Response(parts.figures.text(), media_type="text/plain; version=0.0.4")


@router.get("/ready", responses=errors(503))
def ready(parts: ServiceParts) -> Ready:
    """Whether the service can do its work."""
    parts.pool.check_ready()
    count_scans(parts.engine)
    return Ready()
