"""In: the folder of art. Out: pictures of what the networks get wrong, and the part of their cards that shows them.

    python -m datasets.known_failures ART

Whole hands are drawn from art kept out of training and scanned. Of each kind of failure the worst are cut out: what no
flag tells of comes first, then what was read with the most confidence. Above each stands what it is and what was read.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from datasets.held_scenes import KINDS, Picture, PictureKind, pictures_of_kind
from datasets.letterless import pictures_without_letters
from datasets.marked_text import filled
from datasets.matching import GAMES, match, truths_of
from datasets.scene import Scene
from datasets.supply import Supply, load_supply
from vision import Scan, Scanner

Image = npt.NDArray[np.uint8]
Box = tuple[float, float, float, float]  # left, top, right, bottom

CARDS = Path(__file__).parents[1] / "models"
COMMAND = "python -m datasets.known_failures"
PICTURES = 10  # of each kind of picture
ACROSS, SIDE, CAPTION = 6, 168, 22  # pieces of a row, px of each, and px for what is said above it
AROUND = 0.5  # of a piece's longer side, shown around it
QUALITY = 62
FONT = cv2.FONT_HERSHEY_SIMPLEX


@dataclass(frozen=True)
class Failure:
    """One piece that was not read, was read as another, or is not there. `worst`: the larger, the worse."""

    image: Image
    box: Box
    said: str
    worst: tuple[bool, float]


@dataclass(frozen=True)
class FailureKind:
    """`found`: the failures of this kind in a picture, by the scan of it."""

    name: str
    network: str
    pictures: Callable[[Supply], Iterable[Picture]]
    found: Callable[[Picture, Scan], Iterator[Failure]]


def dim(scene: Scene, rng: np.random.Generator) -> Scene:
    """A warm lamp far away."""
    light = scene.image * np.array([0.22, 0.3, 0.42]) + rng.normal(0, 4, scene.image.shape)
    return replace(scene, image=np.clip(light, 0, 255).astype(np.uint8))


def not_seen(picture: Picture, scan: Scan) -> Iterator[Failure]:
    """Pieces that are neither named nor shown as unread."""
    for truth in match(truths_of(picture.labelled), scan).missed:
        for box in truth.places:
            corners = (box.x, box.y, box.x + box.width, box.y + box.height)
            if not any(_within(np.mean(one.outline, 0), corners) for one in scan.unread):
                yield Failure(picture.image, corners, f"{truth.label} not seen", (not scan.review, box.width))


def not_there(picture: Picture, scan: Scan) -> Iterator[Failure]:
    """Pieces that were made up, or counted twice."""
    for piece in match(truths_of(picture.labelled), scan).made_up:
        yield Failure(
            picture.image, _around(piece.outline), f"{piece.label} is none", (not piece.review, piece.confidence)
        )


def misread(picture: Picture, scan: Scan) -> Iterator[Failure]:
    """Pieces whose points are wrong."""
    yield from (failure for failure, points_right in _misnamed(picture, scan) if not points_right)


def suit_or_colour(picture: Picture, scan: Scan) -> Iterator[Failure]:
    """Pieces whose suit or colour alone is wrong."""
    yield from (failure for failure, points_right in _misnamed(picture, scan) if points_right)


def _misnamed(picture: Picture, scan: Scan) -> Iterator[tuple[Failure, bool]]:
    for pair in match(truths_of(picture.labelled), scan).pairs:
        if not pair.exact:
            said, seen = f"{pair.truth.label} read {pair.seen.label}", pair.seen
            failure = Failure(picture.image, _around(seen.outline), said, (not seen.review, seen.confidence))
            yield failure, pair.points_right


def drawn(*names: str) -> Callable[[Supply], Iterable[Picture]]:
    """Pictures of the kinds whose names begin so."""
    kinds = [kind for kind in KINDS if kind.name.startswith(names)]
    return lambda supply: chain.from_iterable(pictures_of_kind(supply, kind, PICTURES) for kind in kinds)


def in_dim_light(supply: Supply) -> Iterator[Picture]:
    for kind in (
        PictureKind("cards: dim", "rami", ("rows", "fanned"), most=10, spoil=dim),
        PictureKind("tiles: dim", "rummikub", ("rows", "racked"), most=14, spoil=dim),
    ):
        yield from pictures_of_kind(supply, kind, PICTURES)


def without_letters(supply: Supply) -> Iterator[Picture]:
    return pictures_without_letters(supply, PICTURES)


FAILURES = (
    FailureKind("court cards without letters, not seen", "locator", without_letters, not_seen),
    FailureKind(
        "cards that were not seen", "locator", drawn("cards: fanned", "cards: piled", "cards: several"), not_seen
    ),
    FailureKind("gold on black, not seen", "locator", drawn("cards: gold"), not_seen),
    FailureKind("tiles that were not seen", "locator", drawn("tiles:"), not_seen),
    FailureKind("pieces that are none", "locator", drawn("cards: in columns", "cards: glare", "tiles:"), not_there),
    FailureKind("cards of other points", "classifier", drawn("cards: f", "cards: g", "cards: o"), misread),
    FailureKind("tiles of other points", "classifier", drawn("tiles:"), misread),
    FailureKind("another suit or colour", "classifier", drawn("cards: four", "tiles:"), suit_or_colour),
    FailureKind("another suit or colour in dim light", "classifier", in_dim_light, suit_or_colour),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("art", type=Path, help="the folder of art that scenes are drawn with")
    supply, scanner = load_supply(parser.parse_args().art, "held"), Scanner(threads=1)
    for network in ("locator", "classifier"):
        rows, told = [], []
        for kind in (one for one in FAILURES if one.network == network):
            failures, pieces = failures_of(kind, supply, scanner)
            rows.append(row(kind.name, failures))
            told.append(f"{kind.name}: {len(failures)} of {pieces} pieces")
            print(told[-1], flush=True)
        picture = f"{network}-failures.webp"
        _, data = cv2.imencode(".webp", np.vstack(rows), [cv2.IMWRITE_WEBP_QUALITY, QUALITY])
        (CARDS / picture).write_bytes(data.tobytes())
        card = CARDS / f"{network}.md"
        body = f"![What the {network} gets wrong, the worst of each kind]({picture})\n\n{'; '.join(told)}."
        card.write_text(filled(card.read_text("utf-8"), "failures", COMMAND, body), "utf-8")


def failures_of(kind: FailureKind, supply: Supply, scanner: Scanner) -> tuple[list[Failure], int]:
    """The worst first; and how many pieces there were."""
    failures: list[Failure] = []
    pieces = 0
    for picture in kind.pictures(supply):
        failures += kind.found(picture, scanner.scan(picture.image, GAMES[picture.labelled.kind]))
        pieces += len(picture.labelled.labels)
    return sorted(failures, key=lambda failure: failure.worst, reverse=True), pieces


def row(name: str, failures: Sequence[Failure]) -> Image:
    """A heading, and below it the first few side by side."""
    heading = np.full((CAPTION + 4, ACROSS * SIDE, 3), 255, np.uint8)
    cv2.putText(heading, name, (4, CAPTION - 4), FONT, 0.55, (0, 0, 0), 1, cv2.LINE_AA)
    shown = [close_up(failure) for failure in failures[:ACROSS]]
    shown += [np.full((SIDE + CAPTION, SIDE, 3), 255, np.uint8)] * (ACROSS - len(shown))
    return np.vstack([heading, np.hstack(shown)])


def close_up(failure: Failure) -> Image:
    """The piece and some of what is around it, within a frame; above it what is said, red where no flag tells of it."""
    left, top, right, bottom = failure.box
    half = (0.5 + AROUND) * max(right - left, bottom - top)
    x, y = (left + right) / 2, (top + bottom) / 2
    scale = SIDE / (2 * half)
    matrix = np.array([[scale, 0, SIDE / 2 - scale * x], [0, scale, SIDE / 2 - scale * y]])
    shown = cv2.warpAffine(failure.image, matrix, (SIDE, SIDE), flags=cv2.INTER_AREA)
    corners = np.round(((left - x) * scale, (top - y) * scale, (right - x) * scale, (bottom - y) * scale)).astype(int)
    cv2.rectangle(shown, (corners[:2] + SIDE // 2).tolist(), (corners[2:] + SIDE // 2).tolist(), (255, 0, 255), 1)
    caption = np.full((CAPTION, SIDE, 3), 255, np.uint8)
    ink = (0, 0, 200) if failure.worst[0] else (90, 90, 90)
    cv2.putText(caption, failure.said, (4, CAPTION - 6), FONT, 0.45, ink, 1, cv2.LINE_AA)
    return np.asarray(np.vstack([caption, shown]), np.uint8)


def _around(outline: Sequence[tuple[float, float]]) -> Box:
    across, down = [x for x, _ in outline], [y for _, y in outline]
    return min(across), min(down), max(across), max(down)


def _within(place: npt.NDArray[np.float64], box: Box) -> bool:
    return bool(box[0] < place[0] < box[2] and box[1] < place[1] < box[3])


if __name__ == "__main__":
    main()
