"""The engines give the same bytes; a worker that dies costs a retry; a run that is killed loses nothing."""

import contextlib
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from batch_fakes import fake_reader, write_photo
from test_batch_run import OUTPUTS, rows, run

from service.batch.engine import engine_of

HANDS = ("KH KS", "6H?", "JOKER 2C", "?", "AS 10D", "9D?", "4D")


@pytest.fixture
def evening(tmp_path: Path) -> Path:
    for number in range(1, 9):
        for seat, player in enumerate(("ana", "ben", "cid")):
            said = HANDS[(number + 3 * seat) % len(HANDS)] + (f" {number + 1}S" if seat == 0 else "")
            write_photo(tmp_path / f"e/round-{number}/{player}.jpg", said)
    return tmp_path / "e"


def outputs(out: Path) -> dict[str, bytes]:
    return {name: (out / name).read_bytes() for name in OUTPUTS}


def test_one_process_and_a_pool_give_the_same_bytes(evening: Path, tmp_path: Path) -> None:
    run(evening, tmp_path / "one")
    run(evening, tmp_path / "pool", engine_of("local", 2, None, fake_reader))
    assert outputs(tmp_path / "pool") == outputs(tmp_path / "one")


def test_a_worker_that_dies_costs_a_retry(evening: Path, tmp_path: Path) -> None:
    write_photo(evening / "round-2/ana.jpg", f"~{tmp_path / 'died'} JOKER 3S")
    write_photo(evening / "round-3/ana.jpg", "!")
    summary = run(evening, tmp_path / "out", engine_of("local", 2, None, fake_reader))
    assert (tmp_path / "died").exists()
    scored = {(row["round"], row["player"]): row for row in rows(tmp_path / "out/scores.csv")}
    assert scored["2", "Ana"]["hand"] == "JOKER 3S"
    assert "ended its worker" in scored["3", "Ana"]["why"]
    assert summary.photos == 24
    assert "ended its worker" not in " ".join(row["why"] for place, row in scored.items() if place != ("3", "Ana"))
    write_photo(evening / "round-3/ana.jpg", "2H")
    assert run(evening, tmp_path / "out").read == 1  # nothing else was lost


PATHS = os.pathsep.join([str(Path(__file__).parent), str(Path(__file__).parents[1])])
SCRIPT = """
import sys
from pathlib import Path
from batch_fakes import fake_reader
from test_batch_run import run
from service.batch.engine import engine_of
if __name__ == "__main__":
    run(Path(sys.argv[1]), Path(sys.argv[2]), engine_of("local", int(sys.argv[3]), None, fake_reader))
"""


@pytest.mark.parametrize("workers", [1, 2])
def test_a_run_that_is_killed_at_any_moment_goes_on(evening: Path, tmp_path: Path, workers: int) -> None:
    run(evening, tmp_path / "calm")
    out, script = tmp_path / "out", tmp_path / "script.py"
    script.write_text(SCRIPT)
    moments = random.Random(workers)
    known: dict[str, int] = {}
    for killed in range(5):
        process = subprocess.Popen(
            [sys.executable, str(script), str(evening), str(out), str(workers)],
            env={**os.environ, "PYTHONPATH": PATHS},
            start_new_session=True,
        )
        _wait_for_more(out, len(known), process)
        if killed < 4:
            time.sleep(moments.uniform(0, 0.05))
            with contextlib.suppress(ProcessLookupError):  # it may be done by now
                os.killpg(process.pid, signal.SIGKILL)
        assert process.wait(60) in (0, -signal.SIGKILL)
        now = {path.name: path.stat().st_mtime_ns for path in (out / "scans").glob("*.json")}
        assert now.items() >= known.items(), "a photo was read twice, or its reading lost"
        known = now
    assert outputs(out) == outputs(tmp_path / "calm")
    assert not list(out.rglob("*.part"))


SLOW_COMMAND = """
import time
import service.batch_command
from batch_fakes import FakeReader
from service.cli import app

class SlowReader(FakeReader):
    def scan(self, *given):
        time.sleep(0.3)
        return super().scan(*given)

service.batch_command.load_reader = SlowReader
if __name__ == "__main__":
    app()
"""


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("how", ["Ctrl-C", "killed"])
def test_an_end_in_the_middle_is_clean(evening: Path, tmp_path: Path, workers: int, how: str) -> None:
    """One sentence and status 130 for Ctrl-C, which a terminal sends to every process; no worker outlives its parent,
    or it would hold the pipe open."""
    out, script = tmp_path / "out", tmp_path / "slow.py"
    script.write_text(SLOW_COMMAND)
    process = subprocess.Popen(
        [sys.executable, str(script), "batch", str(evening), *f"--game rami --out {out} --workers {workers}".split()],
        env={**os.environ, "PYTHONPATH": PATHS},
        stderr=subprocess.PIPE,
        start_new_session=True,
        text=True,
    )
    _wait_for_more(out, 0, process)
    if how == "killed":
        process.kill()
    else:
        os.killpg(process.pid, signal.SIGINT)
    said = process.communicate(timeout=120)[1]
    assert "Traceback" not in said
    assert process.returncode == (130 if how == "Ctrl-C" else -signal.SIGKILL)
    assert ("Interrupted. Run the same command again: it goes on where it was." in said) == (how == "Ctrl-C")


def _wait_for_more(out: Path, known: int, process: "subprocess.Popen[bytes]") -> None:
    """Until a photo more has been read, or the run is over."""
    for _ in range(3000):
        if len(list((out / "scans").glob("*.json"))) > known or process.poll() is not None:
            return
        time.sleep(0.01)
