"""In: the folder of art that was fetched. Out: what a scene is made of: faces, table tops, clutter."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from datasets.bare_court import COURTS, bare_court
from datasets.deck_manifest import Split
from datasets.decks import Deck, four_cornered, load_decks
from datasets.draw_card import deck_design, draw_card
from datasets.draw_tile import draw_tile, tile_edition
from datasets.face import Face
from datasets.glyphs import fonts_in
from datasets.on_black import on_black
from datasets.picture_file import read_picture

Image = npt.NDArray[np.uint8]
Dealer = Callable[[str, int], Face]  # (label, seed) -> one face; "" asks for a back

COMMON_LETTERS = ("en", "fr", "de")
FOREIGN = 0.2  # weight of a deck with Cyrillic or Italian letters: rare on the tables this is for
FOUR_CORNERED = 0.25  # share of scenes in which a real design has its indices set in all four corners
ON_BLACK = 0.1  # share of scenes in which a real design is printed on black
INKS = ((70, 180, 220), (120, 195, 235), (205, 210, 215), (245, 245, 245))  # BGR: gold, pale gold, silver, white
BARE_COURTS = 0.1  # share of scenes whose court cards carry no index: they are there, and have no name
DRAWN_DECKS, TILE_EDITIONS = 4000, 4000  # seeds of invented designs; every tenth is held back from training


@dataclass(frozen=True)
class Supply:
    """Everything a renderer draws with, loaded once a process.

    `pictures`: BGR middles of court cards, for invented decks. `held`: whether these are the designs, editions and
    fonts kept back from training, none of which the other supply has.
    """

    fonts: tuple[Path, ...]
    decks: tuple[Deck, ...]
    pictures: tuple[Image, ...]
    textures: tuple[Path, ...]
    stamps: tuple[Path, ...]
    held: bool

    def card_dealer(self, rng: np.random.Generator) -> Dealer:
        """The cards of one deck, some of them with courts that carry no index and no mark."""
        dealer = self._deck_dealer(rng)
        if rng.random() >= BARE_COURTS:
            return dealer

        def without_names(label: str, seed: int) -> Face:
            face = dealer(label, seed)
            return replace(bare_court(face), marks=()) if label[:-1] in COURTS else face

        return without_names

    def _deck_dealer(self, rng: np.random.Generator) -> Dealer:
        """A real design more often than an invented one."""
        if self.decks and rng.random() < 0.55:
            weights = np.array([FOREIGN if deck.letters not in COMMON_LETTERS else 1.0 for deck in self.decks])
            deck = self.decks[rng.choice(len(self.decks), p=weights / weights.sum())]
            design = deck_design(self._seed(rng, DRAWN_DECKS), self.fonts)
            set_twice, black = rng.random() < FOUR_CORNERED, rng.random() < ON_BLACK
            ink = INKS[rng.integers(len(INKS))]

            def real(label: str, seed: int) -> Face:
                copies = deck.faces.get(label, ()) if label else deck.backs
                face = copies[seed % len(copies)] if copies else draw_card(design, label, self.pictures, seed)
                if set_twice:
                    face = four_cornered(face)
                return on_black(face, ink) if black and label else face

            return real
        invented = deck_design(self._seed(rng, DRAWN_DECKS), self.fonts)
        return lambda label, seed: draw_card(invented, label, self.pictures, seed)

    def tile_dealer(self, rng: np.random.Generator) -> Dealer:
        """The tiles of one edition."""
        edition = tile_edition(self._seed(rng, TILE_EDITIONS), self.fonts)
        return lambda label, seed: draw_tile(edition, label, seed)

    def _seed(self, rng: np.random.Generator, count: int) -> int:
        tens = int(rng.integers(count)) * 10
        return tens if self.held else tens + int(rng.integers(1, 10))


def load_supply(root: Path, split: Split) -> Supply:
    """Reads the folder of art, `decks/`, `fonts/`, `textures/` and `stamps/`; a part that is missing raises
    FileNotFoundError. Table tops and household things are shared by both splits."""
    for part in ("decks", "fonts", "textures", "stamps"):
        if not (root / part).is_dir():
            raise FileNotFoundError(f"{root / part} is missing; datasets/README.md tells how the art is fetched")
    fonts = fonts_in(root / "fonts")
    families = sorted({font.parent.name for font in fonts})
    held_families = set(families[::10])
    decks = tuple(load_decks(root / "decks", split))
    pictures = tuple(
        _picture(face.image)
        for deck in decks
        for rank in "JQK"
        for suit in "SH"
        for face in deck.faces.get(rank + suit, ())
    )
    return Supply(
        fonts=tuple(font for font in fonts if (font.parent.name in held_families) == (split == "held")),
        decks=decks,
        pictures=pictures,
        textures=_table_like((root / "textures").rglob("*.jpg")),
        stamps=tuple(sorted((root / "stamps").rglob("*.png"))),
        held=split == "held",
    )


@lru_cache(maxsize=256)
def texture(path: Path) -> Image:
    """(h, w, 3) BGR."""
    return read_picture(path)


@lru_cache(maxsize=128)
def stamp(path: Path) -> Image | None:
    """(h, w, 4) BGRA of some household thing, None where the picture has no outline."""
    image = read_picture(path, cv2.IMREAD_UNCHANGED)
    if image.ndim != 3 or image.shape[2] != 4:
        return None
    scale = 200 / max(image.shape[:2])
    return np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)


def _table_like(paths: Iterable[Path]) -> tuple[Path, ...]:
    """Wood and cloth three times over: people play on tables and rugs more than on pavements."""
    found = sorted(paths)
    return tuple(path for path in found for _ in range(3 if path.name.startswith(("wood", "cloth")) else 1))


def _picture(image: Image) -> Image:
    """The middle of a court card, without its indices."""
    height, width = image.shape[:2]
    return np.ascontiguousarray(
        image[round(height * 0.2) : round(height * 0.8), round(width * 0.25) : round(width * 0.75), :3]
    )
