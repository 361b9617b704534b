"""In: art kept back. Out: how hands are read in which the court cards carry no index at all, as old decks have them.

Such a card must be found and shown as unread, which stops the total of its hand.
"""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
import numpy.typing as npt

from datasets.bare_court import COURTS, bare_court
from datasets.draw_card import CARD_LABELS, DeckDesign, draw_card
from datasets.held_scenes import Picture, PictureKind, held_designs, one_deck, outlines, picture
from datasets.matching import GAMES
from datasets.outcome import compare
from datasets.supply import Dealer, Supply
from vision import Scanner
from vision.scan import Outline

KIND = PictureKind("cards: courts without letters", "rami", ("rows", "scattered"), most=8)


def pictures_without_letters(supply: Supply, number: int) -> Iterator[Picture]:
    """Each holds one court card or more; all else in it carries its index."""
    designs = held_designs(supply, lambda design: True)
    seed = 0
    while number:
        dealer = _dealer(supply, designs[seed % len(designs)])
        made = picture(one_deck(supply, dealer), KIND, KIND.layouts[seed % len(KIND.layouts)], CARD_LABELS, seed)
        seed += 1
        if any(label[:-1] in COURTS for label in made.labelled.labels):
            number -= 1
            yield made


def letterless_table(supply: Supply, scanner: Scanner, number: int) -> dict[str, int]:
    """Of the courts without letters in `number` pictures: how many there are, are shown as unread, are given a name,
    and are not seen at all; and in how many pictures the total is wrong and nobody is told."""
    table = {"courts": 0, "unread": 0, "named": 0, "unseen": 0, "silently_wrong": 0}
    for one in pictures_without_letters(supply, number):
        scan = scanner.scan(one.image, GAMES["cards"])
        table["silently_wrong"] += compare(one.labelled, scan).silently_wrong
        labels = {thing.piece: thing.label for thing in one.scene.objects}
        for piece, outline in outlines(one.scene).items():
            if labels[piece][:-1] in COURTS:
                table["courts"] += 1
                if any(_at(outline, unread.outline) for unread in scan.unread):
                    table["unread"] += 1
                elif any(_at(outline, seen.outline) for seen in scan.pieces):
                    table["named"] += 1
                else:
                    table["unseen"] += 1
    return table


def _dealer(supply: Supply, design: DeckDesign) -> Dealer:
    return lambda label, seed: bare_court(draw_card(design, label, supply.pictures, seed))


def _at(outline: npt.NDArray[np.float32], other: Outline) -> bool:
    """Whether the middle of the other outline lies within the piece."""
    x, y = np.mean(other, 0).tolist()
    return cv2.pointPolygonTest(outline.astype(np.float32), (x, y), False) >= 0
