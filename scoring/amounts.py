"""In: an exact number of points. Out: how programs see it (20.333333) and how people do (20 1/3)."""

from fractions import Fraction


def json_number(points: Fraction) -> int | float:
    """A whole number, or a decimal rounded to six places."""
    return points.numerator if points.denominator == 1 else round(float(points), 6)


def mixed_number(points: Fraction) -> str:
    """A whole number and a fraction, as one would write it by hand."""
    whole, rest = divmod(abs(points.numerator), points.denominator)
    parts = [str(whole)] if whole or not rest else []
    if rest:
        parts.append(f"{rest}/{points.denominator}")
    return ("-" if points < 0 else "") + " ".join(parts)
