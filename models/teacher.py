"""In: the ONNX file of a wider network and what a narrower one sees. Out: what the wider one says of it.

Distillation (Hinton, Vinyals and Dean 2015, "Distilling the Knowledge in a Neural Network"): a small network learns
more from the answers of a large one, which tell how sure it is and of what else, than from the labels alone.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import torch
from torch import Tensor

from vision.model_file import session_of

Teacher = Callable[[Tensor], Tensor]


def load_teacher(path: Path, threads: int) -> Teacher:
    """(n, 3, h, w) float RGB 0..1 -> the output of the network in the file, as the scanner gets it."""
    session = session_of(path.read_bytes(), threads)

    def answer(pixels: Tensor) -> Tensor:
        bgr = (pixels.flip(1).permute(0, 2, 3, 1) * 255).round().clamp(0, 255).to(torch.uint8)
        return torch.from_numpy(session.run(None, {"bgr": bgr.contiguous().numpy()})[0])

    return answer
