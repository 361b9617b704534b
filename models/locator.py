"""In: pictures, (n, 3, h, w) float RGB 0..1, h and w multiples of 32. Out: maps at a quarter of the size.

A centre-point detector (Zhou, Wang and Krähenbühl 2019, "Objects as Points") over a small feature pyramid. Its
channels are named in `vision.locate`, which turns them into Regions.
"""

from __future__ import annotations

from itertools import pairwise

import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.locate import CHANNELS, KINDS, PEAK

HEATS = len(KINDS)


def conv_block(channels_in: int, channels_out: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(channels_in, channels_out, 3, stride, 1, bias=False),
        nn.BatchNorm2d(channels_out),
        nn.ReLU(inplace=True),
    )


class Residual(nn.Module):
    """Two convolutions and a way round them."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.body = nn.Sequential(conv_block(channels, channels), nn.Conv2d(channels, channels, 3, 1, 1, bias=False))
        self.norm = nn.BatchNorm2d(channels)

    def forward(self, x: Tensor) -> Tensor:
        return functional.relu(x + self.norm(self.body(x)))


class Locator(nn.Module):
    """About 0.7 M parameters; logits of the heats come first, the sigmoid is the reader's.

    ONNX Runtime works in blocks of 16 channels where the processor has AVX-512, of 8 elsewhere: 24 cost as much as 32.
    """

    def __init__(self, widths: tuple[int, ...] = (16, 24, 48, 80, 112), neck: int = 28, head: int = 28) -> None:
        super().__init__()
        self.stem = conv_block(3, widths[0], 2)
        self.stages = nn.ModuleList()
        for narrow, wide in pairwise(widths):
            # The first stage holds a quarter of all pixels: one convolution there costs as much as all the deepest.
            deeper = conv_block(wide, wide) if not self.stages else Residual(wide)
            self.stages.append(nn.Sequential(conv_block(narrow, wide, 2), deeper))
        self.deep = Residual(widths[-1])
        self.lateral = nn.ModuleList(nn.Conv2d(width, neck, 1) for width in widths[1:])
        self.smooth = nn.ModuleList(conv_block(neck, neck) for _ in widths[2:])
        self.head = nn.Sequential(conv_block(neck, head), nn.Conv2d(head, len(CHANNELS), 1))
        nn.init.constant_(self.head[-1].bias[:HEATS], -4.0)

    def forward(self, image: Tensor) -> Tensor:
        x = self.stem(image * 2 - 1)
        levels = []
        for stage in self.stages:
            x = stage(x)
            levels.append(x)
        levels[-1] = self.deep(levels[-1])
        top = self.lateral[-1](levels[-1])
        for level in range(len(levels) - 2, -1, -1):
            top = functional.interpolate(top, scale_factor=2.0, mode="nearest")
            top = self.smooth[level](top + self.lateral[level](levels[level]))
        return self.head(top)


def loss(output: Tensor, heat: Tensor, known: Tensor, geometry: Tensor, weight: Tensor, turns: Tensor) -> Tensor:
    """Penalty-reduced focal loss on the heats where they are known, smooth L1 on the geometry at the centres.

    `heat`, `known`: (n, kinds, h, w). `geometry`: (n, 9, h, w). `weight`: (n, 1, h, w), zero but at centres. `turns`:
    (n, 1, h, w) one where a half turn makes no difference, as for the body of a card.
    """
    logits = output[:, :HEATS].float()
    shape = output[:, HEATS:].float()
    p = torch.sigmoid(logits).clamp(1e-4, 1 - 1e-4)
    centre = (heat >= 0.999).float() * known
    hit = -torch.log(p) * (1 - p) ** 2 * centre
    miss = -torch.log(1 - p) * p**2 * (1 - heat) ** 4 * known * (1 - centre)
    count = centre.sum().clamp(min=1)
    focal = (hit.sum() + miss.sum()) / count
    sign = torch.tensor([1.0, -1, -1, -1, -1, 1, 1, 1, 1], device=shape.device).view(1, -1, 1, 1)
    straight = geometry_loss(shape, geometry).sum(1, keepdim=True)
    turned = geometry_loss(shape, geometry * sign).sum(1, keepdim=True)
    fit = torch.where(turns > 0, torch.minimum(straight, turned), straight)
    return focal + (fit * weight).sum() / weight.sum().clamp(min=1)


def loss_to_teacher(output: Tensor, wanted: Tensor) -> Tensor:
    """How far the maps are from a teacher's, whose heats went through the sigmoid.

    Cross entropy of the heats, weighed by how far off each is (quality focal loss, Li et al. 2020, "Generalized Focal
    Loss"), and the geometry where it is warm.
    """
    logits, heat = output[:, :HEATS].float(), wanted[:, :HEATS]
    off = (torch.sigmoid(logits).detach() - heat) ** 2
    lost = functional.binary_cross_entropy_with_logits(logits, heat, reduction="none")
    warmest = heat.amax(1, keepdim=True)
    warm = warmest * (warmest > PEAK)
    fit = geometry_loss(output[:, HEATS:].float(), wanted[:, HEATS:]).sum(1, keepdim=True)
    return (off * lost).sum() / heat.sum().clamp(min=1) + (fit * warm).sum() / warm.sum().clamp(min=1)


def geometry_loss(shape: Tensor, wanted: Tensor) -> Tensor:
    """Smooth L1 of each of the nine maps; the half axes count twice."""
    scale = torch.tensor([1.0, 2, 2, 2, 2, 1, 1, 1, 1], device=shape.device).view(1, -1, 1, 1)
    return functional.smooth_l1_loss(shape * scale, wanted * scale, reduction="none", beta=0.1)
