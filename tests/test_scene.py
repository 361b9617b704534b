"""In: layouts, faces and tiles drawn here. Out: proof that a scene says truly what lies where, and how much is seen."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pytest
from PIL import ImageFont

from datasets import quad
from datasets.camera import Pose, lying
from datasets.clutter import table_top
from datasets.face import Face, Mark
from datasets.film import HEIGHT, WIDTH, set_up
from datasets.layouts import CARD_LAYOUTS, TILE_LAYOUTS, Layout, Size
from datasets.photos import upright_tile
from datasets.scene import FRAME, Scene, SceneObject, render_hand, render_scene
from datasets.supply import Dealer, Supply

CARD, TILE = (63.0, 88.0, 0.3), (25.0, 37.0, 5.0)
LAYOUTS = [
    *(pytest.param(layout, CARD, id=f"cards {name}") for name, (layout, _) in CARD_LAYOUTS.items()),
    *(pytest.param(layout, TILE, id=f"tiles {name}") for name, (layout, _) in TILE_LAYOUTS.items()),
]


@pytest.mark.parametrize(("layout", "size"), LAYOUTS)
@pytest.mark.parametrize("count", [1, 2, 3, 7, 14])
def test_layouts_lay_each_piece_once_its_face_up(layout: Layout, size: Size, count: int) -> None:
    for seed in range(5):
        poses = layout(np.random.default_rng(seed), count, size)
        # Several hands share out what divides evenly; every other layout lays all.
        assert count - 3 <= len(poses) <= count if layout is CARD_LAYOUTS["table"][0] else len(poses) == count
        assert poses
        for pose in poses:
            assert (pose.width, pose.height, pose.thickness) == size
            assert np.linalg.norm(pose.right) == pytest.approx(1)
            assert np.linalg.norm(pose.down) == pytest.approx(1)
            assert pose.right @ pose.down == pytest.approx(0)
            # Down is right turned clockwise as the camera above sees it: no piece is mirrored.
            assert np.cross(pose.right, pose.down)[2] > 0


def plain_face(label: str, seed: int) -> Face:
    """A white card of 70 by 100 px whose mark is its upper left quarter and, upside down, its lower right one."""
    mark = quad.upright(0, 0, 35, 50)
    turned = (np.array([70, 100]) - mark).astype(np.float32)
    return Face(np.full((100, 70, 4), 255, np.uint8), label, "card", (Mark(mark), Mark(turned)))


class PlainSupply(Supply):
    """Deals plain faces on a bare table."""

    def card_dealer(self, rng: np.random.Generator) -> Dealer:
        return plain_face


BARE = PlainSupply(fonts=(), decks=(), pictures=(), textures=(), stamps=(), held=False)


def scene_of(
    monkeypatch: pytest.MonkeyPatch, places: list[tuple[float, float, float]], labels: list[str], seed: int = 1
) -> Scene:
    """Cards lying at (x, y) mm, each turned by an angle, the last on top; without things and fingers."""

    def laid(_rng: np.random.Generator, _count: int, size: Size) -> list[Pose]:
        return [lying(x, y, angle, size, 0.3 * number) for number, (x, y, angle) in enumerate(places)]

    monkeypatch.setitem(CARD_LAYOUTS, "rows", (laid, 1.0))
    monkeypatch.setattr("datasets.scene.things", lambda *_args, **_named: None)
    return render_hand(BARE, np.random.default_rng(seed), "rami", labels, "rows")


def whole_scene(monkeypatch: pytest.MonkeyPatch, places: list[tuple[float, float, float]], labels: list[str]) -> Scene:
    """The first such scene with every card in the frame."""
    for seed in range(1, 40):
        scene = scene_of(monkeypatch, places, labels, seed)
        bodies = [thing for thing in scene.objects if thing.kind == "body"]
        if len(bodies) == len(labels) and all(b.quad.min() > 0 and b.quad.max() < FRAME for b in bodies):
            return scene
    raise AssertionError("no seed shows all cards")


def marks_of(scene: Scene, piece: int) -> list[SceneObject]:
    return [thing for thing in scene.objects if thing.kind == "index" and thing.piece == piece]


def test_cards_apart_are_seen_wholly(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = whole_scene(monkeypatch, [(0, 0, 0), (100, 0, 0.2)], ["AS", "10D"])
    assert [(thing.kind, thing.label, thing.piece) for thing in scene.objects] == [
        *(("body", "AS", 1), ("index", "AS", 1), ("index", "AS", 1)),
        *(("body", "10D", 2), ("index", "10D", 2), ("index", "10D", 2)),
    ]
    assert all(thing.visible > 0.93 for thing in scene.objects)
    assert scene.image.shape == (FRAME, FRAME, 3)


@pytest.mark.parametrize(
    ("across", "down", "body", "first", "second"),
    [
        pytest.param(30.8, 0, 0.5, 1.0, 0.0, id="the right half is covered"),
        pytest.param(0, 44, 0.5, 1.0, 0.0, id="the lower half is covered"),
        pytest.param(30.8, 44, 0.75, 1.0, 0.0, id="the lower right quarter is covered"),
        pytest.param(-30.8, 0, 0.5, 0.0, 1.0, id="the left half is covered"),
        pytest.param(46.2, 0, 0.75, 1.0, 0.5, id="a quarter is covered, half a mark with it"),
    ],
)
def test_visible_share(
    monkeypatch: pytest.MonkeyPatch, across: float, down: float, body: float, first: float, second: float
) -> None:
    """One card over another of 61.6 by 88 mm, moved by so much."""
    scene = whole_scene(monkeypatch, [(0, 0, 0), (across, down, 0)], ["AS", "10D"])
    below = next(thing for thing in scene.objects if thing.kind == "body" and thing.piece == 1)
    assert below.visible == pytest.approx(body, abs=0.06)
    # What is not seen at all is not listed.
    seen = [thing.visible for thing in marks_of(scene, 1) if thing.visible > 0.1]
    assert seen == pytest.approx([share for share in (first, second) if share], abs=0.08)
    assert all(thing.visible > 0.93 for thing in marks_of(scene, 2))


def test_quads_start_at_the_marks_own_top_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second index of a card stands upside down: both have their top left farthest from the card's centre."""
    scene = whole_scene(monkeypatch, [(0, 0, 0)], ["AS"])
    for mark in marks_of(scene, 1):
        away = np.linalg.norm(mark.quad - mark.centre, axis=1)
        assert int(np.argmax(away)) == 0
        x, y = mark.quad.T
        assert np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y) > 0, "clockwise"


@pytest.fixture(scope="session")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Supply:
    """Invented decks and editions in the one font that Pillow brings along."""
    data = getattr(ImageFont.load_default(20), "font_bytes", None)
    if not data:
        pytest.skip("this Pillow was built without FreeType, so it brings no font to draw faces with")
    font: Path = tmp_path_factory.mktemp("fonts") / "default.ttf"
    font.write_bytes(data)
    return Supply(fonts=(font,), decks=(), pictures=(), textures=(), stamps=(), held=False)


@pytest.mark.parametrize(
    ("game", "layout", "seed"), [("rami", "fanned", 1), ("rummikub", "racked", 3), ("rummikub", "racked", 4)]
)
def test_a_film_is_drawn_with_its_own_supply(drawn: Supply, game: str, layout: str, seed: int) -> None:
    """A rack bears its maker's name in a font of the supply; one without fonts stopped the film."""
    film = set_up(drawn, game, layout, ["JOKER", "JOKER"], seed)
    every = frozenset({0, 1})
    first, again = film.still(every), film.still(every)
    assert first.shape == (HEIGHT, WIDTH, 3)
    assert np.array_equal(first, again)
    assert not np.array_equal(first, film.still(frozenset({0})))


def same(one: Scene, other: Scene) -> bool:
    objects = zip(one.objects, other.objects, strict=True)
    return np.array_equal(one.image, other.image) and all(
        (a.kind, a.label, a.visible, a.piece) == (b.kind, b.label, b.visible, b.piece)
        and np.array_equal(a.quad, b.quad)
        for a, b in objects
    )


@pytest.mark.parametrize("game", ["rami", "rummikub"])
def test_same_seed_same_scene(drawn: Supply, game: str) -> None:
    scene = render_scene(drawn, 3, game)
    assert same(scene, render_scene(drawn, 3, game))
    assert not np.array_equal(scene.image, render_scene(drawn, 4, game).image)


@pytest.mark.parametrize(
    ("game", "layout", "labels", "kinds"),
    [
        ("rami", "scattered", ["AS", "JOKER", ""], {"body", "index"}),
        ("rami", "table", ["AS", "KH"], {"body", "index"}),
        ("rummikub", "racked", ["K13", "JOKER", "R6"], {"tile"}),
        ("rummikub", "rows", ["", ""], {"body"}),
    ],
)
def test_objects_are_what_was_dealt(drawn: Supply, game: str, layout: str, labels: list[str], kinds: set[str]) -> None:
    for seed in range(3):
        scene = render_hand(drawn, np.random.default_rng(seed), game, labels, layout)
        assert {thing.kind for thing in scene.objects} <= kinds
        for thing in scene.objects:
            assert thing.label == labels[thing.piece - 1]
            assert 0 < thing.visible <= 1
            assert thing.quad.shape == (4, 2)
            assert thing.quad.dtype == np.float32


@pytest.mark.parametrize(
    ("corners", "expected"),
    [
        ([[0, 0], [7, 0], [7, 10], [0, 10]], 0.7),
        ([[0, 0], [7, 0], [7, 1], [0, 1]], 1 / 7),
        ([[7, 0], [0, 0], [0, 10], [7, 10]], -0.7),
    ],
    ids=["from above", "nearly from its edge", "from behind"],
)
def test_flatness(corners: list[list[float]], expected: float) -> None:
    assert quad.flatness(np.array(corners, np.float64)) == pytest.approx(expected)


def test_a_table_without_art_is_still_a_table() -> None:
    for seed in range(6):
        top = table_top(BARE, 64, np.random.default_rng(seed))
        assert top.shape == (64, 64, 3)
        assert top.dtype == np.uint8


def tile_picture(turns: int) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.float32]]:
    """A cream tile with a dark bar in its upper half, turned clockwise; and its own corners from the top left."""
    image = np.full((240, 240, 3), (60, 90, 40), np.uint8)
    cv2.rectangle(image, (75, 60), (164, 179), (200, 235, 240), -1)
    cv2.rectangle(image, (95, 75), (144, 112), (30, 30, 30), -1)
    corners = quad.upright(75, 60, 164, 179)
    for _ in range(turns):
        image = np.ascontiguousarray(np.rot90(image, -1))
        corners = np.stack([239 - corners[:, 1], corners[:, 0]], 1)
    return image, corners


@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize("first", range(4))
@pytest.mark.parametrize("order", [1, -1])
def test_upright_tile(turns: int, first: int, order: int) -> None:
    """From whichever corner and whichever way round the photo's label names them."""
    image, corners = tile_picture(turns)
    polygon = np.roll(corners, first, 0)[::order].copy()
    found, sure = upright_tile(image, polygon)
    assert sure
    assert found == pytest.approx(corners, abs=1.5)


def test_upright_tile_without_ink_is_unsure() -> None:
    image, corners = tile_picture(0)
    cv2.rectangle(image, (75, 60), (164, 179), (200, 235, 240), -1)
    assert not upright_tile(image, corners)[1]
