"""In: nothing. Out: the shapes of scans, sent and answered."""

from typing import Annotated, Any

from pydantic import BaseModel, Field

from scoring import Language
from service.api.access import API
from service.api.errors import Problem
from service.api.fields import SCAN, GameOfPieces, Label, PieceName, ScanId, Worth
from service.api.scan_state import ScanState
from service.corrections import Correction
from service.scan_object import scan_object

PointOut = Annotated[list[float], Field(min_length=2, max_length=2, examples=[[412.0, 96.5]])]
OutlineOut = Annotated[
    list[PointOut],
    Field(
        min_length=4,
        max_length=4,
        description="Clockwise from the piece's own top left, in pixels of the upright original photo.",
        examples=[[[412.0, 96.5], [530.0, 99.0], [527.5, 262.0], [409.0, 259.5]]],
    ),
]


class PhotoOut(BaseModel):
    """The photo; sizes of the upright original."""

    name: str = Field(description="The file's name, without a path.", examples=["hand.jpg"])
    width: int = Field(description="In pixels.", examples=[4032])
    height: int = Field(description="In pixels.", examples=[3024])


class PieceOut(BaseModel):
    """One card or tile."""

    id: str = Field(description="The same for the life of the scan.", examples=["p1"])
    label: Label
    name: PieceName
    points: Worth
    confidence: float = Field(description="That its points are right.", examples=[0.993])
    label_confidence: float = Field(description="That its suit or colour is right as well.", examples=[0.981])
    review: bool = Field(description="Not sure enough to count without a look.", examples=[False])
    confirmed: bool = Field(description="A person named or confirmed it.", examples=[False])
    outline: OutlineOut
    alternatives: list[str] = Field(description="The next likely labels, likeliest first.", examples=[["9H"]])


class HandOut(BaseModel):
    """The pieces of one player in reading order."""

    points: int | None = Field(description="null while a piece is unread.", examples=[35])
    review: bool = Field(description="A person must look before it counts.", examples=[False])
    pieces: list[PieceOut] = Field(description="In reading order; without those that are unread.")


class UnreadOut(BaseModel):
    """What looks like a piece and could not be named."""

    id: str = Field(description="The same for the life of the scan.", examples=["u1"])
    outline: OutlineOut
    reason: str = Field(description="For programs: unclear or face down.", examples=["unclear"])
    message: str = Field(description="The reason in the caller's language.", examples=["unclear"])
    hand: int | None = Field(description="The hand whose total it stops.", examples=[0])


class AdviceOut(BaseModel):
    """Something to know about the photo, and what to do."""

    code: str = Field(description="For programs.", examples=["blurred"])
    message: str = Field(
        description="In the caller's language.",
        examples=["The photo is blurred: hold still, let the camera focus and retake it."],
    )


class ScanOut(BaseModel):
    """Everything read from one photo, as corrected."""

    id: ScanId
    overlay: str = Field(
        description="Where the photo is with all drawn over it.", examples=[f"{API}/scans/{SCAN}/overlay"]
    )
    picture: str = Field(description="Where the photo is by itself.", examples=[f"{API}/scans/{SCAN}/photo"])
    kept: bool = Field(description="A person asked to keep the photo.", examples=[False])
    corrections: int = Field(description="How many were made.", examples=[0])
    photo: PhotoOut = Field(description="The photo as it was sent.")
    game: GameOfPieces
    hands: list[HandOut] = Field(description="The hands that lie there.")
    unread: list[UnreadOut] = Field(description="What could not be read.")
    warnings: list[AdviceOut] = Field(description="What to know about the photo.")
    timing_ms: dict[str, float] = Field(
        description="How long each step took, in milliseconds.",
        examples=[{"decode": 41.0, "locate": 38.2, "total": 87.0}],
    )


class SentScanOut(ScanOut):
    """The scan of a photo just sent."""

    seen_before: bool = Field(description="The photo had been sent before: this is the same scan.", examples=[False])


class PhotoName(BaseModel):
    """A photo that could not be read."""

    name: str = Field(description="The file's name, without a path.", examples=["notes.txt"])


class FailedOut(BaseModel):
    """What stands in the place of a scan that failed, where others succeeded."""

    photo: PhotoName = Field(description="Which photo it was.")
    error: Problem = Field(description="Why it could not be read.")


class ScansOut(BaseModel):
    """One for each photo, in the order sent."""

    scans: list[SentScanOut | FailedOut] = Field(description="Each a scan, or why there is none.")


class CorrectionsIn(BaseModel):
    """Corrections, done in order, all or none."""

    corrections: list[Correction] = Field(
        min_length=1,
        max_length=200,
        description="What a person says of the pieces.",
        examples=[[{"action": "label", "piece": "p1", "label": "AH"}, {"action": "confirm", "hand": 0}]],
    )


def scan_out(state: ScanState, language: Language) -> dict[str, Any]:
    """The fields of a ScanOut: the scan object, and what the API adds."""
    address = f"{API}/scans/{state.kept.id}"
    return {
        "id": state.kept.id,
        "overlay": f"{address}/overlay",
        "picture": f"{address}/photo",
        "kept": state.kept.kept,
        "corrections": len(state.kept.corrections),
        **scan_object(state.kept.found, state.sheet, state.rules, language),
    }
