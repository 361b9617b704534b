"""In: the lines of a sheet. Out: its rounds scored anew from the hands as written, and the numbers that are wrong."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final, cast

from scoring import Ending, Hand, Round, ScoringError, mixed_number, score_round
from service.sheet_file import SheetLine
from service.sheet_finding import Finding

CLOSE: Final = Fraction(1, 100)  # a share that was written with two decimals is right


def round_of(lines: Sequence[SheetLine]) -> Round:
    """The round that the lines write down. Raises ScoringError where it cannot be scored."""
    for line in lines:
        if line.problem:
            raise ScoringError(f"{line.player}: {line.problem}")
    endings = list(dict.fromkeys(line.ending for line in lines if line.ending))
    winners = list(dict.fromkeys(line.winner for line in lines if line.winner))
    if len(endings) > 1:
        raise ScoringError(f"The ending is said to be {' and '.join(endings)}: keep one.")
    empty = [line.player for line in lines if not line.hand]
    ending = endings[0] if endings else "out" if winners or len(empty) == 1 else "blocked"
    if ending == "blocked":
        winners = []  # worked out from the hands; a sheet may name all who tied
    elif not winners and len(empty) == 1:
        winners = empty
    if ending not in ("out", "blocked", "one_turn"):
        raise ScoringError(f"ending must be out, blocked or one_turn, or left empty, not “{ending}”.")
    hands = tuple(Hand(line.player, line.hand, line.opened) for line in lines)
    return Round(cast(Ending, ending), hands, winners[0] if winners else None)


def round_findings(lines: Sequence[SheetLine]) -> Iterator[Finding]:
    """Points of one round that do not follow from its hands."""
    first = lines[0]
    try:
        score = score_round(round_of(lines), first.rules)
    except ScoringError as error:
        yield Finding("rules", str(error), first.match, first.round, "")
        return
    for line in lines:
        points = score.points[line.player]
        if line.points is not None and abs(line.points - points) > CLOSE:
            yield Finding(
                "arithmetic",
                f"The points written are {mixed_number(line.points)}, and the hands make it {mixed_number(points)}.",
                *(line.match, line.round, line.player),
            )


def total_findings(lines: Sequence[SheetLine]) -> Iterator[Finding]:
    """Totals of one match that are not the sum of the points written so far; a slip is told once, where it was made."""
    before: dict[str, Fraction] = {}
    for line in lines:
        if line.points is None or line.total is None:
            before.pop(line.player, None)
            continue
        should = before.get(line.player, Fraction(0)) + line.points
        known = line.player in before or line.round == lines[0].round
        if known and abs(line.total - should) > CLOSE:
            yield Finding(
                "arithmetic",
                f"The total written is {mixed_number(line.total)}, and the points add up to {mixed_number(should)}.",
                *(line.match, line.round, line.player),
            )
        before[line.player] = line.total
