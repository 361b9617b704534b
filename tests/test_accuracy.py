"""Figures of releases made up here: what a threshold costs, how the record grows, what the pages say of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from datasets import accuracy_page
from datasets.accuracy_page import CARDS, DIAGRAM, PAGE, RECORD, read_record, summed, with_release
from datasets.calibration import Bin, reliability, reliability_svg
from datasets.flag_threshold import WRONG, Step, best_threshold, sweep
from datasets.manifest import LabelledPhoto
from datasets.marked_text import filled
from datasets.outcome import Outcome, compare
from vision.pieces import SURE
from vision.scan import Hand, Outline, Piece, Scan

OUTLINE: Outline = ((0, 0), (60, 0), (60, 90), (0, 90))


def outcome(truth: str, seen: str, confidence: float, review: bool | None = None, sure: float = 0.95) -> Outcome:
    """One card of a number, seen with a confidence; flagged as the scanner would, or as told."""
    flagged = confidence < SURE if review is None else review
    piece = Piece(seen, int(seen[:-1]), confidence, OUTLINE, flagged, label_confidence=sure)
    scan = Scan("a.jpg", 100, 100, "rami", (Hand((piece,), piece.points, flagged),))
    return compare(LabelledPhoto("a.jpg", Path("a.jpg"), "cards", "held", "x", (truth,), (), False), scan)


@pytest.mark.parametrize(
    ("one", "threshold", "silent", "flagged", "taps"),
    [
        pytest.param(outcome("7H", "7H", 0.96), 0.9, 0, 0, 0, id="right and sure"),
        pytest.param(outcome("7H", "7H", 0.96), 0.97, 0, 1, 1, id="right, a tap too many"),
        pytest.param(outcome("7H", "4H", 0.96), 0.9, 1, 0, 0, id="wrong and sure"),
        pytest.param(outcome("7H", "4H", 0.96), 0.97, 0, 1, 1, id="wrong, and caught"),
        pytest.param(outcome("7H", "4H", 0.86), 0.85, 1, 0, 0, id="a lower threshold would have let it through"),
        pytest.param(outcome("7H", "4H", 0.96, review=True), 0.5, 0, 1, 0, id="flagged for another reason"),
        pytest.param(outcome("7H", "7D", 0.96, sure=0.4), 0.5, 0, 1, 0, id="the suit a guess"),
    ],
)
def test_what_a_threshold_does(one: Outcome, threshold: float, silent: int, flagged: int, taps: int) -> None:
    (step,) = [step for step in sweep([one]) if step.threshold == threshold]
    assert (step.silently_wrong, step.flagged, step.taps) == (silent, flagged, taps)


def test_the_threshold_in_use_follows_from_the_costs() -> None:
    assert pytest.approx(best_threshold()) == SURE
    assert Step(0.9, silently_wrong=2, flagged=5, taps=7).cost == 2 * WRONG + 7


def test_bins_hold_a_tenth_of_confidence_each() -> None:
    found = reliability([0.05, 0.91, 0.99, 1.0], [False, True, True, False])
    assert [(one.count, pytest.approx(one.confidence), pytest.approx(one.right)) for one in found] == [
        (1, 0.05, 0),
        (3, (0.91 + 0.99 + 1) / 3, 2 / 3),
    ]


def test_the_diagram_holds_a_dot_for_each_bin() -> None:
    drawn = reliability_svg({"one & two": (Bin(10, 0.5, 0.5), Bin(90, 1.0, 0.75))})
    assert drawn.count("<circle") == 2
    assert "one &amp; two" in drawn
    assert 'cx="174.0" cy="174.0"' in drawn  # on the diagonal
    assert 'cx="304.0" cy="109.0"' in drawn


MARKED = "# Card\n\n<!-- a: written by x -->\nold\n<!-- end of a -->\n\nTail.\n"


def test_marked_parts_are_written_anew_and_the_rest_stays() -> None:
    assert filled(MARKED, "a", "x", "new") == (
        "# Card\n\n<!-- a: written by x -->\n\nnew\n\n<!-- end of a -->\n\nTail.\n"
    )
    assert filled(filled(MARKED, "a", "x", "1"), "a", "x", "new") == filled(MARKED, "a", "x", "new")


@pytest.mark.parametrize("text", ["# Card", MARKED + MARKED, MARKED.replace("<!-- end of a -->", "")])
def test_a_document_without_one_pair_of_markers_is_an_error(text: str) -> None:
    with pytest.raises(ValueError, match="such pairs"):
        filled(text, "a", "x", "new")


def release(version: str, sha: str, date: str) -> dict[str, Any]:
    return {"version": version, "networks": {"locator": {"version": "1", "sha256": sha}}, "date": date}


@pytest.mark.parametrize(
    ("next_one", "dates"),
    [
        (release("1", "aa", "tuesday"), ["monday", "tuesday"]),  # the first release was measured on sunday, say
        (release("2", "bb", "tuesday"), ["monday", "monday", "tuesday"]),
        (release("2", "aa", "tuesday"), ["monday", "monday", "tuesday"]),
    ],
)
def test_a_release_measured_again_takes_its_own_place(next_one: dict[str, Any], dates: list[str]) -> None:
    record = [release("1", "00", "monday"), release("1", "aa", "monday")]
    assert [one["date"] for one in with_release(record, next_one)] == dates


def test_lines_add_up() -> None:
    one = {"photos": 2, "named": [1, 2, 3]}
    assert summed([one, {"photos": 3, "named": [4, 4, 4]}]) == {"photos": 5, "named": [5, 6, 7]}


def test_the_pages_say_what_the_record_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are written anew and compared: nobody types a figure into them, and none is left behind by a release."""
    written = {PAGE: tmp_path / "page.md", DIAGRAM: tmp_path / "diagram.svg"}
    monkeypatch.setattr(accuracy_page, "PAGE", written[PAGE])
    monkeypatch.setattr(accuracy_page, "DIAGRAM", written[DIAGRAM])
    monkeypatch.setattr(accuracy_page, "CARDS", tmp_path)
    for card in ("classifier.md", "locator.md"):
        written[CARDS / card] = tmp_path / card
        (tmp_path / card).write_text((CARDS / card).read_text("utf-8"), "utf-8")
    accuracy_page.write_pages(read_record(RECORD))
    for there, here in written.items():
        assert here.read_text("utf-8") == there.read_text("utf-8"), f"{there.name}: run {accuracy_page.COMMAND}"


def test_the_history_names_every_release() -> None:
    first = read_record(RECORD)[-1]
    second = {**first, "version": "9.9.9", "pictures": "othersset"}
    said = accuracy_page.page([first, second])
    assert "9.9.9" in said
    assert first["pictures"] in said
    assert "othersset" in said
