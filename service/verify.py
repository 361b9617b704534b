"""In: a hand as typed, or its total, and the pieces a photo shows. Out: `Verification`, where the two agree and differ.

The one place where they are compared: the command line, the API and the page all call it.
"""

from collections.abc import Sequence

from scoring import RuleSet, ScoringError, excess, hand_points
from service.evidence import SURE, Seen, believed, chance, judge
from service.verification import Line, Verdict, Verification

# How well a typed piece and one of the photo go together where the photo does not suggest it.
_SAME_RANK, _SAME_SUIT, _ANY = 0.003, 0.002, 0.001


def compare(typed: Sequence[str], seen: Sequence[Seen], rules: RuleSet, hidden: bool = False) -> Verification:
    """Piece by piece. `hidden`: the photo may not show every piece, so that none can be called missing. Where it shows
    more than one player holds, what was not typed may be another's.

    Raises ScoringError for a typed hand that the game cannot hold.
    """
    if over := excess(typed, rules):
        raise ScoringError(" ".join(map(str, over)))
    partner = _paired(typed, seen, rules)
    lines = [_judged(label, seen[partner[place]], rules) for place, label in enumerate(typed) if place in partner]
    for place, label in enumerate(typed):
        if place not in partner:
            gone = (
                Line("cannot_tell", label, None, None) if hidden else Line("missing", label, None, -rules.points(label))
            )
            lines.append(gone)
    for place, piece in enumerate(seen):
        if place not in partner.values():
            clear = piece.label is not None and not piece.review and rules.can_hold(len(seen))
            lines.append(
                Line("extra" if clear else "cannot_tell", None, piece, _points(piece, rules) if clear else None)
            )
    told = [line.points for line in lines if line.points is not None]
    total = hand_points(tuple(typed), rules)
    points = total + sum(told) if len(told) == len(lines) else None
    shown = tuple(shape for line in lines if (shape := _label(line)) is not None)
    return Verification(_verdict(lines), tuple(typed), total, shown, points, tuple(lines))


def compare_closest(
    typed: Sequence[str], hands: Sequence[Sequence[Seen]], rules: RuleSet, hidden: bool = False
) -> tuple[int, Verification]:
    """The number, from 0, of the hand of a photo that agrees best with what was typed, and its comparison.

    Raises ScoringError for an empty hand, which lies nowhere, and as `compare` does.
    """
    if len(hands) > 1 and not typed:
        raise ScoringError("An empty hand does not tell which hand of the photo it is: give its number.")
    found = [compare(typed, seen, rules, hidden) for seen in hands]
    best = max(range(len(found)), key=lambda number: (_agreement(found[number]), -number))
    return best, found[best]


def _agreement(found: Verification) -> int:
    """Pieces that agree, less those that do not."""
    worth = {"confirmed": 1, "cannot_tell": 0}
    return sum(worth.get(line.kind, -1) for line in found.lines)


def compare_total(total: int, seen: Sequence[Seen], rules: RuleSet, hidden: bool = False) -> Verification:
    """A total against the pieces. Where some are unclear, it is contradicted only if nothing they could be gives it."""
    clear = [piece for piece in seen if piece.label is not None and not piece.review]
    doubtful = [piece for piece in seen if piece not in clear]
    labels = tuple(piece.label for piece in seen if piece.label is not None)
    read = hand_points(labels, rules) if len(labels) == len(seen) else None
    sure = sum(_points(piece, rules) for piece in clear)
    worth = [rules.points(label) for label in rules.labels()]
    verdict: Verdict
    several = not rules.can_hold(len(seen))
    low, high = sure + min(worth) * len(doubtful), sure + max(worth) * len(doubtful)
    if read == total and all(believed(piece.confidence) >= SURE for piece in doubtful):
        verdict = "confirmed"
    elif (total < low and not several) or (total > high and not hidden):
        verdict = "contradicted"
    else:
        verdict = "cannot_tell"
    told = verdict == "confirmed" or not (doubtful or hidden or several)
    lines = tuple(Line("cannot_tell", None, piece, None) for piece in doubtful if verdict != "confirmed")
    return Verification(verdict, None, total, labels, read if told else None, lines)


def _paired(typed: Sequence[str], seen: Sequence[Seen], rules: RuleSet) -> dict[int, int]:
    """The place in `seen` of each place in `typed` that has one, the closest pairs first."""
    pairs = [
        (-likeness, here, there)
        for here, label in enumerate(typed)
        for there, piece in enumerate(seen)
        if (likeness := _likeness(label, piece, rules)) > 0
    ]
    partner: dict[int, int] = {}
    for _, here, there in sorted(pairs):
        if here not in partner and there not in partner.values():
            partner[here] = there
    return partner


def _likeness(label: str, piece: Seen, rules: RuleSet) -> float:
    """How well a typed piece goes with one of the photo; 0 where that is clear and nothing about the two is alike."""
    if piece.label == label:
        return 1 + piece.label_confidence - piece.review
    if piece.label is not None:
        if (found := chance(label, piece)) and piece.review:
            return found
        if rules.points(label) == rules.points(piece.label):
            return _SAME_RANK
        if _sign(label, rules) == _sign(piece.label, rules):
            return _SAME_SUIT
    return _ANY if piece.label is None or piece.review else 0.0


def _sign(label: str, rules: RuleSet) -> str:
    """The suit of a card, the colour of a tile."""
    return label[-1] if rules.pieces == "cards" else label[0]


def _judged(label: str, piece: Seen, rules: RuleSet) -> Line:
    kind = judge(label, piece, rules)
    if kind == "confirmed":
        return Line(kind, label, piece, 0)
    if kind == "different" or not (piece.label is None or piece.review):
        return Line(kind, label, piece, _points(piece, rules) - rules.points(label))
    return Line(kind, label, piece, None)


def _points(piece: Seen, rules: RuleSet) -> int:
    return 0 if piece.label is None else rules.points(piece.label)


def _label(line: Line) -> str | None:
    """What the photo shows, helped by what was typed where the two agree."""
    if line.kind == "confirmed":
        return line.typed
    return line.seen.label if line.seen else None


def _verdict(lines: Sequence[Line]) -> Verdict:
    kinds = {line.kind for line in lines}
    if kinds & {"different", "missing", "extra"}:
        return "contradicted"
    return "cannot_tell" if "cannot_tell" in kinds else "confirmed"
