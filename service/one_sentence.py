"""In: whatever ends a command. Out: one sentence that says what to do, and exit status 2: nothing more was done.

Faults of the machine and of the installation are caught here for every command alike; a fault of the code is shown
whole, since only its trace helps.
"""

import errno
import sys
from typing import Any

import typer
from typer.core import TyperGroup

from service.full_disk import is_full

NOT_DONE = 2


class OneSentence(TyperGroup):
    """The group of all commands."""

    def invoke(self, ctx: Any) -> Any:
        """Runs the command that was typed."""
        try:
            return super().invoke(ctx)
        except Exception as error:
            sentence = sentence_of(error)
            if sentence is None:
                raise
            typer.echo(sentence, err=True)
            raise typer.Exit(NOT_DONE) from error


def sentence_of(error: Exception) -> str | None:
    """None for what is no fault of machine or installation."""
    if isinstance(error, ImportError):
        return f"{error.name or 'A library'} cannot be loaded: run “handscan doctor”, which says what to do."
    if isinstance(error, MemoryError):
        return "There is not enough memory: close other programs, or read fewer photos at a time."
    if is_full(error):
        return "The disk is full: make room on it and run the same command again."
    if isinstance(error, OSError):
        named = error.filename is not None and error.errno != errno.EPIPE
        return f"{error.filename} cannot be opened or written: {error.strerror}." if named else None
    loaded = sys.modules.get("vision.model_file")  # it takes long to load, and nobody else raises its error
    return str(error) if loaded and isinstance(error, loaded.ModelError) else None
