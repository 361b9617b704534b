"""In: a played match. Out: its totals after each round as an SVG chart, a line a player, named at its end."""

from fractions import Fraction
from html import escape
from typing import Final

from service.batch.evening import PlayedMatch

WIDTH, HEIGHT, LEFT, RIGHT, EDGE = 640, 260, 48, 130, 24
COLOURS: Final = ("#1b6ca8", "#c8553d", "#2e8b57", "#8e5ea2", "#b8860b", "#555555")


def totals_after(played: PlayedMatch) -> dict[str, list[Fraction]]:
    """The total of each player after each scored round, beginning at 0."""
    totals = {player: [Fraction(0)] for player in played.players}
    for one in played.rounds:
        if one.score:
            for player, points in one.score.points.items():
                totals[player].append(totals[player][-1] + points)
    return totals


def totals_chart(played: PlayedMatch) -> str:
    """Empty where no round is scored."""
    totals = totals_after(played)
    rounds = len(next(iter(totals.values()), [])) - 1
    if rounds < 1:
        return ""
    every = [float(total) for line in totals.values() for total in line]
    low, high = min(every), max(every)
    span = high - low or 1.0

    def place(number: int, total: Fraction) -> tuple[float, float]:
        across = LEFT + (WIDTH - LEFT - RIGHT) * number / rounds
        return round(across, 1), round(HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * (float(total) - low) / span, 1)

    parts = [
        f'<text x="{LEFT - 6}" y="{place(0, Fraction(value))[1] + 4}" text-anchor="end">{value:g}</text>'
        f'<path d="M{LEFT} {place(0, Fraction(value))[1]}H{WIDTH - RIGHT}" class="grid"/>'
        for value in sorted({low, 0.0, high})
    ]
    ends: list[float] = []
    for (player, line), colour in zip(totals.items(), COLOURS * 2, strict=False):
        points = " ".join(f"{x},{y}" for x, y in (place(number, total) for number, total in enumerate(line)))
        x, y = place(rounds, line[-1])
        while any(abs(y - other) < 14 for other in ends):  # names must not lie on each other
            y += 1
        ends.append(y)
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2.5"/>')
        parts.append(f'<text x="{x + 8}" y="{y + 4}" fill="{colour}">{escape(player)} {float(line[-1]):g}</text>')
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" class="chart" role="img">{"".join(parts)}</svg>'
