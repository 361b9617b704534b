"""In: work for the scanner. Out: its result, from a few threads beside the event loop, and how much waits for them."""

import asyncio
import logging
import os
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Literal, Protocol, TypeVar

from vision.model_file import ModelError
from vision.photo import Pixels
from vision.scan import Scan

log = logging.getLogger("handscan")

Hands = int | Literal["auto"]
Deck = Literal["auto", "en", "fr", "de", "nl"]
T = TypeVar("T")


class Reader(Protocol):
    """What the service needs of a scanner. `vision.Scanner` is one; tests bring their own."""

    def scan(
        self,
        source: bytes | Pixels,
        game: str,
        hands: Hands = 1,
        deck: Deck = "auto",
        name: str | None = None,
        closer: bool = True,
    ) -> Scan:
        """The hands in a photo; `closer`: small marks are looked at again. Raises PhotoError."""


class NotReady(Exception):
    """The scanner is still loading, or cannot be loaded: then the text says what to do."""


class ScanPool:
    """Loads the scanner beside the start of the server. One request is one piece of work, however many its photos."""

    def __init__(self, load: Callable[[], Reader], workers: int, queue: int) -> None:
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="scan", initializer=_step_back)
        self._most = workers + queue
        self._reader: Future[Reader] = self._threads.submit(_told, load)
        self.inside = 0
        """Requests with photos that arrive, wait or are scanned now."""

    @property
    def is_full(self) -> bool:
        """Whether as many are inside as may be."""
        return self.inside >= self._most

    @contextmanager
    def place(self) -> Iterator[None]:
        """Holds a place; asked for from the event loop alone, after `is_full`."""
        self.inside += 1
        try:
            yield
        finally:
            self.inside -= 1

    def check_ready(self) -> Reader:
        """The scanner. Raises NotReady."""
        if not self._reader.done():
            raise NotReady("The scanner is still loading: try again in a moment.")
        try:
            return _told(self._reader.result)
        except ModelError as error:
            raise NotReady(str(error)) from error

    async def run(self, work: Callable[[Reader], T]) -> T:
        """The result of the work. Raises NotReady at once."""
        reader = self.check_ready()
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, reader)

    def close(self) -> None:
        """Lets what runs finish and drops what waits."""
        self._threads.shutdown(cancel_futures=True)


def _told(load: Callable[[], Reader]) -> Reader:
    """Whoever runs the service finds in the log which file is wrong: at the start, and again where a photo is refused,
    since the start may be long ago."""
    try:
        return load()
    except ModelError as error:
        log.error("scanner", extra={"reason": f"{error} ({error.detail})"})
        raise


def _step_back() -> None:
    """Scanning threads, and those that the networks start from them, leave the processor to whoever answers small
    requests. Only Linux gives each thread a priority of its own."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 5)
