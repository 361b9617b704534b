"""From a photo to hands: `Scanner().scan(photo, game="rami")` answers a `Scan`."""

from vision.photo import PhotoError
from vision.scan import Scan
from vision.scanner import Scanner

__all__ = ["PhotoError", "Scan", "Scanner"]
