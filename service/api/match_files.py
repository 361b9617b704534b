"""In: a match, or a file that holds one. Out: the file, JSON or CSV; or the match, kept as a new one."""

import json
import re
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from fastapi.concurrency import run_in_threadpool

from scoring import Match, ScoringError, match_from_csv, match_from_dict, match_to_csv, match_to_dict, parse_json
from service.api.access import API, Caller, ServiceParts
from service.api.errors import TAKES_BODY, errors
from service.api.fields import InMatch, SentMatchName
from service.api.match_models import VERSIONED, MatchOut, match_out
from service.store.matches import create_match, get_match

router = APIRouter(prefix=f"{API}/matches", tags=["matches"])

_TYPES = {"json": "application/json", "csv": "text/csv; charset=utf-8"}
_EXAMPLE: dict[str, Any] = {
    "name": "Friday",
    "game": "rami",
    "players": ["Ana", "Ben"],
    "options": {},
    "rounds": [
        {"ending": "out", "winner": "Ana", "players": [{"name": "Ana", "hand": []}, {"name": "Ben", "hand": ["AH"]}]}
    ],
}
_EXAMPLE_CSV = match_to_csv(match_from_dict(_EXAMPLE))
_FILE: dict[str, Any] = {
    "required": True,
    "content": {
        "application/json": {"schema": {"type": "object"}, "example": _EXAMPLE},
        "text/csv": {"schema": {"type": "string"}, "example": _EXAMPLE_CSV},
    },
}
_FILE_OUT: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The file.",
        "content": _FILE["content"],
        "headers": {
            "Content-Disposition": {
                "description": "The name to save it by, after that of the match.",
                "schema": {"type": "string", "examples": ['attachment; filename="Friday.json"']},
            }
        },
    }
}


@router.get("/{match_id}/export", responses=_FILE_OUT | errors(404, 422, 503), response_class=Response)
def export(
    match_id: InMatch,
    parts: ServiceParts,
    form: Annotated[
        Literal["json", "csv"], Query(alias="format", description="What kind of file.", examples=["csv"])
    ] = "json",
) -> Response:
    """A file that `handscan match` reads, and `POST /matches/import`."""
    kept = get_match(parts.engine, match_id)
    if form == "csv":
        text = match_to_csv(kept.match)
    else:
        text = json.dumps({"name": kept.name, **match_to_dict(kept.match)}, ensure_ascii=False, indent=1)
    stem = re.sub("[^A-Za-z0-9]+", "-", kept.name).strip("-")[:40] or "match"
    headers = {"Content-Disposition": f'attachment; filename="{stem}.{form}"'}
    return Response(text, media_type=_TYPES[form], headers=headers)


@router.post(
    "/import",
    status_code=201,
    response_description="The match, kept as a new one.",
    responses=errors(*TAKES_BODY, 422, 503) | {201: VERSIONED},
    openapi_extra={"requestBody": _FILE},
)
async def import_match(
    request: Request,
    parts: ServiceParts,
    language: Caller,
    response: Response,
    name: Annotated[
        SentMatchName | None, Query(description="What to call it in place of the file's own.", examples=["Friday"])
    ] = None,
) -> MatchOut:
    """Keeps the match of a file as a new one. Whether it is JSON or CSV is seen from what is in it."""
    found, own_name = read_match_file(await request.body())
    kept = await run_in_threadpool(create_match, parts.engine, own_name if name is None else name, found)
    response.headers["ETag"] = f'"{kept.version}"'
    return match_out(kept, language)


def read_match_file(data: bytes) -> tuple[Match, str]:
    """The match of a file and its name, where it has one. Raises ScoringError."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ScoringError("The file is not text in UTF-8: save it as UTF-8.") from error
    if not text.lstrip().startswith(("{", "[")):
        return match_from_csv(text), ""
    record = parse_json(text)
    match = match_from_dict(record)
    name = record.get("name")
    return match, "".join(filter(str.isprintable, name))[:120] if isinstance(name, str) else ""
