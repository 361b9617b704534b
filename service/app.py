"""In: settings and how to load a scanner. Out: the application, every route and every rule of access in place."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from fastapi import APIRouter, FastAPI

from service.api import games, health, matches, scans, scores
from service.api.access import Service
from service.api.errors import answer_errors
from service.api.refusals import REFUSALS
from service.photo_memory import PhotoMemory
from service.scan_pool import Reader, ScanPool
from service.settings import Settings
from service.store.database import open_database
from vision import Scanner


def create_app(settings: Settings, load_scanner: Callable[[], Reader] = Scanner) -> FastAPI:
    """The application. The database is opened and the scanner loaded when it starts."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        engine = open_database(settings.database_url)
        pool = ScanPool(load_scanner, settings.workers, settings.queue)
        photos = PhotoMemory(settings.photo_minutes, settings.photos_in_memory)
        app.state.service = Service(settings, engine, pool, photos)
        yield
        pool.close()
        engine.dispose()

    app = FastAPI(
        title="handscan",
        description="Reads the cards or tiles left in players' hands from a photo and scores the round.",
        openapi_url="/api/v1/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    api = APIRouter(prefix="/api/v1")
    for part in (games, scores, scans, matches):
        api.include_router(part.router)
    app.include_router(api)
    app.include_router(health.router)
    answer_errors(app, REFUSALS)
    return app
