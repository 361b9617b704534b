"""In: the art kept back from training. Out: labelled pictures of whole hands, drawn, of each kind worth a figure.

A kind is a way of laying, a sort of deck, or something in the way of the light. Every piece of a picture can be read:
where one cannot, the next seed is taken. The same art and renderer give the same pictures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from itertools import count, islice
from pathlib import Path

import numpy as np
import numpy.typing as npt

from datasets import effects, quad
from datasets.decks import Deck
from datasets.draw_card import CARD_LABELS, LETTERS, DeckDesign, deck_design, draw_card
from datasets.draw_tile import TILE_LABELS
from datasets.face import Face
from datasets.manifest import Box, LabelledPhoto
from datasets.scene import Scene, SceneObject, render_hand
from datasets.supply import DRAWN_DECKS, Dealer, Supply
from scoring.pieces import Kind

Image = npt.NDArray[np.uint8]

FRAME = 1024
LEGIBLE, TALL = 0.9, 18.0  # share of a mark that is seen, and px of its height, from which a person reads it
DESIGNS = 16  # invented decks that a kind is drawn with


@dataclass(frozen=True)
class Picture:
    """A picture and what lies in it. `scene`: its marks, in the pixels of `image`."""

    labelled: LabelledPhoto
    image: Image
    scene: Scene


@dataclass(frozen=True)
class OneDeckSupply(Supply):
    """A supply that deals every card from one deck."""

    dealer: Dealer

    def card_dealer(self, rng: np.random.Generator) -> Dealer:
        return self.dealer


@dataclass(frozen=True)
class PictureKind:
    """`layouts` are taken in turn; `least` to `most` pieces lie in a picture; `decks`: which invented decks it is drawn
    with, any deck where it is None; `spoil`: what is done to the finished picture."""

    name: str
    game: str
    layouts: tuple[str, ...]
    least: int = 3
    most: int = 13
    decks: Callable[[DeckDesign], bool] | None = None
    spoil: Callable[[Scene, np.random.Generator], Scene] | None = None


def four_cornered(design: DeckDesign) -> bool:
    return design.corners == 4


def gold_on_black(design: DeckDesign) -> bool:
    return max(design.stock) < 60


def four_coloured(design: DeckDesign) -> bool:
    return len(set(design.inks.values())) == 4


def with_glare(scene: Scene, rng: np.random.Generator) -> Scene:
    """A lamp mirrored in most of the pieces."""
    image = scene.image.copy()
    for outline in outlines(scene).values():
        if rng.random() < 0.7:
            effects.glare(image, outline.astype(np.float64), rng)
    return replace(scene, image=image)


SIDE_BY_SIDE = ("rows", "overlapped", "fanned")
KINDS = (
    PictureKind("cards: side by side", "rami", ("rows",)),
    PictureKind("cards: scattered", "rami", ("scattered",), most=10),
    PictureKind("cards: overlapped in a row", "rami", ("overlapped",)),
    PictureKind("cards: in columns", "rami", ("cascaded",)),
    PictureKind("cards: fanned", "rami", ("fanned",)),
    PictureKind("cards: piled", "rami", ("piled",), least=2, most=5),
    PictureKind("cards: several hands on a table", "rami", ("table",), least=12, most=28),
    PictureKind("cards: an index in four corners", "rami", SIDE_BY_SIDE, decks=four_cornered),
    PictureKind("cards: gold on black", "rami", SIDE_BY_SIDE, decks=gold_on_black),
    PictureKind("cards: four colours", "rami", SIDE_BY_SIDE, decks=four_coloured),
    PictureKind("cards: glare", "rami", SIDE_BY_SIDE, spoil=with_glare),
    PictureKind("tiles: side by side", "rummikub", ("rows",), most=14),
    PictureKind("tiles: scattered", "rummikub", ("scattered",), most=14),
    PictureKind("tiles: melds", "rummikub", ("melds",), most=20),
    PictureKind("tiles: on a rack", "rummikub", ("racked",), most=20),
    PictureKind("tiles: glare", "rummikub", ("rows", "racked"), most=14, spoil=with_glare),
)


def pictures_of_kind(supply: Supply, kind: PictureKind, number: int) -> Iterator[Picture]:
    """`number` of them, named for the kind as their group."""
    supplies = [supply]
    if kind.decks is not None:
        supplies = [one_deck(supply, drawn(supply, design)) for design in held_designs(supply, kind.decks)]
    for place in range(number):
        layout = kind.layouts[place % len(kind.layouts)]
        yield picture(
            supplies[place % len(supplies)], kind, layout, CARD_LABELS if kind.game == "rami" else TILE_LABELS, place
        )


def pictures_of_deck(supply: Supply, deck: Deck, number: int) -> Iterator[Picture]:
    """Hands of one real design, of those of its cards that carry an index; the deck's name is their group."""
    labels = [label for label, faces in deck.faces.items() if all(face.marks for face in faces)]
    kind = PictureKind(deck.name, "rami", SIDE_BY_SIDE, most=10)

    def dealer(label: str, seed: int) -> Face:
        copies = deck.faces[label] if label else deck.backs
        return copies[seed % len(copies)]

    for place in range(number):
        layout = SIDE_BY_SIDE[place % len(SIDE_BY_SIDE)]
        yield picture(one_deck(supply, dealer), kind, layout, tuple(labels), place)


def pictures_in_letters(supply: Supply, country: str, number: int) -> Iterator[Picture]:
    """Aces, jacks, queens and kings, a ten among them, of invented decks with the letters of a country."""
    labels = tuple(label for label in CARD_LABELS if label[:-1] in LETTERS[country] or label == "10H")
    kind = PictureKind(country, "rami", ("rows", "overlapped"), least=8, most=10)
    designs = held_designs(supply, lambda design: True)
    for place in range(number):
        design = replace(designs[place % len(designs)], letters=LETTERS[country])
        layout = kind.layouts[place % len(kind.layouts)]
        yield picture(one_deck(supply, drawn(supply, design)), kind, layout, labels, place)


def picture(supply: Supply, kind: PictureKind, layout: str, labels: Sequence[str], seed: int) -> Picture:
    """The first picture from the seed on in which every piece can be read."""
    name = f"{kind.name} {seed}"
    for attempt in count():
        rng = np.random.default_rng([seed, attempt, *kind.name.encode()])
        pool = [*labels, *labels]  # two of each, as both games have them
        wanted = int(rng.integers(kind.least, min(kind.most, len(pool)) + 1))
        dealt = [pool[place] for place in rng.choice(len(pool), wanted, replace=False)]
        scene = render_hand(supply, rng, kind.game, dealt, layout, FRAME)
        if legible(scene):
            scene = kind.spoil(scene, rng) if kind.spoil else scene
            return Picture(labelled(scene, kind, name), scene.image, scene)
    raise AssertionError  # `count` does not end


def legible(scene: Scene) -> bool:
    """Whether a person can read a mark of each piece that is in the picture."""
    seen = {
        thing.piece
        for thing in scene.objects
        if thing.kind != "body" and thing.visible > LEGIBLE and quad.height(thing.quad) > TALL
    }
    return bool(seen) and seen == {thing.piece for thing in scene.objects}


def labelled(scene: Scene, kind: PictureKind, name: str) -> LabelledPhoto:
    """What lies in a scene, as the manifest of a real photo would tell it."""
    labels = {thing.piece: thing.label for thing in scene.objects if thing.label}
    boxes = tuple(_box(labels[piece], outline) for piece, outline in outlines(scene).items() if piece in labels)
    pieces: Kind = "cards" if kind.game == "rami" else "tiles"
    return LabelledPhoto(name, Path(name), pieces, "held", kind.name, tuple(labels.values()), boxes, corner_boxes=False)


def outlines(scene: Scene) -> dict[int, npt.NDArray[np.float32]]:
    """The outline of each piece by its number: the card's body, or the tile's face."""
    found: dict[int, SceneObject] = {}
    for thing in scene.objects:
        if thing.kind in ("body", "tile"):
            found.setdefault(thing.piece, thing)
    return {piece: thing.quad for piece, thing in found.items()}


def held_designs(supply: Supply, wanted: Callable[[DeckDesign], bool]) -> list[DeckDesign]:
    """The first invented decks of those kept back from training that are as wanted."""
    if not supply.held:
        raise ValueError("only a supply of what was kept back from training measures anything")
    every = (deck_design(seed, supply.fonts) for seed in range(0, 10 * DRAWN_DECKS, 10))
    return list(islice(filter(wanted, every), DESIGNS))


def one_deck(supply: Supply, dealer: Dealer) -> OneDeckSupply:
    return OneDeckSupply(**{part.name: getattr(supply, part.name) for part in fields(Supply)}, dealer=dealer)


def drawn(supply: Supply, design: DeckDesign) -> Dealer:
    return lambda label, seed: draw_card(design, label, supply.pictures, seed)


def _box(label: str, outline: npt.NDArray[np.float32]) -> Box:
    left, top = outline.min(0).tolist()
    right, bottom = outline.max(0).tolist()
    return Box(label, left, top, right - left, bottom - top)
