"""In: a manifest of labelled photos. Out: whether `dev` is read as well as `datasets/accuracy.jsonl` says at its end.

The exit status is 1 where less is named or scored right, or where a total is wrong without a flag. Photos of 40
pieces and more have a line of their own in the record and are not asked.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from datasets.accuracy_page import RECORD
from datasets.benchmark import by_kind, figures
from datasets.manifest import read_manifest
from datasets.release import Figure, compact, rate
from service.bench_command import scan_all
from service.bench_table import ALL


def falls(found: Figure, recorded: Figure) -> Iterator[str]:
    """What is worse than in the record; both as `datasets.release.compact` makes them."""
    if found["silently_wrong"]:
        yield f"{found['silently_wrong']} totals are wrong without a flag"
    for what in ("named", "points"):
        now, then = rate(found[what]).f1 or 0, rate(recorded[what]).f1 or 0
        if now < then:
            yield f"{what} right: F1 {now:.3f}, after {then:.3f}"
    if found["totals_right"] < recorded["totals_right"]:
        yield f"{found['totals_right']} totals right, after {recorded['totals_right']}"


def main(manifest: str) -> int:
    """Measures and says so."""
    outcomes = list(scan_all(photo for photo in read_manifest(Path(manifest)) if photo.split == "dev"))
    recorded = json.loads(RECORD.read_text("utf-8").splitlines()[-1])["dev"]
    worse = []
    for kind, of_kind in by_kind(outcomes).items():
        found = compact(figures([outcome for outcome in of_kind if not outcome.crowded]))
        print(f"{kind}: {found}")
        worse += [f"{kind}: {fall}" for fall in falls(found, recorded[kind][ALL])]
    print("; ".join(worse) or "Read as well as recorded.")
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
