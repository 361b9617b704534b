"""In: a scan object. Out: the pieces of one of its hands as `service.verify` compares them, and their outlines."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from service.evidence import Seen, may_hide


@dataclass(frozen=True)
class SeenHand:
    """`outlines` by the id of a piece: p1, p2 ..., u1 ... for those unread. `hidden`: there may be more than seen."""

    pieces: tuple[Seen, ...]
    outlines: Mapping[str, list[list[float]]]
    hidden: bool


def seen_hand(found: Mapping[str, Any], number: int) -> SeenHand:
    """Hand `number`, from 0, of a scan that has no error; a photo in which nothing was found has one empty hand.

    Ids count through all hands, as those of the API do (`service.corrections.sheet_of`).
    """
    hands = found["hands"]
    pieces = hands[number]["pieces"] if number < len(hands) else []
    before = sum(len(hand["pieces"]) for hand in hands[:number])
    unread = [(count, place) for count, place in enumerate(found["unread"], 1) if place["hand"] == number]
    seen = [
        Seen(
            f"p{count}",
            piece["label"],
            piece["confidence"],
            piece["label_confidence"],
            piece["review"],
            tuple(piece["alternatives"]),
        )
        for count, piece in enumerate(pieces, before + 1)
    ]
    seen += [Seen(f"u{count}", None) for count, _ in unread]
    places = [*pieces, *(place for _, place in unread)]
    outlines = {one.piece: place["outline"] for one, place in zip(seen, places, strict=True)}
    return SeenHand(tuple(seen), outlines, may_hide(advice["code"] for advice in found["warnings"]))
