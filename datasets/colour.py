"""In: a colour, or several to choose from. Out: one that a manufacturer might have printed instead. All are BGR."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

Colour = tuple[int, int, int]


def as_colour(channels: Iterable[float]) -> Colour:
    """Three channels, each cut to a whole number."""
    blue, green, red = (int(channel) for channel in channels)
    return blue, green, red


def near(rng: np.random.Generator, choices: tuple[Colour, ...], spread: float) -> Colour:
    """One of the colours, each channel off by a normal error of that spread."""
    base = np.array(choices[rng.integers(len(choices))], float) + rng.normal(0, spread, 3)
    return as_colour(np.clip(base, 0, 255))
