"""In: a server's address. Out: how it ends with clients that drip, stall, go away in the middle or take no answer."""

import asyncio
import socket
from contextlib import suppress
from typing import Final
from urllib.parse import urlsplit

_HEAD: Final = b"POST /api/v1/scans HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: multipart/form-data; boundary=x\r\n"
_PART: Final = b'--x\r\nContent-Disposition: form-data; name="photos"; filename="a"\r\n\r\n'
_BODY: Final = _HEAD + b"Content-Length: 900000\r\n\r\n" + _PART
_PAGE: Final = b"GET /api/v1/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"

UNREAD: Final = "take no answer"
MANNERS: Final[dict[str, tuple[bytes, bytes]]] = {
    "say nothing": (b"", b""),
    "drip the head": (b"GET / HTTP/1.1\r\n", b"x: y\r\n"),
    "drip the photo": (_BODY, b"."),
    "stop in the photo": (_BODY, b""),
    UNREAD: (_PAGE * 200, b"x"),
}
"""What a client sends at first, and then once a second. Who takes no answer learns from a write that it was cut off."""


async def cut_off(url: str, manner: str, clients: int, patience: int) -> int:
    """How many of so many clients the server cut off within `patience` seconds."""
    return sum(await asyncio.gather(*(_is_cut_off(url, manner, patience) for _ in range(clients))))


async def vanish(url: str, clients: int) -> None:
    """So many clients that go away in the middle of their photo."""
    for _ in range(clients):
        _, writer = await _connected(url)
        writer.write(_BODY)
        await writer.drain()
        writer.transport.abort()


async def _is_cut_off(url: str, manner: str, patience: int) -> bool:
    first, drop = MANNERS[manner]
    reader, writer = await _connected(url)
    at_end = asyncio.create_task(_read(reader)) if manner != UNREAD else None
    writer.write(first)
    for _ in range(patience):
        await asyncio.sleep(1)
        if gone := writer.transport.is_closing() or bool(at_end and at_end.done()):
            break
        writer.write(drop)
    writer.transport.abort()
    return gone


async def _read(reader: asyncio.StreamReader) -> None:
    with suppress(ConnectionError):
        while await reader.read(2**16):
            pass


async def _connected(url: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """With small buffers, so that an answer that nobody reads soon fills them."""
    parts = urlsplit(url)
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2**12)
    connection.setblocking(False)
    await asyncio.get_running_loop().sock_connect(connection, (parts.hostname, parts.port))
    return await asyncio.open_connection(sock=connection, limit=2**10)
