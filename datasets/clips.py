"""In: the folder of art. Out: short videos of hands and, moment by moment, what lies there: `clips.jsonl`.

    python -m datasets.clips ART CLIPS               # forty, to measure with: handscan bench CLIPS/clips.jsonl --clips
    python -m datasets.clips ART tests/clips --few   # the three that the tests use

Only the fonts of the art are used, as in `datasets.samples`. In each clip a hand slides in, rests, something happens
(a piece is added or taken, a glare passes, an arm, the camera shakes, the light goes out), and it rests again.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from rich.progress import track

from datasets.film import FPS, HEIGHT, WIDTH, Film, Lens, Shot, set_up, taken
from datasets.supply import Supply, load_supply

SLIDE, REST = 0.8, 2.0  # s that the hand slides in, and that it rests before and after what happens
HANDS = {
    "rami": (
        ("rows", "KH KS QD JC 9H 8C"),
        ("fanned", "AH 10D 7S QC 2C"),
        ("overlapped", "3S 5D JH AC 10C"),
        ("scattered", "QS 6D 4H"),
        ("rows", "AD JOKER 7C 2S"),
        ("fanned", "KC 9D 4S 8H"),
        ("rows", "KD 5C KD 8S 3H"),
        ("overlapped", "QH 6S 9C 2D JS 4D"),
        ("rows", "10H 10S AS 5H 6C 7D"),
        ("scattered", "JD 3C"),
    ),
    "rummikub": (
        ("racked", "K1 R3 B7 O9 K13"),
        ("rows", "R12 B2 JOKER K6"),
        ("scattered", "B5 O10 R4"),
        ("racked", "O3 O13 K2 R7 B11 K8"),
        ("melds", "R5 R6 R7 B10"),
        ("rows", "K4 K4 O11 B1"),
        ("racked", "JOKER B13 O5 R1"),
        ("scattered", "K10 R2"),
        ("melds", "O1 O2 O4 K12 B8"),
        ("racked", "R11 K5 B3 O12 O7 R13 K3"),
    ),
}
TWICE = {"rami": "QD 8C QD AH 5S", "rummikub": "B4 R10 B4 K7"}  # two equal pieces
FEW = (
    ("rami", "rows", "KH 7S QD", "added"),
    ("rummikub", "rows", "R12 K3 B7", "removed"),
    ("rami", "rows", "9C AD", "glare"),
)


@dataclass(frozen=True)
class Plan:
    """One clip to make."""

    game: str
    layout: str
    labels: tuple[str, ...]
    event: str
    seed: int
    handheld: bool


@dataclass(frozen=True)
class Moment:
    """From when to when, s, nothing is in the way of the pieces `shown`."""

    start: float
    end: float
    shown: frozenset[int]


Event = Callable[[Film, np.random.Generator], tuple[list[Shot], frozenset[int]]]
"""The shots of what happens, and the pieces that lie there afterwards."""


def added(film: Film, rng: np.random.Generator) -> tuple[list[Shot], frozenset[int]]:
    """The last piece is laid down by an arm."""
    every = _every(film)
    return _arm(film, len(every) - 1, every - {len(every) - 1}, every), every


def removed(film: Film, rng: np.random.Generator) -> tuple[list[Shot], frozenset[int]]:
    """The last piece, which none covers, is taken away by an arm."""
    every = _every(film)
    return _arm(film, len(every) - 1, every, every - {len(every) - 1}), every - {len(every) - 1}


def glare(film: Film, rng: np.random.Generator) -> tuple[list[Shot], frozenset[int]]:
    """A lamp's mirror image passes over the pieces."""
    every = _every(film)
    away = np.array([500, 60])
    start, end = film.middle_of(0) - away, film.middle_of(len(every) - 1) + away
    return [Shot(every, glare=start + (end - start) * step / 19) for step in range(20)], every


def arm(film: Film, rng: np.random.Generator) -> tuple[list[Shot], frozenset[int]]:
    """An arm reaches over the hand and leaves it as it was."""
    every = _every(film)
    return _arm(film, 0, every, every), every


def shake(film: Film, rng: np.random.Generator) -> tuple[list[Shot], frozenset[int]]:
    """The camera is knocked: what it shows jumps, and smears."""
    every = _every(film)
    jumps = rng.normal(0, 30, (10, 2))
    return [Shot(every, sway=(float(x), float(y), 0.0), blur=float(np.hypot(x, y)) / 2) for x, y in jumps], every


def dusk(film: Film, rng: np.random.Generator) -> tuple[list[Shot], frozenset[int]]:
    """Most of the light goes, and comes back."""
    every = _every(film)
    return [Shot(every, light=1 - 0.75 * float(np.sin(np.pi * step / 19))) for step in range(20)], every


EVENTS: dict[str, Event] = {
    "added": added,
    "removed": removed,
    "glare": glare,
    "arm": arm,
    "shake": shake,
    "dusk": dusk,
}


def plans() -> list[Plan]:
    """Forty clips, half of cards and half of tiles, five with two equal cards; in half of them the camera is held."""
    made: list[Plan] = []
    for game, hands in HANDS.items():
        for number in range(20):
            layout, labels = hands[number % len(hands)]
            if game == "rami" and number >= 16:
                layout, labels = "rows" if number % 2 else "scattered", TWICE[game]
            event = list(EVENTS)[(number + number // 10) % len(EVENTS)]
            made.append(Plan(game, layout, tuple(labels.split()), event, 100 * len(made) + 7, number % 2 == 1))
    return made


def film_of(supply: Supply, plan: Plan) -> Film:
    """The first from the plan's seed on in which every piece can be read."""
    seed = plan.seed
    while not (film := set_up(supply, plan.game, plan.layout, plan.labels, seed)).legible():
        seed += 100_000
    return film


def shots_of(film: Film, plan: Plan) -> tuple[list[Shot], list[Moment]]:
    """Every picture of a clip, and the moments at which the hand rests."""
    rng = np.random.default_rng(plan.seed)
    happens, after = EVENTS[plan.event](film, rng)
    before = happens[0].shown
    slide = [Shot(before, 1 - step / (SLIDE * FPS), blur=14.0) for step in range(round(SLIDE * FPS))]
    rest = round(REST * FPS)
    shots = [*slide, *[Shot(before)] * rest, *happens, *[Shot(after)] * rest]
    first = len(slide) / FPS
    second = first + (rest + len(happens)) / FPS
    moments = [Moment(first, first + REST, before), Moment(second, second + REST, after)]
    if plan.handheld:
        shots = [
            replace(shot, sway=_plus(shot.sway, sway))
            for shot, sway in zip(shots, _sways(len(shots), rng), strict=True)
        ]
    return shots, moments


def lens_of(film: Film, plan: Plan) -> Lens:
    rng = np.random.default_rng(plan.seed + 1)
    skin = np.array([140.0, 170.0, 220.0]) * rng.uniform(0.45, 1.0)
    tall = abs(float(film.middle_of(0)[1] - film.camera.project(film.poses[0].corners())[0, 1])) + 60
    lamp = (tall * rng.uniform(0.8, 1.6), tall * rng.uniform(0.35, 0.7), rng.uniform(0, np.pi), rng.uniform(120, 230))
    return Lens(skin, lamp, rng.uniform(0.65, 0.95), rng.uniform(1, 5), plan.seed)


def write_clip(path: Path, film: Film, plan: Plan, size: tuple[int, int]) -> dict[str, Any]:
    """Writes the video; answers its line of the manifest."""
    shots, moments = shots_of(film, plan)
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), FPS, size)
    for picture in taken(film, shots, lens_of(film, plan)):
        writer.write(picture if size == (WIDTH, HEIGHT) else cv2.resize(picture, size, interpolation=cv2.INTER_AREA))
    writer.release()
    return {
        "clip": path.name,
        "game": plan.game,
        "event": plan.event,
        "layout": plan.layout,
        "handheld": plan.handheld,
        "moments": [
            {
                "from": round(moment.start, 3),
                "to": round(moment.end, 3),
                "labels": [plan.labels[place] for place in sorted(moment.shown)],
            }
            for moment in moments
        ],
    }


def _every(film: Film) -> frozenset[int]:
    return frozenset(range(len(film.poses)))


def _arm(film: Film, place: int, before: frozenset[int], after: frozenset[int]) -> list[Shot]:
    """An arm comes in to a piece and goes out again; what lies there changes while it is over it."""
    end = film.middle_of(place)
    start = end + np.array([200, HEIGHT])
    ways = [start + (end - start) * step / 7 for step in range(1, 8)]
    return [*(Shot(before, arm=tip) for tip in ways), *(Shot(after, arm=tip) for tip in reversed(ways))]


def _sways(count: int, rng: np.random.Generator) -> list[tuple[float, float, float]]:
    """How far a held camera is off its place: slow, a few pixels, a little turned."""
    rough = rng.normal(0, 1, (count + 8, 3))
    smooth = np.stack([np.convolve(axis, np.ones(9) / 9, "valid") for axis in rough.T], 1) * (9, 9, 0.012)
    return [(float(x), float(y), float(angle)) for x, y, angle in smooth]


def _plus(one: tuple[float, float, float], other: tuple[float, float, float]) -> tuple[float, float, float]:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]


def main(art: Path, out: Path, few: bool) -> None:
    supply = replace(load_supply(art, "held"), decks=(), pictures=(), textures=(), stamps=())
    chosen: Sequence[Plan] = plans()
    size = (WIDTH, HEIGHT)
    if few:
        chosen = [Plan(game, layout, tuple(hand.split()), event, 11, False) for game, layout, hand, event in FEW]
        size = (WIDTH // 2, HEIGHT // 2)
    out.mkdir(parents=True, exist_ok=True)
    with (out / "clips.jsonl").open("w") as manifest:
        for number, plan in enumerate(track(chosen, "Rendering"), 1):
            path = out / f"{number:02}-{plan.game}-{plan.event}.mp4"
            manifest.write(json.dumps(write_clip(path, film_of(supply, plan), plan, size)) + "\n")
            manifest.flush()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Short videos of hands, and what lies there at each moment.")
    parser.add_argument("art", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--few", action="store_true", help="only the few that the tests use, and smaller")
    given = parser.parse_args()
    main(given.art, given.out, given.few)
