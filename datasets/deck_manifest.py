"""In: `decks.toml`. Out: what it says of each deck: where its art lies, how it is printed, which split it is in."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

MANIFEST = Path(__file__).with_name("decks.toml")
Split = Literal["train", "held"]
Window = tuple[float, float, float, float]  # left, top, right, bottom as fractions of the card
CARDS = tuple(rank + suit for rank in ("A", *map(str, range(2, 11)), "J", "Q", "K") for suit in "SHDC")


@dataclass(frozen=True)
class Art:
    """`path`, relative to the assets: a theme, or one file a card with {rank} and {suit} in its name.

    `ranks` and `suits` say how the names write them where they differ from a label; `others` names the files of jokers
    and backs.
    """

    path: str
    ranks: dict[str, str] = field(default_factory=dict)
    suits: dict[str, str] = field(default_factory=dict)
    others: dict[str, str] = field(default_factory=dict)

    def card_path(self, label: str) -> str:
        rank, suit = label[:-1], label[-1]
        return self.path.format(rank=self.ranks.get(rank, rank), suit=self.suits.get(suit, suit))


@dataclass(frozen=True)
class Layout:
    """Where a deck prints its indices.

    `window` holds the index of the upper left corner; what it cuts at its left, top or right is not index.
    `corners` (1, 2 or 4) says where the index comes again. `boxes`: the index itself, for a rank or a label whose
    picture runs into it. A joker may carry several marks, or none but its picture, and then `joker_corners` is 1.
    """

    window: Window
    corners: int = 2
    boxes: dict[str, Window] = field(default_factory=dict)
    joker_windows: tuple[Window, ...] = ()
    joker_corners: int = 2

    def box(self, label: str) -> Window | None:
        return self.boxes.get(label) or self.boxes.get(label[:-1])


@dataclass(frozen=True)
class Entry:
    """`letters`: the language of the courts' letters. `colours`: 2, or 4 where every suit has its own."""

    name: str
    split: Split
    letters: str
    colours: int
    art: Art
    layout: Layout


def window(value: list[float]) -> Window:
    left, top, right, bottom = value
    return left, top, right, bottom


def entry(name: str, table: dict[str, Any]) -> Entry:
    layout = Layout(
        window(table["window"]),
        table.get("corners", 2),
        {label: window(value) for label, value in table.get("boxes", {}).items()},
        tuple(window(value) for value in table.get("joker_windows", ())),
        table.get("joker_corners", 2),
    )
    return Entry(name, table["split"], table.get("letters", "en"), table.get("colours", 2), Art(**table["art"]), layout)


def read_manifest(path: Path = MANIFEST) -> list[Entry]:
    return [entry(name, table) for name, table in tomllib.loads(path.read_text(encoding="utf-8")).items()]
