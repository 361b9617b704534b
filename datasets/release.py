"""In: real photos, art kept back, the networks as they are. Out: all figures of a release, in one object.

What each part holds is said beside its field in `measured`; `datasets.accuracy_page` writes it down for people.
"""

from __future__ import annotations

import datetime
import hashlib
import tomllib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from importlib.resources import files
from pathlib import Path
from typing import Any, get_args

from datasets import flag_threshold, spoilt
from datasets.benchmark import Figures, Rate, by_group, by_kind, figures, points_reliability
from datasets.draw_card import LETTERS
from datasets.held_scenes import KINDS, Picture, pictures_in_letters, pictures_of_deck, pictures_of_kind
from datasets.letterless import letterless_table
from datasets.manifest import LabelledPhoto, read_manifest
from datasets.matching import GAMES
from datasets.outcome import Outcome, compare
from datasets.photos import held_out
from datasets.supply import Supply
from vision import Scanner
from vision.classify import Deck

Figure = dict[str, Any]
PROJECT = Path(__file__).parents[1] / "pyproject.toml"
NETWORKS = ("locator", "classifier")
FOR_A_KIND, FOR_A_DECK, FOR_LETTERS, FOR_ADVICE = 8, 6, 2, 12  # pictures drawn for a line of each table


def measured(manifest: Path, supply: Supply, scanner: Scanner, say: Callable[[str], None]) -> Figure:
    """`say` is told what comes next: it takes minutes. Raises ManifestError where there are no photos to measure on."""
    photos = read_manifest(manifest)
    say("real photos never trained on")
    dev = [_scanned(photo, scanner) for photo in photos if photo.split == "dev"]
    say("real photos kept from training")
    kept = [_scanned(photo, scanner) for photo in _kept_from_training(photos)]
    digest = hashlib.sha256()
    drawn: list[Outcome] = []
    for kind in KINDS:
        say(kind.name)
        drawn += _of_pictures(pictures_of_kind(supply, kind, FOR_A_KIND), scanner, digest.update)
    decks: list[Outcome] = []
    for deck in supply.decks:
        say(f"deck {deck.name}")
        decks += _of_pictures(pictures_of_deck(supply, deck, FOR_A_DECK), scanner, digest.update)
    return {
        **named(),
        "dev": {kind: _usual_and_crowded(outcomes) for kind, outcomes in by_kind(dev).items()},
        "kept": {kind: compact(figures(outcomes)) for kind, outcomes in by_kind(kept).items()},
        "drawn": {kind.name: compact(figures(by_group(drawn)[kind.name])) for kind in KINDS},
        "decks": {name: compact(figures(outcomes)) for name, outcomes in by_group(decks).items()},
        "pictures": digest.hexdigest()[:12],  # figures on other drawn pictures do not compare
        "letters": letters_table(supply, scanner, say),
        "letterless": letterless_table(supply, scanner, FOR_A_KIND),
        "advice": spoilt.advice_table(supply, scanner, FOR_ADVICE, say),
        "advice_dev": spoilt.shares([outcome.scan for outcome in dev if outcome.scan]),
        "reliability": {
            name: [list(asdict(one).values()) for one in points_reliability(outcomes)]
            for name, outcomes in (("dev", dev), ("kept", kept), ("drawn", drawn + decks))
        },
        "sweep": [asdict(step) for step in flag_threshold.sweep([*kept, *drawn, *decks])],
    }


def named() -> Figure:
    """What a release is known by: the version, the day it was measured, each network's version and the hash of its
    file."""
    import onnxruntime as ort

    networks = {}
    for name in NETWORKS:
        data = files("models").joinpath(f"{name}.onnx").read_bytes()
        session = ort.InferenceSession(data, providers=["CPUExecutionProvider"])
        version = session.get_modelmeta().custom_metadata_map["version"]
        networks[name] = {"version": version, "sha256": hashlib.sha256(data).hexdigest()[:12]}
    return {
        "version": tomllib.loads(PROJECT.read_text())["project"]["version"],
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "networks": networks,
    }


def compact(line: Figures) -> Figure:
    """The counts; shares follow from them (`rate`)."""
    return {
        "photos": line.photos,
        "pieces": line.pieces,
        "named": [line.named.right, line.named.named, line.named.there],
        "points": [line.points.right, line.points.named, line.points.there],
        "exact": line.exact,
        "totals_right": line.totals_right,
        "silently_wrong": line.silently_wrong,
        "flagged": line.flagged,
        "needless_flags": line.needless_flags,
    }


def rate(counts: Sequence[int]) -> Rate:
    right, named, there = counts
    return Rate(right, named, there)


def letters_table(supply: Supply, scanner: Scanner, say: Callable[[str], None]) -> dict[str, dict[str, list[int]]]:
    """For the letters of each country and each `--deck`: how many of the cards are named exactly, and of how many."""
    table: dict[str, dict[str, list[int]]] = {}
    for country in LETTERS:
        say(f"letters {country}")
        pictures = list(pictures_in_letters(supply, country, FOR_LETTERS))
        table[country] = {}
        for deck in get_args(Deck):
            line = figures([_compared(one, scanner, deck) for one in pictures])
            table[country][deck] = [line.named.right, line.named.there]
    return table


def _scanned(photo: LabelledPhoto, scanner: Scanner) -> Outcome:
    return compare(photo, scanner.scan(photo.path, GAMES[photo.kind]))


def _compared(one: Picture, scanner: Scanner, deck: Deck = "auto") -> Outcome:
    return compare(one.labelled, scanner.scan(one.image, GAMES[one.labelled.kind], deck=deck))


def _of_pictures(pictures: Iterable[Picture], scanner: Scanner, noted: Callable[[bytes], None]) -> list[Outcome]:
    outcomes = []
    for one in pictures:
        noted(one.image.tobytes())
        outcomes.append(_compared(one, scanner))
    return outcomes


def _kept_from_training(photos: Sequence[LabelledPhoto]) -> list[LabelledPhoto]:
    """Those that `datasets.photos.held_out` names, whose numbers count the photos of the `train` split."""
    train = [photo for photo in photos if photo.split == "train"]
    return [photo for number, photo in enumerate(train) if held_out(number)]


def _usual_and_crowded(outcomes: Sequence[Outcome]) -> Figure:
    usual = [outcome for outcome in outcomes if not outcome.crowded]
    crowded = [outcome for outcome in outcomes if outcome.crowded]
    return {
        "all": compact(figures(usual)),
        "groups": {group: compact(figures(of_group)) for group, of_group in by_group(usual).items()},
        "crowded": compact(figures(crowded)),
    }
