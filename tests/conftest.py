"""What all tests share: the databases of the service, a real SQLite file and a real PostgreSQL server; how Hypothesis
searches; how a run ends."""

import atexit
import logging
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from service.logs import LOGGERS

pytest_plugins = ["page_fixtures"]

# A run in the background of a plain shell inherits that Ctrl-C is ignored, and every process a test starts would too.
signal.signal(signal.SIGINT, signal.default_int_handler)

# A busy machine is slow, not wrong: no test has a deadline. `--hypothesis-profile=long` is for a release.
settings.register_profile(
    "quick", deadline=None, suppress_health_check=list(HealthCheck), derandomize=True, database=None
)
settings.register_profile(
    "long", deadline=None, suppress_health_check=list(HealthCheck), max_examples=2_000, print_blob=True
)
settings.load_profile("quick")

_DEBIAN = Path("/usr/lib/postgresql")


@dataclass(frozen=True)
class Postgres:
    """A server that can be stopped and started."""

    url: str
    control: Callable[..., None]

    def stop(self) -> None:
        """At once, as if the machine had failed."""
        self.control("-m", "immediate", "stop")

    def start(self) -> None:
        self.control("-w", "start")


@pytest.fixture(autouse=True)
def _logs_as_they_were() -> Iterator[None]:
    """A command that serves within a test sends logs to a stream that closes with the test: later lines would find it
    closed, and `caplog` nothing."""
    loggers = [logging.getLogger(name) for name in LOGGERS]
    before = [(logger.handlers, logger.propagate, logger.level) for logger in loggers]
    yield
    for logger, (handlers, propagate, level) in zip(loggers, before, strict=True):
        logger.handlers, logger.propagate = handlers, propagate
        logger.setLevel(level)


@pytest.fixture(scope="session")
def postgres_url(postgres: Postgres) -> str:
    return postgres.url


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server of this test run alone, on a free port of this machine."""
    found = shutil.which("initdb", path=os.pathsep.join([*_debian_folders(), os.environ["PATH"]]))
    if found is None:
        pytest.skip("PostgreSQL is not installed: on Debian or Ubuntu, sudo apt-get install postgresql")
    tools = Path(found).parent
    # The server refuses to run as root; Debian's package brings the user it runs as.
    user = "postgres" if os.getuid() == 0 else None
    folder = Path(f"/tmp/handscan-test-postgres-{os.getpid()}")
    folder.mkdir(mode=0o700)
    if user:
        shutil.chown(folder, user)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    data = folder / "data"

    def run(*command: str | Path) -> None:
        subprocess.run(command, check=True, user=user, cwd=folder, stdout=subprocess.DEVNULL)

    run(tools / "initdb", "-D", data, "-U", "handscan", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
    options = f"-p {port} -h 127.0.0.1 -k {folder} -c fsync=off"

    def control(*command: str) -> None:
        run(tools / "pg_ctl", "-D", data, "-o", options, "-l", folder / "log", *command)

    server = Postgres(f"postgresql://handscan@127.0.0.1:{port}/postgres", control)
    server.start()
    try:
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The setting `database` for each engine in turn, empty of matches."""
    if request.param == "sqlite":
        return ""
    url: str = request.getfixturevalue("postgres_url")
    return f"{url}?options=-csearch_path%3D{_fresh_schema(url)}"


def _fresh_schema(url: str) -> str:
    import psycopg

    name = f"test{time.monotonic_ns()}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {name}")
    return name


def _debian_folders() -> list[str]:
    return sorted((str(folder / "bin") for folder in _DEBIAN.glob("*")), reverse=True)


_status = 0


def pytest_sessionfinish(exitstatus: int) -> None:
    global _status
    _status = int(exitstatus)


@pytest.hookimpl(trylast=True)
def pytest_unconfigure() -> None:
    """Ends the process without taking the interpreter down: a library's thread that is still in C++ then would abort it
    ("exception not rethrown", CPython issue 87135), and all that passed would count as failed."""
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(_status)
