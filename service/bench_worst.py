"""In: the worst outcomes of a benchmark. Out: a folder to look at: a picture of each, what was seen and what was there.

The picture is the overlay of the scan; what was missed or misread is framed in magenta with its true label.
"""

import html
import textwrap
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from datasets.manifest import Box
from datasets.outcome import Outcome
from vision.overlay import draw_overlay
from vision.photo import Pixels, read_photo

TRUE = (255, 0, 255)
WIDTH, HEIGHT = 1200, 1000  # of the picture at most
PANEL, COLUMNS = 560, 45
LINE = 30
_FONT = cv2.FONT_HERSHEY_SIMPLEX


def write_worst(outcomes: Sequence[Outcome], folder: Path) -> Path:
    """Writes into `folder` and answers the page to open."""
    parts = []
    for number, outcome in enumerate(outcomes, 1):
        lines = wrongs(outcome)
        name = f"{number:02d}-{Path(outcome.photo.file).stem}.jpg"
        (folder / name).write_bytes(cv2.imencode(".jpg", _picture(outcome, lines))[1].tobytes())
        words = "".join(f"<li>{html.escape(line)}</li>" for line in lines)
        title = html.escape(f"{number}. {outcome.photo.file}")
        parts.append(f'<h2>{title}</h2><ul>{words}</ul><img src="{html.escape(name)}" style="max-width: 100%">')
    page = folder / "index.html"
    page.write_text(f"<!doctype html><meta charset='utf-8'><title>The worst photos</title>{''.join(parts)}", "utf-8")
    return page


def wrongs(outcome: Outcome) -> list[str]:
    """What is wrong, in lines of plain letters: they are drawn, too."""
    if outcome.error is not None:
        return [outcome.error]
    matching = outcome.matching
    total = "no total" if outcome.total is None else f"total {outcome.total}"
    lines = [f"{total}, true is {outcome.true_total}; {'flagged' if outcome.flagged else 'NOT FLAGGED'}"]
    lines += [
        f"{pair.truth.label} was read as {pair.seen.label} ({pair.seen.label_confidence:.0%})"
        for pair in matching.pairs
        if not pair.exact
    ]
    if matching.missed:
        lines.append("there, and not named: " + ", ".join(truth.label for truth in matching.missed))
    if matching.made_up:
        seen = (f"{piece.label} ({piece.label_confidence:.0%})" for piece in matching.made_up)
        lines.append("named, and not there: " + ", ".join(seen))
    return lines


def _picture(outcome: Outcome, lines: list[str]) -> Pixels:
    """The photo on the left, the words on the right."""
    left = _seen(outcome)
    scale = min(WIDTH / left.shape[1], HEIGHT / left.shape[0])
    left = cv2.resize(left, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)
    rows = [row for line in [outcome.photo.file, *lines] for row in textwrap.wrap(line, COLUMNS)]
    height = max(left.shape[0], LINE * (len(rows) + 1))
    picture = np.full((height, left.shape[1] + PANEL, 3), 255, np.uint8)
    picture[: left.shape[0], : left.shape[1]] = left
    for number, row in enumerate(rows, 1):
        at = (left.shape[1] + 16, LINE * number)
        cv2.putText(picture, row, at, _FONT, 0.6, (20, 20, 20), 1, cv2.LINE_AA)
    return picture


def _seen(outcome: Outcome) -> Pixels:
    if outcome.scan is None:
        return np.full((HEIGHT, WIDTH, 3), 128, np.uint8)
    photo = read_photo(outcome.photo.path)
    pixels = photo.pixels.copy()
    wrong = [*outcome.matching.missed, *(pair.truth for pair in outcome.matching.pairs if not pair.exact)]
    for truth in wrong:
        for box in truth.places:
            _frame(pixels, box, truth.label, photo.scale)
    return draw_overlay(pixels, outcome.scan)


def _frame(pixels: Pixels, box: Box, label: str, scale: float) -> None:
    size = max(pixels.shape[:2]) / 1000
    corners = np.array([box.x, box.y, box.x + box.width, box.y + box.height]) * scale
    left, top, right, bottom = np.rint(corners).astype(int).tolist()
    cv2.rectangle(pixels, (left, top), (right, bottom), TRUE, max(2, round(4 * size)))
    cv2.putText(
        pixels, label, (left + round(6 * size), bottom - round(6 * size)), _FONT, size, TRUE, max(2, round(2 * size))
    )
