"""In: cards drawn here. Out: proof that the marks of a deck enclose the index, all of it and nothing else."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from datasets.deck_manifest import Art, Layout, read_manifest
from datasets.decks import PADDING, box_in_pixels, find_marks, four_cornered, half_turn, ink_box, padded_quad, read_face
from datasets.face import Face, Mark
from datasets.on_black import on_black
from datasets.prepare_decks import on_stock

WINDOW = (0.05, 0.05, 0.30, 0.50)
INDEX = (20, 20, 50, 90)  # left, top, right, bottom of rank and suit together


def card(colour: tuple[int, int, int] = (0, 0, 200), stock: int = 240) -> npt.NDArray[np.uint8]:
    """200 by 300 pixels: a rank over a narrower suit in two opposite corners, a rim, and a large pip near the index."""
    image = np.full((300, 200, 4), 255, np.uint8)
    image[..., :3] = stock
    for side in (image, image[::-1, ::-1]):
        side[20:50, 20:50, :3] = colour
        side[60:90, 25:45, :3] = colour
        side[40:140, 55:95, :3] = colour
    image[:, :12, :3] = image[:17, :, :3] = 0
    return image


@pytest.mark.parametrize("colour", [(0, 0, 0), (0, 0, 200), (70, 200, 230)])
def test_ink_box_is_tight_and_leaves_out_rim_and_pip(colour: tuple[int, int, int]) -> None:
    assert ink_box(card(colour), WINDOW) == INDEX


def test_ink_box_ignores_shading() -> None:
    image = card()
    image[22:48, 51:54, :3] = 210
    assert ink_box(image, WINDOW) == INDEX


def test_an_empty_window_has_no_box() -> None:
    assert ink_box(np.full((300, 200, 4), 255, np.uint8), WINDOW) is None


def test_padded_quad_starts_at_its_top_left() -> None:
    pad = PADDING * 70
    expected = [[20 - pad, 20 - pad], [50 + pad, 20 - pad], [50 + pad, 90 + pad], [20 - pad, 90 + pad]]
    np.testing.assert_allclose(padded_quad(INDEX), expected, rtol=1e-6)


def test_half_turn_lists_the_mark_from_its_own_top_left() -> None:
    turned = half_turn(padded_quad((20, 20, 50, 90)), 200, 300)
    assert turned[0, 0] > turned[1, 0], "its first edge runs to the left"
    assert turned[0, 1] > turned[3, 1], "and lies below"
    np.testing.assert_allclose(half_turn(turned, 200, 300), padded_quad(INDEX), rtol=1e-6)


def test_two_corners_are_marked_with_the_second_upside_down() -> None:
    first, second = find_marks(card(), Layout(WINDOW, corners=2), "7H")
    np.testing.assert_allclose(first.quad, padded_quad(INDEX))
    np.testing.assert_allclose(second.quad, half_turn(first.quad, 200, 300))


def test_four_corners_add_the_mirrored_places_upright_at_the_top() -> None:
    image = np.full((300, 200, 4), 255, np.uint8)
    for side in (image, image[::-1], image[:, ::-1], image[::-1, ::-1]):
        side[20:90, 20:50, :3] = 0
    quads = [mark.quad for mark in find_marks(image, Layout(WINDOW, corners=4), "7H")]
    upright = [quad for quad in quads if quad[0, 0] < quad[1, 0]]
    assert len(quads) == 4
    assert sorted(round(float(quad[:, 0].mean())) for quad in upright) == [35, 165]
    assert all(quad[:, 1].max() < 150 for quad in upright)


def test_a_given_box_is_taken_as_it_is() -> None:
    layout = Layout(WINDOW, corners=1, boxes={"Q": (0.1, 0.1, 0.2, 0.3)})
    (mark,) = find_marks(card(), layout, "QH")
    np.testing.assert_allclose(mark.quad, padded_quad(box_in_pixels((0.1, 0.1, 0.2, 0.3), 200, 300)))


def test_a_face_is_named_after_its_file(tmp_path: Path) -> None:
    layout = Layout(WINDOW, joker_windows=(WINDOW,), joker_corners=1)
    for stem in ("7H", "JOKER2", "BACK"):
        np.save(tmp_path / f"{stem}.npy", card())
    faces = [read_face(tmp_path / f"{stem}.npy", layout) for stem in ("7H", "JOKER2", "BACK")]
    assert [(face.label, len(face.marks)) for face in faces] == [("7H", 2), ("JOKER", 1), ("", 0)]


def test_stock_fills_what_the_art_encloses_and_nothing_outside_it() -> None:
    image = np.zeros((30, 20, 4), np.uint8)
    image[4:26, 4:16] = (10, 20, 30, 255)
    image[6:24, 6:14] = 0
    filled = on_stock(image)
    assert filled[15, 10].tolist() == [255, 255, 255, 255]
    assert filled[4, 4].tolist() == [10, 20, 30, 255]
    assert filled[1, 1, 3] == 0


def test_card_files_are_named_by_the_deck() -> None:
    art = Art("{rank}of{suit}.svg", ranks={"J": "V"}, suits={"S": "pique"})
    assert art.card_path("JS") == "Vofpique.svg"
    assert art.card_path("10H") == "10ofH.svg"


def test_the_manifest_holds_both_splits_and_windows_that_are_windows() -> None:
    entries = read_manifest()
    assert {entry.split for entry in entries} == {"train", "held"}
    for entry in entries:
        layout = entry.layout
        for left, top, right, bottom in (layout.window, *layout.joker_windows, *layout.boxes.values()):
            assert 0 <= left < right <= 1, entry.name
            assert 0 <= top < bottom <= 1, entry.name


@pytest.mark.parametrize(
    ("mark", "marks"),
    [((10, 10, 40, 80), 4), ((10, 10, 120, 80), 1), (None, 0)],
    ids=["an index", "a word too wide to stand twice", "a back"],
)
def test_four_cornered_sets_the_index_at_the_right_too(mark: tuple[int, int, int, int] | None, marks: int) -> None:
    image = np.full((300, 200, 4), 255, np.uint8)
    image[10:80, 10:40, :3] = np.arange(30 * 70 * 3).reshape(70, 30, 3) % 200
    face = Face(image, "AS", "card", () if mark is None else (Mark(padded_quad(mark)),))
    if marks == 4:
        face = Face(image, "AS", "card", (*face.marks, Mark(half_turn(face.marks[0].quad, 200, 300))))
    made = four_cornered(face)
    assert len(made.marks) == marks
    if marks == 4:
        assert np.array_equal(made.image[10:80, 160:190], image[10:80, 10:40])
        assert np.array_equal(made.image[220:290, 10:40], image[10:80, 10:40][::-1, ::-1])
        assert made.marks[2].quad[0][0] > 150  # the upper right one
        assert made.marks[3].quad[0][0] < 50  # upside down in the lower left
    else:
        assert made is face


GOLD = (70, 180, 220)


@pytest.mark.parametrize(
    ("printed", "expected"),
    [((20, 20, 20), GOLD), ((0, 0, 200), (30, 30, 200)), ((240, 240, 240), (5, 15, 20))],
    ids=["black ink turns to the deck's", "red stays red", "white stock turns black"],
)
def test_on_black(printed: tuple[int, int, int], expected: tuple[int, int, int]) -> None:
    face = Face(card(printed), "AS", "card", (Mark(padded_quad(INDEX)),))
    made = on_black(face, GOLD)
    np.testing.assert_allclose(made.image[30, 30, :3], expected, atol=25)
    assert np.array_equal(made.image[..., 3], face.image[..., 3])
    assert made.marks == face.marks
