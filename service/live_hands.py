"""In: live cameras that are watched. Out: a place for each, and the hand that stands before it, to be taken."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from uuid import uuid4

from service.take_photo import Asked
from vision.live import Watched
from vision.scan import Scan

GRACE = 2.0
"""Seconds for which a hand can still be taken once it stands no more: who taps a phone shakes it."""


class NoSuchLive(LookupError):
    """No live camera of this id is watched now."""


class NothingSettled(Exception):
    """No hand stands before this live camera."""


class LiveFull(Exception):
    """As many live cameras are watched as may be."""


@dataclass
class LiveHand:
    """What stands before one camera: the `picture` as it came, and what all looks together say of it."""

    asked: Asked
    id: str = field(default_factory=lambda: uuid4().hex)
    picture: bytes = b""
    found: Scan | None = None
    _seen_at: float = 0.0

    def see(self, picture: bytes, now: Watched, time: float) -> None:
        """After one more picture, at `time` s. The picture is one in which all that stands is seen."""
        if now.settled and (now.just_settled or now.steady):
            self.picture, self.found, self._seen_at = picture, now.scan, time
        elif not now.settled and time - self._seen_at > GRACE:
            self.picture, self.found = b"", None

    def taken(self) -> tuple[bytes, Scan]:
        """The picture and the hand. Raises NothingSettled."""
        if self.found is None:
            raise NothingSettled
        return self.picture, self.found


class LiveHands:
    """At most so many at once."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._hands: dict[str, LiveHand] = {}

    @property
    def count(self) -> int:
        """How many are watched now."""
        return len(self._hands)

    @contextmanager
    def place(self, asked: Asked) -> Iterator[LiveHand]:
        """A place for one more, for as long as it is watched. Raises LiveFull."""
        if self.count >= self._most:
            raise LiveFull
        hand = LiveHand(asked)
        self._hands[hand.id] = hand
        try:
            yield hand
        finally:
            del self._hands[hand.id]

    def get(self, live_id: str) -> LiveHand:
        """The one of this id. Raises NoSuchLive."""
        try:
            return self._hands[live_id]
        except KeyError:
            raise NoSuchLive(live_id) from None
