"""From a stream of pictures to a hand that stands: `Watcher(Scanner(THREADS), "rami")` is shown one after the other."""

from vision.live.tracker import Tracked
from vision.live.watcher import THREADS, Watched, Watcher

__all__ = ["THREADS", "Tracked", "Watched", "Watcher"]
