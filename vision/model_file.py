"""In: the name of a network. Out: its ONNX session and what the file says of itself, checked."""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

import numpy as np
import numpy.typing as npt
import onnxruntime as ort

from models.seal import is_broken

FORMAT = "1"  # of the metadata and of the outputs; raised when either changes its meaning


class ModelError(Exception):
    """A model file that is missing, damaged or of another version; the message says what to do. `detail` is for a log:
    where the file lies and what is wrong with it."""

    def __init__(self, message: str, detail: str = "") -> None:
        super().__init__(message)
        self.detail = detail


@dataclass(frozen=True)
class Network:
    """A session and its metadata. `temperatures`: what the logits of each head are divided by, so that a confidence
    of 0.9 is right nine times in ten; empty for a network that has none."""

    session: ort.InferenceSession
    version: str
    temperatures: dict[str, float]

    def run(self, batch: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
        """(n, h, w, 3) uint8 BGR -> the only output. Colour order and normalisation are part of the file's graph."""
        return np.asarray(self.session.run(None, {"bgr": batch})[0])


def load_network(name: str, labels: dict[str, list[str]], threads: int) -> Network:
    """Loads `models/NAME.onnx`; raises ModelError where it is not the network this code was written for."""
    path = files("models").joinpath(f"{name}.onnx")
    advice = "install handscan again"
    try:
        model = path.read_bytes()
        if is_broken(model):
            raise ValueError("its content is not what it was sealed with")
        session = session_of(model, threads)
    except Exception as error:  # onnxruntime raises classes of its own that it does not export
        raise ModelError(f"The model file {name}.onnx is missing or damaged; {advice}.", f"{path}: {error}") from error
    meta: dict[str, Any] = session.get_modelmeta().custom_metadata_map
    found = json.loads(meta.get("labels", "{}"))
    if meta.get("format") != FORMAT or found != labels:
        other = f"{path}: version {meta.get('version')}, whose format or labels are not those of this code"
        raise ModelError(f"The model file {name}.onnx belongs to another version of handscan; {advice}.", other)
    return Network(session, meta["version"], json.loads(meta.get("temperatures", "{}")))


def session_of(model: bytes, threads: int) -> ort.InferenceSession:
    """A session of the content of an ONNX file; raises what ONNX Runtime does where it is none."""
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    # The arena never gives memory back, and shapes vary: plain allocation costs little here.
    options.enable_cpu_mem_arena = False
    # Threads of one network that still wait for work, busily, would halve the speed of the network that runs next.
    options.add_session_config_entry("session.force_spinning_stop", "1")
    options.log_severity_level = 3
    return ort.InferenceSession(model, options, providers=["CPUExecutionProvider"])
