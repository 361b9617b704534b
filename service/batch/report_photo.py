"""In: a small picture and the scan object of its photo. Out: an SVG of the picture with every outline, named."""

import base64
from collections.abc import Iterator, Mapping
from html import escape
from statistics import median
from typing import Any


def drawn_photo(picture: bytes, record: Mapping[str, Any]) -> str:
    """Empty for a photo that could not be read."""
    if "error" in record or not picture:
        return ""
    width, height = record["photo"]["width"], record["photo"]["height"]
    found = list(_marks(record))
    letters = _letters(found, width)
    data = base64.b64encode(picture).decode()
    return (
        f'<svg class="photo" viewBox="0 0 {width} {height}" font-size="{letters}" role="img">'
        f'<image href="data:image/jpeg;base64,{data}" width="{width}" height="{height}"/>'
        + "".join(_mark(outline, text, kind, letters) for outline, text, kind in found)
        + "</svg>"
    )


def _marks(record: Mapping[str, Any]) -> Iterator[tuple[list[list[float]], str, str]]:
    for hand in record["hands"]:
        for piece in hand["pieces"]:
            yield piece["outline"], piece["label"], "doubt" if piece["review"] else "ok"
    for unread in record["unread"]:
        yield unread["outline"], "?", "unread"


def _letters(found: list[tuple[list[list[float]], str, str]], width: int) -> int:
    """A third of the width of a usual piece, but never too small to be read."""
    widths = [abs(outline[1][0] - outline[0][0]) + abs(outline[1][1] - outline[0][1]) for outline, _, _ in found]
    return round(max(width / 45, min(median(widths or [0]) / 3, width / 20)))


def _mark(outline: list[list[float]], text: str, kind: str, letters: int) -> str:
    corners = " ".join(f"{x:g},{y:g}" for x, y in outline)
    x = sum(point[0] for point in outline) / 4
    y = sum(point[1] for point in outline) / 4 + letters / 3
    return f'<polygon class="{kind}" points="{corners}"/><text x="{x:.0f}" y="{y:.0f}">{escape(text)}</text>'
