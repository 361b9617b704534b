"""The live camera over a WebSocket: pictures in, what is seen out, the newest only; what is wrong is said."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fake_scanner import LOCAL, FakeScanner, photo_bytes, serving
from fastapi.testclient import TestClient
from starlette.testclient import WebSocketDenialResponse, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

LIVE = "ws://127.0.0.1:8000/api/v1/live?game=rami"
PICTURE = photo_bytes()
MOST = 200_000
STRANGER = ("192.0.2.7", 40000)


@pytest.fixture
def scanner() -> FakeScanner:
    return FakeScanner("10H AH 5C")


@pytest.fixture
def client(tmp_path: Path, scanner: FakeScanner) -> Iterator[TestClient]:
    with serving(tmp_path, scanner, live_clients=1, body_bytes=MOST) as found:
        yield found


def shown(socket: WebSocketTestSession, picture: bytes = PICTURE) -> dict[str, Any]:
    socket.send_bytes(picture)
    answer: dict[str, Any] = socket.receive_json()
    return answer


def settled(socket: WebSocketTestSession) -> dict[str, Any]:
    """What is said of the picture with which a hand settles."""
    for _ in range(100):
        if (answer := shown(socket))["just_settled"]:
            return answer
        time.sleep(0.05)
    raise AssertionError("nothing settled")


def test_a_hand_settles_and_is_taken(client: TestClient, scanner: FakeScanner) -> None:
    with client.websocket_connect(LIVE) as socket:
        live = socket.receive_json()["live"]
        first = shown(socket)
        assert (first["frame"], first["settled"], first["stands"]) == (1, False, None)
        assert [hint["code"] for hint in first["hints"]] == ["blurred"]
        said = settled(socket)
        assert [piece["label"] for piece in said["hands"][0]["pieces"]] == ["10H", "AH", "5C"]
        assert said["stands"] == {"points": 26, "review": False}
        assert said["photo"] == {"name": "live", "width": 640, "height": 480}
        scanner.hands = ("2C",)  # not read again: what settled is what is taken
        taken = client.post(f"/api/v1/live/{live}/scan")
        again = client.post(f"/api/v1/live/{live}/scan")
    assert taken.status_code == 201
    assert taken.json()["hands"][0]["points"] == 26
    assert taken.json()["id"] == again.json()["id"]
    assert client.get(f"/api/v1/scans/{taken.json()['id']}").json()["hands"] == taken.json()["hands"]
    assert client.get(taken.json()["picture"]).headers["content-type"] == "image/jpeg"


def test_a_piece_in_doubt_asks_for_a_look(client: TestClient, scanner: FakeScanner) -> None:
    scanner.hands, scanner.advice = ("10H? AH",), ()
    with client.websocket_connect(f"{LIVE}&lang=fr") as socket:
        socket.receive_json()
        said = settled(socket)
    assert said["stands"] == {"points": 21, "review": True}
    assert [hint["code"] for hint in said["hints"]] == ["look_closer"]
    assert said["hints"][0]["message"].startswith("L'ambre")


def test_a_hand_that_stands_no_more_can_be_taken_for_a_moment(client: TestClient, scanner: FakeScanner) -> None:
    """Who taps the screen shakes it."""
    with client.websocket_connect(LIVE) as socket:
        live = socket.receive_json()["live"]
        settled(socket)
        scanner.hands = ("KS",)
        while (said := shown(socket, photo_bytes(1)))["settled"]:
            time.sleep(0.05)
        assert said["stands"] == {"points": 26, "review": False}
        assert client.post(f"/api/v1/live/{live}/scan").json()["hands"][0]["points"] == 26


def test_nothing_to_take(client: TestClient) -> None:
    with client.websocket_connect(LIVE) as socket:
        live = socket.receive_json()["live"]
        early = client.post(f"/api/v1/live/{live}/scan")
    late = client.post(f"/api/v1/live/{live}/scan")
    assert (early.status_code, early.json()["error"]["code"]) == (409, "nothing_settled")
    assert (late.status_code, late.json()["error"]["code"]) == (404, "no_live")


def test_a_picture_that_cannot_be_read_is_told_and_the_others_go_on(client: TestClient) -> None:
    middle = len(PICTURE) // 2
    damaged = PICTURE[:middle] + PICTURE[middle + 1000 :]
    with client.websocket_connect(LIVE) as socket:
        socket.receive_json()
        codes = [
            shown(socket, picture).get("error", {}).get("code")
            for picture in (b"no picture", PICTURE[:200], damaged, photo_bytes(width=16, height=16), PICTURE)
        ]
    assert codes == ["not_a_photo", "truncated", "truncated", "too_small", None]


@pytest.mark.parametrize(
    ("sent", "code", "close"),
    [
        ({"bytes": b"x" * (MOST + 1)}, "too_large", 1009),
        ({"text": "picture"}, "bad_request", 1003),
        ({"bytes": b""}, "bad_request", 1003),
    ],
)
def test_what_is_no_picture_ends_it(client: TestClient, sent: dict[str, Any], code: str, close: int) -> None:
    with client.websocket_connect(LIVE) as socket:
        socket.receive_json()
        socket.send({"type": "websocket.receive", **sent})
        assert socket.receive_json()["error"]["code"] == code
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
    assert closed.value.code == close
    with client.websocket_connect(LIVE) as socket:  # its place is free again
        assert "live" in socket.receive_json()


def test_only_the_newest_of_the_pictures_that_wait_is_read(client: TestClient, scanner: FakeScanner) -> None:
    with client.websocket_connect(LIVE) as socket:
        socket.receive_json()
        scanner.gate.clear()
        for _ in range(20):
            socket.send_bytes(PICTURE)
        time.sleep(1)  # until all have come
        scanner.gate.set()
        frames = [socket.receive_json()["frame"], socket.receive_json()["frame"]]
    assert frames == [1, 20]


def test_too_many_cameras(client: TestClient) -> None:
    with client.websocket_connect(LIVE) as first:
        first.receive_json()
        with client.websocket_connect(LIVE) as second:
            assert second.receive_json()["error"]["code"] == "busy"
            with pytest.raises(WebSocketDisconnect) as closed:
                second.receive_json()
        assert closed.value.code == 1013
        assert shown(first)["frame"] == 1
        assert "handscan_live_clients 1.0" in client.get("/metrics").text


def test_one_that_goes_in_the_middle_leaves_its_place(client: TestClient, scanner: FakeScanner) -> None:
    with client.websocket_connect(LIVE) as socket:
        socket.receive_json()
        scanner.gate.clear()
        socket.send_bytes(PICTURE)
        socket.close()
        scanner.gate.set()
    while "handscan_live_clients 0.0" not in client.get("/metrics").text:
        time.sleep(0.01)
    with client.websocket_connect(LIVE) as socket:
        assert "live" in socket.receive_json()


def test_one_that_sends_nothing_is_told_and_closed(tmp_path: Path) -> None:
    with serving(tmp_path, client_seconds=0.2) as client, client.websocket_connect(LIVE) as socket:
        socket.receive_json()
        assert socket.receive_json()["error"]["code"] == "too_slow"
        with pytest.raises(WebSocketDisconnect):
            socket.receive_json()


SHUT: list[tuple[str, dict[str, Any], tuple[str, int], int, str]] = [
    ("no token", {}, STRANGER, 401, "join"),
    ("wrong token", {"authorization": "Bearer wrong"}, STRANGER, 401, "join"),
    ("another site", {"origin": "http://evil.example"}, LOCAL, 403, "other_site"),
    ("another name", {"host": "evil.example"}, LOCAL, 403, "other_site"),
]


@pytest.mark.parametrize(
    ("headers", "sender", "status", "code"), [case[1:] for case in SHUT], ids=[case[0] for case in SHUT]
)
def test_who_may_not_come_in(
    tmp_path: Path, headers: dict[str, str], sender: tuple[str, int], status: int, code: str
) -> None:
    with serving(tmp_path, token="correct-horse") as client:
        camera = TestClient(client.app, client=sender).websocket_connect(LIVE, headers=headers)
        with pytest.raises(WebSocketDenialResponse) as shut, camera:
            pass
    assert (shut.value.status_code, shut.value.json()["error"]["code"]) == (status, code)
    assert "default-src 'none'" in shut.value.headers["content-security-policy"]


@pytest.mark.parametrize(
    "headers", [{"authorization": "Bearer correct-horse"}, {"cookie": "handscan_join=correct-horse"}]
)
def test_who_shows_the_token_comes_in(tmp_path: Path, headers: dict[str, str]) -> None:
    with serving(tmp_path, token="correct-horse") as client:
        camera = TestClient(client.app, client=STRANGER).websocket_connect(LIVE, headers=headers)
        with camera as socket:
            assert "live" in socket.receive_json()


def test_opening_again_and_again_is_counted(tmp_path: Path) -> None:
    with serving(tmp_path, requests_per_minute=6) as client:
        while client.get("/health").status_code == 200:
            pass
        camera = client.websocket_connect(LIVE)
        with pytest.raises(WebSocketDenialResponse) as shut, camera:
            pass
    assert shut.value.status_code == 429


@pytest.mark.parametrize("address", [LIVE.partition("?")[0], f"{LIVE}x", f"{LIVE}&deck=xx"])
def test_what_was_asked_is_not_known(client: TestClient, address: str) -> None:
    camera = client.websocket_connect(address)
    with pytest.raises(WebSocketDenialResponse) as shut, camera:
        pass
    assert (shut.value.status_code, shut.value.json()["error"]["code"]) == (422, "invalid")
