"""A process that is killed while it writes loses no match and leaves none half-written.

KILLS says how often each is killed; the hundred times of the release are its value 100."""

import os
import subprocess
import sys
from pathlib import Path

from service.settings import Settings

KILLS = os.environ.get("KILLS", "4")
SCRIPT = Path(__file__).with_name("kill_writes.py")


def killed(*options: str | Path) -> None:
    """In a process of its own, which has no threads that a fork would lose."""
    command = [sys.executable, SCRIPT, "--kills", KILLS, *options]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60 + 10 * int(KILLS))
    assert done.returncode == 0, done.stderr
    print(done.stdout)


def test_matches_in_a_database(database: str, tmp_path: Path) -> None:
    killed("--database", Settings(data=tmp_path, database=database).database_url)


def test_a_match_in_a_file(tmp_path: Path) -> None:
    killed("--file", tmp_path / "friday.json")
    killed("--file", tmp_path / "friday.csv")
