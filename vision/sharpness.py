"""In: grey pixels, of a mark or of a whole picture. Out: how sharp they are, 0 to 1, whatever their contrast and size.

What is blurred already changes little when it is blurred again (Crété et al. 2007, "The blur effect"). What changes is
measured by the energy of the gradient, which of many measures of focus keeps up best with noise (Pertuz et al. 2013);
as a share of the energy before, it does not depend on how strong the contrast is. A mark is blurred by a share of its
own height, since that is what must be told apart in it.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from vision.region import Region

Floats = npt.NDArray[np.float32]

# What a mark's height and a picture's longer side are brought to; the blur that takes the noise of a sensor away; and
# how far it is blurred again, all px.
TALL, GRAIN, AGAIN = 32, 0.7, 2.0
SIDE, GRAIN_OF_PICTURE, AGAIN_OF_PICTURE = 512, 1.0, 2.0
CELL, STRONGEST = 16, 0.01  # px of the cells that a picture is judged in, and the share of them that holds its edges
MARKS = 6  # so many are enough


def sharpness_of_marks(pixels: npt.NDArray[np.uint8], marks: Sequence[Region]) -> float:
    """Of the marks, surest first, in BGR `pixels`: the median of the first few. 1 where none can be judged."""
    found = []
    for mark in marks[:MARKS]:
        reach = 1.15 * (mark.quad - mark.centre) + mark.centre
        left, top = np.maximum(np.floor(reach.min(0)).astype(int), 0)
        right, bottom = np.ceil(reach.max(0)).astype(int) + 1
        patch = pixels[top:bottom, left:right]
        if min(patch.shape[:2]) >= 6:
            energy, again = _energies(patch, TALL / mark.height, GRAIN, AGAIN)
            found.append(1 - float(again.sum() / (energy.sum() + 1e-6)))
    return float(np.median(found)) if found else 1.0


def sharpness_of_picture(pixels: npt.NDArray[np.uint8]) -> float:
    """Of the strongest edges in BGR `pixels`, wherever they are."""
    scale = SIDE / max(pixels.shape[:2])
    energy, again = map(_in_cells, _energies(pixels, scale, GRAIN_OF_PICTURE, AGAIN_OF_PICTURE))
    strongest = np.argsort(energy)[-max(4, int(STRONGEST * len(energy))) :]
    return 1 - float(again[strongest].sum() / (energy[strongest].sum() + 1e-6))


def _energies(pixels: npt.NDArray[np.uint8], scale: float, grain: float, again: float) -> tuple[Floats, Floats]:
    """The energy of the gradient at each px of the resized picture, as it is and blurred again."""
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    grey = cv2.cvtColor(cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=way), cv2.COLOR_BGR2GRAY)
    once = cv2.GaussianBlur(grey.astype(np.float32), (0, 0), grain)
    return _energy(once), _energy(cv2.GaussianBlur(once, (0, 0), again))


def _energy(grey: cv2.typing.MatLike) -> Floats:
    across, down = np.diff(grey, axis=1)[:-1], np.diff(grey, axis=0)[:, :-1]
    return np.asarray(across**2 + down**2, np.float32)


def _in_cells(energy: Floats) -> Floats:
    rows, columns = (size // CELL for size in energy.shape)
    cells = energy[: rows * CELL, : columns * CELL].reshape(rows, CELL, columns, CELL)
    return np.asarray(cells.sum((1, 3)).ravel(), np.float32)
