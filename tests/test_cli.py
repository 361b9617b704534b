"""The command line as a whole: each command is loaded when it is typed, and none beside it."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from service.cli import COMMANDS, app

OTHERS = {"service.batch_command", "jinja2", "babel", "fastapi", "sqlalchemy"}


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_is_found_and_tells_of_itself(command: str) -> None:
    result = CliRunner().invoke(app, [command, "--help"])
    assert result.exit_code == 0
    assert f" {command} " in result.stdout
    named = [
        line.split()[0] for line in CliRunner().invoke(app, ["--help"]).stdout.split("Commands:")[1].splitlines()[1:]
    ]
    assert command in named


def test_a_misspelt_command_is_told_the_right_one() -> None:
    result = CliRunner().invoke(app, ["scna"])
    assert result.exit_code == 2
    assert "Did you mean 'scan'?" in result.stderr


@pytest.mark.parametrize(
    ("options", "encoding", "shown"),
    [
        ([], "ascii", "Zo&#235; &#127137;"),
        ([], "latin-1", "Zo\xeb &#127137;"),
        (["--json"], "latin-1", "Zo\xeb &#127137;"),
    ],
)
def test_what_an_output_cannot_write_is_written_in_digits(options: list[str], encoding: str, shown: str) -> None:
    typed = "rami, out; Zo\xeb \U0001f0a1: ; Ben: AH 5C"
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    command = [sys.executable, "-c", "from service.cli import app; app()", "score", *options]
    answer = subprocess.run(command, input=typed.encode(), env=environment, capture_output=True, check=True)
    assert shown in answer.stdout.decode(encoding)


def test_a_narrow_terminal_cuts_no_word_off() -> None:
    typed = "rami, out; Ana: ; Benedictine: five of diamonds"
    body = CliRunner(env={"COLUMNS": "32"}).invoke(app, ["score"], input=typed).stdout.split("┩")[1]
    cells = [[cell.strip() for cell in line.split("│")[1:3]] for line in body.splitlines() if "│" in line]
    assert ["".join(column) for column in zip(*cells, strict=True)] == ["AnaBenedictine", "emptyhandfiveofdiamonds"]


@pytest.mark.parametrize("size", ["0", "00", "x", "-1", "\u00b2", ""])
@pytest.mark.parametrize("variable", ["COLUMNS", "LINES"])
def test_a_terminal_of_no_size_cuts_nothing_off(variable: str, size: str) -> None:
    typed = "rami, out; Ana: ; Benedictine: five of diamonds"
    result = CliRunner(env={variable: size}).invoke(app, ["score"], input=typed)
    assert "five of diamonds" in result.stdout


def test_a_closed_input_is_one_sentence() -> None:
    code = "import sys; sys.stdin = None; from service.cli import app; app()"
    answer = subprocess.run([sys.executable, "-c", code, "score"], capture_output=True, text=True, check=False)
    assert (answer.returncode, answer.stderr) == (1, "Standard input is closed: name a file, or give the text there.\n")


def test_an_input_without_end_is_refused() -> None:
    command = [sys.executable, "-c", "from service.cli import app; app()", "match"]
    with open("/dev/zero", "rb") as endless:
        answer = subprocess.run(command, stdin=endless, capture_output=True, text=True, check=False, timeout=60)
    assert answer.returncode == 1
    assert answer.stderr.startswith("Standard input has more than 20 MB")


def test_a_scan_loads_nothing_of_the_other_commands() -> None:
    code = (
        "import sys; from service.cli import app; app(['scan', '--help'], standalone_mode=False); "
        f"print(*({OTHERS} & {{*sys.modules}}), file=sys.stderr)"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stderr.strip() == ""
