"""In: a source, a game, perhaps a match. Out: the live screen, in a window or on a page, until it is left.

Three at work: one takes the newest picture, one scans it, one draws. None waits for another.
"""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import cv2
import typer

from scoring import ScoringError, rule_set
from service.scan_pool import Deck
from service.webcam.desk import ENTER, Desk, lines, pressed, round_of, scored
from service.webcam.headless import watched
from service.webcam.ledger import Ledger, open_ledger
from service.webcam.newest import newest_of
from service.webcam.record import Recorder
from service.webcam.screen import screen
from service.webcam.source import Frame, Source, SourceError, live, played
from service.webcam.window import Display, Page, Window, has_windows
from vision import Scanner
from vision.live import THREADS, Watcher
from vision.photo import Pixels

FLASH = 0.25  # s that the frame flashes when a hand settles
PACE = 0.05  # s after which the screen is drawn anew though no new picture came
SILENT = 3.0  # s without a picture after which a camera is gone
GONE = "The camera is gone: plug it in again. Nothing is lost."


def show(
    source: Source, game: str, deck: Deck, players: str | None, match: str | None, record: Path | None, page: bool
) -> None:
    """Shows what the source sees until q is pressed or the window closed. Raises SourceError and ModelError."""
    try:
        ledger = open_ledger(game, players, match) if players or match else None
    except ScoringError as error:
        raise SourceError(str(error)) from error
    watcher = Watcher(Scanner(THREADS), game, deck, source.name)
    recorder = Recorder(record) if record else None
    display: Display = Window() if not page and has_windows() else Page()
    evening = Evening(source, watcher, ledger)
    try:
        display.open()
        while evening.goes_on and display.is_open:
            drawn, time_ = evening.draw()
            if drawn is not None:
                display.put(drawn, evening.settled_count)
                if recorder:
                    recorder.add(drawn, time_)
            for key in display.pressed():
                evening.press(key)
    finally:
        evening.leave()
        display.close()
        if recorder:
            recorder.close()
        if ledger:
            typer.echo(f"The match is kept. Go on with: handscan webcam --game {game} --match {ledger.kept.id}")


class Evening:
    """What is seen, and the round that is taken down. It is drawn and told of keys from one thread."""

    def __init__(self, source: Source, watcher: Watcher, ledger: Ledger | None) -> None:
        self.goes_on = True
        self.settled_count = 0
        self._ended = threading.Event()
        self._source, self._ledger = source, ledger
        self._desk = ledger.desk() if ledger else Desk(rule_set(watcher.game))
        self._seen = watcher.begin()
        self._flash_until = 0.0
        self._count, self._came = 0, 0.0
        self._frame: Frame | None = None
        self._drawn: Pixels | None = None
        self._frames = newest_of(
            live(source, self._ended.is_set) if source.live else played(source, self._ended.is_set)
        )
        self._scans = newest_of(watched(self._frames.each(), watcher))

    def draw(self) -> tuple[Pixels | None, float]:
        """The screen now and its time, None before the first picture. Raises SourceError where there is none."""
        newest = self._frames.get(self._count, PACE)
        scan = self._scans.get(timeout=0)
        if scan is not None:
            (_, now) = scan[1]
            if now.hand.settled is not None and now.hand.settled is not self._seen.hand.settled:
                self._flash_until = time.monotonic() + FLASH
                self.settled_count += 1
            self._seen = now
        if newest is not None:
            self._count, frame = newest
            if frame is not None:
                self._frame, self._came = frame, time.monotonic()
        if self._frame is None:
            return None, 0.0
        said = lines(self._desk, self._ledger.match if self._ledger else None)
        silent = self._source.live and time.monotonic() - self._came > SILENT
        if silent or (newest is not None and newest[1] is None):
            said = (GONE, *said[1:])
        self._drawn = screen(self._frame.pixels, self._seen, said, time.monotonic() < self._flash_until)
        return self._drawn, self._frame.time

    def press(self, key: str) -> None:
        """What a key does."""
        if self._desk.typed is not None or key.lower() not in ("q", "s", ENTER, "u"):
            self._desk = pressed(self._desk, key, self._seen.scan if self._seen.settled else None)
        elif key.lower() == "q":
            self.goes_on = False
        elif key.lower() == "s":
            self._save()
        elif self._ledger is not None:
            self._settle_round(self._ledger, key)
        if self._ledger is not None:
            self._desk = self._ledger.written_down(self._desk)

    def leave(self) -> None:
        """Lets go of the camera."""
        self._ended.set()

    def _settle_round(self, ledger: Ledger, key: str) -> None:
        """Enter scores the round; u takes back a step of it or, where it has none, the last round."""
        try:
            if key == ENTER:
                self._ledger = ledger.scored(round_of(self._desk))
                self._desk = scored(self._desk, self._ledger.match)
            elif self._desk.before is not None:
                self._desk = pressed(self._desk, key, None)
            else:
                self._ledger = ledger.undone()
                self._desk = replace(self._desk, said=f"Undone: {len(self._ledger.match.rounds)} rounds are left.")
        except ScoringError as error:
            self._desk = replace(self._desk, said=str(error))

    def _save(self) -> None:
        """The picture with all that is drawn on it, beside the others of the folder one is in."""
        if self._drawn is None:
            return
        path = Path(f"handscan-{datetime.now():%Y%m%d-%H%M%S}.jpg")
        try:
            path.write_bytes(cv2.imencode(".jpg", self._drawn)[1].tobytes())
            said = f"Saved as {path.resolve()}."
        except OSError as error:
            said = f"{path.resolve()} cannot be written: {error.strerror}."
        self._desk = replace(self._desk, said=said)
