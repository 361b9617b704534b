"""In: a seed. Out: `Table`, where the pieces of two to six hands lie; and how well `vision.hands` tells them apart.

    python -m datasets.tables
    python -m datasets.tables --tables 1000 --seed 0

No picture is drawn: hands are laid and looked at as in scenes, and each piece is misplaced as the scanner would.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from datasets import layouts
from datasets.camera import Array, Pose, looking, lying
from datasets.layouts import Layout, Size
from vision.hands import gaps, grouped

Floats = npt.NDArray[np.float32]

CARD, TILE = (63.0, 88.0, 0.3), (26.0, 37.0, 6.0)
SIDE = 1000  # px
MOST_PIECES = 14
NEAREST, FARTHEST = 0.12, 1.6  # between two hands, in heights of a piece
MISPLACED, MISTURNED, MISSIZED = 0.04, 0.05, 0.05  # by the scanner: in heights, in radians, of the size
MISSED = 0.03  # share of pieces not seen
UNSEEN = 1_000_000  # seeds from here on: nothing in `vision.hands` was chosen by them


@dataclass(frozen=True)
class Table:
    """`quads`: n of (4, 2) px, from each piece's own top left. `owners`: whose each is."""

    quads: tuple[Floats, ...]
    owners: tuple[int, ...]

    @property
    def hands(self) -> set[frozenset[int]]:
        return {
            frozenset(place for place, owner in enumerate(self.owners) if owner == player)
            for player in set(self.owners)
        }


def dummy(rng: np.random.Generator, count: int, size: Size) -> list[Pose]:
    """A hand laid open as in bridge: columns side by side, each card over most of the one before."""
    aside, step = size[0] * rng.uniform(1.02, 1.3), size[1] * rng.uniform(0.15, 0.4)
    lengths = np.bincount(rng.integers(0, rng.integers(2, 5), count))
    poses = []
    for column, length in enumerate(lengths):
        lean, start = rng.normal(0, 0.06), rng.normal(0, 0.1) * size[1]
        for place in range(length):
            x = column * aside - lean * place * step + rng.normal(0, 0.03) * size[0]
            poses.append(lying(x, start + place * step, rng.normal(lean, 0.05), size))
    return poses


def in_few_rows(rng: np.random.Generator, count: int, size: Size) -> list[Pose]:
    """One row or two, more or less apart."""
    columns = count if rng.random() < 0.5 else -(-count // 2)
    across, down = (1 + rng.choice([0.0, 0.03, rng.uniform(0.03, 0.25)]) for _ in range(2))
    poses = []
    for number in range(count):
        row, column = divmod(number, columns)
        x, y = column * size[0] * across, row * size[1] * down
        untidy = rng.normal(0, 0.025, 3)
        poses.append(lying(x + untidy[0] * size[0], y + untidy[1] * size[1], untidy[2], size))
    return poses


def on_rack(rng: np.random.Generator, count: int, size: Size) -> list[Pose]:
    """One row or two as a rack shows them from in front, with a gap here and there."""
    columns = count if rng.random() < 0.5 else -(-count // 2)
    tier, step = size[1] * rng.uniform(0.75, 1.2), size[0] * rng.choice([1.0, 1.03, 1.15])
    poses, x = [], 0.0
    for number in range(count):
        row, column = divmod(number, columns)
        x = x + step + (size[0] * rng.uniform(0.2, 1.0) if rng.random() < 0.08 else 0.0) if column else 0.0
        poses.append(lying(x, row * tier, rng.normal(0, 0.02), size))
    return poses


BUILDS: dict[str, tuple[Size, dict[Layout, float]]] = {
    "rami": (
        CARD,
        {
            layouts.fanned: 0.35,
            layouts.overlapped: 0.25,
            in_few_rows: 0.15,
            dummy: 0.1,
            layouts.piled: 0.1,
            layouts.cascaded: 0.05,
        },
    ),
    "rummikub": (TILE, {on_rack: 0.5, in_few_rows: 0.3, layouts.piled: 0.2}),
}


def table_of(seed: int, game: str) -> Table:
    """The same seed and game give the same table."""
    rng = np.random.default_rng(seed)
    size, builds = BUILDS[game]
    ways, weights = list(builds), list(builds.values())
    players = int(rng.integers(2, 7))
    facing_one = rng.random() < 0.4  # all turned one way, for the camera; else each to its player
    turned = rng.choice([0.0, np.pi / 2, np.pi, -np.pi / 2])
    laid: list[Array] = []
    for player in range(players):
        build = ways[rng.choice(len(ways), p=weights)]
        hand = np.stack([pose.corners() for pose in build(rng, int(rng.integers(1, MOST_PIECES)), size)])
        side = 2 * np.pi * player / players + rng.normal(0, 0.15)
        hand = _rotated(hand - hand.mean((0, 1)), (turned if facing_one else side) + rng.normal(0, 0.12))
        laid.append(_pushed_out(hand, side, laid, rng.uniform(NEAREST, FARTHEST) * size[1]))
    quads = _photographed(np.concatenate(laid), size, rng)
    seen = np.flatnonzero(rng.random(len(quads)) > MISSED)
    owners = [player for player, hand in enumerate(laid) for _ in hand]
    return Table(tuple(_misplaced(quads[place], rng) for place in seen), tuple(owners[place] for place in seen))


def _pushed_out(hand: Array, side: float, others: Sequence[Array], apart: float) -> Array:
    """(n, 4, 3) corners moved towards a side of the table until no other hand is nearer than `apart`."""
    if not others:
        return hand
    taken = np.concatenate(others)
    step = np.array([-np.sin(side), np.cos(side), 0.0]) * apart / 4
    while gaps([*hand[..., :2], *taken[..., :2]])[: len(hand), len(hand) :].min() < apart:
        hand = hand + step
    return hand


def _rotated(corners: Array, angle: float) -> Array:
    cos, sin = np.cos(angle), np.sin(angle)
    return np.asarray(corners @ np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]]).T, np.float64)


def _photographed(corners: Array, size: Size, rng: np.random.Generator) -> Array:
    """(n, 4, 3) mm -> (n, 4, 2) px, from above or at a slant."""
    low, high = corners.min((0, 1)), corners.max((0, 1))
    reach = float((high - low).max())
    distance = reach * rng.uniform(1.0, 2.0) + 4 * size[1]
    camera = looking(
        (low + high) / 2, abs(rng.normal(0, 0.3)), rng.normal(0, 0.2), distance, distance / reach * SIDE, SIDE
    )
    return camera.project(corners.reshape(-1, 3)).reshape(-1, 4, 2)


def _misplaced(quad: Array, rng: np.random.Generator) -> Floats:
    """As the scanner sees a piece: not quite where it lies, a little turned, a little too large or small."""
    tall = float(np.linalg.norm(quad[3] - quad[0]))
    angle = rng.normal(0, MISTURNED)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    middle = quad.mean(0)
    shape = (quad - middle) @ turn.T * (1 + rng.normal(0, MISSIZED))
    return np.asarray(middle + rng.normal(0, MISPLACED, 2) * tall + shape, np.float32)


def main() -> None:
    parser = argparse.ArgumentParser(description="How well hands on a table are told apart.")
    parser.add_argument("--tables", type=int, default=400, help="of each game")
    parser.add_argument("--seed", type=int, default=UNSEEN)
    options = parser.parse_args()
    for game in BUILDS:
        tables = [table_of(seed, game) for seed in range(options.seed, options.seed + options.tables)]
        for known in (True, False):
            whole, exact, there = 0, 0, 0
            for table in tables:
                told = grouped(table.quads, len(table.hands) if known else None)
                right = len(table.hands & {frozenset(hand) for hand in told})
                exact, there, whole = exact + right, there + len(table.hands), whole + (right == len(table.hands))
            print(
                f"{game}, hands {'told' if known else 'auto'}: {exact} of {there} hands exact ({exact / there:.1%}), "
                f"{whole} of {len(tables)} tables whole ({whole / len(tables):.1%})"
            )


if __name__ == "__main__":
    main()
