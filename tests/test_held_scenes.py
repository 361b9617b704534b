"""Pictures drawn to be measured on: every piece can be read, what lies there is told, and spoiling spoils."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from PIL import ImageFont

from datasets import quad
from datasets.bare_court import bare_court
from datasets.draw_card import deck_design, draw_card
from datasets.held_scenes import Picture, PictureKind, held_designs, labelled, legible, outlines, picture
from datasets.scene import Scene, SceneObject
from datasets.spoilt import SPOILT, shares
from datasets.supply import Supply
from vision.scan import Advice, Scan

KIND = PictureKind("cards: test", "rami", ("rows",), least=2, most=4)


@pytest.fixture(scope="module")
def supply(tmp_path_factory: pytest.TempPathFactory) -> Supply:
    """Invented decks in the one font that Pillow brings along."""
    data = getattr(ImageFont.load_default(20), "font_bytes", None)
    if not data:
        pytest.skip("this Pillow was built without FreeType, so it brings no font to draw faces with")
    font: Path = tmp_path_factory.mktemp("fonts") / "default.ttf"
    font.write_bytes(data)
    return Supply(fonts=(font,), decks=(), pictures=(), textures=(), stamps=(), held=True)


def thing(kind: str, piece: int, visible: float = 1.0, tall: float = 30, label: str = "AS") -> SceneObject:
    corners = quad.upright(100 * piece, 0, 100 * piece + 20, tall)
    return SceneObject(kind, label, corners, corners.mean(0), visible, piece)  # type: ignore[arg-type]


def scene(*objects: SceneObject) -> Scene:
    return Scene(np.full((256, 512, 3), 120, np.uint8), objects, "rows")


@pytest.mark.parametrize(
    ("objects", "expected"),
    [
        pytest.param([thing("body", 1), thing("index", 1)], True, id="one card"),
        pytest.param([thing("body", 1), thing("index", 1, 0.5), thing("index", 1)], True, id="one index is enough"),
        pytest.param([thing("body", 1), thing("index", 1, 0.5)], False, id="half covered"),
        pytest.param([thing("body", 1), thing("index", 1, tall=10)], False, id="too small"),
        pytest.param([thing("body", 1), thing("index", 1), thing("body", 2)], False, id="another without an index"),
        pytest.param([], False, id="nothing"),
    ],
)
def test_legible(objects: list[SceneObject], expected: bool) -> None:
    assert legible(scene(*objects)) is expected


def test_what_lies_there_is_told_as_a_manifest_would() -> None:
    told = labelled(scene(thing("body", 1), thing("index", 1), thing("body", 2, label="")), KIND, "name")
    assert (told.labels, told.kind, told.group) == (("AS",), "cards", "cards: test")
    assert [(box.label, box.x, box.width) for box in told.boxes] == [("AS", 100, 20)]


def test_the_same_seed_draws_the_same_picture(supply: Supply) -> None:
    one, other = (picture(supply, KIND, "rows", ("AS", "7H", "KD"), 3) for _ in range(2))
    assert np.array_equal(one.image, other.image)
    assert legible(one.scene)
    assert len(one.labelled.labels) == len(outlines(one.scene)) >= 2


def test_only_what_was_kept_back_is_measured_on(supply: Supply) -> None:
    four = held_designs(supply, lambda design: design.corners == 4)
    assert four
    assert all(design.corners == 4 for design in four)
    with pytest.raises(ValueError, match="kept back"):
        held_designs(Supply(supply.fonts, (), (), (), (), held=False), lambda design: True)


def test_courts_lose_their_indices_and_nothing_else_does(supply: Supply) -> None:
    design = deck_design(0, supply.fonts)
    for label, changed in (("KS", True), ("7S", False)):
        face = draw_card(design, label, (), 1)
        bare = bare_court(face)
        assert (not np.array_equal(bare.image, face.image)) is changed
        assert len(bare.marks) == len(face.marks)


@pytest.mark.parametrize(("share", "bare"), [(0.0, False), (1.0, True)])
def test_some_decks_have_courts_without_a_mark(
    supply: Supply, monkeypatch: pytest.MonkeyPatch, share: float, bare: bool
) -> None:
    monkeypatch.setattr("datasets.supply.BARE_COURTS", share)
    deal = supply.card_dealer(np.random.default_rng(1))
    assert {label: bool(deal(label, 1).marks) for label in ("KS", "7S", "JOKER")} == {
        "KS": not bare,
        "7S": True,
        "JOKER": True,
    }
    assert deal("KS", 1).label == "KS"


def spoil(name: str) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    marks = [thing("index", piece) for piece in (1, 2, 3)]
    before = scene(*marks)
    rng = np.random.default_rng(0)
    before.image[:] = rng.integers(60, 200, before.image.shape)
    told = labelled(before, KIND, "name")
    return before.image, SPOILT[name](Picture(told, before.image, before), rng)


def detail(image: npt.NDArray[np.uint8]) -> float:
    return float(np.abs(np.diff(image.astype(int), axis=1)).mean())


def test_spoilt_pictures_are_spoilt_in_their_own_way() -> None:
    before, dark = spoil("too_dark")
    assert np.percentile(dark, 90) < 45 < np.percentile(before, 90)
    before, soft = spoil("blurred")
    assert detail(soft) < detail(before) / 3
    before, cut = spoil("cut_off")
    assert cut.shape[1] == 310  # through the middle of the last mark
    _, shiny = spoil("glare")
    assert (shiny[10:20, 105:115] == 255).all(), "the first mark is gone"
    assert (shiny[10:20, 205:215] < 255).any(), "the second is not"
    _, far = spoil("too_far")
    assert far.shape == (1024, 1024, 3)


def test_shares_count_pictures_and_not_sentences() -> None:
    warned = Scan("a", 1, 1, "rami", (), (), (Advice("blurred", "x"), Advice("blurred", "y")))
    assert shares([warned, Scan("b", 1, 1, "rami", ())]) == {"blurred": 0.5}
