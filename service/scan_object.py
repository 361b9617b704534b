"""In: a stored scan and its corrected sheet. Out: the scan object of the contract with the corrections; its overlay."""

from collections.abc import Mapping
from typing import Any

from scoring import Excess, Language, RuleSet, excess, hand_points, write_piece
from service.corrections import Item, Sheet
from service.photo_memory import jpeg, pixels_of
from service.sentences import say_again
from vision.advice import OF_HANDS, several_hands
from vision.overlay import draw_overlay
from vision.scan import Hand, Outline, Piece, Scan, Unread


def scan_object(found: Mapping[str, Any], sheet: Sheet, rules: RuleSet, language: Language) -> dict[str, Any]:
    """What was found, as corrected: the pieces of each hand, totals, what is unread, and advice on the photo."""
    over = _over(sheet, rules)
    advice = [one for one in found["warnings"] if one["code"] not in OF_HANDS]
    sizes = [len(sheet.pieces(hand) + sheet.unread(hand)) for hand in range(sheet.hands)]
    advice += [{"code": one.code, "message": one.message} for one in several_hands(sizes, rules)]
    advice += [{"code": "too_many", "message": str(one)} for one in over]
    surplus = {one.label for one in over}
    return {
        "photo": found["photo"],
        "game": found["game"],
        "hands": [
            {
                "points": hand_total(sheet, hand, rules),
                "review": hand_review(sheet, hand, surplus, rules),
                "pieces": [_piece(item, surplus, rules, language) for item in sheet.pieces(hand)],
            }
            for hand in range(sheet.hands)
        ],
        "unread": [
            {
                "id": item.id,
                "outline": _points(item),
                "reason": item.reason,
                "message": say_again(language, item.reason),
                "hand": item.hand,
            }
            for item in sheet.items
            if item.label is None
        ],
        "warnings": [{**one, "message": say_again(language, one["message"])} for one in advice],
        "timing_ms": found["timing_ms"],
    }


def hand_total(sheet: Sheet, hand: int, rules: RuleSet) -> int | None:
    """The points of a hand; None while a piece of it is unread."""
    if sheet.unread(hand):
        return None
    return hand_points(tuple(item.label for item in sheet.pieces(hand) if item.label), rules)


def needs_look(sheet: Sheet, hand: int, rules: RuleSet) -> bool:
    """Whether a person must look at a hand before it counts."""
    return hand_review(sheet, hand, {one.label for one in _over(sheet, rules)}, rules)


def hand_review(sheet: Sheet, hand: int, surplus: set[str], rules: RuleSet) -> bool:
    """The same where it is known which labels there are too many of."""
    pieces = sheet.pieces(hand)
    several = not rules.can_hold(len(pieces)) and not all(item.confirmed for item in pieces)
    return bool(several or hand in sheet.doubtful or sheet.unread(hand) or any(_review(one, surplus) for one in pieces))


def overlay_of(picture: bytes, found: Mapping[str, Any], sheet: Sheet, rules: RuleSet) -> bytes:
    """The picture with everything drawn over it, as a JPEG."""
    surplus = {one.label for one in _over(sheet, rules)}
    hands = tuple(
        Hand(
            tuple(
                Piece(item.label, rules.points(item.label), item.confidence, _corners(item), _review(item, surplus))
                for item in sheet.pieces(hand)
                if item.label
            ),
            hand_total(sheet, hand, rules),
            hand_review(sheet, hand, surplus, rules),
        )
        for hand in range(sheet.hands)
    )
    unread = tuple(Unread(_corners(item), item.reason, item.hand) for item in sheet.items if item.label is None)
    scan = Scan(found["photo"]["name"], sheet.width, sheet.height, rules.name, hands, unread)
    return jpeg(draw_overlay(pixels_of(picture), scan))


def _over(sheet: Sheet, rules: RuleSet) -> tuple[Excess, ...]:
    return excess([item.label for item in sheet.items if item.label], rules)


def _review(item: Item, surplus: set[str]) -> bool:
    return item.review or (item.label in surplus and not item.confirmed)


def _piece(item: Item, surplus: set[str], rules: RuleSet, language: Language) -> dict[str, Any]:
    label = item.label or ""
    return {
        "id": item.id,
        "label": label,
        "name": write_piece(label, language),
        "points": rules.points(label),
        "confidence": item.confidence,
        "label_confidence": item.label_confidence,
        "review": _review(item, surplus),
        "confirmed": item.confirmed,
        "outline": _points(item),
        "alternatives": list(item.alternatives),
    }


def _points(item: Item) -> list[list[float]]:
    return [list(point) for point in item.outline]


def _corners(item: Item) -> Outline:
    a, b, c, d = item.outline
    return a, b, c, d
