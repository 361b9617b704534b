"""In: a seed and the fonts. Out: a deck of one invented design, each card a `Face`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from datasets import quad
from datasets.colour import Colour, as_colour, near
from datasets.face import Face, Mark
from datasets.glyphs import Mask, paint, resized, rounded, scaled, suit_mask, text_mask

HEIGHT = 480
Image = npt.NDArray[np.uint8]
SPREAD = 10  # of a printed colour, in steps of a channel
PAD = 2  # px of stock around an index that belong to its mark
RANKS = ("A", *(str(number) for number in range(2, 11)), "J", "Q", "K")
CARD_LABELS = (*(rank + suit for suit in "SHDC" for rank in RANKS), "JOKER")

# What stands in the corner of an ace, jack, queen and king, by the country the deck is made for.
LETTERS = {
    "en": {"A": "A", "J": "J", "Q": "Q", "K": "K"},
    "fr": {"A": "1", "J": "V", "Q": "D", "K": "R"},
    "fr_as": {"A": "A", "J": "V", "Q": "D", "K": "R"},
    "de": {"A": "A", "J": "B", "Q": "D", "K": "K"},
    "nl": {"A": "A", "J": "B", "Q": "V", "K": "H"},
    "sv": {"A": "A", "J": "Kn", "Q": "D", "K": "K"},
    "en_1": {"A": "1", "J": "J", "Q": "Q", "K": "K"},
}


@dataclass(frozen=True)
class DeckDesign:
    """What all cards of one deck share. Lengths are shares of the card's height, colours are BGR."""

    width: int
    stock: Colour
    inks: dict[str, Colour]
    font: Path
    letters: dict[str, str]
    corners: int
    rank_height: float
    rank_stretch: float
    suit_height: float
    gap: float
    margin: tuple[float, float]
    suit_variant: int
    pips: str
    frame: float
    joker: str
    back: int


def deck_design(seed: int, fonts: tuple[Path, ...]) -> DeckDesign:
    """A design as varied as those in shops: small to jumbo indices, two or four of them, two or four colours."""
    rng = np.random.default_rng(seed)
    dark = rng.random() < 0.14
    if dark:
        grey = int(rng.uniform(12, 50))
        stock = (grey, grey, grey)
        gold = (int(rng.uniform(40, 140)), int(rng.uniform(150, 215)), int(rng.uniform(190, 245)))
        silver = (200, 205, 210)
        red = gold if rng.random() < 0.6 else (40, 40, 200)
        black = silver if rng.random() < 0.3 else gold
        inks = {"S": black, "C": black, "H": red, "D": red}
    else:
        shade = rng.uniform(0.9, 1.0)
        warm = rng.uniform(0, 0.14)
        stock = (int(255 * shade * (1 - warm)), int(255 * shade * (1 - warm / 3)), int(255 * shade))
        red = near(rng, ((35, 25, 205), (50, 45, 220), (30, 20, 170), (70, 60, 225)), SPREAD)
        black = near(rng, ((20, 20, 20), (45, 40, 35)), SPREAD)
        inks = {"S": black, "C": black, "H": red, "D": red}
        if rng.random() < 0.18:
            inks["C"] = near(rng, ((60, 120, 20), (40, 100, 30)), SPREAD)
            inks["D"] = near(rng, ((190, 100, 20), (20, 130, 235), (30, 190, 230)), SPREAD)
    jumbo = rng.random() < 0.25
    rank_height = rng.uniform(0.14, 0.2) if jumbo else rng.uniform(0.075, 0.13)
    return DeckDesign(
        width=round(HEIGHT * rng.uniform(0.62, 0.74)),
        stock=stock,
        inks=inks,
        font=fonts[rng.integers(len(fonts))],
        letters=LETTERS[str(rng.choice(list(LETTERS), p=[0.5, 0.13, 0.08, 0.15, 0.05, 0.05, 0.04]))],
        corners=4 if rng.random() < 0.35 else 2,
        rank_height=rank_height,
        rank_stretch=rng.uniform(0.65, 1.0),
        suit_height=rank_height * rng.uniform(0.45, 1.0),
        gap=rank_height * rng.uniform(0.05, 0.42),
        margin=(rng.uniform(0.018, 0.045), rng.uniform(0.022, 0.06)),
        suit_variant=int(rng.integers(1 << 30)),
        pips=str(rng.choice(["grid", "grid", "grid", "one", "none"])),
        frame=rng.choice([0.0, 0.0, 0.0, rng.uniform(0.004, 0.01)]),
        joker=str(rng.choice(["stack", "stack", "across", "star", "rank"])),
        back=int(rng.integers(1 << 30)),
    )


def draw_card(design: DeckDesign, label: str, pictures: Sequence[Image], seed: int) -> Face:
    """One card of the design, "" for its back. `pictures`: BGR art to fill the middle of court cards and jokers."""
    rng = np.random.default_rng(seed)
    height, width = HEIGHT, design.width
    image = np.empty((height, width, 4), np.uint8)
    image[..., :3] = design.stock
    image[..., 3] = rounded(width, height, round(height * 0.035))
    if not label:
        return Face(_back(image, np.random.default_rng(design.back)), "", "card", ())
    if label == "JOKER":
        ink = design.inks["S" if rng.random() < 0.5 else "H"]
        index = _joker_index(design, ink)
    else:
        ink = design.inks[label[-1]]
        index = _index(design, label[:-1], label[-1], ink)
    _middle(image, design, label, index.shape[1], pictures, rng, ink)
    if design.frame:
        thick = max(1, round(design.frame * height))
        inset = round(height * 0.012)
        cv2.rectangle(image, (inset, inset), (width - inset, height - inset), (*ink, 255), thick, cv2.LINE_AA)
    x, y = design.margin[0] * height, design.margin[1] * height
    marks = [_print_index(image, index, x, y)]
    if design.corners == 4:
        marks.append(_print_index(image, index, width - x - index.shape[1], y))
    half_turn = np.array([width, height], np.float32)
    turned = image[::-1, ::-1].copy()
    for mark in list(marks):
        left, top = mark.quad[0]
        _print_index(turned, index, float(left) + PAD, float(top) + PAD)
        marks.append(Mark((half_turn - mark.quad).astype(np.float32)))
    return Face(np.ascontiguousarray(turned[::-1, ::-1]), label, "card", tuple(marks))


def _index(design: DeckDesign, rank: str, suit: str, ink: Colour) -> Image:
    """Rank above suit on nothing, (h, w, 4) BGRA, as wide as the wider of the two."""
    text = design.letters.get(rank, rank)
    mask = text_mask(design.font, text)
    if mask is None:
        raise ValueError(f"{design.font.name} cannot write {text}")
    tall = design.rank_height * HEIGHT
    above = resized(mask, tall, design.rank_stretch)
    widest = tall * 0.95
    if above.shape[1] > widest:  # a 10 is set narrow
        above = scaled(above, (round(widest), above.shape[0]))
    below = resized(suit_mask(suit, design.suit_variant + ord(suit)), design.suit_height * HEIGHT)
    return _stacked([above, below], design.gap * HEIGHT, ink)


def _joker_index(design: DeckDesign, ink: Colour) -> Image:
    """A star, a star above a J, the word across, or its letters one below the other; (h, w, 4) BGRA on nothing."""
    tall = design.rank_height * HEIGHT
    if design.joker == "star":
        return _stacked([_star(round(tall))], 0, ink)
    if design.joker == "rank":
        masks = [_star(round(tall * 0.8))]
        if (glyph := text_mask(design.font, "J")) is not None:
            masks.append(resized(glyph, tall * 0.6))
        return _stacked(masks, 3, ink)
    if design.joker == "across":
        mask = text_mask(design.font, "Joker" if design.suit_variant % 2 else "JOKER")
        if mask is not None:
            return _stacked([resized(mask, tall * 0.5, design.rank_stretch)], 0, ink)
    letters = [text_mask(design.font, letter) for letter in "JOKER"]
    masks = [resized(mask, tall * 0.5, design.rank_stretch) for mask in letters if mask is not None]
    return _stacked(masks, tall * 0.08, ink)


def _stacked(masks: Sequence[Mask], gap: float, ink: Colour) -> Image:
    width = max(mask.shape[1] for mask in masks)
    height = sum(mask.shape[0] for mask in masks) + round(gap) * (len(masks) - 1)
    index = np.zeros((height, width, 4), np.uint8)
    index[..., :3] = ink
    top = 0
    for mask in masks:
        left = (width - mask.shape[1]) // 2
        index[top : top + mask.shape[0], left : left + mask.shape[1], 3] = mask
        top += mask.shape[0] + round(gap)
    return index


def _print_index(image: Image, index: Image, x: float, y: float) -> Mark:
    """Lay the index with its top left at (x, y), in place; its mark is a little larger."""
    paint(image, index[..., 3], x, y, as_colour(index[0, 0, :3]))
    height, width = index.shape[:2]
    left, top = round(x), round(y)
    return Mark(quad.upright(left - PAD, top - PAD, left + width + PAD, top + height + PAD))


# Where the pips of each number stand, as shares of the space for them; those below the middle stand on their heads.
_PIPS = {
    1: [(0.5, 0.5)],
    2: [(0.5, 0.0), (0.5, 1.0)],
    3: [(0.5, 0.0), (0.5, 0.5), (0.5, 1.0)],
    4: [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)],
}
_PIPS[5] = [*_PIPS[4], (0.5, 0.5)]
_PIPS[6] = [*_PIPS[4], (0.0, 0.5), (1.0, 0.5)]
_PIPS[7] = [*_PIPS[6], (0.5, 0.25)]
_PIPS[8] = [*_PIPS[7], (0.5, 0.75)]
_PIPS[9] = [(x, y / 3) for x in (0.0, 1.0) for y in range(4)] + [(0.5, 0.5)]
_PIPS[10] = [*_PIPS[9][:8], (0.5, 1 / 6), (0.5, 5 / 6)]


def _middle(
    image: Image,
    design: DeckDesign,
    label: str,
    index_width: int,
    pictures: Sequence[Image],
    rng: np.random.Generator,
    ink: Colour,
) -> None:
    """Pips, a court's picture or a joker's, between the index columns."""
    height, width = image.shape[:2]
    edge = design.margin[0] * height + index_width + 0.012 * height
    left, right = round(edge), round(width - edge)
    if label == "JOKER" or label[:-1] in ("J", "Q", "K"):
        top = round(height * 0.08)
        if pictures and right - left > 20 and rng.random() < 0.85:
            art = pictures[int(rng.integers(len(pictures)))]
            space = (right - left, height - 2 * top)
            image[top : height - top, left:right, :3] = cv2.resize(art, space, interpolation=cv2.INTER_AREA)
        elif not pictures and (letter := text_mask(design.font, label[0])) is not None:
            tall = min(height * 0.3, 0.8 * (right - left) * letter.shape[0] / letter.shape[1])
            shape = resized(letter, tall)
            paint(image, shape, (width - shape.shape[1]) / 2, height * 0.48 - shape.shape[0], ink)
            turned = np.ascontiguousarray(shape[::-1, ::-1])
            paint(image, turned, (width - shape.shape[1]) / 2, height * 0.52, ink)
        if rng.random() < 0.5:
            cv2.rectangle(image, (left, top), (right, height - top), (*ink, 255), 2)
        return
    count = 1 if label[:-1] == "A" or design.pips == "one" else int(label[:-1])
    if design.pips == "none" or right - left < 30:
        return
    mask = suit_mask(label[-1], design.suit_variant + ord(label[-1]))
    size = height * (rng.uniform(0.22, 0.5) if count == 1 else 0.145)
    pip = resized(mask, size)
    x0, x1 = left + pip.shape[1] * 0.55, right - pip.shape[1] * 0.55
    y0, y1 = height * 0.15, height * 0.85
    for across, down in _PIPS[count]:
        shape = pip if down <= 0.5 else np.ascontiguousarray(pip[::-1])
        x, y = x0 + (x1 - x0) * across, y0 + (y1 - y0) * down
        paint(image, shape, x - pip.shape[1] / 2, y - pip.shape[0] / 2, ink)


def _back(image: Image, rng: np.random.Generator) -> Image:
    height, width = image.shape[:2]
    inset = round(height * rng.uniform(0.0, 0.06))
    inner = image[inset : height - inset, inset : width - inset, :3].copy()
    y, x = np.mgrid[0 : inner.shape[0], 0 : inner.shape[1]].astype(np.float32)
    period = rng.uniform(8, 40)
    wave = np.sin((x + y) * np.pi / period) * np.sin((x - y) * np.pi / period * rng.choice([1.0, 0.0]) + 1.2)
    inks = ((40, 30, 190), (170, 70, 30), (60, 110, 30), (30, 30, 30), (120, 40, 110))
    ink = np.array(near(rng, inks, SPREAD), np.float32)
    share = np.clip(0.5 + wave * rng.uniform(0.5, 3), 0, 1)[..., None] * rng.uniform(0.3, 1)
    inner[:] = (inner * share + ink * (1 - share)).astype(np.uint8)
    if rng.random() < 0.5:
        centre, radius = (inner.shape[1] // 2, inner.shape[0] // 2), round(width * rng.uniform(0.15, 0.35))
        cv2.circle(inner, centre, radius, (235, 235, 235), int(rng.choice([-1, 4])), cv2.LINE_AA)
    image[inset : height - inset, inset : width - inset, :3] = inner
    return image


def _star(size: int) -> Mask:
    mask = np.zeros((size + 4, size + 4), np.uint8)
    t = np.arange(10) * np.pi / 5 - np.pi / 2
    reach = np.where(np.arange(10) % 2 == 0, size / 2, size / 4.6)
    points = np.stack([size / 2 + 2 + np.cos(t) * reach, size / 2 + 2 + np.sin(t) * reach], 1)
    cv2.fillPoly(mask, [points.round().astype(np.int32)], 255, cv2.LINE_AA)
    return mask
