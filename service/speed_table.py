"""In: `Speed`, what `handscan bench --speed` measured. Out: its tables, the goals among them, as rows of text."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from datasets.speed import Cost
from datasets.speed_photos import FRAME
from service.bench_speed import Speed

STAGES: Final = ("decode", "locate", "classify", "assemble", "total")
MISSED: Final = "missed"


@dataclass(frozen=True)
class Rows:
    """A table before it is drawn: a title, headings, and rows of as many cells."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def speed_rows(speed: Speed) -> list[Rows]:
    photos = tuple(_photo(one) for one in speed.costs)
    crowds = tuple((str(one.pieces), f"{one.stages['total']:.0f}", f"{_each(one):.1f}") for one in speed.by_pieces)
    batch = tuple((str(workers), f"{rate:.1f}") for workers, rate in speed.batch.items())
    frames = tuple((kind, *(f"{ms:.1f}" for ms in times.values())) for kind, times in speed.frames.items())
    return [
        Rows("Goals", ("What", "Goal", "Measured", ""), tuple(goals(speed))),
        Rows(
            "A photo, in ms",
            (
                *("Format", "MP", "Pieces", "Found", "Decode in full"),
                *(stage.capitalize() for stage in STAGES),
                *("Total / full decode", "Memory, MB"),
            ),
            photos,
        ),
        Rows("Ever more cards in a 12 MP JPEG", ("Pieces", "Total, ms", "Beyond decoding, ms a piece"), crowds),
        Rows(f"A warm picture of {FRAME[0]} x {FRAME[1]}, in ms", ("Pieces", *map(str.capitalize, STAGES)), frames),
        Rows(f"A batch of {speed.batch_photos} photos", ("Workers", "Photos a second"), batch),
    ]


def goals(speed: Speed) -> list[tuple[str, str, str, str]]:
    """What was asked for, and whether this run reached it."""
    jpeg = [one for one in speed.costs if one.form == "JPEG"]
    many = max(one.pieces for one in jpeg if one.kind == "cards")
    ratio = next(one.ratio for one in jpeg if (one.kind, one.pieces, round(one.megapixels)) == ("cards", many, 12))
    told = [
        (f"12 MP JPEG, {many} cards: scan / full decode", 1.3, ratio, ""),
        ("1280 x 720, warm", 40, max(times["total"] for times in speed.frames.values()), " ms"),
        ("handscan scan of a 12 MP photo from nothing", 1000, speed.cold, " ms"),
        ("memory for 12 MP", 250, _memory(speed.costs, 12), " MB"),
        ("memory for 48 MP", 450, _memory(speed.costs, 48), " MB"),
        ("the wheel with its networks", 10, speed.wheel, " MB"),
    ]
    rows = [
        (what, f"at most {goal:g}{unit}", f"{value:.2f}" if not unit else f"{value:.0f}{unit}", _met(value <= goal))
        for what, goal, value, unit in told
    ]
    gain = speed.batch[2] / speed.batch[1]
    return [*rows, ("batch of two workers / of one", "at least 1.7", f"{gain:.2f}", _met(gain >= 1.7))]


def notes(speed: Speed) -> list[str]:
    lines = [
        f"On {speed.machine}.",
        f"Cold start took {speed.cold_cpu:.0f} ms of the processor, all cores together. "
        f"The classifier reads {speed.pieces_a_second:.0f} pieces a second.",
    ]
    return [*lines, *(f"{form} was left out: pip install pillow-heif, which writes it." for form in speed.left_out)]


def _photo(one: Cost) -> tuple[str, ...]:
    return (
        *(one.form, f"{one.megapixels:.0f}", f"{one.pieces} {one.kind}", str(one.found), f"{one.full:.0f}"),
        *(f"{one.stages[stage]:.0f}" for stage in STAGES),
        *(f"{one.ratio:.2f}", "–" if one.memory is None else f"{one.memory:.0f}"),
    )


def _each(one: Cost) -> float:
    return (one.stages["total"] - one.stages["decode"]) / one.pieces


def _memory(costs: Sequence[Cost], megapixels: int) -> float:
    """The most that any photo of the size took."""
    return max(one.memory or 0.0 for one in costs if round(one.megapixels / 4) == megapixels // 4)


def _met(met: bool) -> str:
    return "reached" if met else MISSED
