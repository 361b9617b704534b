"""In: nothing. Out: `Face`, the flat picture of one card or tile that the scene renderer lays on a table."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True)
class Mark:
    """What the locator must find on a face: one card index (rank and suit together) or one whole tile face.

    `quad`: (4, 2) float32 pixels of the face, the mark's own top left, top right, bottom right, bottom left, so that
    the first edge runs along its top: an index in the lower right corner of a card is listed upside down.
    """

    quad: npt.NDArray[np.float32]
    core: npt.NDArray[np.float32] | None = None  # the part that must be seen to be read, where that is not the whole


@dataclass(frozen=True)
class Face:
    """One side of one piece.

    `image`: (height, width, 4) uint8 BGRA, alpha 0 outside the rounded corners. `label` as in `scoring`, or "" for a
    back or a blank. `marks`: the indices of a card, the face of a tile, none for a back. `kind`: "card" or "tile".
    """

    image: npt.NDArray[np.uint8]
    label: str
    kind: str
    marks: tuple[Mark, ...]
