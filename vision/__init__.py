"""From a photo to hands: `Scanner().scan(photo, game="rami")` answers a `Scan`."""

import os

os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # before it is loaded: onnxruntime tells Microsoft of its use otherwise

from vision.photo import PhotoError
from vision.scan import Scan
from vision.scanner import Scanner

__all__ = ["PhotoError", "Scan", "Scanner"]
