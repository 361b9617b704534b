"""In: a photo and a hand as typed, or a whole sheet and its photos. Out: `handscan verify`: whether they agree."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scoring import ScoringError, read_hand, rule_set
from service.out_folder import make_folder
from service.scan_command import Deck, Game
from service.score_input import JsonOption, RulesOption

if TYPE_CHECKING:
    from service.verification import Verdict

STATUS: "dict[Verdict, int]" = {"confirmed": 0, "contradicted": 1, "cannot_tell": 2}


def verify(
    photo: Annotated[Path | None, typer.Argument(help="The photo of one hand.")] = None,
    typed: Annotated[str | None, typer.Argument(help="The hand as it was typed.", metavar="HAND")] = None,
    game: Annotated[Game | None, typer.Option(help="Tiles are rummikub, cards are rami.")] = None,
    total: Annotated[int | None, typer.Option(min=0, help="The points of the hand, in place of HAND.")] = None,
    sheet: Annotated[Path | None, typer.Option(help="A score sheet (.csv, .jsonl), in place of one hand.")] = None,
    photos: Annotated[Path | None, typer.Option(help="With --sheet: the folder of its photos.")] = None,
    deck: Annotated[Deck, typer.Option(help="The language of the letters on the cards.")] = "auto",
    rules: RulesOption = None,
    overlay: Annotated[Path | None, typer.Option(help="Write photos, each piece coloured, into this folder.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Say whether a photo shows the hand that was typed, or the hands of a whole sheet.

    The exit status is 0 where all is confirmed, 1 where something is contradicted, 2 where it cannot be told.
    """
    if overlay is not None:
        make_folder(overlay, "--overlay")
    try:
        if sheet is not None:
            if photo is not None or typed is not None or total is not None:
                raise typer.BadParameter("is checked whole: leave out PHOTO, HAND and --total.", param_hint="--sheet")
            from service.verify_sheet_command import verify_sheet

            verdict = verify_sheet(sheet, photos, game, deck, rules, overlay, as_json)
        else:
            verdict = _verify_one(photo, typed, total, game, deck, overlay, as_json)
    except ScoringError as error:
        if as_json:
            typer.echo(json.dumps({"error": {"code": "invalid", "message": str(error)}}))
        else:
            typer.echo(str(error), err=True)
        raise typer.Exit(2) from error
    raise typer.Exit(STATUS[verdict])


def _verify_one(
    photo: Path | None,
    typed: str | None,
    total: int | None,
    game: Game | None,
    deck: Deck,
    overlay: Path | None,
    as_json: bool,
) -> "Verdict":
    if photo is None or (typed is None) == (total is None):
        raise typer.BadParameter("name a photo, and the hand as typed or its --total; or a --sheet and its --photos.")
    if game is None:
        raise typer.BadParameter("say which game lies there: --game rummikub (tiles) or --game rami (cards).")
    rules = rule_set(game)
    labels = None if typed is None else read_hand(typed, rules)

    # What takes its time to load comes after what was typed is found to be right.
    from service.verify import compare, compare_total
    from service.verify_scan import seen_hand
    from service.verify_words import sentences, told
    from vision import Scanner
    from vision.photo import PhotoError

    try:
        scan = Scanner().scan(photo, game=game, hands=1, deck=deck).to_dict()
    except PhotoError as error:
        raise ScoringError(f"{photo}: {error.message}") from error
    seen = seen_hand(scan, 0)
    if labels is None:
        found = compare_total(total or 0, seen.pieces, rules, seen.hidden)
    else:
        found = compare(labels, seen.pieces, rules, seen.hidden)
    if overlay is not None:
        from service.verify_overlay import write_verification

        drawn = overlay / f"{photo.stem}-verified.jpg"
        write_verification(photo, scan["photo"]["width"], seen.outlines, found, drawn)
    if as_json:
        typer.echo(json.dumps({**found.to_dict(), "scan": scan}, ensure_ascii=False))
        return found.verdict
    typer.echo(told(found))
    for sentence in sentences(found):
        typer.echo(f"  {sentence}")
    if overlay is not None:
        typer.echo(f"  Drawn in {drawn}")
    return found.verdict
