"""In: a manifest, and which of a photo's pieces are whose. Out: how many hands of real photos are told apart.

    python -m datasets.dealt ../shared/photos/manifest.jsonl

A manifest says what lies in a photo but not whose it is; `dealt.jsonl`, read by eye, says it of the photos of several
hands.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from datasets.manifest import LabelledPhoto, read_manifest
from datasets.matching import GAMES, match, truths_of
from vision import Scanner
from vision.scan import Scan

DEALT = Path(__file__).with_name("dealt.jsonl")


@dataclass(frozen=True)
class HandTold:
    """A hand that lies there. `missed`: its pieces that were not seen. `alone`: whether all others are together in a
    hand that holds nothing else of the photo's pieces. `silent`: whether something is wrong and nothing says so."""

    pieces: tuple[str, ...]
    missed: tuple[str, ...]
    alone: bool
    silent: bool


def dealt(path: Path = DEALT) -> dict[str, list[tuple[str, ...]]]:
    """The labels of each hand by photo. A label is in one hand of a photo only."""
    rows = map(json.loads, path.read_text("utf-8").splitlines())
    return {row["file"]: [tuple(hand.split()) for hand in row["hands"]] for row in rows}


def told(photo: LabelledPhoto, scan: Scan, hands: Iterable[tuple[str, ...]]) -> list[HandTold]:
    """One for each of the hands."""
    matching = match(truths_of(photo), scan)
    names = {id(pair.seen): pair.truth.label for pair in matching.pairs}
    exact = {pair.truth.label for pair in matching.pairs if pair.exact}
    seen_as = [{names[id(piece)] for piece in hand.pieces if id(piece) in names} for hand in scan.hands]
    missed = {truth.label for truth in matching.missed}
    results = []
    for hand in hands:
        seen = set(hand) - missed
        places = [place for place, labels in enumerate(seen_as) if labels == seen]
        wrong = not places or len(seen) < len(hand) or not seen <= exact
        flagged = any(scan.hands[place].review for place, labels in enumerate(seen_as) if labels & seen)
        results.append(HandTold(hand, tuple(sorted(set(hand) & missed)), bool(places), wrong and not flagged))
    return results


def main() -> None:
    parser = argparse.ArgumentParser(description="How many hands of real photos are told apart.")
    parser.add_argument("manifest", type=Path)
    photos = {photo.file: photo for photo in read_manifest(parser.parse_args().manifest)}
    scanner = Scanner()
    for known in (True, False):
        results = []
        for file, hands in dealt().items():
            scan = scanner.scan(photos[file].path, GAMES[photos[file].kind], len(hands) if known else "auto")
            of_photo = told(photos[file], scan, hands)
            results += of_photo
            missed = " ".join(label for hand in of_photo for label in hand.missed) or "nothing"
            print(f"{file}: {sum(hand.alone for hand in of_photo)} of {len(hands)} hands told apart, missed {missed}")
        whole = sum(hand.alone and not hand.missed for hand in results)
        silent = sum(hand.silent for hand in results)
        print(
            f"number {'told' if known else 'found'}: {sum(hand.alone for hand in results)} of {len(results)} hands "
            f"told apart, {whole} of them whole, {silent} wrong without a flag"
        )


if __name__ == "__main__":
    main()
