"""In: what was measured. Out: claims: what was found, what was meant to be, and whether it is so."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import fmean, median, quantiles
from typing import Any, Final

from service.load.traffic import Met

SMALL_SECONDS: Final = 0.2
"""95 of 100 small requests are answered within this, whatever is scanned meanwhile."""
UNEVEN: Final = 1.5
"""A scan at the limit may take so much longer than its places would, scanned one by one: photos differ."""
GROWTH: Final = 0.05
"""Memory counts as flat when it grows by no more than this share from the second fifth of the scans to the last."""
HANDLES: Final = 3
"""File handles count as flat when there are no more than so many more of them."""
CONNECTIONS: Final = 15
"""As many has SQLAlchemy's pool to a database at most: 5 that it keeps, and 10 while all those are in use."""


@dataclass(frozen=True)
class Claim:
    """One line of the table."""

    what: str
    found: str
    goal: str
    holds: bool


@dataclass
class Held:
    """What the server held after each scan."""

    memory: list[float] = field(default_factory=list)
    handles: list[int] = field(default_factory=list)


def at_the_limit(alone: Met, met: Met, small: Sequence[float], held: Held, places: int) -> list[Claim]:
    """As many clients as there are places."""
    one, slow = fmean(alone.scanned), percentile(met.scanned)
    most = UNEVEN * places * one
    before, after = fifths(held.memory)
    open_before, open_after = (max(part) for part in (_fifth(held.handles, 1), _fifth(held.handles, 4)))
    return [
        _no_other("at the limit, all photos scanned", met, len(met.scanned)),
        Claim("at the limit, refusals", str(len(met.refused)), "0", not met.refused),
        Claim("a scan alone, mean", f"{one:.2f} s", "", True),
        Claim("a scan at the limit, 95th percentile", f"{slow:.2f} s", f"at most {most:.2f} s", slow <= most),
        small_claim("at the limit", small),
        Claim(
            f"memory over {len(held.memory)} scans",
            f"{before:.0f} -> {after:.0f} MB",
            f"grows by {GROWTH:.0%} at most",
            after <= before * (1 + GROWTH),
        ),
        Claim(
            f"file handles over {len(held.handles)} scans",
            f"{open_before} -> {open_after}",
            f"{HANDLES} more at most",
            open_after <= open_before + HANDLES,
        ),
    ]


def beyond_it(met: Met, refusals: Sequence[float], small: Sequence[float]) -> list[Claim]:
    """Twice as many clients. `refusals`: seconds that the server took for each, from the head of the request on."""
    told = percentile(refusals)
    return [
        _no_other("beyond the limit, answered", met, len(met.scanned) + len(met.refused)),
        Claim("beyond the limit, refusals", str(len(met.refused)), "some", bool(met.refused)),
        Claim(
            "a refusal, 95th percentile",
            f"{told * 1000:.0f} ms",
            f"{SMALL_SECONDS * 1000:.0f} ms",
            told <= SMALL_SECONDS,
        ),
        small_claim("beyond the limit", small),
    ]


def scanned_after(met: Met) -> Claim:
    """One photo when all that was over."""
    return Claim("a photo after all that, scanned", str(len(met.scanned)), "1", len(met.scanned) == 1)


def small_claim(when: str, small: Sequence[float]) -> Claim:
    """How soon small requests were answered."""
    found = percentile(small)
    goal = f"{SMALL_SECONDS * 1000:.0f} ms"
    said = f"{found * 1000:.0f} ms of {len(small)}"
    return Claim(f"small requests {when}, 95th percentile", said, goal, found <= SMALL_SECONDS)


def with_rude_clients(
    cut: dict[str, int], clients: int, small: Sequence[float], handles: int, connections: int
) -> list[Claim]:
    """`cut`: how many of so many clients were cut off, by their manners; `handles`: more than at first when all were
    gone, and `connections` to the database then."""
    return [
        *(
            Claim(f"clients that {how}, cut off", str(count), str(clients), count == clients)
            for how, count in cut.items()
        ),
        small_claim("with rude clients", small),
        Claim("file handles left over", str(handles), f"{HANDLES} at most", handles <= HANDLES),
        Claim("connections to the database", str(connections), f"{CONNECTIONS} at most", connections <= CONNECTIONS),
    ]


def percentile(seconds: Sequence[float]) -> float:
    """The 95th; 0 of nothing."""
    return quantiles(seconds, n=20, method="inclusive")[-1] if len(seconds) > 1 else sum(seconds)


def fifths(values: Sequence[float]) -> tuple[float, float]:
    """The median of the second fifth, by when all is warm, and of the last."""
    return median(_fifth(values, 1)), median(_fifth(values, 4))


def _fifth(values: Sequence[Any], number: int) -> Sequence[Any]:
    return values[len(values) * number // 5 : len(values) * (number + 1) // 5] or values


def _no_other(what: str, met: Met, count: int) -> Claim:
    said = f"{count}" + (f", but {len(met.other)}: {met.other[0]}" if met.other else "")
    return Claim(what, said, "all", not met.other)
