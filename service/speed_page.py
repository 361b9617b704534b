"""In: `Speed`. Out: a page in Markdown with its tables, and beside it a plot (SVG): time by pixels and by pieces."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from datasets.speed import Cost
from service.bench_speed import Speed
from service.speed_table import notes, speed_rows

COMMAND: Final = "handscan bench --speed --page"
WIDTH, HEIGHT, EDGE = 420, 260, 48  # of a panel
COLOURS: Final = {"total": "#1b6ca8", "decode": "#c8553d"}


def write_page(speed: Speed, page: Path) -> None:
    plot = page.with_suffix(".svg")
    plot.write_text(growth_plot(speed), "utf-8")
    tables = "\n\n".join(
        f"## {table.title}\n\n" + "\n".join(_line(row) for row in (table.headings, _rule(table.headings), *table.rows))
        for table in speed_rows(speed)
    )
    told = "\n".join(notes(speed))
    page.write_text(
        "# How fast it is\n\n"
        f"All figures are of one run of\n\n    {COMMAND} {page}\n\n{told}\n"
        "Each is the least of several tries, since others may use the machine.\n\n"
        f"{tables}\n\n## How the time grows\n\n![Time by pixels and by pieces]({plot.name})\n",
        "utf-8",
    )


def growth_plot(speed: Speed) -> str:
    """Two panels: few cards in JPEGs of every size, and ever more cards in one of 12 megapixels."""
    jpegs = [one for one in speed.costs if (one.form, one.kind) == ("JPEG", "cards")]
    few = [one for one in jpegs if one.pieces == min(jpeg.pieces for jpeg in jpegs)]
    panels = [
        _panel(0, "megapixels", [(one.megapixels, one) for one in few]),
        _panel(WIDTH, "cards in 12 MP", [(one.pieces, one) for one in speed.by_pieces]),
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {2 * WIDTH} {HEIGHT}" font-family="sans-serif" '
        f'font-size="12"><rect width="100%" height="100%" fill="white"/>{"".join(panels)}</svg>\n'
    )


def _panel(left: int, what: str, costs: Sequence[tuple[float, Cost]]) -> str:
    most, slowest = max(x for x, _ in costs), max(one.stages["total"] for _, one in costs)

    def place(x: float, ms: float) -> tuple[float, float]:
        across = left + EDGE + (WIDTH - 2 * EDGE) * x / most
        return round(across, 1), round(HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * ms / slowest, 1)

    (x0, y0), (x1, y1) = place(0, 0), place(most, slowest)
    parts = [
        f'<path d="M{x0} {y1}V{y0}H{x1}" fill="none" stroke="#888"/>',
        f'<text x="{x1}" y="{y0 + 32}" text-anchor="end">{what}</text>',
        f'<text x="{x0 - 6}" y="{y1 + 4}" text-anchor="end">{slowest:.0f}</text>',
        *(f'<text x="{place(x, 0)[0]}" y="{y0 + 16}" text-anchor="middle">{x:.0f}</text>' for x, _ in costs),
    ]
    for number, (stage, colour) in enumerate(COLOURS.items()):
        points = [place(x, one.stages[stage]) for x, one in costs]
        line = " ".join(f"{x},{y}" for x, y in points)
        dots = "".join(f'<circle cx="{x}" cy="{y}" r="3" fill="{colour}"/>' for x, y in points)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>{dots}')
        parts.append(f'<text x="{x0 + 10}" y="{y1 + 16 * number - 14}" fill="{colour}">{stage}, ms</text>')
    return "".join(parts)


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _rule(headings: Sequence[str]) -> tuple[str, ...]:
    return tuple("---" for _ in headings)
