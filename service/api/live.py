"""In: a live camera, a picture a message of a WebSocket. Out: a message for each that was read: what is seen, and
whether it stands; and the hand that stands, taken as a scan.

The tracker is that of `handscan webcam`. Of the pictures that come while one is read only the newest is kept.
"""

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Query, WebSocket
from starlette.types import Message
from starlette.websockets import WebSocketDisconnect

from scoring import Language
from service.api.access import API, Caller, ServiceParts
from service.api.errors import ApiError, error_body, errors
from service.api.fields import SCAN
from service.api.games import GameName
from service.api.scan_models import ScanOut, scan_out
from service.api.scan_state import state_of
from service.guard.body_limit import too_large
from service.language import say
from service.live_hands import LiveFull, LiveHand
from service.scan_pool import Deck, NotReady, Reader
from service.sentences import say_again
from service.settings import Settings
from service.take_photo import Asked, take_settled
from vision.live import Watched, Watcher
from vision.photo import PhotoError, read_photo, truncated

router = APIRouter(prefix=f"{API}/live", tags=["live"])

_FULL: Final = ApiError(503, "busy", "As many live cameras are read as may be: take a photo, or try again in a moment.")
_SILENT: Final = ApiError(408, "too_slow", "No picture came for a while: open the live camera again.")
_NO_PICTURE: Final = ApiError(400, "bad_request", "Send each picture as a binary message: JPEG, PNG or WebP.")
_CLOSES: Final = {"busy": 1013, "not_ready": 1013, "too_slow": 1008, "bad_request": 1003, "too_large": 1009}
"""The code with which a WebSocket is closed after an error."""


@dataclass(frozen=True)
class Frame:
    """A picture as it came: the how many-th, and when, in seconds."""

    number: int
    picture: bytes
    time: float


@router.websocket("")
async def watch(socket: WebSocket, parts: ServiceParts, language: Caller, game: GameName, deck: Deck = "auto") -> None:
    """Watches a camera for as long as its pictures come."""
    await socket.accept()
    send = partial(_send, socket, parts.settings.client_seconds)
    asked = Asked(game, deck=deck)
    now: Watched | None = None
    try:
        parts.pool.check_ready()
        with parts.live.place(asked) as hand:
            await send({"live": hand.id})
            async with aclosing(_newest(socket, parts.settings)) as frames:
                async for frame in frames:
                    try:
                        now = await parts.pool.run(partial(_seen, now, frame, asked))
                    except PhotoError as error:
                        said = error_body(error.code, say_again(language, error.message))
                    else:
                        hand.see(frame.picture, now, frame.time)
                        said = _answer(now, hand, language)
                    await send({"frame": frame.number, **said})
    except (LiveFull, NotReady, ApiError) as problem:
        code, message = _refusal(problem, language)
        await send(error_body(code, message))
        await socket.close(_CLOSES[code])
    except (WebSocketDisconnect, TimeoutError):
        return  # it went away, or takes no answers: nobody is there to be told


@router.post(
    "/{live_id}/scan",
    status_code=201,
    response_description="The hand as a scan.",
    responses=errors(404, 409, 503),
)
def take(
    live_id: Annotated[str, Path(description="Id of the live camera, as it said itself.", examples=[SCAN])],
    parts: ServiceParts,
    language: Caller,
    keep: Annotated[bool, Query(description="Keep the picture; it is forgotten otherwise.", examples=[False])] = False,
) -> ScanOut:
    """Takes the hand that stands before a live camera as a scan, with the picture in which it was seen."""
    hand = parts.live.get(live_id)
    taken = take_settled(parts.engine, parts.photos, *hand.taken(), replace(hand.asked, keep=keep))
    parts.figures.photo("live")
    return ScanOut.model_validate(scan_out(state_of(taken.scan), language))


async def _newest(socket: WebSocket, settings: Settings) -> AsyncGenerator[Frame]:
    """The newest picture, whenever one is asked for, until the client goes. Raises ApiError for what is no picture."""
    box: asyncio.Queue[Frame | ApiError | None] = asyncio.Queue(1)
    arriving = asyncio.create_task(_arrive(socket, settings, box))
    try:
        while (come := await box.get()) is not None:
            if isinstance(come, ApiError):
                raise come
            yield come
    finally:
        arriving.cancel()


async def _arrive(socket: WebSocket, settings: Settings, box: "asyncio.Queue[Frame | ApiError | None]") -> None:
    """Puts what comes in the place of what was not read yet, until it is no picture."""
    number, goes_on = 0, True
    while goes_on:
        number += 1
        try:
            message = await asyncio.wait_for(socket.receive(), settings.client_seconds)
            come = _come(message, number, settings.body_bytes)
        except TimeoutError:
            come = _SILENT
        if box.full():
            box.get_nowait()
        box.put_nowait(come)
        goes_on = isinstance(come, Frame)


def _come(message: Message, number: int, most: int) -> Frame | ApiError | None:
    """A picture, or what is wrong with it; None where the client is gone."""
    if message["type"] == "websocket.disconnect":
        return None
    picture = message.get("bytes")
    if not picture:
        return _NO_PICTURE
    return too_large(most) if len(picture) > most else Frame(number, picture, asyncio.get_running_loop().time())


def _seen(before: Watched | None, frame: Frame, asked: Asked, reader: Reader) -> Watched:
    """What is known after one more picture; in a thread of the pool. Raises PhotoError."""
    watcher = Watcher(reader, asked.game, asked.deck)
    photo = read_photo(frame.picture, "live")
    if photo.damaged:  # the next one comes soon
        raise truncated()
    return watcher.see(before or watcher.begin(), photo.pixels, frame.time)


def _answer(now: Watched, hand: LiveHand, language: Language) -> dict[str, Any]:
    """The scan object; whether it stands; what to tell whoever holds the camera; what `take` would take."""
    found = now.scan.to_dict() if now.scan else {}
    stands = hand.found.hands[0] if hand.found else None
    return {
        **found,
        "warnings": [{**one, "message": say_again(language, one["message"])} for one in found["warnings"]],
        "settled": now.settled,
        "just_settled": now.just_settled,
        "hints": [{"code": note.code, "message": say_again(language, note.message)} for note in now.notes],
        "stands": stands and {"points": stands.points, "review": stands.review},
    }


def _refusal(error: Exception, language: Language) -> tuple[str, str]:
    """Code and sentence."""
    if isinstance(error, NotReady):
        return "not_ready", say_again(language, str(error))
    known = error if isinstance(error, ApiError) else _FULL
    return known.code, say(language, known.message, **known.values)


async def _send(socket: WebSocket, patience: float, what: Mapping[str, Any]) -> None:
    """Raises TimeoutError where the client does not take it."""
    await asyncio.wait_for(socket.send_json(what), patience)
