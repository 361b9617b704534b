"""In: the outcomes of a benchmark. Out: its figures as tables for people, and as one object for programs."""

from collections.abc import Iterator, Sequence
from typing import Any

from rich.table import Table
from rich.text import Text

from datasets.benchmark import Figures, Rate, by_group, by_kind, figures, speed
from datasets.outcome import CROWDED, Outcome

ALL = "all"


def bench_tables(outcomes: Sequence[Outcome]) -> Iterator[Table]:
    """A table for each kind of piece: all photos, their groups, and apart from them the crowded ones."""
    for kind, of_kind in by_kind(outcomes).items():
        table = Table(title=kind.capitalize(), title_justify="left")
        table.add_column("Group", no_wrap=True)
        for heading in ("Photos", "Pieces"):
            table.add_column(heading, justify="right", no_wrap=True)
        for heading in ("Named exactly\nF1 prec./recall", "Points right\nF1 prec./recall"):
            table.add_column(heading, justify="right", no_wrap=True)
        for heading in (
            "Photos\nexact",
            "Totals\nright",
            "Wrong,\nno flag",
            "Flagged",
            "Needless\nflags",
            "Calib. error\npoints/names",
        ):
            table.add_column(heading, justify="right", no_wrap=True)
        usual = [outcome for outcome in of_kind if not outcome.crowded]
        crowded = [outcome for outcome in of_kind if outcome.crowded]
        if usual:
            table.add_row(*_cells(ALL, figures(usual)), style="bold")
            table.add_section()
        for group, of_group in by_group(usual).items():
            table.add_row(*_cells(group, figures(of_group)))
        if crowded:
            table.add_section()
            table.add_row(*_cells(f"{CROWDED} pieces and more", figures(crowded)))
        yield table


def speed_table(outcomes: Sequence[Outcome]) -> Table:
    times = speed(outcomes)
    rows = [(stage, f"{ms['median']:.1f}", f"{ms['p95']:.1f}") for stage, ms in times.items()]
    return table_of("Speed, ms a photo", ("Stage", "Median", "95th percentile"), rows)


def table_of(title: str, headings: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    """Text in the first column, figures in the others."""
    table = Table(title=title, title_justify="left")
    for place, heading in enumerate(headings):
        table.add_column(heading, justify="right" if place else "left")
    for row in rows:
        table.add_row(*row)
    return table


def bench_object(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """`kinds` hold the figures of the tables, `photos` what was right and wrong in each."""
    kinds: dict[str, Any] = {}
    for kind, of_kind in by_kind(outcomes).items():
        usual = [outcome for outcome in of_kind if not outcome.crowded]
        crowded = [outcome for outcome in of_kind if outcome.crowded]
        kinds[kind] = {
            ALL: figures(usual).to_dict(),
            "groups": {group: figures(of_group).to_dict() for group, of_group in by_group(usual).items()},
            "crowded": figures(crowded).to_dict(),
        }
    return {"kinds": kinds, "speed_ms": speed(outcomes), "photos": [_photo_object(outcome) for outcome in outcomes]}


def _photo_object(outcome: Outcome) -> dict[str, Any]:
    matching = outcome.matching
    return {
        "file": outcome.photo.file,
        "kind": outcome.photo.kind,
        "group": outcome.photo.group,
        "exact": outcome.exact,
        "total": outcome.total,
        "true_total": outcome.true_total,
        "flagged": outcome.flagged,
        "missed": [truth.label for truth in matching.missed],
        "made_up": [piece.label for piece in matching.made_up],
        "misread": [[pair.truth.label, pair.seen.label] for pair in matching.pairs if not pair.exact],
        "error": outcome.error,
    }


def _cells(name: str, line: Figures) -> list[str | Text]:
    return [
        name,
        str(line.photos),
        str(line.pieces),
        _rate(line.named),
        _rate(line.points),
        _share(line.exact, line),
        _share(line.totals_right, line),
        Text(str(line.silently_wrong), "bold red" if line.silently_wrong else "green"),
        _share(line.flagged, line),
        _share(line.needless_flags, line),
        f"{_figure(line.points_calibration)}/{_figure(line.names_calibration)}",
    ]


def _rate(rate: Rate) -> str:
    return f"{_figure(rate.f1)} {_figure(rate.precision, 2)}/{_figure(rate.recall, 2)}"


def _figure(value: float | None, digits: int = 3) -> str:
    return "–" if value is None else f"{value:.{digits}f}"


def _share(count: int, line: Figures) -> str:
    return f"{count / line.photos:.0%}"
