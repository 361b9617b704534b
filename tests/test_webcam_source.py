"""Pictures from cameras and files: the newest one, one that comes back after it was gone, mirrored and odd ones."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from test_watcher import FakeReader, picture, watch

from service.webcam.newest import Mailbox, newest_of
from service.webcam.screen import LONG_SIDE, screen
from service.webcam.source import Source, SourceError, live, recorded, source_named
from vision.live import Watcher


def test_only_the_newest_is_read() -> None:
    """A reader that is slow gets what is new now, not what was new when it began."""
    box: Mailbox[int] = Mailbox()
    seen = []
    for value in range(1, 10):
        box.put(value)
        if value % 3 == 0:
            found = box.get(seen[-1] if seen else 0)
            assert found is not None
            seen.append(found[1])
    box.end()
    assert seen == [3, 6, 9]
    assert box.get(9) is None


def test_what_went_wrong_is_told_to_the_reader() -> None:
    def come() -> Iterator[int]:
        yield 1
        raise SourceError("no camera")

    with pytest.raises(SourceError, match="no camera"):
        list(newest_of(come()).each())


class FakeCapture:
    """A camera whose pictures are `script`: None where it is unplugged. Each opening goes on where the last stopped."""

    script: list[Any]
    opened = True

    def __init__(self, where: int | str) -> None:
        self.where = where

    def isOpened(self) -> bool:
        return self.opened

    def read(self) -> tuple[bool, Any]:
        found = self.script.pop(0) if self.script else None
        return found is not None, found

    def set(self, *_: object) -> None: ...

    def release(self) -> None: ...


@pytest.fixture
def camera(monkeypatch: pytest.MonkeyPatch) -> type[FakeCapture]:
    class Camera(FakeCapture):
        script: list[Any] = []  # noqa: RUF012

    monkeypatch.setattr(cv2, "VideoCapture", Camera)
    monkeypatch.setattr("service.webcam.source.AGAIN", 0.0)
    return Camera


def test_a_camera_that_is_unplugged_comes_back(camera: type[FakeCapture]) -> None:
    camera.script = [picture(1), picture(2), None, None, picture(3)]
    ended = threading.Event()
    came: list[int | None] = []
    for frame in live(Source("http://camera", "stream"), ended.is_set):
        came.append(None if frame is None else int(frame.pixels.shape[1]))
        if not camera.script:
            ended.set()
    assert came == [640, 640, None, None, 640]


def test_a_camera_in_use(camera: type[FakeCapture], tmp_path: Path) -> None:
    camera.opened = False
    device = tmp_path / "video0"
    device.touch()
    with pytest.raises(SourceError, match="close the program that uses it"):
        next(live(Source(str(device), "camera"), lambda: False))


def test_a_mirrored_camera_is_turned_round(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), picture(at=100))
    (straight,) = recorded(source_named(str(tmp_path)))
    (turned,) = recorded(source_named(str(tmp_path), mirrored=True))
    assert np.array_equal(straight.pixels[:, ::-1], turned.pixels)


@pytest.mark.parametrize(("fps", "count", "taken"), [(30.0, 90, 30), (10.0, 30, 30), (5.0, 15, 15), (25.0, 50, 20)])
def test_ten_pictures_a_second_of_a_video(tmp_path: Path, fps: float, count: int, taken: int) -> None:
    path = tmp_path / "a.mp4"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), fps, (64, 48))
    for number in range(count):
        writer.write(np.full((48, 64, 3), number, np.uint8))
    writer.release()
    times = [frame.time for frame in recorded(source_named(str(path)))]
    assert len(times) == taken
    assert times == sorted(times)
    assert times[0] == 0


@pytest.mark.parametrize(("width", "height"), [(33, 47), (640, 480), (1281, 721), (64, 1000), (4000, 3000)])
def test_any_size_is_shown(width: int, height: int) -> None:
    now = watch(FakeReader(), [picture()] * 12)
    drawn = screen(np.full((height, width, 3), 90, np.uint8), now, ["1 José: no hand yet", ""])
    assert max(drawn.shape[1], drawn.shape[0] - 400) <= LONG_SIDE
    assert min(drawn.shape[:2]) >= 30


def test_the_frame_tells_how_it_stands() -> None:
    def colour(sees: str, pictures: int, flash: bool = False) -> list[int]:
        drawn = screen(picture(), watch(FakeReader(sees), [picture()] * pictures), (), flash)
        return [int(value) for value in drawn[drawn.shape[0] // 2, 1]]

    assert colour("AH KS", 12) == [80, 200, 60]
    assert colour("AH KS.6", 12) == [0, 180, 255]
    assert colour("AH KS", 12, flash=True) == [255, 255, 255]
    assert colour("AH KS", 4) not in ([80, 200, 60], [0, 180, 255])


def test_before_the_first_scan_the_picture_is_shown_bare() -> None:
    drawn = screen(picture(), Watcher(FakeReader(), "rami").begin())
    assert np.array_equal(drawn[32:392], picture())


@pytest.mark.parametrize("sees", ["AH KS", "AH ?", ""])
def test_the_picture_does_not_jump_when_something_is_seen(sees: str) -> None:
    before = screen(picture(), Watcher(FakeReader(), "rami").begin())
    for pictures in (1, 3, 12):
        assert screen(picture(), watch(FakeReader(sees), [picture()] * pictures)).shape == before.shape
