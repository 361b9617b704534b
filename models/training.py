"""In: a network, an endless stream of batches and the lesson of one batch. Out: a checkpoint of the averaged weights.

The learning rate follows the time that is left, so a run ends when it was told to, on any machine. A checkpoint is
written every few minutes; `--start` goes on from one, or from the ONNX file of the last release. With a `--teacher` the
lesson is told what a wider network says of the batch.
"""

from __future__ import annotations

import argparse
import copy
import math
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader, IterableDataset

from models.start import start_from
from models.teacher import load_teacher

WARM_UP = 200  # steps until the learning rate is at its peak
AVERAGE = 0.998  # of the weights from step to step: what is kept is smoother than any one step
SAVED_EVERY = 180  # seconds
REPORTED_EVERY = 50  # steps
MEASURED = 12  # batches that the statistics of a network from an ONNX file are taken of

Batch = list[Tensor]
# The network, a batch and what the teacher says of it -> the loss, and shares worth printing.
Lesson = Callable[[nn.Module, Batch, Tensor | None], tuple[Tensor, dict[str, float]]]


def training_options(description: str | None) -> argparse.Namespace:
    """What both training commands are told on the command line."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shards", type=Path)
    parser.add_argument("manifest", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--minutes", type=float, default=45)
    parser.add_argument("--marks", type=Path, help="written by datasets.mark_photos")
    parser.add_argument("--start", type=Path, help="checkpoint or ONNX file to go on from")
    parser.add_argument("--teacher", type=Path, help="ONNX file of a wider network, whose answers are learned as well")
    parser.add_argument("--rate", type=float, default=1.0, help="of the usual learning rate; 0.5 or so with --start")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    # Before OpenCV starts threads of its own: the process that feeds the network is forked, and would wait for them.
    cv2.setNumThreads(1)
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    return options


def fit(
    network: nn.Module,
    data: IterableDataset[Any],
    batch: int,
    peak_rate: float,
    lesson: Lesson,
    options: argparse.Namespace,
) -> None:
    """Train for `options.minutes` and write the weights, averaged over the last steps, to `options.out`."""
    batches = iter(DataLoader(data, batch_size=batch, num_workers=1, prefetch_factor=4))
    if options.start:
        start_from(network, options.start, (_pixels(next(batches)) for _ in range(MEASURED)))
    teacher = load_teacher(options.teacher, options.threads) if options.teacher else None
    network = network.to(memory_format=torch.channels_last)
    average = copy.deepcopy(network)
    optimiser = torch.optim.AdamW(network.parameters(), lr=peak_rate, weight_decay=0.01)
    started = saved = time.monotonic()
    step, shown = 0, {"loss": 0.0}
    while (spent := (time.monotonic() - started) / 60 / options.minutes) < 1:
        fall = 0.5 + 0.5 * math.cos(math.pi * spent)
        for group in optimiser.param_groups:
            group["lr"] = peak_rate * options.rate * min(1, (step + 1) / WARM_UP) * fall + 1e-5
        taught = next(batches)
        loss, shares = lesson(network, taught, teacher(_pixels(taught)) if teacher else None)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        optimiser.step()
        _follow(average, network, min(AVERAGE, step / (step + 20)))
        step += 1
        for name, share in {"loss": float(loss.detach()), **shares}.items():
            shown[name] = share if step == 1 else shown[name] + (share - shown[name]) / REPORTED_EVERY
        if step % REPORTED_EVERY == 0:
            speed = step * batch / (time.monotonic() - started)
            figures = "  ".join(f"{name} {share:.3f}" for name, share in shown.items())
            print(f"step {step}  {figures}  {speed:.0f} a second  {spent:.0%}", flush=True)
        if time.monotonic() - saved > SAVED_EVERY:
            torch.save(average.state_dict(), options.out)
            saved = time.monotonic()
    torch.save(average.state_dict(), options.out)


def _pixels(batch: Batch) -> Tensor:
    """(n, 3, h, w) float RGB 0..1, whether the stream gives bytes or floats."""
    pixels = batch[0]
    return pixels.float() / 255 if pixels.dtype == torch.uint8 else pixels


def _follow(average: nn.Module, network: nn.Module, keep: float) -> None:
    with torch.no_grad():
        for slow, fast in zip(average.state_dict().values(), network.state_dict().values(), strict=True):
            if slow.is_floating_point():
                slow.lerp_(fast, 1 - keep)
            else:
                slow.copy_(fast)
