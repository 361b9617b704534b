"""In: a connection. Out: the same, cut off where its other end keeps the service waiting, or holds too many.

A client has `client_seconds` to send the head of a request, to take what fills its buffers of an answer, and to be done
with a body that nobody reads any more, since the request was refused. How long a body may take that is read,
`body_limit.py` says.
"""

import asyncio
import logging
from typing import Any, Final

from uvicorn.protocols.http.h11_impl import H11Protocol

log = logging.getLogger("handscan")

CONNECTIONS: Final = 100
"""At most so many of one address: the files that a process may have open are often 1,024."""


def punctual(seconds: float) -> type[H11Protocol]:
    """The protocol that a server is to speak, with this much patience."""
    return type("Punctual", (Punctual,), {"seconds": seconds})


class Punctual(H11Protocol):
    """Speaks HTTP as uvicorn does, with one clock for each connection; it runs while the client is waited for."""

    seconds: float
    _clock: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if sum(_address(other) == _address(self) for other in self.connections) > CONNECTIONS:
            transport.abort()
        self._wind()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._wind()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._wind()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._wind()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop()
        self._wind()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._stop()

    def _wind(self) -> None:
        """Starts the clock where the client is waited for, unless it runs; stops it where the service is at work, and
        where the connection has become a WebSocket, which has clocks of its own (`api/live.py`)."""
        if self.transport.get_protocol() is not self:
            self._stop()
            return
        at_work = self.cycle is not None and not self.cycle.response_complete
        if at_work and not self.flow.write_paused:
            self._stop()
        elif self._clock is None:
            self._clock = self.loop.call_later(self.seconds, self._cut)

    def _stop(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None

    def _cut(self) -> None:
        waited_for = "answer not taken" if self.flow.write_paused else "no request"
        log.info("cut off", extra={"reason": f"{waited_for} within {self.seconds:g} s"})
        self.transport.abort()


def _address(protocol: Any) -> str:
    """The address at the other end of any of uvicorn's protocols."""
    return str(protocol.client[0]) if protocol.client else ""
