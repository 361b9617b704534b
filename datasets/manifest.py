"""In: a `manifest.jsonl`. Out: its photos with what lies in them; a `ManifestError` names the line that is wrong.

Its format is told beside the photos. Fields that only people read are passed over.
"""

import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast, get_args

from scoring.pieces import LABELS, RANKS, Kind

UNKNOWN_SUIT = "?"
BACK = "BACK"
"""The label of a box round a card that lies face down: nothing to read, so it is left out here."""


class ManifestError(ValueError):
    """A manifest that cannot be used; its text says where and what to mend."""


@dataclass(frozen=True)
class Box:
    """Where a piece, or one corner index of it, lies: axis-aligned, in pixels of the upright photo."""

    label: str
    x: float
    y: float
    width: float
    height: float

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2


@dataclass(frozen=True)
class LabelledPhoto:
    """`labels` holds every piece that can be read, in boxes or not. With `corner_boxes`, several boxes may belong to
    one card; otherwise each belongs to a piece of its own."""

    file: str
    path: Path
    kind: Kind
    split: str
    group: str
    labels: tuple[str, ...]
    boxes: tuple[Box, ...]
    corner_boxes: bool


def read_manifest(path: Path) -> tuple[LabelledPhoto, ...]:
    """Photos in the order of the file, their paths relative to its folder."""
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise ManifestError(f"{path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise ManifestError(f"{path} is no text in UTF-8: give a manifest.jsonl.") from error
    photos = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                photos.append(_photo(json.loads(line), path.parent))
            except json.JSONDecodeError as error:
                raise ManifestError(f"{path}, line {number} is not JSON: {error.msg}.") from error
            except ManifestError as error:
                raise ManifestError(f"{path}, line {number}: {error}") from error
    if not photos:
        raise ManifestError(f"{path} names no photo.")
    return tuple(photos)


def _photo(row: Any, folder: Path) -> LabelledPhoto:
    if not isinstance(row, dict):
        raise ManifestError("expected an object, as {“file”: ..., “kind”: ..., “labels”: [...]}.")
    file, kind = _text(row, "file"), _text(row, "kind")
    if kind not in get_args(Kind):
        raise ManifestError(f"“kind” is “{kind}”: say cards or tiles.")
    kind = cast(Kind, kind)
    labels = tuple(_list(row, "labels"))
    boxes = tuple(
        _box(box, kind) for box in _list(row, "boxes") if not (isinstance(box, dict) and box.get("label") == BACK)
    )
    corner_boxes = str(row.get("box_covers")).startswith("corner")
    for label in labels:
        _check_label(label, kind)
    boxed = Counter(box.label for box in boxes)
    for label, count in boxed.items():
        if count > labels.count(label) and not (corner_boxes and label in labels):
            raise ManifestError(f"there are more boxes of {label} than pieces in “labels”.")
    return LabelledPhoto(
        file, folder / file, kind, str(row.get("split", "")), str(row.get("group", "")), labels, boxes, corner_boxes
    )


def _text(row: dict[str, Any], field: str) -> str:
    value = row.get(field)
    if not isinstance(value, str) or not value:
        raise ManifestError(f"“{field}” is missing or no text.")
    return value


def _list(row: dict[str, Any], field: str) -> list[Any]:
    value = row.get(field, [] if field == "boxes" else None)
    if not isinstance(value, list):
        raise ManifestError(f"“{field}” is missing or no list.")
    return value


def _box(row: Any, kind: Kind) -> Box:
    numbers = row.get("box") if isinstance(row, dict) else None
    if not isinstance(numbers, list) or len(numbers) != 4 or not all(isinstance(n, int | float) for n in numbers):
        raise ManifestError("a box wants a “label” and a “box” of four numbers: x, y, width, height.")
    _check_label(row.get("label"), kind)
    x, y, width, height = map(float, numbers)
    if width <= 0 or height <= 0:
        raise ManifestError(f"the box of {row['label']} has no size.")
    return Box(row["label"], x, y, width, height)


def _check_label(label: Any, kind: Kind) -> None:
    unknown_suits = [rank + UNKNOWN_SUIT for rank in RANKS["cards"]] if kind == "cards" else []
    if label not in LABELS[kind] and label not in unknown_suits:
        raise ManifestError(f"“{label}” is no label of {kind}.")
