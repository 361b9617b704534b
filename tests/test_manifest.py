"""Manifests of one line, right and wrong."""

import json
from pathlib import Path
from typing import Any

import pytest

from datasets.manifest import Box, ManifestError, read_manifest

GOOD: dict[str, Any] = {
    "file": "cards/a.jpg",
    "kind": "cards",
    "split": "dev",
    "group": "table",
    "labels": ["AS", "K?", "AS", "JOKER"],
    "boxes": [{"label": "AS", "box": [10, 20, 30.5, 40]}],
    "box_covers": "whole card (quad)",
    "deck": "passed over",
}


def written(tmp_path: Path, *rows: Any) -> Path:
    path = tmp_path / "manifest.jsonl"
    path.write_text("\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows), "utf-8")
    return path


def test_a_photo_with_all_that_is_known_of_it(tmp_path: Path) -> None:
    photo, again = read_manifest(written(tmp_path, GOOD, "", GOOD))
    assert photo == again
    assert (photo.file, photo.path) == ("cards/a.jpg", tmp_path / "cards/a.jpg")
    assert (photo.kind, photo.split, photo.group, photo.corner_boxes) == ("cards", "dev", "table", False)
    assert photo.labels == ("AS", "K?", "AS", "JOKER")
    assert photo.boxes == (Box("AS", 10, 20, 30.5, 40),)
    assert photo.boxes[0].centre == (25.25, 40)


def test_boxes_are_optional_and_those_of_backs_left_out(tmp_path: Path) -> None:
    bare = {"file": "b.jpg", "kind": "tiles", "labels": []}
    back = {**GOOD, "boxes": [{"label": "BACK", "box": [0, 0, 9, 9]}]}
    assert [photo.boxes for photo in read_manifest(written(tmp_path, bare, back))] == [(), ()]


def test_corner_boxes_may_be_several_a_card(tmp_path: Path) -> None:
    box = {"label": "JOKER", "box": [0, 0, 9, 9]}
    (photo,) = read_manifest(written(tmp_path, {**GOOD, "boxes": [box] * 3, "box_covers": "corner index (BACK ...)"}))
    assert photo.corner_boxes
    assert len(photo.boxes) == 3


def box(label: str, *numbers: Any) -> dict[str, Any]:
    return {**GOOD, "boxes": [{"label": label, "box": list(numbers)}]}


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("{not json", "line 2 is not JSON"),
        ("[]", "line 2: expected an object"),
        ({**GOOD, "file": ""}, "“file” is missing"),
        ({"kind": "cards", "labels": []}, "“file” is missing"),
        ({**GOOD, "kind": "dice"}, "say cards or tiles"),
        ({**GOOD, "labels": "AS"}, "“labels” is missing or no list"),
        ({**GOOD, "boxes": None}, "“boxes” is missing or no list"),
        ({**GOOD, "labels": ["1S"]}, "“1S” is no label of cards"),
        ({**GOOD, "kind": "tiles"}, "“AS” is no label of tiles"),
        ({**GOOD, "kind": "tiles", "labels": ["A?"], "boxes": []}, "“A?” is no label of tiles"),
        ({**GOOD, "labels": [7]}, "“7” is no label"),
        ({**GOOD, "labels": ["BACK"]}, "“BACK” is no label"),
        (box("AS", 1, 2, 3), "four numbers"),
        (box("AS", 1, 2, 3, "4"), "four numbers"),
        (box("AS", 1, 2, 0, 4), "has no size"),
        (box("KH", 1, 2, 3, 4), "more boxes of KH than pieces"),
        ({**box("KH", 1, 2, 3, 4), "box_covers": "corner index"}, "more boxes of KH than pieces"),
    ],
)
def test_a_wrong_line_is_named(tmp_path: Path, row: Any, said: str) -> None:
    with pytest.raises(ManifestError) as caught:
        read_manifest(written(tmp_path, GOOD, row))
    assert said in str(caught.value)
    assert "line 2" in str(caught.value)


def test_no_manifest_at_all(tmp_path: Path) -> None:
    for path, said in (
        (tmp_path / "none.jsonl", "cannot be read"),
        (tmp_path, "cannot be read"),
        (written(tmp_path, ""), "names no photo"),
    ):
        with pytest.raises(ManifestError, match=said):
            read_manifest(path)
    (tmp_path / "photo.jpg").write_bytes(b"\xff\xd8\xff")
    with pytest.raises(ManifestError, match="no text in UTF-8"):
        read_manifest(tmp_path / "photo.jpg")


def test_the_shared_manifest_is_understood() -> None:
    path = Path(__file__).parents[2] / "shared" / "photos" / "manifest.jsonl"
    if not path.exists():
        pytest.skip("needs ../shared/photos")
    photos = read_manifest(path)
    assert {photo.kind for photo in photos} == {"cards", "tiles"}
    assert {photo.split for photo in photos} == {"train", "dev"}
