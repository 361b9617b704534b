"""In: Readings, some of them weak. Out: the same, the weak ones read once more as their neighbours stand.

A 6 or a 9 alone does not say well which way is up, and a leaning tile hides how large it is; the tiles beside it do.
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
WITNESSES, NEAR = (2, 3), 4.5  # how many tiles, from how many sizes away, tell a 6 or a 9 which way is up
PARALLEL = 0.85  # cosine of the angle between two in one row
# How often a tile stands the way up that all its witnesses do, parallel to it: more than this on the photos to train on
# (1,058 of 1,064). Tiles at an angle to it say nothing.
AS_WITNESSED = 0.98
ALMOST = 0.4  # of the strength of the first reading: what a second one needs to be heard against it
EXAMPLES = 2  # neighbours each weak tile is compared with


def read_like_neighbours(
    classify: Classifier, pixels: npt.NDArray[np.uint8], readings: Sequence[Reading]
) -> list[Reading]:
    """One Reading for each given, the stronger of the old one and of those with a neighbour's size and way up; of a 6
    and a 9, the one that the tiles in its row speak for."""
    best = list(readings)
    strong = [reading.region for reading in readings if reading.strength >= STRONG]
    weak = [place for place, reading in enumerate(readings) if _wants_example(reading, strong)]
    for place, again in _read_again(classify, pixels, readings, weak, strong):
        if again.strength > best[place].strength:
            best[place] = again
    clear = [reading.region for reading in best if reading.strength >= STRONG and reading.label[1:] not in TURNABLE]
    ways = [_way_of_witnesses(reading, clear) for reading in best]
    contrary = [place for place, way in enumerate(ways) if way < 0]
    best = [
        _witnessed(reading, reading.upright) if way > 0 else reading for reading, way in zip(best, ways, strict=True)
    ]
    for place, again in _read_again(classify, pixels, best, contrary, clear):
        best[place] = _contradicted(best[place], again)
    return best


def _read_again(
    classify: Classifier,
    pixels: npt.NDArray[np.uint8],
    readings: Sequence[Reading],
    places: Sequence[int],
    examples: Sequence[Region],
) -> list[tuple[int, Reading]]:
    """The readings at these places, each as the examples nearest to it stand."""
    tries = []
    for place in places if examples else []:
        region = readings[place].region
        near = sorted(examples, key=lambda other: _away(region, other))[:EXAMPLES]
        tries += [(place, replace(region, right=other.right, down=other.down)) for other in near]
    again = classify(pixels, [region for _, region in tries])
    return [(place, reading) for (place, _), reading in zip(tries, again, strict=True)]


def _wants_example(reading: Reading, strong: Sequence[Region]) -> bool:
    """Whether a weak mark is worth reading once more; indices, which are many on one card, only where cut too large."""
    region = reading.region
    if reading.strength >= WEAK or region.score < BELIEVED[region.kind] or not strong:
        return False
    nearest = min(strong, key=lambda other: _away(region, other))
    return region.kind == "tile" or region.size > TWO_IN_ONE * nearest.size


def _way_of_witnesses(reading: Reading, clear: Sequence[Region]) -> int:
    """Whether the tiles next to a 6 or a 9 stand as it does (1), all upside down to it (-1), or do not say (0)."""
    region = reading.region
    if region.kind != "tile" or reading.label[1:] not in ("6", "9") or reading.strength < WEAK:
        return 0
    near = sorted((_away(region, other), _along(region, other)) for other in clear)[: WITNESSES[1]]
    ways = [along for away, along in near if away < NEAR * region.size]
    if len(ways) < WITNESSES[0] or min(map(abs, ways)) < PARALLEL:
        return 0
    return 1 if min(ways) > 0 else -1 if max(ways) < 0 else 0


def _contradicted(reading: Reading, again: Reading) -> Reading:
    """A 6 or a 9 against its witnesses: read their way where that can be read too."""
    if again.label == reading.label or again.strength < reading.strength * ALMOST:
        return reading
    return _witnessed(again, again.strength / (again.strength + reading.strength))


def _witnessed(reading: Reading, upright: float) -> Reading:
    """A reading that stands as its witnesses do, given how sure of that it was before they were heard (Bayes' rule)."""
    so, not_so = upright * AS_WITNESSED, (1 - upright) * (1 - AS_WITNESSED)
    upright = so / (so + not_so)
    surer = upright / reading.upright
    return replace(reading, confidence=reading.confidence * surer, worth=reading.worth * surer, upright=upright)


def _along(one: Region, other: Region) -> float:
    """Cosine of the angle between the ways two stand."""
    return float(np.dot(one.down, other.down)) / (length(one.down) * length(other.down))


def _away(one: Region, other: Region) -> float:
    return length(one.centre - other.centre)
