"""In: a photo. Out: `Scan`, the hands in it with their points. The whole way, one stage after the other."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

import numpy as np
import numpy.typing as npt

from scoring import RuleSet, excess, rule_set
from vision.advice import advice_on, cut, several_hands
from vision.classify import Classifier, Deck, Reading, load_classifier
from vision.hands import grouped
from vision.locate import Locator, load_locator
from vision.neighbours import read_like_neighbours
from vision.photo import Photo, full, read_photo
from vision.pieces import SURE, Found, backs_found, cards_found, tiles_found
from vision.region import Kind, Region
from vision.scan import Advice, Hand, Outline, Piece, Scan, Unread

SMALL = 30.0  # px: marks lower than this in the decoded photo are cut from the full resolution


@dataclass(frozen=True)
class Scanner:
    """The two networks, loaded once. It keeps no state: threads may share it.

    Raises `vision.model_file.ModelError` where a model file is missing or of another version.
    """

    threads: int = field(default_factory=lambda: min(4, os.cpu_count() or 1))
    locate: Locator = field(init=False)
    classify: Classifier = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "locate", load_locator(self.threads))
        object.__setattr__(self, "classify", load_classifier(self.threads))

    def scan(
        self,
        source: str | Path | bytes | npt.NDArray[np.uint8],
        game: str,
        hands: int | Literal["auto"] = 1,
        deck: Deck = "auto",
        name: str | None = None,
        closer: bool = True,
    ) -> Scan:
        """The hands in a photo: a path, the bytes of a file, or upright BGR pixels.

        `hands`: how many lie there, or "auto". `deck`: the language of the letters on court cards.
        `closer`: whether small marks are looked at again; a live view can do without while things move. Raises
        PhotoError where the photo cannot be read, ScoringError for a game that is not known.
        """
        rules = rule_set(game)
        clock = _Clock()
        photo = read_photo(source, name)
        clock.lap("decode")
        kind: Kind = "tile" if rules.pieces == "tiles" else "index"
        regions = self.locate(photo.pixels, kind, closer)
        clock.lap("locate")
        readings, sharp = self._read(photo, [region for region in regions if region.kind == kind], deck)
        clock.lap("classify")
        bodies = [region.scaled(sharp.scale / photo.scale) for region in regions if region.kind in ("body", "back")]
        scan = _assembled(sharp, rules, readings, bodies, None if hands == "auto" else hands)
        clock.lap("assemble")
        return Scan(**{**vars(scan), "timing_ms": clock.total()})

    def _read(self, photo: Photo, marks: list[Region], deck: Deck) -> tuple[list[Reading], Photo]:
        """Small marks are read from the full resolution; the photo that the readings lie in comes with them."""
        if marks and photo.scale < 1 and np.percentile([mark.height for mark in marks], 25) < SMALL:
            larger = full(photo)
            marks = [mark.scaled(larger.scale / photo.scale) for mark in marks]
            photo = larger
        readings = self.classify(photo.pixels, marks, deck)
        return read_like_neighbours(self.classify, photo.pixels, readings), photo


def _assembled(photo: Photo, rules: RuleSet, readings: list[Reading], bodies: list[Region], hands: int | None) -> Scan:
    readings = [_seen_in_part(one) if cut(one.region.quad, photo) else one for one in readings]
    if rules.pieces == "tiles":
        found, unnamed = tiles_found(readings)
        taken = [piece.quad for piece in found] + [place.quad for place in unnamed]
        unnamed += backs_found(bodies, taken)
    else:
        found, unnamed = cards_found(readings, bodies)
    warnings = advice_on(photo, rules.name, readings, bodies, found, unnamed)
    glare = any(advice.code == "glare" for advice in warnings)
    surplus = {piece.label for piece in excess([piece.label for piece in found], rules)}
    stopping = [place for place in unnamed if place.stops]
    places = [piece.quad for piece in found] + [place.quad for place in stopping]
    groups = grouped(places, hands, rules.most_held)
    dealt = []
    hand_of: dict[int, int] = {}
    for number, group in enumerate(groups):
        pieces = tuple(_piece(found[place], rules, photo, surplus) for place in group if place < len(found))
        stopped = len(pieces) < len(group)
        hand_of.update(dict.fromkeys(group, number))
        review = stopped or any(piece.review for piece in pieces) or not rules.can_hold(len(group)) or glare
        dealt.append(Hand(pieces, None if stopped else sum(piece.points for piece in pieces), review))
    unread = [
        Unread(_outline(place.quad, photo), place.reason, hand_of.get(len(found) + stopping.index(place)))
        if place.stops
        else Unread(_outline(place.quad, photo), place.reason)
        for place in unnamed
    ]
    warnings += several_hands([len(group) for group in groups], rules)
    in_order = [piece.label for hand in dealt for piece in hand.pieces]
    warnings += [Advice("too_many", str(piece)) for piece in excess(in_order, rules)]
    return Scan(photo.name, photo.width, photo.height, rules.name, tuple(dealt), tuple(unread), tuple(warnings))


def _seen_in_part(reading: Reading) -> Reading:
    """A mark that the edge of the picture cuts is never sure: half of a 12 is a 1."""
    return replace(reading, confidence=min(reading.confidence, 0.99 * SURE), worth=min(reading.worth, 0.99 * SURE))


def _piece(found: Found, rules: RuleSet, photo: Photo, surplus: set[str]) -> Piece:
    return Piece(
        found.label,
        rules.points(found.label),
        found.worth,
        _outline(found.quad, photo),
        found.doubtful or found.label in surplus or photo.damaged,
        found.alternatives,
        found.confidence,
    )


def _outline(quad: npt.NDArray[np.float32], photo: Photo) -> Outline:
    """In pixels of the upright original, kept within it."""
    corners = np.clip(quad / photo.scale, 0, [photo.width, photo.height])
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    return a, b, c, d


class _Clock:
    """Milliseconds of each stage."""

    def __init__(self) -> None:
        self.laps: dict[str, float] = {}
        self.started = self.last = time.perf_counter()

    def lap(self, stage: str) -> None:
        now = time.perf_counter()
        self.laps[stage] = (now - self.last) * 1000
        self.last = now

    def total(self) -> dict[str, float]:
        return {**self.laps, "total": (self.last - self.started) * 1000}
