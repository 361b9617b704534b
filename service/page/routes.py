"""In: a request of a browser. Out: the page."""

from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse
from fastapi.templating import Jinja2Templates

from service.api.access import Caller

HERE = Path(__file__).parent

router = APIRouter(include_in_schema=False)
templates = Jinja2Templates(HERE / "templates")


@router.get("/")
def page(request: Request, language: Caller) -> HTMLResponse:
    """The one page; its scripts do the rest."""
    return templates.TemplateResponse(request, "index.html", {"lang": language})
