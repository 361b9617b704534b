"""From a stream of pictures to a hand that stands: `Watcher(scanner, "rami")` is shown frames, one after the other."""

from vision.live.tracker import Tracked
from vision.live.watcher import Watched, Watcher

__all__ = ["Tracked", "Watched", "Watcher"]
