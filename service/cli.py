"""In: what was typed after `handscan`. Out: one command run. Each command lives in a file of its own, and only that of
the command typed is loaded: all of them together take longer than to read a photo."""

import io
import os
import re
import sys
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand
from typer.main import get_command

from service.one_sentence import OneSentence

COMMANDS = ("scan", "score", "match", "webcam", "serve", "batch", "verify", "bench", "doctor")


class OnDemand(OneSentence):
    """The command `scan` is the function of that name in `service.scan_command`, and so on. A file that wants a class
    of its own for its command names it `COMMAND_CLASS`."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.commands = {name: TyperCommand(name) for name in COMMANDS}  # what they are called, until one is wanted

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"service.{cmd_name}_command")
        alone = typer.Typer(add_completion=False, rich_markup_mode=None)
        alone.command(cmd_name, cls=getattr(module, "COMMAND_CLASS", TyperCommand))(getattr(module, cmd_name))
        return get_command(alone)


app = typer.Typer(cls=OnDemand, no_args_is_help=True, add_completion=False, rich_markup_mode=None)


@app.callback()
def handscan() -> None:
    """Read the cards or tiles left in players' hands from a photo, name each piece and score the round."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # What an old terminal cannot show does not stop it. So written, JSON stays JSON, and no two names are alike.
        sys.stdout.reconfigure(errors="xmlcharrefreplace")
    for size in ("COLUMNS", "LINES"):
        # A terminal of no width, as some editors and build servers tell of, would leave nothing of a table.
        if not re.fullmatch("0*[1-9][0-9]*", os.environ.get(size, "")):
            os.environ.pop(size, None)
