"""In: settings and how to load a scanner. Out: the application, every route and every gate in place."""

import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from importlib.metadata import version
from pathlib import Path

from fastapi import FastAPI
from starlette.middleware import Middleware
from starlette.staticfiles import StaticFiles

from service.api import games, health, join, live, match_files, matches, scans, scores, verifications
from service.api.access import API, Service
from service.api.document import DESCRIPTION, Documented
from service.api.errors import answer_errors
from service.api.refusals import REFUSALS
from service.figures import Figures
from service.guard.body_limit import BodyLimit
from service.guard.door import Door
from service.guard.headers import Headers
from service.guard.observe import Observe
from service.guard.rate_limit import RateLimit
from service.guard.room import Room
from service.live_hands import LiveHands
from service.page import routes as page
from service.photo_memory import PhotoMemory
from service.scan_pool import Reader, ScanPool
from service.settings import Settings
from service.store.database import open_database
from vision import Scanner

_STATIC = Path(page.__file__).with_name("static")


def create_app(settings: Settings, load_scanner: Callable[[], Reader] = Scanner) -> FastAPI:
    """The application. Its database is open when this returns, its scanner loads beside it.

    Raises what the database raises when it cannot be opened.
    """
    token = settings.token.get_secret_value() or secrets.token_urlsafe(16)
    figures = Figures()
    engine = open_database(settings.database_url)
    pool = ScanPool(load_scanner, settings.workers, settings.queue)
    figures.waiting(lambda: pool.inside)
    photos = PhotoMemory(settings.photo_minutes, settings.photos_in_memory)
    hands = LiveHands(settings.live_clients)
    figures.watching(lambda: hands.count)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        pool.close()
        engine.dispose()

    app = Documented(
        title="handscan",
        version=version("handscan"),
        description=DESCRIPTION,
        openapi_url=f"{API}/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        lifespan=lifespan,
        middleware=[
            Middleware(Observe, figures=figures),
            Middleware(Headers),
            Middleware(RateLimit, most=settings.requests_per_minute),
            Middleware(Door, token=token, names=settings.names.split(",")),
            Middleware(Room, pool=pool),
            Middleware(BodyLimit, settings=settings),
        ],
    )
    for part in (games, scores, scans, live, verifications, match_files, matches, health, join, page):
        app.include_router(part.router)
    if _STATIC.is_dir():
        app.mount("/static", StaticFiles(directory=_STATIC))
    app.state.token = token
    app.state.service = Service(settings, engine, pool, photos, hands, figures)
    answer_errors(app, REFUSALS)
    return app
