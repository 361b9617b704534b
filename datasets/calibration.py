"""In: confidences and which of them were right. Out: how far the two agree: in bins, as one number, as a picture.

The picture is the reliability diagram of Guo et al. 2017 ("On Calibration of Modern Neural Networks"), the number the
expected calibration error of Naeini et al. 2015 ("Obtaining Well Calibrated Probabilities Using Bayesian Binning").
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

import numpy as np

BINS = 10
SIDE, EDGE, ROOM = 260, 44, 150  # px of the diagram's square, of its margins, and of the names at its right
COLOURS = ("#1b6ca8", "#c8553d", "#2e8b57")


@dataclass(frozen=True)
class Bin:
    """The pieces of one tenth of confidence: how many, how sure on average, which share of them was right."""

    count: int
    confidence: float
    right: float


def reliability(confidences: Sequence[float], right: Sequence[bool]) -> tuple[Bin, ...]:
    """The bins that hold anything, from the least sure to the surest."""
    sure, true = np.asarray(confidences, float), np.asarray(right, float)
    places = np.minimum((sure * BINS).astype(int), BINS - 1)
    return tuple(
        Bin(int(inside.sum()), float(sure[inside].mean()), float(true[inside].mean()))
        for inside in (places == place for place in range(BINS))
        if inside.any()
    )


def calibration_error(bins: Sequence[Bin]) -> float | None:
    """By how much confidence and truth differ, on average over the pieces."""
    count = sum(one.count for one in bins)
    return sum(one.count * abs(one.confidence - one.right) for one in bins) / count if count else None


def reliability_svg(series: Mapping[str, Sequence[Bin]]) -> str:
    """A line for each name through its bins, each a dot as large as it is full; where all is well, on the diagonal."""
    width, height = EDGE + SIDE + ROOM, SIDE + 2 * EDGE

    def at(across: float, up: float) -> tuple[float, float]:
        return round(EDGE + SIDE * across, 1), round(EDGE + SIDE * (1 - up), 1)

    parts = [f'<rect width="{width}" height="{height}" fill="#ffffff"/>']
    for tenth in range(0, 11, 2):
        (x, bottom), (left, y) = at(tenth / 10, 0), at(0, tenth / 10)
        parts.append(f'<path d="M{x} {EDGE}V{bottom}M{left} {y}H{EDGE + SIDE}" stroke="#dddddd"/>')
        parts.append(f'<text x="{x}" y="{bottom + 16}" text-anchor="middle">{tenth / 10:g}</text>')
        parts.append(f'<text x="{left - 6}" y="{y + 4}" text-anchor="end">{tenth / 10:g}</text>')
    parts.append(f'<path d="M{EDGE} {EDGE + SIDE}L{EDGE + SIDE} {EDGE}" stroke="#888888" stroke-dasharray="5 4"/>')
    parts.append(f'<text x="{EDGE + SIDE / 2}" y="{height - 8}" text-anchor="middle">confidence</text>')
    parts.append(f'<text x="{EDGE}" y="{EDGE - 14}" text-anchor="middle">share right</text>')
    for place, ((name, bins), colour) in enumerate(zip(series.items(), COLOURS, strict=False)):
        spots = [(*at(one.confidence, one.right), one.count) for one in bins]
        points = " ".join(f"{x},{y}" for x, y, _ in spots)
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for x, y, count in spots:
            parts.append(f'<circle cx="{x}" cy="{y}" r="{2 + np.log10(count):.1f}" fill="{colour}"/>')
        row = EDGE + 16 + 20 * place
        parts.append(f'<text x="{EDGE + SIDE + 14}" y="{row}" fill="{colour}">{escape(name)}</text>')
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    return f'{head} font-family="sans-serif" font-size="12">\n' + "\n".join(parts) + "\n</svg>\n"
