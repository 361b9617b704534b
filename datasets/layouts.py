"""In: how many pieces and their size (mm). Out: where they lie, the lowest first, as people leave them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from datasets.camera import Array, Pose, leaning, lying

Size = tuple[float, float, float]
RACK_LEAN = (0.6, 1.45)  # radians from lying flat
Layout = Callable[[np.random.Generator, int, Size], list[Pose]]


def scattered(rng: np.random.Generator, count: int, size: Size) -> list[Pose]:
    """Thrown on the table: any angle, now and then one over another."""
    reach = size[1] * np.sqrt(count) * rng.uniform(0.55, 1.2)
    apart = size[0] * rng.uniform(0.5, 1.25)
    spread = rng.choice([np.pi, 0.3])
    places: list[tuple[float, float]] = []
    for _ in range(count):
        for _ in range(20):
            x, y = rng.uniform(-reach / 2, reach / 2, 2)
            if all(np.hypot(x - px, y - py) > apart for px, py in places):
                break
        places.append((float(x), float(y)))
    return [lying(x, y, rng.normal(0, spread), size, 0.3 * number) for number, (x, y) in enumerate(places)]


def in_rows(rng: np.random.Generator, count: int, size: Size) -> list[Pose]:
    """Rows and columns, laid with care or without: touching for tiles, apart for cards."""
    columns = int(rng.integers(2, 9))
    gap = rng.choice([0.0, 0.02, rng.uniform(0.02, 0.4)])
    untidy = rng.choice([0.0, 0.02, 0.06])
    turned = rng.choice([0.0, 0.0, np.pi])
    poses = []
    for number in range(count):
        row, column = divmod(number, columns)
        x = column * size[0] * (1 + gap) + rng.normal(0, untidy * size[0])
        y = row * size[1] * (1 + gap) + rng.normal(0, untidy * size[1])
        poses.append(lying(x, y, turned + rng.normal(0, untidy), size))
    return poses


def melds(rng: np.random.Generator, count: int, size: Size) -> list[Pose]:
    """Several groups of two to six touching pieces at angles of their own."""
    poses: list[Pose] = []
    line = 0.0
    while len(poses) < count:
        length = min(int(rng.integers(2, 7)), count - len(poses))
        angle = rng.normal(0, 0.25)
        x0, y0 = rng.uniform(-3, 3) * size[0], line
        line += size[1] * rng.uniform(1.1, 1.7)
        step = size[0] * rng.choice([1.0, 1.02, 1.06])
        for number in range(length):
            along = number * step
            slip = rng.normal(0, 0.03) * size[1]
            x, y = x0 + along * np.cos(angle) - slip * np.sin(angle), y0 + along * np.sin(angle) + slip
            poses.append(lying(x, y, angle + rng.normal(0, 0.02), size))
    return poses


def overlapped(rng: np.random.Generator, count: int, size: Size) -> list[Pose]:
    """A row in which each card covers most of the one before, the index column left to see."""
    step = size[0] * rng.uniform(0.16, 0.6)
    bend, untidy = rng.normal(0, 0.015), rng.uniform(0, 0.03)
    long_row = rng.random() < 0.7
    poses = []
    for number in range(count):
        row, place = (0, number) if long_row else divmod(number, max(3, count // 2))
        x = place * step + rng.normal(0, untidy * size[0])
        y = row * size[1] * 1.1 + bend * (place - count / 2) ** 2 * step + rng.normal(0, untidy * size[1])
        poses.append(lying(x, y, rng.normal(0, untidy), size, 0.3 * number))
    return poses


def cascaded(rng: np.random.Generator, count: int, size: Size) -> list[Pose]:
    """Columns as in patience: each card covers all but the top of the one before."""
    step = size[1] * rng.uniform(0.17, 0.4)
    length = int(rng.integers(3, 9))
    return [
        lying(
            number // length * size[0] * rng.uniform(1.02, 1.1),
            number % length * step,
            rng.normal(0, 0.02),
            size,
            0.3 * number,
        )
        for number in range(count)
    ]


def fanned(rng: np.random.Generator, count: int, size: Size) -> list[Pose]:
    """A fan about a point below the cards, as a hand holds it; wide, or so tight that only the indices show."""
    radius = size[1] * rng.uniform(0.8, 2.6)
    narrowest = 0.16 * size[0] / radius
    widest = min(0.26, 2.4 / max(count, 1))
    tight = rng.random() < 0.45
    step = min(rng.uniform(narrowest, 1.6 * narrowest if tight else max(widest, narrowest)), widest)
    poses = []
    for number in range(count):
        angle = (number - (count - 1) / 2) * step + rng.normal(0, 0.012)
        away = radius + rng.normal(0, 0.015) * size[1]
        poses.append(lying(away * np.sin(angle), -away * np.cos(angle), angle, size, 0.3 * number))
    return poses


def piled(rng: np.random.Generator, count: int, size: Size) -> list[Pose]:
    """A loose heap: a few cards at any angle, each partly over the others."""
    reach = size[1] * rng.uniform(0.3, 0.7) * np.sqrt(count)
    poses = []
    for number in range(count):
        x, y = rng.uniform(-reach / 2, reach / 2, 2)
        poses.append(lying(x, y, rng.uniform(-np.pi, np.pi), size, 0.3 * number))
    return poses


def around_the_table(rng: np.random.Generator, count: int, size: Size) -> list[Pose]:
    """Two to four hands on the sides of a table, each turned to its player; what does not share out evenly is left."""
    hands = int(rng.integers(2, 5))
    build = rng.choice(np.array([fanned, overlapped, in_rows], object))
    away = size[1] * rng.uniform(1.8, 3.2)
    poses: list[Pose] = []
    for hand in range(hands):
        turn = hand * 2 * np.pi / 4 + rng.normal(0, 0.1)
        placed = build(rng, max(1, count // hands), size)
        middle = np.mean([pose.centre for pose in placed], 0)
        poses += [_turned(pose, turn, middle, np.array([0.0, away])) for pose in placed]
    return poses[:count]


def racked(rng: np.random.Generator, count: int, size: Size) -> list[Pose]:
    """Tiles leaning on a rack of one to three steps."""
    tiers = int(rng.integers(1, 4))
    lean = rng.uniform(*RACK_LEAN)
    rise, depth = size[1] * rng.uniform(0.5, 0.95), size[1] * rng.uniform(0.35, 0.8)
    gap = rng.choice([1.0, 1.01, 1.03, rng.uniform(1.03, 1.35)])
    poses = []
    for tier in range(tiers):
        x = rng.uniform(-1.0, 1.0) * size[0]
        for _ in range(-(-count // tiers)):
            x += size[0] * (gap if rng.random() < 0.9 else gap + rng.uniform(0.2, 2.0))
            flat = lying(x, -tier * depth, rng.normal(0, 0.015), size)
            raised = replace(flat, centre=np.array([x, -tier * depth, -size[1] * 0.5 - tier * rise]))
            poses.append(leaning(raised, lean))
    poses.reverse()
    return poses[-count:]


def two_racks(rng: np.random.Generator, count: int, size: Size) -> list[Pose]:
    """Racks of two players, the farther one first: it stands beside or behind, turned from the other."""
    if count < 2:
        return racked(rng, count, size)
    second, first = (racked(rng, part, size) for part in (count // 2, count - count // 2))
    middle = np.mean([pose.centre for pose in second], 0)
    wide = float(np.ptp([pose.centre[0] for pose in first])) + 2 * size[0]
    shift = np.array([rng.uniform(0.2, 0.9) * wide, 0.0])
    angle = rng.choice([0.0, rng.normal(0, 0.5)])
    place = rng.uniform(-np.pi / 2, np.pi / 2)
    moved = [_turned(pose, angle, middle, np.zeros(2)) for pose in second]
    cos, sin = np.cos(place), np.sin(place)
    away = np.array([shift[0] * cos, -abs(shift[0] * sin) - size[1], 0.0])
    return [replace(pose, centre=pose.centre + away) for pose in moved] + first


def _turned(pose: Pose, angle: float, middle: Array, shift: Array) -> Pose:
    """The pose with the middle of its hand moved by the shift, then turned about the middle of the table."""
    cos, sin = np.cos(angle), np.sin(angle)
    turn = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]])
    centre = turn @ (pose.centre - middle * np.array([1, 1, 0]) + np.array([*shift, 0.0]))
    return replace(pose, centre=centre, right=turn @ pose.right, down=turn @ pose.down)


CARD_LAYOUTS: dict[str, tuple[Layout, float]] = {
    "scattered": (scattered, 0.22),
    "rows": (in_rows, 0.12),
    "overlapped": (overlapped, 0.18),
    "cascaded": (cascaded, 0.07),
    "fanned": (fanned, 0.2),
    "piled": (piled, 0.11),
    "table": (around_the_table, 0.1),
}
TILE_LAYOUTS: dict[str, tuple[Layout, float]] = {
    "scattered": (scattered, 0.22),
    "rows": (in_rows, 0.14),
    "melds": (melds, 0.2),
    "racked": (racked, 0.34),
    "two racks": (two_racks, 0.1),
}
