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
from service.api.errors import TAKES_BODY, ApiError, errors
from service.api.fields import InMatch, RoundNumber
from service.api.match_models import (
    VERSIONED,
    MatchChange,
    MatchesOut,
    MatchIn,
    MatchOut,
    MoveIn,
    match_out,
    match_summary,
)
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
    200: {"model": MatchOut, "description": "A round with this key was there: nothing was changed.", **VERSIONED}
}


def _answers(*statuses: int, success: int = 200) -> dict[int | str, dict[str, Any]]:
    """A match with its version, or one of these errors."""
    return {success: VERSIONED} | errors(*statuses, 422, 503)


def _version(
    if_match: Annotated[
        str | None, Header(description="The version the change rests on, as in ETag.", examples=['"3"'])
    ] = None,
) -> int:
    """The version of an If-Match header."""
    if if_match is None:
        raise ApiError(428, "version_needed", "Say in If-Match which version of the match the change rests on.")
    number = if_match.strip().removeprefix("W/").strip('"')
    if not (number.isascii() and number.isdigit() and len(number) < 10):
        raise Stale
    return int(number)


Version = Annotated[int, Depends(_version)]


@router.get("", response_description="Some of the matches.", responses=errors(422, 503))
def list_all(
    parts: ServiceParts,
    limit: Annotated[int, Query(ge=1, le=200, description="At most so many.", examples=[50])] = 50,
    offset: Annotated[int, Query(ge=0, le=1_000_000, description="Leave out so many first.", examples=[0])] = 0,
) -> MatchesOut:
    """The matches, the newest change first."""
    found, count = list_matches(parts.engine, limit, offset)
    return MatchesOut(matches=[match_summary(kept) for kept in found], count=count)


@router.post(
    "",
    status_code=201,
    response_description="The match, without rounds yet.",
    responses=_answers(*TAKES_BODY, success=201),
)
def create(body: MatchIn, parts: ServiceParts, language: Caller, response: Response) -> MatchOut:
    """Begins a match."""
    match = Match(rules_from({**body.options, "game": body.game}), tuple(body.players))
    return _answer(create_match(parts.engine, body.name, match), language, response)


@router.get("/{match_id}", response_description="The match.", responses=_answers(404))
def get(match_id: InMatch, parts: ServiceParts, language: Caller, response: Response) -> MatchOut:
    """A match as it stands."""
    return _answer(get_match(parts.engine, match_id), language, response)


@router.patch(
    "/{match_id}", response_description="The match as changed.", responses=_answers(*TAKES_BODY, 404, 412, 428)
)
def change(
    match_id: InMatch, body: MatchChange, version: Version, parts: ServiceParts, language: Caller, response: Response
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


@router.delete(
    "/{match_id}",
    status_code=204,
    response_description="It is gone, with its rounds.",
    responses=errors(404, 412, 428, 503),
)
def delete(match_id: InMatch, version: Version, parts: ServiceParts) -> None:
    """Forgets a match."""
    delete_match(parts.engine, match_id, version)


@router.post(
    "/{match_id}/rounds",
    status_code=201,
    response_description="The match with the round.",
    responses=_ROUND_WAS_THERE | _answers(*TAKES_BODY, 404, 409, 412, 428, success=201),
)
def add(
    match_id: InMatch, body: MatchRoundIn, version: Version, parts: ServiceParts, language: Caller, response: Response
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


@router.put(
    "/{match_id}/rounds/{number}",
    response_description="The match with the round as changed.",
    responses=_answers(*TAKES_BODY, 404, 409, 412, 428),
)
def edit(
    match_id: InMatch,
    number: RoundNumber,
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


@router.delete(
    "/{match_id}/rounds/{number}",
    response_description="The match without the round.",
    responses=_answers(404, 412, 428),
)
def remove(
    match_id: InMatch, number: RoundNumber, version: Version, parts: ServiceParts, language: Caller, response: Response
) -> MatchOut:
    """Takes a round out."""
    return _changed(
        parts, match_id, version, language, response, lambda old: remove_round(_having(old, number), number)
    )


@router.post(
    "/{match_id}/rounds/{number}/move",
    response_description="The match with its rounds in the new order.",
    responses=_answers(*TAKES_BODY, 404, 412, 428),
)
def move(
    match_id: InMatch,
    number: RoundNumber,
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


@router.post(
    "/{match_id}/undo",
    response_description="The match before its newest change.",
    responses=_answers(404, 409, 412, 428),
)
def undo(match_id: InMatch, version: Version, parts: ServiceParts, language: Caller, response: Response) -> MatchOut:
    """Takes back the newest change; again for the one before."""
    return _answer(undo_change(parts.engine, match_id, version), language, response)


def _changed(
    parts: ServiceParts,
    match_id: InMatch,
    version: int,
    language: Caller,
    response: Response,
    change: Callable[[Match], Match],
) -> MatchOut:
    old = _at(parts, match_id, version)
    return _answer(change_match(parts.engine, old, old.name, change(old.match)), language, response)


def _at(parts: ServiceParts, match_id: InMatch, version: int) -> KeptMatch:
    """The match, when it still is of this version."""
    kept = get_match(parts.engine, match_id)
    if kept.version != version:
        raise Stale
    return kept


def _having(match: Match, number: RoundNumber) -> Match:
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
