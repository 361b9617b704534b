"""A model file that does not fit the code is refused in words, and reading photos needs no training library."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from models.seal import sealed
from vision import model_file
from vision.classify import HEADS, OUTPUTS
from vision.model_file import ModelError, load_network

MODELS = Path(__file__).parents[1] / "models"


def test_the_files_fit_the_code() -> None:
    network = load_network("classifier", OUTPUTS, threads=1)
    assert set(network.temperatures) == set(HEADS)
    assert network.version


@pytest.mark.parametrize("name", ["classifier", "locator"])
def test_the_files_are_sealed(name: str) -> None:
    """Else run `python -m models.seal models/*.onnx`."""
    data = (MODELS / f"{name}.onnx").read_bytes()
    assert sealed(data) == data
    assert sealed(data[:-1] + bytes([data[-1] ^ 1])) == data


def flipped(name: str, at: float) -> bytes:
    """One bit is another, that far into the file."""
    data = bytearray((MODELS / f"{name}.onnx").read_bytes())
    data[int(at * len(data))] ^= 4
    return bytes(data)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("missing", None, "missing or damaged"),
        ("damaged", b"not a network", "missing or damaged"),
        ("cut", (MODELS / "classifier.onnx").read_bytes()[:100_000], "missing or damaged"),
        ("classifier", flipped("classifier", 0.3), "missing or damaged"),
        ("classifier", flipped("classifier", 0.9), "missing or damaged"),
        ("other", (MODELS / "locator.onnx").read_bytes(), "another version"),
    ],
)
def test_a_file_that_does_not_fit(
    name: str, content: bytes | None, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if content is not None:
        (tmp_path / f"{name}.onnx").write_bytes(content)
    monkeypatch.setattr(model_file, "files", lambda _: tmp_path)
    with pytest.raises(ModelError, match=message):
        load_network(name, OUTPUTS, threads=1)


def test_the_two_files_are_small() -> None:
    assert sum(path.stat().st_size for path in MODELS.glob("*.onnx")) < 6_000_000


@pytest.mark.parametrize("module", ["vision", "service.cli"])
def test_importing_pulls_in_no_pytorch(module: str) -> None:
    code = f"import sys, {module}; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
