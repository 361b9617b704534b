"""In: the pictures of a stream, each with its time in seconds. Out: `Watched`: the hand so far, whether it has settled,
and what to tell whoever holds it.

While things move a glance at each picture is enough. The closer look, which small marks need, is kept for what nearly
stands or is in doubt, and a picture in which nothing moved is not scanned again.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal, Protocol

from vision.live.motion import Pixels, Sketch, changed, sketch, still
from vision.live.tracker import Tracked, tracked
from vision.scan import Advice, Hand, Piece, Scan

THREADS = 1  # of a live view's scanner: two are hardly faster, and the other core draws and takes pictures in
MOVING = 0.12  # share of the picture from which something moves in it that would blur or hide the pieces
SAID = (
    Advice("too_dark", "It is dark: turn on a light."),
    Advice("nothing_found", "Show the hand face up, and let it fill the picture."),
    Advice("too_far", "Come closer: the pieces are very small in the picture."),
    Advice("blurred", "The picture is not sharp: hold still."),
    Advice("glare", "A light is mirrored: tilt the hand out of it."),
    Advice("cut_off", "A piece is cut by the edge: show it whole."),
    Advice("several_hands", "More pieces than one player holds: show one hand at a time."),
    Advice("moving", "Something moves: hold still."),
    Advice("look_closer", "Amber and “?” want a closer look: bring them nearer, or out of the glare."),
    Advice("settling", "Hold still: the frame turns green when the total stands."),
)
"""What is said of a stream, the most helpful first."""


class Reader(Protocol):
    """What is needed of a scanner; `vision.Scanner` is one."""

    def scan(
        self,
        source: Pixels,
        game: str,
        *,
        deck: Literal["auto", "en", "fr", "de", "nl"] = "auto",
        name: str | None = None,
        closer: bool = True,
    ) -> Scan:
        """The pieces in a picture as one hand; `closer`: small marks are looked at again."""


@dataclass(frozen=True, eq=False)
class Watched:
    """What is known after the pictures so far. `found`: what the newest scan alone said, `scanned` the sketch of the
    picture it was made of, `closely` whether that was looked at closely; `scans`: how many were made; `motion`: the
    share of the newest picture that changed."""

    hand: Tracked
    found: Scan | None = field(default=None, repr=False)
    scanned: Sketch | None = field(default=None, repr=False)
    newest: Sketch | None = field(default=None, repr=False)
    closely: bool = False
    scans: int = 0
    motion: float = 0.0

    @property
    def scan(self) -> Scan | None:
        """The hand as all looks together say, in the contract's form; None before the first picture."""
        return self.hand.scan

    @property
    def hands(self) -> tuple[Hand, ...]:
        return self.scan.hands if self.scan else ()

    @property
    def pieces(self) -> tuple[Piece, ...]:
        return self.scan.pieces if self.scan else ()

    @property
    def total(self) -> int | None:
        """Points of the hand; None while a piece is unread, and where there is none."""
        return self.hand.total

    @property
    def settled(self) -> bool:
        """Whether the total stands."""
        return self.hand.settled is not None

    @property
    def steady(self) -> bool:
        """Whether the newest picture shows all that is known of the hand, and nothing moves in front of it."""
        return self.motion < MOVING and not self.hand.missing

    @property
    def just_settled(self) -> bool:
        """Whether it stands since the newest picture: the moment for a tone."""
        return self.hand.just_settled

    @property
    def notes(self) -> tuple[Advice, ...]:
        """What to tell whoever holds the camera, the most helpful first."""
        codes = {advice.code for advice in self.scan.warnings} if self.scan else set()
        codes |= {"moving"} if self.motion >= MOVING else set()
        codes |= {"look_closer"} if self.hand.unsure else set()
        codes |= {"settling"} if self.hands and not self.settled else set()
        return tuple(advice for advice in SAID if advice.code in codes)


@dataclass(frozen=True)
class Watcher:
    """How a stream is watched. It keeps nothing: what was seen is in the `Watched` it is given."""

    reader: Reader
    game: str
    deck: Literal["auto", "en", "fr", "de", "nl"] = "auto"
    name: str = "live"

    def begin(self) -> Watched:
        """Before the first picture."""
        return Watched(Tracked(self.game))

    def see(self, before: Watched, picture: Pixels, time: float) -> Watched:
        """After one more picture, (h, w, 3) BGR, taken at `time` s. Raises PhotoError for one that is no picture."""
        newest = sketch(picture)
        motion = 0.0 if before.newest is None else changed(before.newest, newest)
        calm = motion < MOVING
        again = before.scanned is not None and still(before.scanned, newest)
        closer = calm and before.hand.wants_closer(time)
        if again and before.found is not None and (before.closely or not closer) and not before.hand.missing:
            found, scanned, closely, scans = before.found, before.scanned, before.closely, before.scans
        else:
            found = self.reader.scan(picture, self.game, deck=self.deck, name=self.name, closer=closer)
            scanned, closely, scans = newest, closer, before.scans + 1
        hand = tracked(before.hand, found, time, again=again, close=closely, calm=calm)
        return replace(
            before,
            hand=hand,
            found=found,
            scanned=scanned,
            newest=newest,
            closely=closely,
            scans=scans,
            motion=motion,
        )
