"""Slow, silent and broken clients, on real connections: each is cut off, and who comes next is served."""

import json
import logging
import socket
import threading
import time
from collections.abc import Iterator
from http.client import HTTPResponse
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from fake_scanner import photo_bytes, running
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from service.guard import punctual

HEAD = b"POST /api/v1/scans HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: multipart/form-data; boundary=x\r\n"
PART = b'--x\r\nContent-Disposition: form-data; name="photos"; filename="a"\r\n\r\n'
CHUNK = f"{len(PART):x}\r\n".encode() + PART + b"\r\n"
FOREIGN = HEAD.replace(b"Host: 127.0.0.1", b"Host: evil.example")


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running(tmp_path_factory.mktemp("impatient"), client_seconds=0.3) as address:
        yield address


def connected(address: str) -> socket.socket:
    parts = urlsplit(address)
    return socket.create_connection((parts.hostname or "", parts.port or 0), timeout=20)


def dripping(address: str, first: bytes, drop: bytes) -> bytes:
    """Sends a drop ten times a second for as long as it may; what was answered."""
    with connected(address) as connection:
        connection.sendall(first)
        done = threading.Event()

        def drip() -> None:
            while not done.wait(0.1):
                try:
                    connection.sendall(drop)
                except OSError:
                    return

        thread = threading.Thread(target=drip)
        thread.start()
        answer = b""
        try:
            while part := connection.recv(65536):
                answer += part
        except ConnectionResetError:
            pass
        finally:
            done.set()
            thread.join()
        return answer


SLOW: list[tuple[str, bytes, bytes, bytes]] = [
    ("says nothing", b"", b"", b""),
    ("says nothing more after an answer", b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", b"", b"HTTP/1.1 200"),
    ("drips its head", b"GET / HTTP/1.1\r\n", b"x: y\r\n", b""),
    ("drips its body", HEAD + b"Content-Length: 900000\r\n\r\n" + PART, b".", b"HTTP/1.1 408"),
    ("drips chunks", HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + CHUNK, b"1\r\n.\r\n", b"HTTP/1.1 408"),
    ("stops in its body", HEAD + b"Content-Length: 9000\r\n\r\n" + PART, b"", b"HTTP/1.1 408"),
    ("drips on after it was refused", FOREIGN + b"Content-Length: 90000\r\n\r\n", b"-", b"HTTP/1.1 403"),
]


@pytest.mark.parametrize(("first", "drop", "answer"), [case[1:] for case in SLOW], ids=[case[0] for case in SLOW])
def test_a_slow_client_is_cut_off(impatient: str, first: bytes, drop: bytes, answer: bytes) -> None:
    assert dripping(impatient, first, drop)[: len(answer) or None] == answer
    assert httpx.get(f"{impatient}/health").status_code == 200


def test_who_does_not_take_the_answer_is_cut_off(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "handscan")
    with running(tmp_path, client_seconds=0.3) as address:
        photo = photo_bytes(width=1600, height=1600)
        sent = httpx.post(f"{address}/api/v1/scans", files={"photos": photo}, data={"game": "rami"}).json()
        asked = f"GET {sent['scans'][0]['picture']} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
        with connected(address) as connection:
            connection.sendall(asked * 200)  # pictures enough to fill every buffer on the way
            patience = time.monotonic() + 20
            while not (cut := [one for one in caplog.records if one.message == "cut off"]):
                assert time.monotonic() < patience
                time.sleep(0.05)
        assert [one.__dict__["reason"] for one in cut] == ["answer not taken within 0.3 s"]


def test_a_client_that_goes_away_leaves_its_place(tmp_path: Path) -> None:
    with running(tmp_path, workers=1, queue=0) as address:
        with connected(address) as connection:
            connection.sendall(HEAD + b"Content-Length: 9000\r\n\r\n--x")
            while "handscan_scans_inside 1.0" not in httpx.get(f"{address}/metrics").text:
                pass
        while "handscan_scans_inside 0.0" not in httpx.get(f"{address}/metrics").text:
            pass
        sent = httpx.post(f"{address}/api/v1/scans", files={"photos": photo_bytes()}, data={"game": "rami"})
        assert sent.status_code == 201


def test_a_full_pool_refuses_before_the_photos_are_read(tmp_path: Path) -> None:
    with running(tmp_path, workers=1, queue=0) as address, connected(address) as slow, connected(address) as late:
        slow.sendall(HEAD + b"Content-Length: 9000\r\n\r\n")
        while "handscan_scans_inside 1.0" not in httpx.get(f"{address}/metrics").text:
            pass
        late.sendall(HEAD + b"Content-Length: 9000\r\n\r\n")  # and not a byte of the body
        refused = HTTPResponse(late)
        refused.begin()
        assert (refused.status, refused.headers["retry-after"]) == (503, "2")
        assert json.loads(refused.read())["error"]["code"] == "busy"
        late.sendall(b"-" * 9000 + b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")  # sent all the same: passed over
        assert late.recv(65536).startswith(b"HTTP/1.1 200")


def test_one_address_holds_so_many_connections_and_no_more(impatient: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(punctual, "CONNECTIONS", 3)
    held = [connected(impatient) for _ in range(3)]
    with connected(impatient) as further:
        assert further.recv(1) == b""
    for connection in held:
        connection.close()
    with httpx.Client() as client:
        assert client.get(f"{impatient}/health").status_code == 200


def live(address: str) -> ClientConnection:
    """A live camera that has been let in."""
    socket = connect(f"ws{address.removeprefix('http')}/api/v1/live?game=rami", max_size=None)
    assert "live" in json.loads(socket.recv(10))
    return socket


def test_a_live_camera_may_take_longer_than_a_request(tmp_path: Path) -> None:
    """The clock of a connection stops where it becomes a WebSocket; that of the camera runs from picture to picture."""
    picture = photo_bytes()
    with running(tmp_path, client_seconds=1.5) as address, live(address) as socket:
        for number in range(1, 5):
            time.sleep(0.5)
            socket.send(picture)
            assert json.loads(socket.recv(10))["frame"] == number
        assert json.loads(socket.recv(10))["error"]["code"] == "too_slow"
        with pytest.raises(ConnectionClosed):
            socket.recv(10)


def test_a_live_picture_too_large_is_not_taken_in(tmp_path: Path) -> None:
    with running(tmp_path, body_bytes=200_000, live_clients=1) as address:
        with live(address) as socket:
            socket.send(b"x" * 200_001)
            with pytest.raises(ConnectionClosed) as closed:
                socket.recv(10)
        assert closed.value.rcvd
        assert closed.value.rcvd.code == 1009
        with live(address) as socket:  # its place is free again
            socket.send(photo_bytes())
            assert json.loads(socket.recv(10))["frame"] == 1


def test_a_live_camera_that_is_cut_off_leaves_its_place(tmp_path: Path) -> None:
    with running(tmp_path, live_clients=1) as address:
        socket = live(address)
        socket.send(photo_bytes())
        socket.socket.shutdown(2)  # without a word, as when a phone leaves the network
        while "handscan_live_clients 0.0" not in httpx.get(f"{address}/metrics").text:
            time.sleep(0.01)
