"""A network that starts from a released file answers as the file does, in training mode too."""

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="needs PyTorch, which training alone installs")

import onnxruntime as ort  # noqa: E402

from models.classifier import Classifier  # noqa: E402
from models.locator import HEATS, Locator  # noqa: E402
from models.start import start_from  # noqa: E402


@pytest.mark.parametrize(
    ("network", "name", "shape", "heats"),
    [(Locator, "locator.onnx", (4, 96, 128, 3), HEATS), (Classifier, "classifier.onnx", (4, 64, 48, 3), 0)],
)
def test_a_released_file_is_a_start(network, name, shape, heats):
    bgr = np.random.default_rng(1).integers(0, 255, shape, np.uint8)
    rgb = torch.from_numpy(bgr).flip(3).permute(0, 3, 1, 2).float() / 255
    started = network()
    start_from(started, Path("models") / name, [rgb[:2], rgb[2:]])
    expected = ort.InferenceSession(str(Path("models") / name)).run(None, {"bgr": bgr})[0]
    with torch.no_grad():
        found = started.eval()(rgb).numpy()
    assert np.abs(found[:, heats:] - expected[:, heats:]).max() < 1e-3
    norms = [module for module in started.modules() if isinstance(module, torch.nn.BatchNorm2d)]
    assert all(
        norm.running_var.max() < 1e5 and not torch.allclose(norm.running_mean, torch.zeros(())) for norm in norms
    )
