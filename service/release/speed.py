"""In: this machine. Out: whether the goals of `handscan bench --speed` are reached; the exit status is 1 where not."""

import sys

from service.bench_speed import measure_speed
from service.speed_table import MISSED, goals


def main() -> int:
    """Measures and says so."""
    rows = goals(measure_speed((), print))
    for row in rows:
        print(" | ".join(row))
    missed = [what for what, *_, met in rows if met == MISSED]
    print(f"Missed: {'; '.join(missed)}." if missed else f"All {len(rows)} goals are reached.")
    return int(bool(missed))


if __name__ == "__main__":
    sys.exit(main())
