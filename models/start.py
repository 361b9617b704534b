"""In: a network and a checkpoint or the ONNX file of its last release. Out: the network with those weights.

The exporter folds each normalisation into the convolution before it, so only the product is in the file. `unfold` parts
them again: statistics are taken of what the convolution gives on real batches, and scale and shift are set so that the
network answers as before (Ioffe and Szegedy 2015, "Batch Normalization", the other way round).
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn


def start_from(network: nn.Module, path: Path, pictures: Iterable[Tensor]) -> None:
    """Load the weights of a `.pt` or an `.onnx` file; `pictures` are batches (n, 3, h, w) to take statistics of."""
    if path.suffix == ".onnx":
        batches = list(pictures)
        unfold(network, onnx.load(path), batches)
    else:
        network.load_state_dict(torch.load(path))


def unfold(network: nn.Module, model: onnx.ModelProto, batches: list[Tensor]) -> None:
    """Set the weights of `network` to those of the exported `model`; ValueError where they are not of one design."""
    weights = {tensor.name: numpy_helper.to_array(tensor) for tensor in model.graph.initializer}
    nodes = [node for node in model.graph.node if node.op_type in ("Conv", "Gemm")]
    layers, norms = _in_order(network, batches[0][:1])
    if len(nodes) != len(layers):
        raise ValueError(f"the file has {len(nodes)} layers, the network {len(layers)}: it is of another design")
    with torch.no_grad():
        for node, layer in zip(nodes, layers, strict=True):
            layer.weight.copy_(torch.from_numpy(np.array(weights[node.input[1]])))
            bias = torch.from_numpy(np.array(weights[node.input[2]])) if len(node.input) > 2 else None
            norm = norms.get(layer)
            if norm is not None:
                norm.running_mean.zero_()
                norm.running_var.fill_(1 - norm.eps)
                norm.weight.fill_(1)
                norm.bias.copy_(bias)
            elif bias is not None:
                layer.bias.copy_(bias)
        _take_statistics(network, list(norms.values()), batches)


def _in_order(network: nn.Module, picture: Tensor) -> tuple[list[Any], dict[Any, Any]]:
    """Convolutions and linear layers as they are reached, and the normalisation that follows each directly."""
    layers: list[Any] = []
    norms: dict[Any, Any] = {}

    def reached(module: nn.Module, _inputs: object, _output: object) -> None:
        if isinstance(module, nn.BatchNorm2d):
            norms[layers[-1]] = module
        else:
            layers.append(module)

    watched = [m for m in network.modules() if isinstance(m, nn.Conv2d | nn.Linear | nn.BatchNorm2d)]
    hooks = [module.register_forward_hook(reached) for module in watched]
    with torch.no_grad():
        network.eval()(picture)
    for hook in hooks:
        hook.remove()
    network.train()
    return layers, norms


def _take_statistics(network: nn.Module, norms: list[Any], batches: list[Tensor]) -> None:
    """Let each normalisation, now the identity and a shift, learn mean and variance, and answer the same."""
    seen: dict[Any, list[tuple[Tensor, Tensor]]] = {norm: [] for norm in norms}

    def measure(module: nn.Module, inputs: tuple[Tensor, ...]) -> None:
        seen[module].append((inputs[0].mean((0, 2, 3)), (inputs[0] ** 2).mean((0, 2, 3))))

    hooks = [norm.register_forward_pre_hook(measure) for norm in norms]
    network.eval()
    for batch in batches:
        network(batch)
    network.train()
    for hook in hooks:
        hook.remove()
    for norm, moments in seen.items():
        mean, square = (torch.stack(values).mean(0) for values in zip(*moments, strict=True))
        variance = (square - mean**2).clamp(min=1e-6)
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(variance)
        norm.weight.copy_((variance + norm.eps).sqrt())
        norm.bias.add_(mean)
