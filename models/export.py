"""In: trained checkpoints. Out: the two ONNX files the scanner loads, and proof that they answer as PyTorch does.

    python -m models.export LOCATOR.pt CLASSIFIER.pt [--version 1]

Each file takes (n, h, w, 3) uint8 BGR as OpenCV decodes it: colour order and normalisation are part of the graph. Its
metadata tell labels, version and format, which `vision.model_file` checks at load.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
import onnx
import torch
from torch import Tensor, nn

from models.classifier import Classifier
from models.locator import HEATS, Locator
from models.seal import sealed
from vision.classify import HEADS, OUTPUTS
from vision.locate import CHANNELS
from vision.model_file import FORMAT
from vision.rectify import CROP_HEIGHT, CROP_WIDTH

AGREE = 2e-3  # largest difference between ONNX and PyTorch that rounding explains


class Served(nn.Module):
    """The network with what stands before and after it in use."""

    def __init__(self, network: nn.Module, heats: int) -> None:
        super().__init__()
        self.network, self.heats = network, heats

    def forward(self, bgr: Tensor) -> Tensor:
        # In this order: turning the channels of packed pixels, or dividing, costs a quarter of the whole network.
        rgb = bgr.permute(0, 3, 1, 2).flip(1).float() * (1 / 255)
        output = self.network(rgb)
        if not self.heats:
            return output
        return torch.cat([torch.sigmoid(output[:, : self.heats]), output[:, self.heats :]], 1)


def export(network: nn.Module, heats: int, path: Path, shape: tuple[int, ...], metadata: dict[str, str]) -> None:
    import onnxruntime as ort  # after vision, which keeps it from telling Microsoft of its use

    served = Served(network.eval(), heats).eval()
    example = torch.randint(0, 255, shape, dtype=torch.uint8)
    axes = {0: "n", 1: "h", 2: "w"} if heats else {0: "n"}
    torch.onnx.export(
        served,
        (example,),
        str(path),
        input_names=["bgr"],
        output_names=["output"],
        opset_version=17,
        dynamo=False,
        dynamic_axes={"bgr": axes, "output": {0: "n", 2: "h", 3: "w"} if heats else {0: "n"}},
    )
    model = onnx.load(path)
    for key, value in metadata.items():
        entry = model.metadata_props.add()
        entry.key, entry.value = key, value
    path.write_bytes(sealed(model.SerializeToString()))
    with torch.no_grad():
        expected = served(example).numpy()
    found = ort.InferenceSession(str(path)).run(None, {"bgr": example.numpy()})[0]
    difference = float(np.abs(expected - found).max())
    print(f"{path.name}: {path.stat().st_size / 1e6:.2f} MB, differs from PyTorch by at most {difference:.1e}")
    if difference > AGREE:
        raise SystemExit(f"{path.name} does not answer as PyTorch does")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("locator", type=Path)
    parser.add_argument("classifier", type=Path)
    parser.add_argument("--version", default="1")
    parser.add_argument("--temperatures", type=Path, help="JSON by head, from models.calibrate")
    options = parser.parse_args()
    here = Path(__file__).parent
    common = {"format": FORMAT, "version": options.version, "input": "n h w 3 uint8 BGR, normalised in the graph"}
    locator = Locator()
    locator.load_state_dict(torch.load(options.locator))
    labels = {"labels": json.dumps({"channels": CHANNELS})}
    export(locator, HEATS, here / "locator.onnx", (1, 384, 512, 3), common | labels)
    classifier = Classifier()
    classifier.load_state_dict(torch.load(options.classifier))
    temperatures = dict.fromkeys(HEADS, 1.0)
    if options.temperatures:
        temperatures |= json.loads(options.temperatures.read_text())
    labels = {"labels": json.dumps(OUTPUTS)}
    labels["temperatures"] = json.dumps(temperatures)
    export(classifier, 0, here / "classifier.onnx", (16, CROP_HEIGHT, CROP_WIDTH, 3), common | labels)


if __name__ == "__main__":
    main()
