"""In: a comparison. Out: what people read of it, in English, sentences for each piece that does not agree.

`service.sentences` says them again in another language.
"""

from collections.abc import Iterator

from service.language import N_
from service.verification import Line, Verification

VERDICTS = {"confirmed": N_("Confirmed."), "contradicted": N_("Contradicted."), "cannot_tell": N_("Cannot tell.")}


def told(found: Verification) -> str:
    """The verdict and its reason."""
    return f"{VERDICTS[found.verdict]} {found.message}"


def differences(found: Verification) -> Iterator[str]:
    """What is missing, extra, different or unclear, and what that does to the score."""
    for line in found.lines:
        if line.kind != "confirmed":
            yield f"{_difference(line)} {_effect(line.points)}"


def _difference(line: Line) -> str:
    typed, seen = line.typed, line.seen.label if line.seen else None
    if line.kind == "missing":
        return f"{typed} was typed, and the photo does not show it."
    if line.kind == "extra":
        return f"{seen} is in the photo, and was not typed."
    if line.kind == "different":
        return f"{typed} was typed, and the photo shows {seen}."
    if line.seen is None:
        return f"{typed} was typed, and the photo may hide it."
    if typed is None and seen and not line.seen.review:
        return f"{seen} was not typed, and may be another player's."
    if typed is None:
        return (
            f"A piece that was not typed looks like {seen}, and is not clear."
            if seen
            else "A piece that was not typed could not be read."
        )
    return (
        f"{typed} was typed, and the piece looks like {seen}, and is not clear."
        if seen
        else f"{typed} was typed, and the piece could not be read."
    )


def _effect(points: int | None) -> str:
    if points is None:
        return "Have a look."
    if points == 0:
        return "The points stay the same."
    count, more = abs(points), "more" if points > 0 else "fewer"
    return f"That makes {count} {'points' if count > 1 else 'point'} {more}."
