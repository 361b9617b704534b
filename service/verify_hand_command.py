"""In: a photo, and one of its hands as typed. Out: `handscan verify` of it: where the two agree and differ."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import typer

from scoring import Language, RuleSet, ScoringError, read_hand
from service.language import say
from service.photo_paths import shown
from service.scan_command import Deck
from service.sentences import say_again
from service.verification import Verdict, Verification
from service.verify import compare, compare_closest, compare_total
from service.verify_scan import SeenHand, seen_hand
from service.verify_words import differences, told


def verify_hand(
    photo: Path,
    typed: str | None,
    total: int | None,
    hands: int | Literal["auto"],
    hand: int | None,
    rules: RuleSet,
    deck: Deck,
    overlay: Path | None,
    language: Language,
    as_json: bool,
) -> Verdict:
    """`typed` or `total`. `hand` counts those of the photo from 1; None for the one that agrees best.

    Raises ScoringError for what was typed, or a photo, that cannot be read.
    """
    labels = None if typed is None else read_hand(typed, rules)
    found = _scan(photo, rules, hands, deck)
    seen = [seen_hand(found, number) for number in range(len(found["hands"]) or hand or 1)]
    number, verification = _compared(labels, total, seen, hand, rules)
    drawn = None
    if overlay is not None:
        from service.verify_overlay import write_verification

        drawn = overlay / f"{shown(photo).stem}-verified.jpg"
        write_verification(photo, found["photo"]["width"], seen[number].outlines, verification, drawn)
    if as_json:
        told_all = {**verification.to_dict(), "message": say_again(language, verification.message), "hand": number}
        typer.echo(json.dumps({**told_all, "scan": found}, ensure_ascii=False))
        return verification.verdict
    typer.echo(say_again(language, told(verification)))
    if len(seen) > 1:
        place = {"number": number + 1, "every": len(seen)}
        typer.echo("  " + say(language, "Compared with hand {number} of {every} in the photo.", **place))
    for sentence in _several(len(seen[number].pieces), rules):
        typer.echo(f"  {say_again(language, sentence)}")
    for sentence in differences(verification):
        typer.echo(f"  {say_again(language, sentence)}")
    if drawn is not None:
        typer.echo("  " + say(language, "Drawn in {file}", file=drawn))
    return verification.verdict


def _scan(photo: Path, rules: RuleSet, hands: int | Literal["auto"], deck: Deck) -> Mapping[str, Any]:
    # What takes its time to load comes after what was typed is found to be right.
    from vision import Scanner
    from vision.photo import PhotoError

    try:
        name = shown(photo).name
        return Scanner().scan(photo, game=rules.name, hands=hands, deck=deck, name=name).to_dict()
    except PhotoError as error:
        raise ScoringError(f"{shown(photo)}: {error.message}") from error


def _several(count: int, rules: RuleSet) -> list[str]:
    from vision.advice import several_hands  # OpenCV is there by now

    return [advice.message for advice in several_hands([count], rules)]


def _compared(
    labels: tuple[str, ...] | None, total: int | None, seen: Sequence[SeenHand], hand: int | None, rules: RuleSet
) -> tuple[int, Verification]:
    """The number, from 0, of the hand that was compared, and the comparison."""
    if hand is None and len(seen) > 1:
        if labels is None:
            raise ScoringError(
                f"Which of the {len(seen)} hands has this total? Say --hand 2 for the second, and so on."
            )
        return compare_closest(labels, [one.pieces for one in seen], rules, seen[0].hidden)
    number = (hand or 1) - 1
    if number >= len(seen):
        raise ScoringError(f"The photo has no hand {hand}: {len(seen)} found. Say how many there are with --hands.")
    one = seen[number]
    if labels is None:
        return number, compare_total(total or 0, one.pieces, rules, one.hidden)
    return number, compare(labels, one.pieces, rules, one.hidden)
