"""In: a trained checkpoint. Out: a narrower one, of the design the code has now, of the channels that matter most.

    python -m models.slim locator WIDE.pt OUT.pt

What it starts from is worse than the wide one; training with the wide one as `--teacher` wins back what was lost. A
channel matters by how much it varies and by how strongly what reads it weighs it (filter pruning, Li et al. 2017,
"Pruning Filters for Efficient ConvNets").
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path

import torch
from torch import Tensor, nn

from models.classifier import Classifier
from models.locator import Locator

Weights = Mapping[str, Tensor]
# Each convolution: the group of channels that it reads, and the group that it writes. Channels that are added to each
# other are of one group, named for how small the picture has become there.
LOCATOR = {
    "stem.0": ("picture", "stem"),
    "stages.0.0.0": ("stem", "half"),
    "stages.0.1.0": ("half", "quarter"),
    "stages.1.0.0": ("quarter", "eighth"),
    "stages.1.1.body.0.0": ("eighth", "eighth within"),
    "stages.1.1.body.1": ("eighth within", "eighth"),
    "stages.2.0.0": ("eighth", "sixteenth"),
    "stages.2.1.body.0.0": ("sixteenth", "sixteenth within"),
    "stages.2.1.body.1": ("sixteenth within", "sixteenth"),
    "stages.3.0.0": ("sixteenth", "deep"),
    "stages.3.1.body.0.0": ("deep", "deep within"),
    "stages.3.1.body.1": ("deep within", "deep"),
    "deep.body.0.0": ("deep", "deepest within"),
    "deep.body.1": ("deepest within", "deep"),
    "lateral.3": ("deep", "neck 2"),
    "lateral.2": ("sixteenth", "neck 2"),
    "smooth.2.0": ("neck 2", "neck 1"),
    "lateral.1": ("eighth", "neck 1"),
    "smooth.1.0": ("neck 1", "neck 0"),
    "lateral.0": ("quarter", "neck 0"),
    "smooth.0.0": ("neck 0", "neck"),
    "head.0.0": ("neck", "head"),
    "head.1": ("head", "maps"),
}
CLASSIFIER = {
    "body.0.0": ("picture", "half"),
    "body.1.body.0.0": ("half", "half within"),
    "body.1.body.1": ("half within", "half"),
    "body.2.0": ("half", "quarter"),
    "body.3.body.0.0": ("quarter", "quarter within"),
    "body.3.body.1": ("quarter within", "quarter"),
    "body.4.0": ("quarter", "eighth"),
    "body.5.body.0.0": ("eighth", "eighth within"),
    "body.5.body.1": ("eighth within", "eighth"),
    "body.6.0": ("eighth", "deep"),
    "body.7.body.0.0": ("deep", "deep within"),
    "body.7.body.1": ("deep within", "deep"),
}
DESIGNS: dict[str, tuple[type[nn.Module], dict[str, tuple[str, str]]]] = {
    "locator": (Locator, LOCATOR),
    "classifier": (Classifier, CLASSIFIER),
}
NOISE = 0.05  # of the spread of the weights there are: what channels start from where the new design is wider


def slimmed(wide: Weights, slim: Weights, layers: dict[str, tuple[str, str]]) -> dict[str, Tensor]:
    """The wide weights cut to the shapes of the slim ones."""
    writes = {layer: group for layer, (_, group) in layers.items()}
    norms = {norm_of(layer, wide): group for layer, group in writes.items()}
    sizes = {group: slim[f"{layer}.weight"].shape[0] for layer, group in writes.items()}
    kept = {group: _kept(group, size, wide, layers) for group, size in sizes.items()}
    made = {}
    for name, tensor in wide.items():
        layer, _, part = name.rpartition(".")
        read, written = layers.get(layer, ("", norms.get(layer)))
        cut = tensor[kept[written]] if written and tensor.dim() else tensor
        if read in kept and part == "weight":
            cut = cut[:, kept[read]]
        made[name] = _filled(cut, slim[name])
    return made


def _kept(group: str, size: int, wide: Weights, layers: dict[str, tuple[str, str]]) -> Tensor:
    """Places of the channels of a group to keep, in order."""
    spread = heard = torch.zeros(())
    for layer, (read, written) in layers.items():
        weight = wide[f"{layer}.weight"]
        if written == group:
            norm = norm_of(layer, wide)
            spread = spread + (wide[f"{norm}.weight"].abs() if norm else weight.flatten(1).norm(dim=1))
        if read == group:
            heard = heard + weight.transpose(0, 1).flatten(1).norm(dim=1)
    matter = spread * heard if heard.dim() else spread
    return matter.argsort(descending=True)[:size].sort().values


def norm_of(layer: str, weights: Weights) -> str | None:
    """The normalisation after a convolution: next in the block, or beside the body of a Residual."""
    block, _, place = layer.rpartition(".")
    beside = f"{block.removesuffix('.body')}.norm" if block.endswith(".body") else f"{block}.{int(place) + 1}"
    return beside if f"{beside}.running_var" in weights else None


def _filled(cut: Tensor, shape_of: Tensor) -> Tensor:
    """Faint noise in the channels that are new, where the new design is the wider one: zeros would never learn."""
    if cut.shape == shape_of.shape:
        return cut
    full = torch.randn(shape_of.shape) * cut.std() * NOISE if cut.dim() > 1 else torch.ones(shape_of.shape) * cut.mean()
    full[tuple(slice(0, size) for size in cut.shape)] = cut
    return full


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("network", choices=DESIGNS)
    parser.add_argument("wide", type=Path)
    parser.add_argument("out", type=Path)
    options = parser.parse_args()
    design, layers = DESIGNS[options.network]
    torch.manual_seed(1)
    torch.save(slimmed(torch.load(options.wide), design().state_dict(), layers), options.out)


if __name__ == "__main__":
    main()
