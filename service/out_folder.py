"""In: a folder named on the command line to write into. Out: that folder, made, or one sentence on why it cannot be."""

from pathlib import Path

import typer


def make_folder(path: Path, option: str) -> None:
    """Done before the work whose results go there, so that none is lost."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise typer.BadParameter(f"{path} cannot be made a folder: {error.strerror}.", param_hint=option) from error
