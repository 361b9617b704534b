"""In: the ONNX file of a wider network and what a narrower one sees. Out: what the wider one says of it.

Distillation (Hinton, Vinyals and Dean 2015, "Distilling the Knowledge in a Neural Network"): a small network learns
more from the answers of a large one, which tell how sure it is and of what else, than from the labels alone.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

Teacher = Callable[[Tensor], Tensor]


def load_teacher(path: Path, threads: int) -> Teacher:
    """(n, 3, h, w) float RGB 0..1 -> the output of the network in the file, as the scanner gets it."""
    import onnxruntime as ort  # after vision, which keeps it from telling Microsoft of its use

    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    session = ort.InferenceSession(path.read_bytes(), options, providers=["CPUExecutionProvider"])

    def answer(pixels: Tensor) -> Tensor:
        bgr = (pixels.flip(1).permute(0, 2, 3, 1) * 255).round().clamp(0, 255).to(torch.uint8)
        return torch.from_numpy(np.asarray(session.run(None, {"bgr": bgr.contiguous().numpy()})[0]))

    return answer


def heat_loss(heat: Tensor, wanted: Tensor) -> Tensor:
    """Cross entropy weighed by how far off each cell is (quality focal loss, Li et al. 2020, "Generalized Focal Loss").
    `heat`: logits."""
    off = (torch.sigmoid(heat).detach() - wanted).abs() ** 2
    lost = functional.binary_cross_entropy_with_logits(heat, wanted, reduction="none")
    return (off * lost).sum() / wanted.sum().clamp(min=1)
