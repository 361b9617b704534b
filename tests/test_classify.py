"""What the heads of the network say becomes one label, and how sure it is."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import pytest

from vision.classify import HEADS, OUTPUTS, REFINE, Classifier
from vision.region import Kind, region_of_quad


@dataclass(frozen=True)
class Told:
    """A network that says the same of every crop: of each head, the shares of some of its classes."""

    shares: dict[str, dict[str, float]]
    temperatures: dict[str, float] = field(default_factory=lambda: dict.fromkeys(HEADS, 1.0))

    def run(self, crops: np.ndarray) -> np.ndarray:
        row = []
        for head, names in HEADS.items():
            told = self.shares.get(head, {})
            row += [np.log(told.get(name, 1e-6)) for name in names]
        assert set(OUTPUTS) - set(HEADS) == {"refine"}
        return np.tile(np.array([*row, *[0.0] * len(REFINE)], np.float32), (len(crops), 1))


@pytest.mark.parametrize(
    ("kind", "shares", "said"),
    [
        pytest.param(
            "tile",
            {"turn": {"0": 1.0}, "number": {"7": 0.9, "1": 0.1}, "colour": {"R": 0.8, "O": 0.2}},
            ("R7", 0.9, 0.72),
            id="points hang on the number alone, the label on the colour too",
        ),
        pytest.param(
            "tile",
            {"turn": {"0": 0.7, "2": 0.3}, "number": {"9": 1.0}, "colour": {"K": 1.0}},
            ("K9", 0.7, 0.7),
            id="a 9 that may stand on its head may be a 6",
        ),
        pytest.param(
            "tile",
            {"turn": {"0": 0.6, "1": 0.1, "2": 0.3}, "number": {"8": 1.0}, "colour": {"K": 1.0}},
            ("K8", 0.9, 0.9),
            id="an 8 on its head is an 8",
        ),
        pytest.param(
            "index",
            {"turn": {"0": 0.7, "2": 0.3}, "rank": {"8": 1.0}, "suit": {"H": 1.0}},
            ("8H", 0.7, 0.7),
            id="on a card the suit under it stands on its head too",
        ),
    ],
)
def test_reading(kind: Kind, shares: dict[str, dict[str, float]], said: tuple[str, float, float]) -> None:
    quad = np.array([[10, 10], [40, 10], [40, 60], [10, 60]], np.float32)
    classify = Classifier(Told(shares))  # type: ignore[arg-type]
    (reading,) = classify(np.zeros((80, 80, 3), np.uint8), [region_of_quad(kind, quad, quad.mean(0))])
    assert (reading.label, round(reading.worth, 3), round(reading.confidence, 3)) == said
