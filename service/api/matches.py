"""In: matches and changes to them. Out: the match as it stands afterwards; scoring's own functions do each change."""

from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Query, Response

from scoring import (
    Match,
    add_round,
    edit_round,
    move_round,
    remove_round,
    rules_from,
)
from service.api.access import API, Caller, ServiceParts
from service.api.errors import ApiError, errors
from service.api.match_models import MatchChange, MatchesOut, MatchIn, MatchOut, MoveIn, match_out, match_summary
from service.api.match_rounds import linked_round, renamed
from service.api.round_models import MatchRoundIn
from service.store.matches import (
    KeptMatch,
    KeptRound,
    Stale,
    change_match,
    create_match,
    delete_match,
    get_match,
    list_matches,
    undo_change,
)

router = APIRouter(prefix=f"{API}/matches", tags=["matches"])

_ROUND_WAS_THERE: dict[int | str, dict[str, Any]] = {
    200: {"model": MatchOut, "description": "A round with this key was there."}
}


def _version(
    if_match: Annotated[str | None, Header(description='The version the change rests on: `"3"`.')] = None,
) -> int:
    """The version of an If-Match header."""
    if if_match is None:
        raise ApiError(428, "version_needed", "Say in If-Match which version of the match the change rests on.")
    number = if_match.strip().removeprefix("W/").strip('"')
    if not (number.isascii() and number.isdigit() and len(number) < 10):
        raise Stale
    return int(number)


Version = Annotated[int, Depends(_version)]


@router.get("", responses=errors(422, 503))
def list_all(
    parts: ServiceParts,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    offset: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
) -> MatchesOut:
    """The matches, the newest change first."""
    found, count = list_matches(parts.engine, limit, offset)
    return MatchesOut(matches=[match_summary(kept) for kept in found], count=count)


@router.post("", status_code=201, responses=errors(422, 503))
def create(body: MatchIn, parts: ServiceParts, language: Caller, response: Response) -> MatchOut:
    """Begins a match."""
    match = Match(rules_from({**body.options, "game": body.game}), tuple(body.players))
    return _answer(create_match(parts.engine, body.name, match), language, response)


@router.get("/{match_id}", responses=errors(404, 503))
def get(match_id: str, parts: ServiceParts, language: Caller, response: Response) -> MatchOut:
    """A match as it stands."""
    return _answer(get_match(parts.engine, match_id), language, response)


@router.patch("/{match_id}", responses=errors(404, 412, 422, 428, 503))
def change(
    match_id: str, body: MatchChange, version: Version, parts: ServiceParts, language: Caller, response: Response
) -> MatchOut:
    """Renames the match or its players, or puts other house rules in place of the old."""
    old = _at(parts, match_id, version)
    match = old.match
    if body.options is not None:
        match = replace(match, rules=rules_from({**body.options, "game": match.rules.name}))
    if body.players is not None:
        match = renamed(match, tuple(body.players))
    name = old.name if body.name is None else body.name
    return _answer(change_match(parts.engine, old, name, match), language, response)


@router.delete("/{match_id}", status_code=204, responses=errors(404, 412, 428, 503))
def delete(match_id: str, version: Version, parts: ServiceParts) -> None:
    """Forgets a match."""
    delete_match(parts.engine, match_id, version)


@router.post(
    "/{match_id}/rounds",
    status_code=201,
    responses=_ROUND_WAS_THERE | errors(404, 409, 412, 422, 428, 503),
)
def add(
    match_id: str, body: MatchRoundIn, version: Version, parts: ServiceParts, language: Caller, response: Response
) -> MatchOut:
    """Adds a round at the end. One sent again with the same key is not added twice."""
    kept = get_match(parts.engine, match_id)
    if body.key is not None and any(
        isinstance(found, KeptRound) and found.key == body.key for found in kept.match.rounds
    ):
        response.status_code = 200
        return _answer(kept, language, response)
    return _changed(
        parts,
        match_id,
        version,
        language,
        response,
        lambda old: add_round(old, linked_round(body, old.rules, parts.engine)),
    )


@router.put("/{match_id}/rounds/{number}", responses=errors(404, 409, 412, 422, 428, 503))
def edit(
    match_id: str,
    number: int,
    body: MatchRoundIn,
    version: Version,
    parts: ServiceParts,
    language: Caller,
    response: Response,
) -> MatchOut:
    """Puts another round in place of one."""
    return _changed(
        parts,
        match_id,
        version,
        language,
        response,
        lambda old: edit_round(_having(old, number), number, linked_round(body, old.rules, parts.engine)),
    )


@router.delete("/{match_id}/rounds/{number}", responses=errors(404, 412, 422, 428, 503))
def remove(
    match_id: str, number: int, version: Version, parts: ServiceParts, language: Caller, response: Response
) -> MatchOut:
    """Takes a round out."""
    return _changed(
        parts, match_id, version, language, response, lambda old: remove_round(_having(old, number), number)
    )


@router.post("/{match_id}/rounds/{number}/move", responses=errors(404, 412, 422, 428, 503))
def move(
    match_id: str,
    number: int,
    body: MoveIn,
    version: Version,
    parts: ServiceParts,
    language: Caller,
    response: Response,
) -> MatchOut:
    """Gives a round another number; those between make room."""
    return _changed(
        parts, match_id, version, language, response, lambda old: move_round(_having(old, number), number, body.to)
    )


@router.post("/{match_id}/undo", responses=errors(404, 409, 412, 428, 503))
def undo(match_id: str, version: Version, parts: ServiceParts, language: Caller, response: Response) -> MatchOut:
    """Takes back the newest change; again for the one before."""
    return _answer(undo_change(parts.engine, match_id, version), language, response)


def _changed(
    parts: ServiceParts,
    match_id: str,
    version: int,
    language: Caller,
    response: Response,
    change: Callable[[Match], Match],
) -> MatchOut:
    old = _at(parts, match_id, version)
    return _answer(change_match(parts.engine, old, old.name, change(old.match)), language, response)


def _at(parts: ServiceParts, match_id: str, version: int) -> KeptMatch:
    """The match, when it still is of this version."""
    kept = get_match(parts.engine, match_id)
    if kept.version != version:
        raise Stale
    return kept


def _having(match: Match, number: int) -> Match:
    if not 1 <= number <= len(match.rounds):
        raise ApiError(
            404,
            "no_round",
            "There is no round {number}: the match has {count}.",
            number=number,
            count=len(match.rounds),
        )
    return match


def _answer(kept: KeptMatch, language: Caller, response: Response) -> MatchOut:
    response.headers["ETag"] = f'"{kept.version}"'
    return match_out(kept, language)
