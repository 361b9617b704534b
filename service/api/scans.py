"""In: photos, and corrections of what was read from them. Out: scans with their totals, and pictures of them."""

import re
import time
from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, File, Form, Response, UploadFile

from scoring import Language
from service.api.access import API, Caller, Service, ServiceParts
from service.api.errors import TAKES_BODY, ApiError, errors
from service.api.fields import BINARY, InScan
from service.api.games import GameName
from service.api.scan_models import CorrectionsIn, FailedOut, ScanOut, ScansOut, SentScanOut, scan_out
from service.api.scan_state import CORRECTIONS, ScanState, state_of
from service.corrections import Correction, corrected
from service.scan_object import overlay_of
from service.scan_pool import Deck, Hands, Reader
from service.sentences import say_again
from service.store.matches import NothingToUndo
from service.store.scans import delete_scan, get_picture, get_scan, set_corrections
from service.take_photo import Asked, Taken, take_photo
from vision.photo import PhotoError

router = APIRouter(prefix=f"{API}/scans", tags=["scans"])

HandsAsked = Annotated[
    str, Form(pattern="^([1-9][0-9]?|auto)$", description="How many lie in each photo, or auto.", examples=["1"])
]
DeckAsked = Annotated[Deck, Form(description="The language of the letters on the cards.", examples=["auto"])]
_JPEG: dict[int | str, dict[str, Any]] = {
    200: {"content": {"image/jpeg": {"schema": BINARY}}, "description": "The picture."}
}


@router.post(
    "",
    status_code=201,
    response_description="The scans, in the order of the photos.",
    responses=errors(*TAKES_BODY, 415, 422, 503),
)
async def create(
    parts: ServiceParts,
    language: Caller,
    photos: Annotated[
        list[UploadFile], File(description="One or more photos: JPEG, PNG, WebP, HEIC.", examples=[["(the file)"]])
    ],
    game: Annotated[GameName, Form()],
    hands: HandsAsked = "1",
    deck: DeckAsked = "auto",
    keep: Annotated[bool, Form(description="Keep the photo; it is forgotten otherwise.", examples=[False])] = False,
) -> ScansOut:
    """Reads photos. The same photo is the same scan, however often it is sent."""
    if len(photos) > parts.settings.photos_per_request:
        most = parts.settings.photos_per_request
        raise ApiError(413, "too_many_photos", "Send at most {most} photos at once.", "photos", most=most)
    asked = Asked(game, number_of(hands), deck, keep)

    def read_all(reader: Reader) -> list[Taken | PhotoError]:
        return [take_upload(parts, reader, photo, asked) for photo in photos]

    taken = await parts.pool.run(read_all)
    failures = [one for one in taken if isinstance(one, PhotoError)]
    if len(failures) == len(taken):
        raise failures[0]
    return ScansOut(
        scans=[
            _failed(one, photo, language) if isinstance(one, PhotoError) else _sent(one, language)
            for one, photo in zip(taken, photos, strict=True)
        ]
    )


def number_of(hands: str) -> Hands:
    """How many hands a photo is said to show."""
    return "auto" if hands == "auto" else int(hands)


@router.get("/{scan_id}", response_description="The scan.", responses=errors(404, 503))
def get(scan_id: InScan, parts: ServiceParts, language: Caller) -> ScanOut:
    """A scan as it stands, with its corrections."""
    return ScanOut.model_validate(scan_out(state_of(get_scan(parts.engine, scan_id)), language))


@router.patch(
    "/{scan_id}",
    response_description="The scan as corrected.",
    responses=errors(*TAKES_BODY, 404, 409, 422, 503),
)
def correct(scan_id: InScan, body: CorrectionsIn, parts: ServiceParts, language: Caller) -> ScanOut:
    """Corrects a scan and answers the new totals."""
    return _change(
        parts, scan_id, language, lambda state: [*state.kept.corrections, *_records(state, body.corrections)]
    )


@router.post("/{scan_id}/undo", response_description="The scan before the correction.", responses=errors(404, 409, 503))
def undo(scan_id: InScan, parts: ServiceParts, language: Caller) -> ScanOut:
    """Takes back the newest correction."""

    def less_one(state: ScanState) -> list[dict[str, Any]]:
        if not state.kept.corrections:
            raise NothingToUndo
        return list(state.kept.corrections[:-1])

    return _change(parts, scan_id, language, less_one)


@router.delete("/{scan_id}", status_code=204, response_description="It is gone.", responses=errors(404, 503))
def delete(scan_id: InScan, parts: ServiceParts) -> None:
    """Forgets a scan, its corrections and its photo."""
    delete_scan(parts.engine, scan_id)
    parts.photos.forget(scan_id)


@router.get("/{scan_id}/overlay", responses=_JPEG | errors(404, 410, 503), response_class=Response)
def overlay(scan_id: InScan, parts: ServiceParts) -> Response:
    """The photo with everything drawn over it, as corrected."""
    state = state_of(get_scan(parts.engine, scan_id))
    picture = _picture(parts, scan_id)
    return Response(overlay_of(picture, state.kept.found, state.sheet, state.rules), media_type="image/jpeg")


@router.get("/{scan_id}/photo", responses=_JPEG | errors(404, 410, 503), response_class=Response)
def photo(scan_id: InScan, parts: ServiceParts) -> Response:
    """The upright photo alone, at most 1600 px long, without EXIF."""
    get_scan(parts.engine, scan_id)
    return Response(_picture(parts, scan_id), media_type="image/jpeg")


def take_upload(parts: Service, reader: Reader, upload: UploadFile, asked: Asked) -> Taken | PhotoError:
    """One photo of a request, read here so that only those at work are in memory."""
    started = time.perf_counter()
    try:
        taken = take_photo(parts.engine, parts.photos, reader, upload.file.read(), _name(upload), asked)
    except PhotoError as error:
        parts.figures.photo(error.code)
        return error
    if not taken.seen_before:
        parts.figures.scanned(time.perf_counter() - started)
    parts.figures.photo("known" if taken.seen_before else "scanned")
    return taken


def _name(upload: UploadFile) -> str:
    """The file's name without a path, and fit to be shown."""
    last = re.split(r"[/\\]", upload.filename or "")[-1]
    return "".join(sign for sign in last if sign.isprintable())[:100] or "photo"


def _sent(taken: Taken, language: Language) -> SentScanOut:
    return SentScanOut.model_validate({**scan_out(state_of(taken.scan), language), "seen_before": taken.seen_before})


def _failed(error: PhotoError, upload: UploadFile, language: Language) -> FailedOut:
    problem = {"code": error.code, "message": say_again(language, error.message), "field": "photos"}
    return FailedOut.model_validate({"photo": {"name": _name(upload)}, "error": problem})


def _change(
    parts: Service, scan_id: str, language: Language, changed: Callable[[ScanState], list[dict[str, Any]]]
) -> ScanOut:
    kept = get_scan(parts.engine, scan_id)
    corrections = changed(state_of(kept))
    set_corrections(parts.engine, kept, corrections)
    return get(scan_id, parts, language)


def _records(state: ScanState, said: list[Correction]) -> list[dict[str, Any]]:
    """The corrections as they are kept; tried first, so that what is kept can always be done."""
    corrected(state.sheet, said, state.rules)
    records: list[dict[str, Any]] = CORRECTIONS.dump_python(said, mode="json")
    return records


def _picture(parts: Service, scan_id: str) -> bytes:
    picture = parts.photos.get(scan_id) or get_picture(parts.engine, scan_id)
    if picture is None:
        raise ApiError(
            410, "photo_forgotten", "The photo was not kept: send it again to see it; the scan stays the same."
        )
    return picture
