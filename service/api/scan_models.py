"""In: nothing. Out: the shapes of scans, sent and answered."""

from typing import Annotated, Any

from pydantic import BaseModel, Field

from scoring import Language
from service.api.access import API
from service.api.errors import Problem
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

    name: str = Field(examples=["hand.jpg"])
    width: int = Field(examples=[4032])
    height: int = Field(examples=[3024])


class PieceOut(BaseModel):
    """One card or tile."""

    id: str = Field(examples=["p1"])
    label: str = Field(examples=["10H"])
    name: str = Field(examples=["ten of hearts"])
    points: int = Field(examples=[10])
    confidence: float = Field(description="That its points are right.", examples=[0.993])
    label_confidence: float = Field(description="That its suit or colour is right as well.", examples=[0.981])
    review: bool = Field(description="Not sure enough to count without a look.")
    confirmed: bool = Field(description="A person named or confirmed it.")
    outline: OutlineOut
    alternatives: list[str] = Field(description="The next likely labels, likeliest first.", examples=[["9H"]])


class HandOut(BaseModel):
    """The pieces of one player in reading order."""

    points: int | None = Field(description="null while a piece is unread.", examples=[35])
    review: bool
    pieces: list[PieceOut]


class UnreadOut(BaseModel):
    """What looks like a piece and could not be named."""

    id: str = Field(examples=["u1"])
    outline: OutlineOut
    reason: str = Field(description="For programs: unclear or face down.", examples=["unclear"])
    message: str = Field(description="The reason in the caller's language.", examples=["unclear"])
    hand: int | None = Field(description="The hand whose total it stops.", examples=[0])


class AdviceOut(BaseModel):
    """Something to know about the photo, and what to do."""

    code: str = Field(examples=["blurred"])
    message: str


class ScanOut(BaseModel):
    """Everything read from one photo, as corrected."""

    id: str = Field(examples=["0f3a5be2c1d94f6f8a7b6c5d4e3f2a1b"])
    overlay: str = Field(examples=["/api/v1/scans/0f3a5be2c1d94f6f8a7b6c5d4e3f2a1b/overlay"])
    picture: str = Field(examples=["/api/v1/scans/0f3a5be2c1d94f6f8a7b6c5d4e3f2a1b/photo"])
    kept: bool = Field(description="A person asked to keep the photo.")
    corrections: int = Field(description="How many were made.", examples=[0])
    photo: PhotoOut
    game: str = Field(examples=["rami"])
    hands: list[HandOut]
    unread: list[UnreadOut]
    warnings: list[AdviceOut]
    timing_ms: dict[str, float]


class SentScanOut(ScanOut):
    """The scan of a photo just sent."""

    seen_before: bool = Field(description="The photo had been sent before: this is the same scan.")


class PhotoName(BaseModel):
    """A photo that could not be read."""

    name: str = Field(examples=["notes.txt"])


class FailedOut(BaseModel):
    """What stands in the place of a scan that failed, where others succeeded."""

    photo: PhotoName
    error: Problem


class ScansOut(BaseModel):
    """One for each photo, in the order sent."""

    scans: list[SentScanOut | FailedOut]


class CorrectionsIn(BaseModel):
    """Corrections, done in order, all or none."""

    corrections: list[Correction] = Field(
        min_length=1,
        max_length=200,
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
