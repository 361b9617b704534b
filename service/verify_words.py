"""In: a comparison. Out: what people read of it, a sentence a line that does not agree."""

from collections.abc import Iterator

from service.verification import Line, Verification

VERDICTS = {"confirmed": "Confirmed", "contradicted": "Contradicted", "cannot_tell": "Cannot tell"}


def told(found: Verification) -> str:
    """The verdict and its reason."""
    return f"{VERDICTS[found.verdict]}. {found.message}"


def sentences(found: Verification) -> Iterator[str]:
    """What is missing, extra, different or unclear, and what that does to the score."""
    for line in found.lines:
        if line.kind != "confirmed":
            yield _sentence(line) + _effect(line.points)


def _sentence(line: Line) -> str:
    seen = line.seen.label if line.seen else None
    if line.kind == "missing":
        return f"{line.typed} was typed, and the photo does not show it"
    if line.kind == "extra":
        return f"{seen} is in the photo, and was not typed"
    if line.kind == "different":
        return f"{line.typed} was typed, and the photo shows {seen}"
    shown = f"looks like {seen} but is not clear" if seen else "could not be read"
    if line.seen is None:
        return f"{line.typed} was typed, and the photo may hide it"
    return f"{line.typed} was typed, and the piece {shown}" if line.typed else f"A piece that was not typed {shown}"


def _effect(points: int | None) -> str:
    if points is None:
        return ": have a look."
    if points == 0:
        return ": the points stay the same."
    return f": {points:+d} {'point' if abs(points) == 1 else 'points'}."
