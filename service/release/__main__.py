"""In: names of steps, or none for all of them. Out: each is run, its log is kept, and a summary says how it went.

    make release                            # all of them: about half an hour
    .venv/bin/python -m service.release lint audit

The exit status is 0 where all is well, 1 where a step has failed, 77 where none has but one could not be tried here.
"""

import os
import shlex
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.console import Console
from rich.table import Table

from service.release.steps import CANNOT_BE_TRIED, OUT, STEPS, Step


@dataclass(frozen=True)
class Done:
    """How a step went; `said` is the last line of its log, and what its tests skipped."""

    step: Step
    how: Literal["well", "failed", "not tried"]
    seconds: float
    said: str


def release(
    names: Annotated[list[str] | None, typer.Argument(help="Only these steps.", metavar="STEP...")] = None,
) -> None:
    """Run the release checklist."""
    known = {step.name: step for step in STEPS}
    if unknown := [name for name in names or () if name not in known]:
        raise typer.BadParameter(f"there is no step {unknown[0]}: say {', '.join(known)}.")
    OUT.mkdir(parents=True, exist_ok=True)
    all_done = []
    for step in (known[name] for name in names or known):
        typer.echo(f"{step.name}: {step.command}", err=True)
        all_done.append(run(step, OUT / f"{step.name}.log"))
        typer.echo(f"{step.name}: {all_done[-1].how}. {all_done[-1].said}", err=True)
    Console(width=120).print(_table(all_done))
    raise typer.Exit(status(all_done))


def run(step: Step, log: Path) -> Done:
    """Runs the command, all that it says in the log."""
    if step.needs is not None and not step.needs.exists():
        return Done(step, "not tried", 0, f"{step.needs} is not here.")
    here = Path(sys.executable).parent
    environment = {**os.environ, "PATH": f"{here}{os.pathsep}{os.environ['PATH']}"}
    started = time.monotonic()
    with log.open("w") as written:
        command = shlex.split(step.command)
        code = subprocess.run(command, env=environment, stdout=written, stderr=subprocess.STDOUT).returncode
    how: Literal["well", "failed", "not tried"] = (
        "well" if code == 0 else "not tried" if code == CANNOT_BE_TRIED else "failed"
    )
    return Done(step, how, time.monotonic() - started, last_words(log.read_text("utf-8", "replace")))


def last_words(log: str) -> str:
    """The last line, and the reasons of what pytest skipped (`-rs`)."""
    lines = [line.strip() for line in log.splitlines() if line.strip()]
    skipped = [line.partition(": ")[2] for line in lines if line.startswith("SKIPPED [")]
    return " ".join([*lines[-1:], *(f"Skipped: {reason}." for reason in skipped)])


def status(all_done: list[Done]) -> int:
    """Of the whole."""
    how = {done.how for done in all_done}
    return 1 if "failed" in how else CANNOT_BE_TRIED if "not tried" in how else 0


def _table(all_done: list[Done]) -> Table:
    table = Table("", "shows", "", "s", "said", title=f"Release checklist, logs in {OUT}")
    for done in all_done:
        table.add_row(done.step.name, done.step.shows, done.how.upper(), f"{done.seconds:.0f}", done.said)
    return table


if __name__ == "__main__":
    typer.run(release)
