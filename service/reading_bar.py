"""In: how many photos have been read, and of how many. Out: a bar on standard error, with the time left."""

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from scoring import Language
from service.batch.run import OnProgress
from service.language import say


@contextmanager
def reading_bar(language: Language) -> Iterator[OnProgress]:
    """What is to be called after each photo."""
    text = TextColumn(say(language, "Reading"))
    columns = (text, BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task("", total=None)
        yield lambda done, every: bar.update(task, completed=done, total=every)
