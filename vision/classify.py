"""In: upright crops. Out: `Reading`, what each one says and how sure that is.

The network has a head for the kind of thing, one for the way it is turned, and two for each game (rank and suit, number
and colour). A label's confidence is the product of its heads', each calibrated by a temperature kept in the model file.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from vision.model_file import Network, load_network
from vision.rectify import rectify
from vision.region import Kind, Region

Floats = npt.NDArray[np.float32]
Deck = Literal["auto", "en", "fr", "de", "nl"]

RANKS = ["A", *(str(number) for number in range(2, 11)), "J", "Q", "K", "JOKER"]
NUMBERS = [*(str(number) for number in range(1, 14)), "JOKER"]
HEADS: dict[str, list[str]] = {
    "kind": ["index", "tile", "nothing"],
    "turn": ["0", "1", "2", "3"],
    "rank": RANKS,
    "suit": list("SHDC"),
    "number": NUMBERS,
    "colour": list("KRBO"),
}
REFINE = ["right_x", "down_x", "right_y", "down_y", "x", "y"]  # the change that would set the crop right
OUTPUTS = HEADS | {"refine": REFINE}
TURNED = 0.6  # belief that a crop stands another way up, from which it is turned
EITHER_WAY = [f"{colour}8" for colour in "KRBO"]  # tiles that read alike upside down
OFF = 0.06  # of a half axis: a cut that is further off than this is made again
BEYOND_DOUBT = 0.95  # belief of each head from which a crop cut askew is not read again
FARTHEST = 0.7  # the largest change believed
BATCH = 64  # crops of one run at most, which bounds its memory
RUNNERS_UP = 4
# A V is a jack in a French deck and a queen in a Dutch one. Read alone it leaves both in doubt, so the deck's language,
# where the player names it, tips the balance; a letter that is not in doubt stays what it is.
JACK_OR_QUEEN = {"fr": ("J", "Q"), "nl": ("Q", "J")}
TIPPED = 20.0


@dataclass(frozen=True, eq=False)
class Reading:
    """What one region says. `label` as in `scoring`, `confidence` that it is right, `worth` that its rank or number is
    right (which is all that points depend on), `present` that there is a mark at all; `runners_up`: (label, confidence)
    of the next likely, likeliest first; `upright`, which is in the first two, that it stands the way it was read.
    `region`: as it was read, turned upright."""

    region: Region
    label: str
    confidence: float
    worth: float
    present: float
    runners_up: tuple[tuple[str, float], ...]
    upright: float = 1.0

    @property
    def strength(self) -> float:
        """The locator's heat, the belief in a mark and the belief in what it says, multiplied. Each is wrong by itself
        now and then; the three are seldom wrong together."""
        return self.region.score * self.present * self.worth


@dataclass(frozen=True)
class Classifier:
    """The network and how to read with it."""

    network: Network

    def __call__(self, pixels: npt.NDArray[np.uint8], regions: Sequence[Region], deck: Deck = "auto") -> list[Reading]:
        """One Reading a region, in order. What looks turned is read again the other way up."""
        if not regions:
            return []
        upright = list(regions)
        heads = self._run(rectify(pixels, upright))
        again = []
        for place, region in enumerate(regions):
            turn = int(heads["turn"][place].argmax())
            turned = turn != 0 and heads["turn"][place, turn] > TURNED
            change = np.clip(heads["refine"][place], -FARTHEST, FARTHEST)
            if turned or (turn == 0 and np.abs(change).max() > OFF):
                upright[place] = region.adjusted(change).turned(-turn)
                # A crop that was cut askew or turned is cut anew, as the network says it should be, unless it was
                # read beyond doubt.
                if turned or not _beyond_doubt(heads, place, region.kind):
                    again.append(place)
        if again:
            second = self._run(rectify(pixels, [upright[place] for place in again]))
            for row, place in enumerate(again):
                for name in OUTPUTS:
                    heads[name][place] = second[name][row]
        return [_reading(region, heads, place, deck) for place, region in enumerate(upright)]

    def _run(self, crops: npt.NDArray[np.uint8]) -> dict[str, Floats]:
        """The probabilities of each head, (n, classes), and the change that would set each crop right, (n, 6)."""
        rows = [self.network.run(crops[start : start + BATCH]) for start in range(0, len(crops), BATCH)]
        logits = np.concatenate(rows)
        edges = np.cumsum([len(names) for names in OUTPUTS.values()])[:-1]
        parts = dict(zip(OUTPUTS, np.split(logits, edges, axis=1), strict=True))
        heads = {name: softmax(parts[name] / self.network.temperatures[name]) for name in HEADS}
        return heads | {"refine": parts["refine"]}


def _beyond_doubt(heads: dict[str, Floats], place: int, kind: Kind) -> bool:
    """Whether a crop is nothing for sure, or every head that makes its label is sure."""
    if heads["kind"][place, HEADS["kind"].index("nothing")] > BEYOND_DOUBT:
        return True
    named = ("number", "colour") if kind == "tile" else ("rank", "suit")
    return all(float(heads[name][place].max()) > BEYOND_DOUBT for name in ("kind", "turn", *named))


def load_classifier(threads: int) -> Classifier:
    return Classifier(load_network("classifier", OUTPUTS, threads))


def softmax(logits: Floats) -> Floats:
    shifted = np.exp(logits - logits.max(1, keepdims=True))
    return np.asarray(shifted / shifted.sum(1, keepdims=True), np.float32)


def _reading(region: Region, heads: dict[str, Floats], place: int, deck: Deck) -> Reading:
    if region.kind == "tile":
        worth, kinds, ranks, signs = heads["number"][place], 1, NUMBERS, HEADS["colour"]
        labels = _labels(worth, heads["colour"][place], ranks, signs, sign_first=True)
    else:
        worth, kinds, ranks, signs = _tipped(heads["rank"][place], deck), 0, RANKS, HEADS["suit"]
        labels = _labels(worth, heads["suit"][place], ranks, signs, sign_first=False)
    best, confidence = labels[0]
    turns = heads["turn"][place]
    upright = float(turns[0] + turns[2] if best in EITHER_WAY else turns[0])
    rank = ranks.index("JOKER") if best == "JOKER" else ranks.index(best[1:] if kinds else best[:-1])
    return Reading(
        region,
        best,
        confidence * upright,
        float(worth[rank]) * upright,
        float(heads["kind"][place, kinds]),
        tuple(labels[1 : 1 + RUNNERS_UP]),
        upright,
    )


def _tipped(ranks: Floats, deck: Deck) -> Floats:
    if deck not in JACK_OR_QUEEN:
        return ranks
    wanted, other = (RANKS.index(rank) for rank in JACK_OR_QUEEN[deck])
    tipped = ranks.copy()
    both = tipped[wanted] + tipped[other]
    tipped[wanted] = both * TIPPED * ranks[wanted] / (TIPPED * ranks[wanted] + ranks[other] + 1e-9)
    tipped[other] = both - tipped[wanted]
    return tipped


def _labels(
    ranks: Floats, signs: Floats, rank_names: list[str], sign_names: list[str], sign_first: bool
) -> list[tuple[str, float]]:
    """The likeliest labels and their probabilities, likeliest first."""
    joint = ranks[:-1, None] * signs[None]
    found = [("JOKER", float(ranks[-1]))]
    for flat in np.argsort(-joint, axis=None)[: RUNNERS_UP + 1]:
        row, column = divmod(int(flat), len(sign_names))
        rank, sign = rank_names[row], sign_names[column]
        found.append((sign + rank if sign_first else rank + sign, float(joint[row, column])))
    return sorted(found, key=lambda pair: -pair[1])[: RUNNERS_UP + 1]
