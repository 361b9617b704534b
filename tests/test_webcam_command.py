"""`handscan webcam` from the outside: hands settle in rendered clips at the right moments; what goes wrong is said."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner, Result

from datasets.clip_manifest import Clip, read_clips
from service.cli import app

CLIPS = read_clips(Path(__file__).parent / "clips" / "clips.jsonl")
CLIP = str(CLIPS[0].path)


def run(*typed: str | Path) -> Result:
    return CliRunner().invoke(app, ["webcam", *map(str, typed)])


def said(result: Result) -> list[dict[str, object]]:
    assert result.exit_code == 0, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.fixture(scope="module")
def headless() -> dict[str, str]:
    """What the command printed of each clip."""
    return {clip.path.name: run("--game", clip.game, "--source", clip.path, "--headless").stdout for clip in CLIPS}


@pytest.mark.parametrize("clip", CLIPS, ids=lambda clip: clip.path.stem)
def test_each_moment_settles_with_its_total(clip: Clip, headless: dict[str, str]) -> None:
    hands = [json.loads(line) for line in headless[clip.path.name].splitlines()]
    for moment in clip.moments:
        standing = [hand for hand in hands if hand["time"] <= moment.end]
        (hand,) = standing[-1]["hands"]
        assert sorted(piece["label"] for piece in hand["pieces"]) == sorted(moment.labels)
        assert hand["points"] == clip.total(moment)


@pytest.mark.parametrize("clip", CLIPS, ids=lambda clip: clip.path.stem)
def test_no_other_total_settles_and_each_is_said_once(clip: Clip, headless: dict[str, str]) -> None:
    totals = {clip.total(moment) for moment in clip.moments}
    hands = [json.loads(line)["hands"][0] for line in headless[clip.path.name].splitlines()]
    assert {hand["points"] for hand in hands if not hand["review"]} <= totals
    assert len(hands) <= 2 * len(clip.moments)


def test_a_folder_of_its_pictures_says_the_same(tmp_path: Path, headless: dict[str, str]) -> None:
    """And so the answer is the same each time."""
    clip = CLIPS[0]
    capture = cv2.VideoCapture(str(clip.path))
    number = 0
    while (grabbed := capture.read())[0]:
        cv2.imwrite(str(tmp_path / f"{number:04}.png"), grabbed[1])
        number += 1
    again = said(run("--game", clip.game, "--source", tmp_path, "--headless"))
    before = [json.loads(line) for line in headless[clip.path.name].splitlines()]
    for one, other in zip(again, before, strict=True):
        assert one["hands"] == other["hands"]
        assert one["time"] == other["time"]


def test_what_is_seen_is_recorded(tmp_path: Path) -> None:
    clip = CLIPS[1]
    film = tmp_path / "seen.mp4"
    said(run("--game", clip.game, "--source", clip.path, "--headless", "--record", film))
    original, drawn = cv2.VideoCapture(str(clip.path)), cv2.VideoCapture(str(film))
    frames = int(drawn.get(cv2.CAP_PROP_FRAME_COUNT))
    assert frames == int(original.get(cv2.CAP_PROP_FRAME_COUNT))
    drawn.set(cv2.CAP_PROP_POS_FRAMES, frames - 1)
    last = drawn.read()[1]
    green = np.array([80, 200, 60])
    assert np.abs(last[last.shape[0] // 3, 2].astype(int) - green).max() < 60  # the frame of a total that stands


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    (tmp_path / "no.mp4").write_bytes(b"no video")
    (tmp_path / "empty").mkdir()
    (tmp_path / "small").mkdir()
    cv2.imwrite(str(tmp_path / "small" / "a.png"), np.zeros((8, 8, 3), np.uint8))
    return tmp_path


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("no.mp4", "is no video that can be read"),
        ("none.mp4", "is not there: name a camera"),
        ("empty", "holds no pictures"),
        ("small", "has only 8 x 8 pixels"),
        ("/dev/video99", "There is no camera /dev/video99"),
        ("99", "There is no camera 99"),
        ("http://127.0.0.1:9/stream", "does not answer with pictures"),
    ],
)
def test_no_pictures(broken: Path, source: str, sentence: str) -> None:
    typed = source if source.startswith(("/", "9", "http")) else broken / source
    result = run("--game", "rami", "--source", typed, "--headless")
    assert result.exit_code == 1
    assert sentence in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (["--headless"], "say which game"),
        (["--game", "rami", "--headless", "--players", "Ana,Ben"], "a match needs its keys"),
        (["--game", "rami", "--players", "Ana"], "takes 2 to 6 players"),
        (["--game", "rami", "--match", "none"], "The store has no match none"),
        (
            ["--game", "rami", "--headless", "--source", CLIP, "--record", "/no/a.mp4"],
            "cannot be written",
        ),
    ],
)
def test_what_was_typed_is_not_right(
    typed: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HANDSCAN_DATA", str(tmp_path))
    result = run(*typed)
    assert result.exit_code in (1, 2)
    assert sentence in " ".join(result.stderr.replace("│", " ").split())
