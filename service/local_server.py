"""In: an application. Out: it answers at a port of this machine, beside what else runs here, until it is stopped."""

from threading import Thread

import uvicorn
from fastapi import FastAPI


class LocalServer:
    """One run of an application; port 0 takes a free one."""

    def __init__(self, app: FastAPI, port: int = 0) -> None:
        config = uvicorn.Config(
            app, port=port, ws="websockets-sansio", log_config=None, access_log=False, timeout_graceful_shutdown=1
        )
        self._server = uvicorn.Server(config)
        self._thread = Thread(target=self._server.run)

    def start(self) -> int:
        """Answers from now on; returns the port."""
        self._thread.start()
        while not self._server.started:
            self._thread.join(0.02)
            if not self._thread.is_alive():
                raise RuntimeError("The server did not start: its port may be in use.")
        port: int = self._server.servers[0].sockets[0].getsockname()[1]
        return port

    def stop(self) -> None:
        """Nobody is answered any more."""
        self._server.should_exit = True
        self._thread.join()
