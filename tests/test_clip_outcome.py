"""What settles in a clip is compared with what lies there at that moment."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from test_tracker import look
from typer.testing import CliRunner

from datasets.clip_manifest import Clip, Moment, read_clips
from datasets.clip_outcome import ClipOutcome, outcome_of
from datasets.manifest import ManifestError
from service.cli import app
from vision.live import Tracked, Watched

CLIP = Clip(Path("a.mp4"), "rami", "added", (Moment(1.0, 3.0, ("AH",)), Moment(4.0, 6.0, ("AH", "KS"))))


def outcome(*settled: tuple[float, str | None]) -> ClipOutcome:
    """`settled`: what stands from when on, None from when on nothing does."""
    seen = []
    now = Watched(Tracked("rami"))
    for tenth in range(70):
        time = tenth / 10
        for at, text in settled:
            if at == time:
                scan = None if text is None else look(text)
                now = Watched(Tracked("rami", settled=scan, just_settled=scan is not None))
        seen.append((time, now))
        now = Watched(Tracked("rami", settled=now.hand.settled))
    return outcome_of(CLIP, seen)


@pytest.mark.parametrize(
    ("settled", "right", "exact", "silently_wrong", "waits"),
    [
        ([(1.5, "AH"), (4.6, "AH KS")], True, True, [], [0.5, 0.6]),
        ([(1.5, "AH"), (4.6, "AH QS")], True, False, [], [0.5, 0.6]),
        ([(1.5, "AH")], False, False, [], [0.5]),
        ([(1.5, "AH"), (3.5, "AH KS")], True, True, [], [0.5]),  # between two moments either may lie there
        ([(1.5, "AH KS"), (2.5, "AH"), (4.6, "AH KS")], True, True, [21], [1.5, 0.6]),
        ([(1.5, "AH"), (4.6, "AH KS"), (5.5, None)], False, False, [], [0.5, 0.6]),
        ([(1.5, "AH"), (4.6, "AH")], False, False, [11], [0.5]),
        ([], False, False, [], []),
    ],
)
def test_outcomes(
    settled: list[tuple[float, str | None]], right: bool, exact: bool, silently_wrong: list[int], waits: list[float]
) -> None:
    found = outcome(*settled)
    assert (found.right, found.exact) == (right, exact)
    assert [wrong.total for wrong in found.silently_wrong] == silently_wrong
    assert found.waits == pytest.approx(waits)


@pytest.mark.parametrize("text", ["no JSON", '{"clip": "a.mp4"}', "[]", None])
def test_a_manifest_that_cannot_be_used(tmp_path: Path, text: str | None) -> None:
    path = tmp_path / "clips.jsonl"
    if text is not None:
        path.write_text(text)
    with pytest.raises(ManifestError, match=r"clips\.jsonl"):
        read_clips(path)
    result = CliRunner().invoke(app, ["bench", "--clips", str(path)])
    assert result.exit_code == 2
    assert "clips" in result.stderr


def test_the_figures(tmp_path: Path) -> None:
    """Of one short clip, with the real networks."""
    clips = Path(__file__).parent / "clips"
    line = json.loads((clips / "clips.jsonl").read_text().splitlines()[1])
    (tmp_path / "clips.jsonl").write_text(json.dumps({**line, "clip": str(clips / line["clip"])}))
    result = CliRunner().invoke(app, ["bench", "--clips", "--json", str(tmp_path / "clips.jsonl")])
    found = json.loads(result.stdout)
    assert (found["clips"][0]["right"], found["wrong_without_a_flag"]) == (True, 0)
    assert 0 < found["scanned"] < found["pictures"]
