"""In: settings. Out: `handscan serve` as a process of its own, what it holds, and its end."""

import json
import os
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

import httpx

_PROC: Final = Path("/proc")


class Server:
    """The server, started with settings on a free port and with its data in a folder; its log lies there too."""

    def __init__(self, folder: Path, **settings: object) -> None:
        self._database = str(folder.resolve() / "handscan.sqlite3")
        variables = {f"HANDSCAN_{name.upper()}": str(value) for name, value in settings.items()}
        environment = {**os.environ, **variables, "HANDSCAN_DATA": str(folder), "PYTHONUNBUFFERED": "1"}
        self._log = (folder / "log").open("w")
        self._process = subprocess.Popen(
            [Path(sys.executable).with_name("handscan"), "serve", "--port", "0"],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
        )
        assert self._process.stdout is not None
        self.url = self._process.stdout.readline().removeprefix("Open ").split("/ ")[0]
        if not self.url.startswith("http"):
            self.stop()
            raise RuntimeError(f"The server did not start: see {self._log.name}.")
        while httpx.get(f"{self.url}/ready").status_code == 503:
            time.sleep(0.1)

    def memory(self) -> float:
        """Megabytes that it holds and nobody shares; 0 where the system does not tell."""
        return self._status("RssAnon") / 1024

    def handles(self) -> int:
        """Open files and connections, but for those of the database, of which its pool opens one more whenever more
        requests than before want one at once, and keeps it: no leak. 0 where the system does not tell."""
        return sum(not opened.startswith(self._database) for opened in self._opened())

    def connections(self) -> int:
        """Connections to the database: how often its file is open; 0 where the system does not tell."""
        return self._opened().count(self._database)

    def took(self, status: int) -> list[float]:
        """Seconds that it took for each answer of a status, as its log has them."""
        lines = [json.loads(line) for line in Path(self._log.name).read_text("utf-8").splitlines() if line[:1] == "{"]
        return [line["ms"] / 1000 for line in lines if line["event"] == "request" and line["status"] == status]

    def stop(self) -> None:
        """Ends it as Ctrl-C would."""
        self._process.terminate()
        self._process.wait(30)
        self._log.close()

    def _opened(self) -> list[str]:
        """What each handle leads to."""
        handles = _PROC / str(self._process.pid) / "fd"
        opened = []
        for handle in handles.iterdir() if handles.is_dir() else ():
            with suppress(FileNotFoundError):  # closed meanwhile
                opened.append(str(handle.readlink()))
        return opened

    def _status(self, name: str) -> int:
        status = _PROC / str(self._process.pid) / "status"
        lines = status.read_text().splitlines() if status.is_file() else []
        return next((int(line.split()[1]) for line in lines if line.startswith(f"{name}:")), 0)
