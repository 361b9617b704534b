"""In: a GNOME or KDE card theme (one SVG picture holding a whole deck) and a folder. Out: a PNG of each card in it.

Runs as a script under a Python that has GObject introspection (Debian: python3-gi, python3-gi-cairo, gir1.2-rsvg-2.0),
since only librsvg's own interface draws a single element of a picture; so it imports nothing else of the project.
"""

from __future__ import annotations

import gzip
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import cairo  # type: ignore[import-not-found]
import gi  # type: ignore[import-not-found]

gi.require_version("Rsvg", "2.0")
from gi.repository import Rsvg  # type: ignore[import-not-found] # noqa: E402

RANKS = {"1": "A", **{str(n): str(n) for n in range(2, 11)}, "jack": "J", "queen": "Q", "king": "K"}
SUITS = {"spade": "S", "heart": "H", "diamond": "D", "club": "C"}
JOKERS = ("joker_red", "joker_black", "red_joker", "black_joker")
OPAQUE = 24  # of 255: an element's glow or shadow is not yet the card


def elements(svg: str) -> dict[str, str]:
    """The element that draws each label: GNOME writes `heart_queen`, KDE `queen_heart`."""
    ids = set(re.findall(r'\bid="([^"]+)"', svg))
    found = {
        rank_label + suit_label: name
        for rank, rank_label in RANKS.items()
        for suit, suit_label in SUITS.items()
        for name in (f"{suit}_{rank}", f"{rank}_{suit}")
        if name in ids
    }
    jokers = [name for name in JOKERS if name in ids] or [name for name in ("joker",) if name in ids]
    found |= {f"JOKER{n}": name for n, name in enumerate(jokers, 1)}
    return found | ({"BACK": "back"} if "back" in ids else {})


def opaque_box(surface: cairo.ImageSurface) -> tuple[int, int, int, int] | None:
    """Left, top, right, bottom of what is drawn, or None."""
    width, height = surface.get_width(), surface.get_height()
    alpha = bytes(surface.get_data())[3::4]
    rows = [y for y in range(height) if max(alpha[y * width : (y + 1) * width]) > OPAQUE]
    columns = [x for x in range(width) if max(alpha[x::width]) > OPAQUE]
    return (columns[0], rows[0], columns[-1] + 1, rows[-1] + 1) if rows and columns else None


def draw(handle: Rsvg.Handle, element: str, height: int) -> cairo.ImageSurface | None:
    """The element filling a surface of that height.

    librsvg counts clipped and hidden parts into an element's extent, so the card may come out small in an empty
    picture: look where it is, and draw again closer, until it fills the surface.
    """
    _, extent, _ = handle.get_geometry_for_element(f"#{element}")
    if extent.width <= 0 or extent.height <= 0:
        return None
    viewport = Rsvg.Rectangle()
    viewport.width, viewport.height = height * extent.width / extent.height, height
    scale, left, top, width = 1.0, 0.0, 0.0, max(1, round(viewport.width))
    for _ in range(5):
        surface = cairo.ImageSurface(cairo.FORMAT_ARGB32, width, height)
        context = cairo.Context(surface)
        context.translate(-left, -top)
        context.scale(scale, scale)
        handle.render_element(context, f"#{element}", viewport)
        surface.flush()
        box = opaque_box(surface)
        if box is None:
            return None
        x0, y0, x1, y1 = box
        if y1 - y0 >= height - 2 and x1 - x0 >= width - 2:
            return surface
        zoom = height / (y1 - y0)
        left, top, scale = (left + x0) * zoom, (top + y0) * zoom, scale * zoom
        width = max(1, round((x1 - x0) * zoom))
    return surface


def cards(theme: Path, height: int) -> Iterator[tuple[str, cairo.ImageSurface]]:
    data = theme.read_bytes()
    svg = gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data
    handle = Rsvg.Handle.new_from_data(svg)
    handle.set_dpi(96)
    for label, element in elements(svg.decode("utf-8", "replace")).items():
        if surface := draw(handle, element, height):
            yield label, surface


if __name__ == "__main__":
    out = Path(sys.argv[2])
    out.mkdir(parents=True, exist_ok=True)
    for card_label, picture in cards(Path(sys.argv[1]), int(sys.argv[3])):
        picture.write_to_png(str(out / f"{card_label}.png"))
