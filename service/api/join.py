"""In: the token of the join link. Out: a cookie that stands for it, and the way to the page."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse

from service.api.access import Caller
from service.api.errors import ApiError, errors
from service.guard.door import COOKIE, JOIN, same_token
from service.guard.join_page import asks_for_page, stranger_page, welcome_page

router = APIRouter(tags=["join"])
_HALF_A_DAY = 12 * 3600


_PAGE: dict[int | str, dict[str, Any]] = {
    200: {
        "content": {"text/html": {"schema": {"type": "string"}, "example": "<!doctype html>..."}},
        "description": "A page that leads on.",
        "headers": {
            "Set-Cookie": {
                "description": "Stands for the token from now on.",
                "schema": {"type": "string", "examples": ["handscan_join=...; HttpOnly; SameSite=strict"]},
            }
        },
    }
}


@router.get(JOIN, responses=_PAGE | errors(422), response_class=Response)
def join(
    request: Request,
    token: Annotated[str, Query(max_length=200, description="That of the join link.", examples=["0Zk3vT"])],
    language: Caller,
) -> HTMLResponse:
    """Lets a device in. The cookie is of no use to scripts and is sent to no other site."""
    if not same_token(token, request.app.state.token):
        if asks_for_page(request.headers):
            return stranger_page(language)
        raise ApiError(401, "join", "This device has not joined: scan the QR code shown where handscan runs.")
    page = welcome_page(language)
    secure = request.url.scheme == "https"
    page.set_cookie(COOKIE, token, _HALF_A_DAY, httponly=True, samesite="strict", secure=secure)
    return page
