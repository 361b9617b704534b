"""In: the figures of each release in `accuracy.jsonl`. Out: `accuracy.md`, its diagram, the figures in the model cards.

    python -m datasets.accuracy_page                    # writes the pages from the record
    python -m datasets.accuracy_page MANIFEST ART       # measures this release, which takes minutes, records it, writes

A release measured again, networks and version the same, takes its own place in the record. Measure from a checkout with
no changes of its own: the figures are those of the code that runs. The real photos and the art are not part of the
repository; datasets/README.md tells where they come from.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import cv2

from datasets.calibration import Bin, calibration_error, reliability_svg
from datasets.draw_card import LETTERS
from datasets.flag_threshold import WRONG, Step, best_threshold
from datasets.marked_text import filled
from datasets.outcome import CROWDED
from datasets.release import Figure, measured, rate
from datasets.supply import load_supply
from vision import Scanner
from vision.classify import JACK_OR_QUEEN
from vision.pieces import SURE

HERE = Path(__file__).parent
RECORD, PAGE, DIAGRAM = HERE / "accuracy.jsonl", HERE / "accuracy.md", HERE / "accuracy.svg"
CARDS = HERE.parent / "models"
COMMAND = "python -m datasets.accuracy_page"
SETS = {"dev": "photos never seen", "kept": "photos kept out", "drawn": "drawn, kept out"}
GROUPS = {  # of the real photos; a group that is not here goes by its own name
    "Anima": "German deck, four corners, on black paper",
    "adriank122": "yellow light, black table",
    "arnab": "two photos, a standard deck",
    "bidly": "four bridge hands in one picture",
    "foltysM": "white on a white table",
    "jacky1107": "small, tilted",
    "poker-mat": "thirteen on a mat, 12 MP",
    "sergio": "green felt",
    "rummikub-demo": "the edition trained on",
    "rummikub-racks": "another edition, racks at a slant",
}
HEADINGS = (
    *("pictures", "pieces", "named exactly, F1", "points right, F1"),
    *("totals right", "wrong total, no flag", "needless flags"),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("manifest", type=Path, nargs="?", help="the manifest of the real photos")
    parser.add_argument("art", type=Path, nargs="?", help="the folder of art that scenes are drawn with")
    options = parser.parse_args()
    if options.manifest is not None:
        if options.art is None:
            parser.error("name the folder of art as well: figures on drawn pictures belong to the release")
        cv2.setNumThreads(1)
        supply = load_supply(options.art, "held")
        release = measured(options.manifest, supply, Scanner(threads=1), lambda said: print(said, file=sys.stderr))
        record = with_release(read_record(RECORD), release)
        RECORD.write_text("".join(json.dumps(line) + "\n" for line in record), "utf-8")
    write_pages(read_record(RECORD))


def read_record(path: Path) -> list[Figure]:
    """One object a release, the oldest first; none where nothing was measured yet."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []


def with_release(record: Sequence[Figure], release: Figure) -> list[Figure]:
    """The record with the release at its end, in the place of its last line where that is the same release."""
    again = bool(record) and all(record[-1][part] == release[part] for part in ("version", "networks"))
    return [*(record[:-1] if again else record), release]


def write_pages(record: Sequence[Figure]) -> None:
    newest = record[-1]
    PAGE.write_text(page(record), "utf-8")
    DIAGRAM.write_text(reliability_svg({SETS[name]: bins_of(newest, name) for name in SETS}), "utf-8")
    sections = {
        "classifier.md": {
            "figures": photos_table(newest),
            "kinds": counts_table("drawn pictures of", newest["drawn"]),
            "decks": decks_table(newest),
            "letters": letters_text(newest),
        },
        "locator.md": {"letterless": letterless_text(newest)},
    }
    for name, parts in sections.items():
        card = CARDS / name
        text = card.read_text("utf-8")
        for part, body in parts.items():
            text = filled(text, part, COMMAND, body)
        card.write_text(text, "utf-8")


def page(record: Sequence[Figure]) -> str:
    newest = record[-1]
    networks = ", ".join(f"{name} {one['version']} (`{one['sha256']}`)" for name, one in newest["networks"].items())
    drawn = f"`{newest['pictures']}`"
    parts = [
        "# How accurate handscan is",
        f"Written by `{COMMAND} MANIFEST ART` from `accuracy.jsonl`, a line a release; nothing is typed in.",
        f"Newest release: handscan {newest['version']}, measured {newest['date']}, {networks}.",
        "## Real photos never trained on",
        "Also `handscan bench MANIFEST --split dev`, which shows the worst with `--worst`.",
        photos_table(newest),
        "## Drawn pictures, by kind",
        f"Whole hands of decks, editions and fonts kept out of training (`held_scenes.py`; these pictures: {drawn}).",
        counts_table("drawn pictures of", newest["drawn"]),
        "## By deck",
        "Real designs kept out of training, drawn side by side, overlapped and fanned.",
        decks_table(newest),
        "## From release to release",
        history_table(record),
        "Drawn pictures compare only where they are the same ones: the last column names them.",
        "## Is a confidence of 0.9 right nine times in ten?",
        "![Reliability diagram](accuracy.svg)",
        calibration_text(newest),
        "## When a piece is flagged",
        threshold_text(newest),
        "## Letters on the cards and `--deck`",
        letters_text(newest),
        "## Court cards without letters",
        letterless_text(newest),
        "## Advice on the photo",
        advice_text(newest),
    ]
    return "\n\n".join(parts) + "\n"


def photos_table(release: Figure) -> str:
    """Every group of the real photos, the crowded ones apart."""
    lines: dict[str, Figure] = {}
    for kind, found in release["dev"].items():
        lines[f"**{kind}, all under {CROWDED} pieces**"] = found["all"]
        lines |= {f"{kind}: {GROUPS.get(group, group)}": line for group, line in found["groups"].items()}
    for kind, found in release["dev"].items():
        if found["crowded"]["photos"]:
            lines[f"{kind}: {CROWDED} pieces and more"] = found["crowded"]
    return counts_table("photos of", lines)


def decks_table(release: Figure) -> str:
    return counts_table("deck", release["decks"])


def counts_table(heading: str, lines: dict[str, Figure]) -> str:
    return table((heading, *HEADINGS), ((name, *cells(line)) for name, line in lines.items()))


def cells(line: Figure) -> tuple[str, ...]:
    return (
        str(line["photos"]),
        str(line["pieces"]),
        number(rate(line["named"]).f1),
        number(rate(line["points"]).f1),
        share(line["totals_right"], line["photos"]),
        str(line["silently_wrong"]),
        share(line["needless_flags"], line["photos"]),
    )


def history_table(record: Iterable[Figure]) -> str:
    """A line a release: totals right and silently wrong on each set."""
    rows = []
    for release in record:
        dev = [found["all"] for found in release["dev"].values()]
        sets = [*dev, summed(release["kept"].values()), summed(release["drawn"].values())]
        networks = " ".join(one["sha256"][:6] for one in release["networks"].values())
        rows.append(
            (
                f"{release['version']}, {release['date']}, {networks}",
                *(
                    f"{number(rate(line['points']).f1)}, {share(line['totals_right'], line['photos'])}, "
                    f"{line['silently_wrong']}"
                    for line in sets
                ),
                f"`{release['pictures']}`",
            )
        )
    heading = ("points right (F1), totals right, wrong total without a flag", "cards", "tiles", SETS["kept"])
    return table((*heading, SETS["drawn"], "drawn set"), rows)


def summed(lines: Iterable[Figure]) -> Figure:
    """All of them as one."""
    every = list(lines)
    total: Figure = {}
    for field, value in every[0].items():
        values = [line[field] for line in every]
        total[field] = [sum(column) for column in zip(*values, strict=True)] if isinstance(value, list) else sum(values)
    return total


def bins_of(release: Figure, name: str) -> tuple[Bin, ...]:
    return tuple(Bin(int(count), confidence, right) for count, confidence, right in release["reliability"][name])


def calibration_text(release: Figure) -> str:
    errors = table(
        ("confidence that the points of a piece are right", "pieces", "expected calibration error", "at 0.9 and more"),
        (
            (
                title,
                str(sum(one.count for one in bins_of(release, name))),
                number(calibration_error(bins_of(release, name))),
                _surest(bins_of(release, name)),
            )
            for name, title in SETS.items()
        ),
    )
    return (
        "A dot is a tenth of confidence (Guo et al. 2017), larger where more pieces are in it; on the dashed line, "
        "confidence and truth agree. The error is the mean gap between the two (Naeini et al. 2015).\n\n" + errors
    )


def _surest(bins: Sequence[Bin]) -> str:
    top = bins[-1]
    return f"{top.count} pieces, sure {top.confidence:.3f}, right {top.right:.3f}"


def threshold_text(release: Figure) -> str:
    steps = [Step(**step) for step in release["sweep"]]
    cheapest = min(steps, key=lambda step: step.cost)
    rows = table(
        ("flag below", "wrong totals, no flag", "photos flagged", "taps", "cost in taps"),
        (
            (
                f"**{step.threshold:g}**" if step.threshold == SURE else f"{step.threshold:g}",
                str(step.silently_wrong),
                str(step.flagged),
                str(step.taps),
                f"{step.cost:g}",
            )
            for step in steps
        ),
    )
    return (
        f"A look at a flagged piece costs one tap. A wrong total that nobody is told of costs about {WRONG:g}: the "
        "hand is counted again by people. A piece whose points are right with probability *p* costs one tap flagged, "
        f"and (1 − *p*) · {WRONG:g} not flagged, so a look pays below *p* = 1 − 1/{WRONG:g} = {best_threshold():g}. "
        f"In use: {SURE:g} (`vision/pieces.py`, `SURE`; costs in `flag_threshold.py`).\n\n"
        "What each threshold would have done on the real photos and the drawn pictures kept out of training:\n\n"
        f"{rows}\n\n"
        f"Cheapest there: {cheapest.threshold:g}, at {cheapest.cost:g} taps; the dearest of those up to 0.93 costs "
        f"{max(step.cost for step in steps if step.threshold <= 0.93):g}. The cost of a wrong total is a judgement, "
        "chosen so that the threshold already in use follows from it, and not measured on players."
    )


def letters_text(release: Figure) -> str:
    found = release["letters"]
    decks = list(next(iter(found.values())))
    rows = (
        (
            country,
            " ".join(f"{letter}" for letter in LETTERS[country].values()),
            *(share(*found[country][deck]) for deck in decks),
        )
        for country in found
    )
    told = ", ".join(f"`{deck}` a {first} rather than a {other}" for deck, (first, other) in JACK_OR_QUEEN.items())
    return (
        "Aces, jacks, queens and kings of invented decks kept out of training, named exactly:\n\n"
        + table(("letters", "A J Q K are", *(f"`--deck {deck}`" for deck in decks)), rows)
        + "\n\nOne letter has two meanings: V is a jack in France and a queen in the Netherlands. "
        f"`--deck` leans a V that is in doubt: {told}. `auto`, `en` and `de` leave it as the network reads it. "
        "The table rests on few cards and does not show that `--deck` mends it. Points are the same "
        "either way."
    )


def letterless_text(release: Figure) -> str:
    found = release["letterless"]
    return (
        f"Of {found['courts']} court cards drawn without any index, {found['unread']} were found and shown as unread, "
        f"{found['named']} were given a name, {found['unseen']} were not seen. Totals wrong without a flag: "
        f"{found['silently_wrong']}."
    )


def advice_text(release: Figure) -> str:
    found = dict(release["advice"]) | {"real photos never seen": release["advice_dev"]}
    codes = sorted({code for given in found.values() for code in given})
    rows = ((name, *(f"{given.get(code, 0):.0%}" for code in codes)) for name, given in found.items())
    return (
        "The share of pictures that get each advice, when drawn pictures are spoilt in the way that a line is named "
        "for (`spoilt.py`):\n\n" + table(("pictures", *(f"`{code}`" for code in codes)), rows)
    )


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [headings, ["---"] * len(headings), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def number(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def share(count: int, of: int) -> str:
    return f"{count / of:.0%}" if of else "–"


if __name__ == "__main__":
    main()
