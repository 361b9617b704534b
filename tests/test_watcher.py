"""A stream of pictures watched: what moves is scanned, what stands still is not, and the screen says what to do."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import cv2
import numpy as np
import pytest
from test_tracker import look

from vision.live import Watched, Watcher
from vision.live.motion import Pixels, changed, sketch, still
from vision.scan import Advice, Scan


@dataclass
class FakeReader:
    """Sees the same in every picture; notes which pictures it was asked to look at closely."""

    sees: str = "AH KS"
    at_a_glance: str = ""
    advice: tuple[Advice, ...] = ()
    closely: list[bool] = field(default_factory=list)

    def scan(self, source: Pixels, game: str, *, closer: bool = True, **_: Any) -> Scan:
        self.closely.append(closer)
        return replace(look(self.sees if closer else self.at_a_glance or self.sees), warnings=self.advice)


def picture(seed: int = 0, at: int = 200, noise: float = 2.0) -> Pixels:
    """A table with a bright card at `at` px, and the noise of a sensor."""
    pixels = np.full((360, 640, 3), 90, np.float32)
    cv2.rectangle(pixels, (at, 100), (at + 80, 220), (230, 230, 230), cv2.FILLED)
    pixels += np.random.default_rng(seed).normal(0, noise, pixels.shape)
    return np.clip(pixels, 0, 255).astype(np.uint8)


def watch(reader: FakeReader, pictures: list[Pixels], start: Watched | None = None, time: float = 0.0) -> Watched:
    watcher = Watcher(reader, "rami")
    now = start or watcher.begin()
    for count, pixels in enumerate(pictures, 1):
        now = watcher.see(now, pixels, time + count * 0.1)
    return now


HAND_IN_FRONT = cv2.circle(np.zeros((360, 640, 3), np.uint8), (320, 200), 140, (90, 120, 90), cv2.FILLED)


@pytest.mark.parametrize(
    ("before", "after", "unmoved"),
    [
        (picture(0), picture(1), True),
        (picture(0), (picture(1) * 0.9).astype(np.uint8), False),  # a shadow falls on the card more than on the table
        (picture(0), cv2.add(picture(1), (12.0, 12.0, 12.0, 0.0)), True),  # the camera sets its exposure anew
        (picture(0), picture(1, at=203), False),
        (picture(0), picture(0)[:, :600], False),
    ],
)
def test_stillness(before: Pixels, after: Pixels, unmoved: bool) -> None:
    assert still(sketch(before), sketch(after)) == unmoved


def test_how_much_changed() -> None:
    assert changed(sketch(picture(0)), sketch(picture(1))) < 0.001
    assert 0.02 < changed(sketch(picture(0)), sketch(picture(1, at=400))) < 0.2
    assert changed(sketch(picture(0)), sketch(picture(0)[:, :600])) == 1


def test_a_picture_in_which_nothing_moved_is_not_scanned_again() -> None:
    reader = FakeReader()
    now = watch(reader, [picture(seed) for seed in range(30)])
    assert reader.closely == [False, True]  # a glance, and the closer look before it settles
    assert (now.settled, now.total, now.scans) == (True, 21, 2)


def test_what_moves_is_scanned_each_time() -> None:
    reader = FakeReader()
    watch(reader, [picture(at=100 + 4 * step) for step in range(30)])
    assert len(reader.closely) == 30
    assert not any(reader.closely[3:5])  # a glance is enough while all is known and nothing stands yet
    assert all(reader.closely[6:])


def test_what_only_the_closer_look_sees_belongs_to_the_hand() -> None:
    now = watch(FakeReader("AH KS 2C", at_a_glance="AH KS"), [picture(at=100 + 2 * step) for step in range(60)])
    assert (now.settled, now.total) == (True, 23)


def test_it_settles_at_one_moment() -> None:
    reader = FakeReader()
    watcher = Watcher(reader, "rami")
    states = [watcher.begin()]
    for count in range(30):
        states.append(watcher.see(states[-1], picture(count), count * 0.1))
    assert sum(state.just_settled for state in states) == 1
    assert [state.settled for state in states] == sorted(state.settled for state in states)


def test_before_the_first_picture() -> None:
    now = Watcher(FakeReader(), "rami").begin()
    assert (now.scan, now.total, now.settled, now.notes, now.hands, now.pieces) == (None, None, False, (), (), ())


def test_a_card_taken_from_a_still_picture() -> None:
    """The picture stands still at once after the change: the card must not stay in the hand for that."""
    reader = FakeReader("AH KS")
    now = watch(reader, [picture(seed) for seed in range(20)])
    reader.sees = "AH _"
    now = watch(reader, [picture(seed, at=300) for seed in range(40)], now, 2.0)
    assert (now.settled, now.total) == (True, 11)


def test_a_card_missed_once_before_all_stood_still_is_looked_for_again() -> None:
    reader = FakeReader("AH KS")
    now = watch(reader, [picture(seed, at=100 + 4 * seed) for seed in range(10)])
    reader.sees = "AH _"
    now = watch(reader, [picture(20, at=300)], now, 1.0)
    reader.sees = "AH KS"
    now = watch(reader, [picture(seed, at=300) for seed in range(30, 50)], now, 1.1)
    assert (now.settled, now.total) == (True, 21)


@pytest.mark.parametrize(
    ("reader", "pictures", "codes"),
    [
        (FakeReader(), [picture()] * 9, []),
        (FakeReader("AH KS.6"), [picture()] * 9, ["look_closer"]),
        (FakeReader("AH ?"), [picture()] * 9, ["look_closer"]),
        (FakeReader(), [picture()] * 9 + [picture() // 2 + HAND_IN_FRONT], ["moving"]),
        (FakeReader(advice=(Advice("blurred", ""), Advice("too_dark", ""))), [picture()] * 9, ["too_dark", "blurred"]),
        (FakeReader("2C 3C 4C 5C 6C 7C 8C 9C 2D 3D 4D 5D 6D 7D 8D 9D"), [picture()] * 9, ["several_hands"]),
        (FakeReader(advice=(Advice("glare", ""),)), [picture()] * 9, ["glare"]),
        (FakeReader("", advice=(Advice("nothing_found", ""),)), [picture()] * 9, ["nothing_found"]),
    ],
)
def test_notes(reader: FakeReader, pictures: list[Pixels], codes: list[str]) -> None:
    assert [note.code for note in watch(reader, pictures).notes] == codes


def test_a_hand_in_which_a_lamp_is_mirrored_settles_with_a_flag() -> None:
    now = watch(FakeReader(advice=(Advice("glare", ""),)), [picture()] * 12)
    assert now.settled
    assert now.hands[0].review
