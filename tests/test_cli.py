"""The command line as a whole: each command is loaded when it is typed, and none beside it."""

from __future__ import annotations

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


def test_a_scan_loads_nothing_of_the_other_commands() -> None:
    code = (
        "import sys; from service.cli import app; app(['scan', '--help'], standalone_mode=False); "
        f"print(*({OTHERS} & {{*sys.modules}}), file=sys.stderr)"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stderr.strip() == ""
