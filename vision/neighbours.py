"""In: Readings, some of them weak. Out: the same, the weak ones read once more as their neighbours stand.

A 6, an 8 or a 9 alone does not say which way is up, and a leaning tile hides how large it is; the tiles beside it do.
Two indices of a tight fan may be cut as one, larger than those beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from vision.classify import Classifier, Reading
from vision.region import Region, length

STRONG, WEAK = 0.45, 0.3  # strength from which a tile is an example, under which it needs one
BELIEVED = {"tile": 0.35, "index": 0.5}  # the locator's heat from which a weak one is worth it
TWO_IN_ONE = 1.2  # times the size of the indices beside it, from which a weak one may be two
TURNABLE = ("6", "8", "9")  # what reads as well upside down, and so says little of which way is up
WITNESSES, NEAR = 3, 3.5  # how many tiles, from how many sizes away, tell a 6 or a 9 which way is up
ALMOST = 0.4  # of the strength of the first reading, from which the second makes it doubtful
EXAMPLES = 2  # neighbours each weak tile is compared with


def read_like_neighbours(
    classify: Classifier, pixels: npt.NDArray[np.uint8], readings: Sequence[Reading]
) -> list[Reading]:
    """One Reading for each given, the stronger of the old one and of those with a neighbour's size and way up."""
    strong = [reading.region for reading in readings if reading.strength >= STRONG]
    weak = [place for place, reading in enumerate(readings) if _wants_example(reading, strong)]
    clear = [reading.region for reading in readings if reading.strength >= STRONG and reading.label[1:] not in TURNABLE]
    contrary = [place for place, reading in enumerate(readings) if _stands_against(reading, clear)]
    if not strong or not (weak or contrary):
        return list(readings)
    tries = []
    for place in [*weak, *contrary]:
        region = readings[place].region
        near = sorted(clear if place in contrary else strong, key=lambda other: _away(region, other))[:EXAMPLES]
        tries += [(place, replace(region, right=other.right, down=other.down)) for other in near]
    best = list(readings)
    for (place, _), again in zip(tries, classify(pixels, [region for _, region in tries]), strict=True):
        if place in contrary:
            best[place] = _doubted(best[place], again)
        elif again.strength > best[place].strength:
            best[place] = again
    return best


def _wants_example(reading: Reading, strong: Sequence[Region]) -> bool:
    """Whether a weak mark is worth reading once more; indices, which are many on one card, only where cut too large."""
    region = reading.region
    if reading.strength >= WEAK or region.score < BELIEVED[region.kind] or not strong:
        return False
    nearest = min(strong, key=lambda other: _away(region, other))
    return region.kind == "tile" or region.size > TWO_IN_ONE * nearest.size


def _stands_against(reading: Reading, clear: Sequence[Region]) -> bool:
    """Whether a 6 or a 9 stands upside down to all the tiles near it that say which way is up."""
    region = reading.region
    if reading.label[1:] not in ("6", "9") or reading.strength < WEAK:
        return False
    near = sorted((_away(region, other), float(np.dot(region.down, other.down))) for other in clear)[:WITNESSES]
    near = [(away, along) for away, along in near if away < NEAR * region.size]
    return bool(near) and all(along < 0 for _, along in near)


def _doubted(reading: Reading, again: Reading) -> Reading:
    """A 6 or a 9 against its neighbours: read their way where that can be read too, and never sure."""
    if again.label == reading.label or again.strength < reading.strength * ALMOST:
        return reading
    share = again.strength / (again.strength + reading.strength)
    return replace(again, worth=again.worth * share, confidence=again.confidence * share)


def _away(one: Region, other: Region) -> float:
    return length(one.centre - other.centre)
