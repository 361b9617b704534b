"""In: a hand as typed, and a photo or scan of it. Out: whether they agree, and what it does to the score."""

from typing import Annotated, Literal

from fastapi import APIRouter, File, Form, UploadFile
from pydantic import BaseModel, Field

from service.api.access import API, Caller, Service, ServiceParts
from service.api.errors import TAKES_BODY, ApiError, errors
from service.api.fields import SCAN
from service.api.games import GameName, Typed, typed_hand
from service.api.scan_models import ScanOut, scan_out
from service.api.scan_state import ScanState, state_of
from service.api.scans import DeckAsked, HandsAsked, number_of, take_upload
from service.corrections import Item, NoSuchHand
from service.evidence import Seen, may_hide
from service.scan_pool import Deck
from service.sentences import say_again
from service.store.scans import get_scan
from service.take_photo import Asked, Taken
from service.verify import compare, compare_closest, compare_total

router = APIRouter(prefix=API, tags=["verifications"])


class TypedOut(BaseModel):
    """What was typed; `labels` is null where only a total was."""

    labels: list[str] | None = Field(description="The pieces typed.", examples=[["KH", "KS", "QD"]])
    points: int = Field(description="What they count.", examples=[30])


class SeenOut(BaseModel):
    """What the photo shows; `points` is null where unsure or unread pieces leave it open."""

    labels: list[str] = Field(description="The pieces read.", examples=[["KH", "KS", "QD"]])
    points: int | None = Field(description="What they count.", examples=[30])


class PairOut(BaseModel):
    """A piece typed beside the piece seen. `points`: what it does to the score, photo less typed."""

    typed: str | None = Field(description="The label typed; null where none was.", examples=["6H"])
    piece: str | None = Field(description="Id of the piece in the scan; null where none was seen.", examples=["p5"])
    seen: str | None = Field(description="The label read; null where none could be.", examples=["9H"])
    points: int | None = Field(description="Photo less typed; null where it cannot be told.", examples=[3])


class VerificationOut(BaseModel):
    """Whether a typed hand is the one in the photo."""

    verdict: Literal["confirmed", "contradicted", "cannot_tell"] = Field(
        description="Whether the two agree.", examples=["contradicted"]
    )
    message: str = Field(
        description="The same in the caller's language.", examples=["The photo shows 3 points more than was typed."]
    )
    typed: TypedOut = Field(description="What was typed.")
    seen: SeenOut = Field(description="What the photo shows.")
    difference: int | None = Field(description="Points: photo less typed; null where it cannot be told.", examples=[3])
    confirmed: list[PairOut] = Field(description="Typed and seen alike.")
    different: list[PairOut] = Field(description="Typed as one thing, seen as another.")
    missing: list[PairOut] = Field(description="Typed, and not in the photo.")
    extra: list[PairOut] = Field(description="In the photo, and not typed.")
    cannot_tell: list[PairOut] = Field(description="What the photo neither shows nor rules out.")
    hand: int = Field(description="Number of the hand it was compared with, from 0.", examples=[0])
    scan: ScanOut = Field(description="The scan it was compared with.")


@router.post(
    "/verifications",
    response_description="What agrees, and what does not.",
    responses=errors(*TAKES_BODY, 404, 415, 422, 503),
)
async def verify(
    parts: ServiceParts,
    language: Caller,
    typed: Annotated[Typed | None, Form(description="The hand as typed.", examples=["KH KS QD JC 6H"])] = None,
    total: Annotated[
        int | None, Form(ge=0, le=100_000, description="The points alone, in place of the hand.", examples=[46])
    ] = None,
    scan: Annotated[str | None, Form(max_length=32, description="Id of a scan.", examples=[SCAN])] = None,
    photo: Annotated[
        UploadFile | None, File(description="A photo, in place of a scan; then `game` too.", examples=["(the file)"])
    ] = None,
    game: Annotated[GameName | None, Form(description="The game of the photo.", examples=["rami"])] = None,
    hands: HandsAsked = "1",
    deck: DeckAsked = "auto",
    hand: Annotated[
        str,
        Form(
            pattern="^([0-9]{1,2}|closest)$",
            description="Number of the hand in the scan, from 0; or closest, the one most like what was typed.",
            examples=["0"],
        ),
    ] = "0",
) -> VerificationOut:
    """Compares a hand as typed, or its points, with what a photo shows."""
    if (typed is None) == (total is None):
        raise ApiError(422, "invalid", "Send either the hand as typed, or its total.", "typed")
    if (scan is None) == (photo is None):
        raise ApiError(422, "invalid", "Send either a photo, or the id of a scan.", "scan")
    if hand == "closest" and typed is None:
        raise ApiError(422, "invalid", "A total does not tell which hand it is: send its number.", "hand")
    state = await _state(parts, scan, photo, game, deck, hands)
    seen = [
        [_seen(item) for item in state.sheet.items if item.hand == number]
        for number in range(max(state.sheet.hands, 1))  # a photo in which nothing was found has one empty hand
    ]
    hidden = may_hide(advice["code"] for advice in state.kept.found["warnings"])
    labels = None if typed is None else typed_hand(typed, state.rules, language)
    if labels is not None and hand == "closest":
        number, found = compare_closest(labels, seen, state.rules, hidden)
    else:
        number = int(hand)
        if number >= len(seen):
            raise NoSuchHand(number)
        if labels is None:
            found = compare_total(total or 0, seen[number], state.rules, hidden)
        else:
            found = compare(labels, seen[number], state.rules, hidden)
    answer = {**found.to_dict(), "message": say_again(language, found.message), "hand": number}
    return VerificationOut.model_validate({**answer, "scan": scan_out(state, language)})


def _seen(item: Item) -> Seen:
    """A piece of a scan, as `service.verify` compares it."""
    return Seen(item.id, item.label, item.confidence, item.label_confidence, item.review, item.alternatives)


async def _state(
    parts: Service, scan: str | None, photo: UploadFile | None, game: GameName | None, deck: Deck, hands: str
) -> ScanState:
    if photo is None:
        return state_of(get_scan(parts.engine, scan or ""))
    if game is None:
        raise ApiError(422, "invalid", "Say which game the photo is of.", "game")
    asked = Asked(game, number_of(hands), deck)
    taken = await parts.pool.run(lambda reader: take_upload(parts, reader, photo, asked))
    if not isinstance(taken, Taken):
        raise taken
    return state_of(taken.scan)
