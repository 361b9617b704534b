"""In: a photo and a hand as typed, or a whole sheet and its photos. Out: `handscan verify`: whether they agree."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scoring import ScoringError
from service.out_folder import make_folder
from service.scan_command import Deck, Game, number_of_hands
from service.score_input import JsonOption, LangOption, RulesOption, games_with
from service.sentences import say_again

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
    hands: Annotated[
        str, typer.Option(help="How many hands lie in the photo, or “auto”.", metavar="N|auto", show_default="1")
    ] = "",
    hand: Annotated[
        int | None, typer.Option(min=1, help="Which of them it is, in reading order; else the one most alike.")
    ] = None,
    deck: Annotated[Deck, typer.Option(help="The language of the letters on the cards.")] = "auto",
    rules: RulesOption = None,
    overlay: Annotated[Path | None, typer.Option(help="Write photos, each piece coloured, into this folder.")] = None,
    lang: LangOption = "en",
    as_json: JsonOption = False,
) -> None:
    """Say whether a photo shows the hand that was typed, or the hands of a whole sheet.

    The exit status is 0 where all is confirmed, 1 where something is contradicted, 2 where it cannot be told.
    """
    if overlay is not None:
        make_folder(overlay, "--overlay")
    try:
        if sheet is not None:
            if any(given is not None for given in (photo, typed, total, hand)) or hands:
                raise typer.BadParameter(
                    "is checked whole: leave out PHOTO, HAND, --total, --hands and --hand.", param_hint="--sheet"
                )
            from service.verify_sheet_command import verify_sheet

            verdict = verify_sheet(sheet, photos, game, deck, rules, overlay, lang, as_json)
        else:
            if photo is None or (typed is None) == (total is None):
                raise typer.BadParameter(
                    "name a photo, and the hand as typed or its --total; or a --sheet and its --photos."
                )
            if game is None:
                raise typer.BadParameter("say which game lies there: --game rummikub (tiles) or --game rami (cards).")
            if hand is not None and not hands:
                raise typer.BadParameter("say how many lie in the photo as well: --hands 4.", param_hint="--hand")
            from service.verify_hand_command import verify_hand

            house, count = games_with(rules)[game], number_of_hands(hands or "1")
            verdict = verify_hand(photo, typed, total, count, hand, house, deck, overlay, lang, as_json)
    except ScoringError as error:
        told = say_again(lang, str(error))
        if as_json:
            typer.echo(json.dumps({"error": {"code": "invalid", "message": told}}))
        else:
            typer.echo(told, err=True)
        raise typer.Exit(2) from error
    raise typer.Exit(STATUS[verdict])
