"""In: a request of a browser. Out: the page, its words, its manifest and the script that keeps its shell."""

from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response
from fastapi.templating import Jinja2Templates

from scoring import Language
from service.language import LANGUAGES, catalogue, language_of, say

HERE = Path(__file__).parent
STATIC = HERE / "static"
COOKIE = "handscan_language"

router = APIRouter(include_in_schema=False)
templates = Jinja2Templates(HERE / "templates")


@router.get("/")
def page(request: Request) -> HTMLResponse:
    """The one page; its scripts do the rest."""
    language = page_language(request)

    def translated(sentence: str) -> str:
        return say(language, sentence)

    context = {"lang": language, "styles": addresses("css"), "_": translated}
    return templates.TemplateResponse(request, "index.html", context)


@router.get("/words/{language}.json")
def words(language: Language) -> dict[str, str]:
    """The catalogue, English sentence to translated one."""
    return catalogue(language)


@router.get("/manifest.webmanifest")
def manifest(request: Request) -> JSONResponse:
    """What a phone needs to install the page."""
    language = page_language(request)
    pictures = [("handscan.svg", "any", "image/svg+xml")]
    pictures += [(f"handscan-{side}.png", f"{side}x{side}", "image/png") for side in (192, 512)]
    body = {
        "id": "/",
        "name": "handscan",
        "short_name": "handscan",
        "description": say(language, "Reads the cards or tiles left in hands from a photo, and scores the round."),
        "lang": language,
        "start_url": "/",
        "display": "standalone",
        "background_color": "#f6f3ec",
        "theme_color": "#f6f3ec",
        "icons": [{"src": f"/static/icons/{name}", "sizes": sizes, "type": kind} for name, sizes, kind in pictures],
    }
    return JSONResponse(body, media_type="application/manifest+json")


@router.get("/sw.js")
def keeper(request: Request) -> Response:
    """The service worker. It lies at the root, since it may only keep what lies beside or below it."""
    files = ["/", *(f"/words/{language}.json" for language in LANGUAGES)]
    files += [*addresses("css"), *addresses("js"), *addresses("icons")]
    script = templates.get_template("sw.js").render(files=files)
    return Response(script, media_type="text/javascript")


def page_language(request: Request) -> Language:
    """The language asked for in the address, else the one chosen on the page, else the browser's."""
    chosen = request.query_params.get("lang") or request.cookies.get(COOKIE)
    return language_of(chosen, request.headers.get("accept-language"))


def addresses(folder: str) -> list[str]:
    """Where the static files of a folder are fetched, in the order of their names."""
    return [f"/static/{folder}/{file.name}" for file in sorted((STATIC / folder).iterdir()) if file.is_file()]
