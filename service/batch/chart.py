"""In: a played match. Out: its totals after each round as an SVG chart, a line a player, named at its end."""

from fractions import Fraction
from html import escape
from typing import Final

from service.batch.evening import PlayedMatch

WIDTH, HEIGHT, LEFT, RIGHT, EDGE = 640, 260, 48, 130, 24
MOST_NUMBERS: Final = 20
COLOURS: Final = ("#1b6ca8", "#c8553d", "#2e8b57", "#8e5ea2", "#b8860b", "#555555")


def totals_after(played: PlayedMatch) -> dict[str, list[Fraction]]:
    """The total of each player after each scored round, beginning at 0."""
    totals = {player: [Fraction(0)] for player in played.players}
    for one in played.rounds:
        if one.score:
            for player, points in one.score.points.items():
                totals[player].append(totals[player][-1] + points)
    return totals


def totals_chart(played: PlayedMatch, told: str) -> str:
    """Empty where no round is scored. `told`: the same in words, for who cannot see it."""
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
    scored = [one.number for one in played.rounds if one.score]
    for number in range(1, rounds + 1, -(-rounds // MOST_NUMBERS)):
        x, _ = place(number, Fraction(0))
        parts.append(f'<text x="{x}" y="{HEIGHT - 4}" text-anchor="middle">{scored[number - 1]}</text>')
    ends: list[float] = []
    for (player, line), colour in zip(totals.items(), COLOURS * 2, strict=False):
        points = " ".join(f"{x},{y}" for x, y in (place(number, total) for number, total in enumerate(line)))
        x, y = place(rounds, line[-1])
        while any(abs(y - other) < 18 for other in ends):  # names must not lie on each other
            y += 1
        ends.append(y)
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2.5"/>')
        parts.append(f'<text x="{x + 8}" y="{y + 4}" fill="{colour}">{escape(player)} {float(line[-1]):g}</text>')
    head = f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" class="chart" role="img" aria-label="{escape(told)}">'
    return f"{head}{''.join(parts)}</svg>"
