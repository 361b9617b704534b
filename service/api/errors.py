"""In: whatever goes wrong in a request. Out: one JSON shape, {"error": {"code", "message", "field"}}, no trace."""

import logging
from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError, WebSocketRequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field
from sqlalchemy.exc import DatabaseError, DataError, IntegrityError, ProgrammingError
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection

from scoring import Language, ScoringError
from service.full_disk import is_full
from service.language import N_, language_of, say
from service.scan_pool import NotReady
from service.sentences import say_again
from service.store.trouble import Trouble, trouble_of
from vision.photo import PhotoError

log = logging.getLogger("handscan")


class Problem(BaseModel):
    """What went wrong: a stable code for programs, a sentence for people that says what to do."""

    code: str = Field(description="For programs; the same in every language.", examples=["no_match"])
    message: str = Field(
        description="What to do, in the caller's language.",
        examples=["There is no such match: it may have been deleted."],
    )
    field: str | None = Field(examples=[None], description="Which field of the request is meant, as in players.1.hand.")


class ErrorOut(BaseModel):
    """The one shape of every error."""

    error: Problem = Field(description="What went wrong.")


class ApiError(HTTPException):
    """An error of the service itself. `message` is a catalogue entry; `values` fill its places."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        field: str | None = None,
        retry_after: int | None = None,
        **values: Any,
    ) -> None:
        headers = None if retry_after is None else {"Retry-After": str(retry_after)}
        super().__init__(status, message, headers)
        self.code, self.message, self.field, self.values = code, message, field, values


PHOTO_STATUS: Mapping[str, int] = {"too_large": 413, "too_many_pixels": 413, "not_a_photo": 415, "unsupported": 415}
"""Other photos that cannot be read are 422."""

_HTTP = {
    400: ("bad_request", N_("The request cannot be read: check how it is written.")),
    404: ("not_found", N_("There is nothing at this address.")),
    405: ("not_allowed", N_("This address does not take {method}.")),
}

_VALIDATION = {
    "missing": N_("This field is missing."),
    "string_type": N_("This must be text."),
    "bool_type": N_("This must be true or false."),
    "bool_parsing": N_("This must be true or false."),
    "int_type": N_("This must be a whole number."),
    "int_parsing": N_("This must be a whole number."),
    "int_from_float": N_("This must be a whole number."),
    "float_type": N_("This must be a number."),
    "float_parsing": N_("This must be a number."),
    "finite_number": N_("This must be a number."),
    "list_type": N_("This must be a list."),
    "dict_type": N_("This must be an object."),
    "model_attributes_type": N_("This must be an object."),
    "model_type": N_("This must be an object."),
    "extra_forbidden": N_("This field is not known here."),
    "string_too_long": N_("This text is too long."),
    "string_too_short": N_("This text is empty."),
    "json_invalid": N_("This is no valid JSON."),
    "literal_error": N_("Say {expected}."),
    "enum": N_("Say {expected}."),
    "too_long": N_("There are too many of these: at most {max_length}."),
    "union_tag_invalid": N_("Say {expected_tags}."),
    "union_tag_not_found": N_("This object must say which {discriminator} it is."),
    "greater_than_equal": N_("This must be {ge} or more."),
    "less_than_equal": N_("This must be {le} or less."),
}
_TROUBLE: Mapping[Trouble, str] = {
    "away": N_("The database does not answer: try again in a moment."),
    "disk_full": N_("The disk is full where handscan keeps its data: make room there, then send this again."),
    "read_only": N_("The database can be read and not written: let handscan write to it, then send this again."),
    "damaged": N_("The database is damaged: stop handscan, put a copy of it back, and start again."),
}
_OTHERWISE = N_("This value does not fit: see /api/v1/openapi.json.")


def request_language(request: HTTPConnection) -> Language:
    """The language of the answer."""
    return language_of(request.query_params.get("lang"), request.headers.get("accept-language"))


def error_body(code: str, message: str, field: str | None = None) -> dict[str, Any]:
    """The shape itself."""
    return {"error": {"code": code, "message": message, "field": field}}


def errors(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The error answers of a route, for its OpenAPI entry: those given, and those that any route has."""
    return {status: _described(status) for status in sorted({*statuses, *_ALWAYS})}


TAKES_BODY = (400, 408)
"""What a route that reads a body answers besides."""
_ALWAYS = (401, 403, 413, 422, 429, 500)
_RETRY_AFTER = {
    "Retry-After": {
        "description": "Seconds after which it may be tried again.",
        "schema": {"type": "integer", "examples": [5]},
    }
}
_ANSWERS = {
    400: ("The request cannot be read.", "bad_request", "The request cannot be read: check how it is written."),
    401: (
        "From another device, without the join token.",
        "join",
        "This device has not joined: scan the QR code shown where handscan runs.",
    ),
    403: (
        "Sent by a page of another site, or under a name this service does not go by.",
        "other_site",
        "A page of another site may not change anything here.",
    ),
    404: ("There is no such thing.", "no_match", "There is no such match: it may have been deleted."),
    408: ("The request stopped arriving.", "too_slow", "The request stopped arriving: send it again."),
    409: ("It contradicts what is stored.", "nothing_to_undo", "There is nothing to undo."),
    410: (
        "The photo was forgotten.",
        "photo_forgotten",
        "The photo was not kept: send it again to see it; the scan stays the same.",
    ),
    412: (
        "It was changed meanwhile, or the version sent is not the newest.",
        "changed_meanwhile",
        "The match was changed meanwhile: get it again and repeat the change.",
    ),
    413: (
        "Too large: bytes, pixels or photos.",
        "too_large",
        "The request is larger than {megabytes} MB: send fewer or smaller photos.",
    ),
    415: (
        "Not a kind of content that is read here.",
        "not_a_photo",
        "This is not a photo: use a JPEG, PNG, WebP or HEIC file.",
    ),
    422: ("Understood, but it contradicts the rules or lacks something.", "invalid", "This field is missing."),
    428: (
        "If-Match with the version is needed.",
        "version_needed",
        "Say in If-Match which version of the match the change rests on.",
    ),
    429: ("Too many requests; see Retry-After.", "too_many_requests", "Too many requests: wait {seconds} seconds."),
    500: (
        "A fault of the service.",
        "internal",
        "Something went wrong here; the log tells more under {id}.",
    ),
    503: (
        "Busy or not ready; see Retry-After.",
        "busy",
        "Many photos are being read just now: try again in a moment.",
    ),
}
"""What a status means, and an error of it: its code and a catalogue entry."""


def _described(status: int) -> dict[str, Any]:
    meaning, code, message = _ANSWERS[status]
    example = error_body(code, message.format(megabytes=100, seconds=12, id="5b0f6e0c"))
    content: dict[str, Any] = {"application/json": {"example": example}}
    if status == 401:  # a browser is shown the same as a page
        content["text/html"] = {"schema": {"type": "string"}, "example": f"<!doctype html>... {message} ..."}
    headers = {"headers": _RETRY_AFTER} if status in (429, 503) else {}
    return {"model": ErrorOut, "description": meaning, "content": content, **headers}


def error_answer(error: ApiError, language: Language) -> JSONResponse:
    """An error of the service, said in a language."""
    body = error_body(error.code, say(language, error.message, **error.values), error.field)
    return JSONResponse(body, error.status_code, error.headers)


def answer_errors(app: FastAPI, refusals: Mapping[type[Exception], ApiError]) -> None:
    """Every way a request can fail, answered in the one shape.

    `refusals` says which error stands for an exception of the store and the like.
    """

    @app.exception_handler(ApiError)
    async def _own(request: Request, error: ApiError) -> JSONResponse:
        return error_answer(error, request_language(request))

    async def _refusal(request: Request, error: Exception) -> JSONResponse:
        return error_answer(refusals[type(error)], request_language(request))

    for refused in refusals:
        app.add_exception_handler(refused, _refusal)

    @app.exception_handler(ScoringError)
    async def _scoring(request: Request, error: ScoringError) -> JSONResponse:
        return JSONResponse(error_body("invalid", say_again(request_language(request), str(error))), 422)

    @app.exception_handler(PhotoError)
    async def _photo(request: Request, error: PhotoError) -> JSONResponse:
        message = say_again(request_language(request), error.message)
        return JSONResponse(error_body(error.code, message, "photos"), PHOTO_STATUS.get(error.code, 422))

    @app.exception_handler(NotReady)
    async def _not_ready(request: Request, error: NotReady) -> JSONResponse:
        message = say_again(request_language(request), str(error))
        return JSONResponse(error_body("not_ready", message), 503, {"Retry-After": "5"})

    @app.exception_handler(WebSocketRequestValidationError)
    @app.exception_handler(RequestValidationError)
    async def _validation(
        request: HTTPConnection, error: RequestValidationError | WebSocketRequestValidationError
    ) -> JSONResponse:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"][1:]) or None
        language = request_language(request)
        limits = {name: say_again(language, str(value)) for name, value in first.get("ctx", {}).items()}
        message = say(language, _VALIDATION.get(first["type"], _OTHERWISE), **limits)
        return JSONResponse(error_body("invalid", message, None if first["type"] == "json_invalid" else field), 422)

    @app.exception_handler(HTTPException)
    async def _http(request: Request, error: HTTPException) -> JSONResponse:
        cause = error.__cause__  # while the body arrived, which lies in a temporary file where it is large
        if is_full(cause):
            return _in_trouble(request, "disk_full", cause)
        code, message = _HTTP.get(error.status_code, _HTTP[400])
        said = say(request_language(request), message, method=request.method)
        return JSONResponse(error_body(code, said), error.status_code, error.headers)

    @app.exception_handler(DataError)
    async def _data(request: Request, error: DataError) -> JSONResponse:
        return JSONResponse(error_body("invalid", say(request_language(request), _OTHERWISE)), 422)

    @app.exception_handler(DatabaseError)
    async def _database(request: Request, error: DatabaseError) -> JSONResponse:
        if isinstance(error, IntegrityError | ProgrammingError):
            raise error
        return _in_trouble(request, trouble_of(error), error.orig)


def _in_trouble(request: Request, trouble: Trouble, reason: BaseException | None) -> JSONResponse:
    kind = f"{trouble}: {type(reason).__name__}"
    log.error("database", extra={"request_id": request.state.request_id, "reason": kind})
    code = "database" if trouble == "away" else trouble
    body = error_body(code, say(request_language(request), _TROUBLE[trouble]))
    return JSONResponse(body, 503, {"Retry-After": "5"})
