"""In: a question of whoever runs the service. Out: whether it lives, whether it is ready, and its figures."""

from typing import Any, Literal

from fastapi import APIRouter, Response
from pydantic import BaseModel, Field

from service.api.access import ServiceParts
from service.api.errors import errors
from service.store.scans import count_scans

router = APIRouter(tags=["health"])

_FIGURES: dict[int | str, dict[str, Any]] = {
    200: {
        "content": {"text/plain": {"schema": {"type": "string"}, "example": "handscan_photos_waiting 0.0\n"}},
        "description": "The figures.",
    }
}


class Health(BaseModel):
    """The process runs."""

    status: Literal["ok"] = Field(default="ok", description="Nothing else is ever said.", examples=["ok"])


class Ready(BaseModel):
    """Models are loaded and the database answers."""

    status: Literal["ready"] = Field(default="ready", description="Nothing else is ever said.", examples=["ready"])


@router.get("/health", response_description="It does.", responses=errors())
async def health() -> Health:
    """Whether the process runs."""
    return Health()


@router.get("/metrics", responses=_FIGURES | errors(), response_class=Response)
async def metrics(parts: ServiceParts) -> Response:
    """Figures for Prometheus."""
    return Response(parts.figures.text(), media_type="text/plain; version=0.0.4")


@router.get("/ready", response_description="It is.", responses=errors(503))
def ready(parts: ServiceParts) -> Ready:
    """Whether the service can do its work."""
    parts.pool.check_ready()
    count_scans(parts.engine)
    return Ready()
