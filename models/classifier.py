"""In: upright crops, (n, 3, 64, 48) float RGB 0..1. Out: one logit vector a head, concatenated in the order of `HEADS`;
then how the crop should have been cut (`vision.region.Region.adjusted`)."""

from __future__ import annotations

from itertools import pairwise

import torch
from torch import Tensor, nn

from models.locator import Residual, conv_block
from vision.classify import HEADS, REFINE


class Classifier(nn.Module):
    """About 0.6 M parameters."""

    def __init__(self, widths: tuple[int, ...] = (24, 48, 80, 112)) -> None:
        super().__init__()
        layers: list[nn.Module] = [conv_block(3, widths[0], 2), Residual(widths[0])]
        for narrow, wide in pairwise(widths):
            layers += [conv_block(narrow, wide, 2), Residual(wide)]
        self.body = nn.Sequential(*layers)
        self.neck = nn.Sequential(
            nn.Flatten(), nn.Dropout(0.2), nn.Linear(widths[-1] * 4 * 3, 128), nn.ReLU(inplace=True)
        )
        self.heads = nn.Linear(128, sum(len(names) for names in HEADS.values()))
        self.refine = nn.Linear(128, len(REFINE))

    def forward(self, crop: Tensor) -> Tensor:
        seen = self.neck(self.body(crop * 2 - 1))
        return torch.cat([self.heads(seen), self.refine(seen)], 1)


def split_heads(logits: Tensor) -> dict[str, Tensor]:
    """(n, all) -> the logits of each head."""
    sizes = [len(names) for names in HEADS.values()]
    return dict(zip(HEADS, torch.split(logits[:, : sum(sizes)], sizes, dim=1), strict=True))


def targets(label: str, kind: str, turn: int) -> list[int]:
    """The class of each head in order, -1 where a head has nothing to learn from this crop."""
    rank = suit = number = colour = -1
    if turn == 0 and kind == "index":
        rank = HEADS["rank"].index(label if label == "JOKER" else label[:-1])
        suit = HEADS["suit"].index(label[-1]) if label != "JOKER" and label[-1] in HEADS["suit"] else -1
    if turn == 0 and kind == "tile":
        number = HEADS["number"].index(label if label == "JOKER" else label[1:])
        colour = HEADS["colour"].index(label[0]) if label != "JOKER" else -1
    return [HEADS["kind"].index(kind), turn if kind != "nothing" else -1, rank, suit, number, colour]
