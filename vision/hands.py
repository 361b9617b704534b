"""In: the places of pieces. Out: which belong to one player, and in what order a person would read them.

A hand is a fan, a row, a rack or a heap: its pieces overlap, or lie side by side on one level and the same way up. The
hands of two players lie apart, one before the other or turned from each other. So what keeps two pieces apart is not
their gap alone: a gap below weighs more than one beside, and so does a turn, and an odd place. Pieces are linked by
what keeps them apart least, so that a long fan is one hand however far its ends are.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.floating]
Doubles = npt.NDArray[np.float64]

# What keeps two pieces that do not overlap apart, beside their gap to the side in heights of a piece: one of as many
# heights below or above, a quarter of a turn between them, one of as many heights off both the row and the column.
# Fitted, as APART is, to the first tables of datasets.tables; STREWN to photos of the `train` split as well.
BELOW, TURNED, ASKEW = 4.5, 2.0, 1.4
APART = 1.35  # from where on `auto` takes them for two hands
STREWN = 3.0  # times as far apart as a piece from its nearest: in a hand strewn singly every piece lies apart
OVERLAP = 0.08  # heights; less is none, since places are known no better


def grouped(quads: Sequence[Floats], hands: int | None, most: int | None = None) -> list[list[int]]:
    """Places in `quads`, each (4, 2) px, a list a hand: `hands` of them, or as many as lie apart where it is None, and
    as many as it takes that none holds more than `most` pieces, which no player has in the game."""
    if not quads:
        return []
    links = _links(_distances(quads))
    if hands is not None:
        groups = _linked(len(quads), links[: max(len(quads) - hands, 0)])
    else:
        apart = max(APART, STREWN * float(np.median([distance for distance, _, _ in links] or [0.0])))
        links = [link for link in links if link[0] <= apart]
        groups = _linked(len(quads), links)
        while most is not None and (large := [group for group in groups if len(group) > most]):
            links.remove(max(link for link in links if link[1] in large[0]))
            groups = _linked(len(quads), links)
    return [reading_order(quads, groups[place]) for place in _in_rows([_extent(quads, one) for one in groups])]


def _linked(count: int, links: Sequence[tuple[float, int, int]]) -> list[list[int]]:
    """The places 0 to `count` that links join, a list each."""
    group = list(range(count))
    for _, one, other in links:
        group = [group[one] if owner == group[other] else owner for owner in group]
    return [[place for place, owner in enumerate(group) if owner == one] for one in sorted(set(group))]


def reading_order(quads: Sequence[Floats], group: Sequence[int]) -> list[int]:
    """Rows from top to bottom, each from left to right. A piece starts a new row where it lies lower than half a piece
    below the row's last."""
    tall = float(np.median([np.linalg.norm(quads[place][3] - quads[place][0]) for place in group]))
    middles = [quads[place].mean(0) for place in group]
    return [group[number] for number in _in_rows([(x, y - tall / 2, y) for x, y in middles])]


def _extent(quads: Sequence[Floats], group: Sequence[int]) -> tuple[float, float, float]:
    """The middle of a hand to the right, its top, and its middle down."""
    corners = np.concatenate([quads[place] for place in group])
    left, top = corners.min(0)
    right, bottom = corners.max(0)
    return float(left + right) / 2, float(top), float(top + bottom) / 2


def _in_rows(things: Sequence[tuple[float, float, float]]) -> list[int]:
    """Things, each (middle x, top, middle y), by rows from top to bottom, each from left to right. One whose top lies
    below the middles of a row starts the next."""
    rows: list[list[int]] = []
    for place in sorted(range(len(things)), key=lambda place: things[place][2]):
        if rows and things[place][1] < float(np.mean([things[other][2] for other in rows[-1]])):
            rows[-1].append(place)
        else:
            rows.append([place])
    return [place for row in rows for place in sorted(row, key=lambda place: things[place][0])]


def gaps(quads: Sequence[Floats]) -> Doubles:
    """(n, n) px between the outlines, along the side that parts them most; negative by how deep they overlap."""
    corners = np.asarray(quads, np.float64)
    sides = np.roll(corners, -1, 1) - corners
    outward = np.stack([sides[..., 1], -sides[..., 0]], 2) / (np.linalg.norm(sides, axis=2, keepdims=True) + 1e-9)
    beyond = np.einsum("iek,jck->iejc", outward, corners) - np.einsum("iek,iek->ie", outward, corners)[..., None, None]
    parted = beyond.min(3).max(1)
    return np.asarray(np.maximum(parted, parted.T), np.float64)


def _distances(quads: Sequence[Floats]) -> Doubles:
    """(n, n) what keeps the pieces apart, in gaps to the side of as many heights of a piece; 0 where they overlap."""
    corners = np.asarray(quads, np.float64)
    right = (corners[:, 1] + corners[:, 2] - corners[:, 0] - corners[:, 3]) / 2
    down = (corners[:, 2] + corners[:, 3] - corners[:, 0] - corners[:, 1]) / 2
    tall = np.linalg.norm(down, axis=1) + 1e-9
    both = (tall[:, None] + tall[None]) / 2
    (beside, aside), (below, along) = (_along(corners, axis) for axis in (right, down))
    turn = np.arccos(np.clip(down @ down.T / np.outer(tall, tall), -1, 1)) / (np.pi / 2)
    gap = np.maximum(beside, 0) + BELOW * np.maximum(below, 0) + ASKEW * np.minimum(aside, along)
    return np.where(gaps(quads) < -OVERLAP * both, 0.0, gap / both + TURNED * np.minimum(turn, 1))


def _links(distances: Doubles) -> list[tuple[float, int, int]]:
    """The least links, (distance, one, other), that join all: a minimum spanning tree, the nearest pairs first."""
    joined = np.zeros(len(distances), bool)
    joined[0] = True
    links = []
    for _ in range(len(distances) - 1):
        open_ends = np.where(joined[:, None] & ~joined[None], distances, np.inf)
        one, other = divmod(int(open_ends.argmin()), len(distances))
        joined[other] = True
        links.append((float(distances[one, other]), one, other))
    return sorted(links)


def _along(corners: Doubles, axis: Doubles) -> tuple[Doubles, Doubles]:
    """(n, n) px from piece to piece along an axis (n, 2) of its own: between their outlines, and between their middles;
    the mean of both views."""
    unit = axis / (np.linalg.norm(axis, axis=1, keepdims=True) + 1e-9)
    places = np.einsum("ik,jck->ijc", unit, corners)
    low, high, middle = places.min(2), places.max(2), places.mean(2)
    own_low, own_high, own_middle = (np.diag(values)[:, None] for values in (low, high, middle))
    between = np.maximum(low - own_high, own_low - high)
    apart = np.abs(middle - own_middle)
    return (between + between.T) / 2, (apart + apart.T) / 2
