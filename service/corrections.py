"""In: what a scan found and what a person said of it. Out: the sheet as corrected; the scan itself is never changed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from statistics import median
from typing import Annotated, Any, Literal

from pydantic import Field

from scoring import RuleSet, read_piece

Point = tuple[float, float]
Outline = tuple[Point, ...]
HandNumber = Annotated[int, Field(ge=0, le=99, description="Number of a hand in the scan, from 0.", examples=[0])]
Word = Annotated[str, Field(max_length=60, description="A label of the game, or a piece as typed.", examples=["AH"])]
Pixel = Annotated[float, Field(ge=0, le=100_000, allow_inf_nan=False)]
Place = Annotated[tuple[Pixel, Pixel], Field(description="Across and down from its top left.", examples=[[1200, 830]])]
PieceId = Annotated[str, Field(max_length=12, description="Id of a piece, or of what is unread.", examples=["p1"])]
_WHAT = Field(description="What is to be done; the fields beside it are its own.")


@dataclass(frozen=True)
class Label:
    """Says what a piece is."""

    action: Annotated[Literal["label"], _WHAT]
    piece: PieceId
    label: Word
    hand: Annotated[HandNumber | None, Field(description="Where it had none, it joins this hand.", examples=[0])] = None


@dataclass(frozen=True)
class Add:
    """A piece that was missed; `place` is its middle in pixels of the photo."""

    action: Annotated[Literal["add"], _WHAT]
    label: Word
    hand: HandNumber
    place: Place


@dataclass(frozen=True)
class Remove:
    """Takes away what is no piece of a hand."""

    action: Annotated[Literal["remove"], _WHAT]
    piece: PieceId


@dataclass(frozen=True)
class Move:
    """Puts a piece into another hand; the number after the last begins a new one."""

    action: Annotated[Literal["move"], _WHAT]
    piece: PieceId
    hand: HandNumber


@dataclass(frozen=True)
class Confirm:
    """A person looked at a hand and found it right."""

    action: Annotated[Literal["confirm"], _WHAT]
    hand: HandNumber


Correction = Annotated[Label | Add | Remove | Move | Confirm, Field(discriminator="action")]


class NoSuchPiece(LookupError):
    """No piece of the scan has this id."""


class NoSuchHand(LookupError):
    """The scan has no hand of this number."""


@dataclass(frozen=True)
class Item:
    """A piece, or where `label` is None something unread.

    `confidence` is of its points, `label_confidence` of suit or colour as well. `confirmed`: a person named or
    confirmed it.
    """

    id: str
    label: str | None
    hand: int | None
    outline: Outline
    confidence: float = 0.0
    label_confidence: float = 0.0
    review: bool = False
    confirmed: bool = False
    alternatives: tuple[str, ...] = ()
    reason: str = ""


@dataclass(frozen=True)
class Sheet:
    """Everything seen in one photo. `doubtful`: hands to be looked at although each of their pieces seems sure."""

    width: int
    height: int
    hands: int
    items: tuple[Item, ...]
    doubtful: frozenset[int] = frozenset()
    added: int = 0

    def pieces(self, hand: int) -> tuple[Item, ...]:
        """The named pieces of a hand."""
        return tuple(item for item in self.items if item.hand == hand and item.label is not None)

    def unread(self, hand: int) -> tuple[Item, ...]:
        """What in a hand stops its total."""
        return tuple(item for item in self.items if item.hand == hand and item.label is None)


def sheet_of(found: Mapping[str, Any]) -> Sheet:
    """The sheet of a scan object (`Scan.to_dict`). Ids are counted, so they are the same each time."""
    pieces = [(number, piece) for number, hand in enumerate(found["hands"]) for piece in hand["pieces"]]
    items = [
        Item(
            f"p{count}",
            piece["label"],
            hand,
            _outline(piece["outline"]),
            piece["confidence"],
            piece.get("label_confidence", piece["confidence"]),
            piece["review"],
            alternatives=tuple(piece["alternatives"]),
        )
        for count, (hand, piece) in enumerate(pieces, start=1)
    ]
    items += [
        Item(f"u{count}", None, item["hand"], _outline(item["outline"]), reason=item["reason"])
        for count, item in enumerate(found["unread"], start=1)
    ]
    glare = any(advice["code"] == "glare" for advice in found["warnings"])  # may cover what no piece tells of
    explained = set() if glare else {item.hand for item in items if item.review or item.label is None}
    doubtful = {number for number, hand in enumerate(found["hands"]) if hand["review"]} - explained
    photo = found["photo"]
    return Sheet(photo["width"], photo["height"], len(found["hands"]), tuple(items), frozenset(doubtful))


def corrected(sheet: Sheet, corrections: Iterable[Correction], rules: RuleSet) -> Sheet:
    """The sheet after what was said, in order. Raises NoSuchPiece, NoSuchHand and ScoringError."""
    for correction in corrections:
        sheet = _correct(sheet, correction, rules)
    return sheet


def _correct(sheet: Sheet, said: Correction, rules: RuleSet) -> Sheet:
    match said:
        case Label():
            return _label(sheet, said, rules)
        case Add():
            sheet = _with_hand(sheet, said.hand)
            outline = _outline_at(sheet, said.place)
            count = sheet.added + 1
            item = _confirmed(Item(f"a{count}", read_piece(said.label, rules), said.hand, outline))
            return replace(sheet, items=(*sheet.items, item), added=count)
        case Remove():
            gone = _item(sheet, said.piece)
            return replace(sheet, items=tuple(item for item in sheet.items if item is not gone))
        case Move():
            moved = replace(_item(sheet, said.piece), hand=said.hand)
            rest = tuple(item for item in sheet.items if item.id != said.piece)
            return replace(_with_hand(sheet, said.hand), items=(*rest, moved))
        case Confirm():
            if said.hand >= sheet.hands:
                raise NoSuchHand(said.hand)
            looked = tuple(_confirmed(item) if item.hand == said.hand and item.label else item for item in sheet.items)
            return replace(sheet, items=looked, doubtful=sheet.doubtful - {said.hand})


def _label(sheet: Sheet, said: Label, rules: RuleSet) -> Sheet:
    """A piece that had no hand joins the one named, or the first."""
    item, label = _item(sheet, said.piece), read_piece(said.label, rules)
    hand = item.hand if said.hand is None else said.hand
    named = replace(_confirmed(item), label=label, hand=hand or 0)
    return replace(
        _with_hand(sheet, named.hand or 0), items=tuple(named if one is item else one for one in sheet.items)
    )


def _confirmed(item: Item) -> Item:
    """Nothing is surer than what a person says."""
    return replace(item, confidence=1.0, label_confidence=1.0, review=False, confirmed=True)


def _item(sheet: Sheet, piece: str) -> Item:
    for item in sheet.items:
        if item.id == piece:
            return item
    raise NoSuchPiece(piece)


def _with_hand(sheet: Sheet, hand: int) -> Sheet:
    """A hand that is there, or the next one, which begins empty."""
    if hand > sheet.hands:
        raise NoSuchHand(hand)
    return replace(sheet, hands=max(sheet.hands, hand + 1))


def _outline_at(sheet: Sheet, place: Point) -> Outline:
    """An upright outline round a place, as large as the pieces usually are here, within the photo."""
    sizes = [_size(item.outline) for item in sheet.items] or [(sheet.width / 12, sheet.width / 8)]
    width, height = median(size[0] for size in sizes), median(size[1] for size in sizes)
    left, right = place[0] - width / 2, place[0] + width / 2
    top, bottom = place[1] - height / 2, place[1] + height / 2
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    return tuple((round(min(max(x, 0), sheet.width), 1), round(min(max(y, 0), sheet.height), 1)) for x, y in corners)


def _size(outline: Outline) -> tuple[float, float]:
    across, down = [x for x, _ in outline], [y for _, y in outline]
    return max(across) - min(across), max(down) - min(down)


def _outline(points: Iterable[Iterable[float]]) -> Outline:
    return tuple((x, y) for x, y in points)
