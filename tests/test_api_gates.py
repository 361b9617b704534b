"""What every request passes before it is answered: size, pace, rate, name, place and token."""

import asyncio
import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fake_scanner import FakeScanner, photo_bytes, serving
from fastapi.testclient import TestClient

from service.guard.body_limit import BodyLimit
from service.guard.room import Room
from service.logs import JsonLines, write_logs
from service.scan_pool import ScanPool
from service.settings import Settings

STRANGER = ("192.0.2.7", 40000)
TOKEN = "correct-horse"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with serving(tmp_path_factory.mktemp("here")) as found:
        yield found


@pytest.fixture
def stranger(tmp_path: Path) -> Iterator[TestClient]:
    with serving(tmp_path, client=STRANGER, token=TOKEN) as found:
        yield found


CLOSED = ("/", "/health", "/ready", "/metrics", "/api/v1/matches", "/api/v1/openapi.json", "/static/x.js", "/nothing")


@pytest.mark.parametrize("address", CLOSED)
def test_nothing_is_served_to_a_stranger(stranger: TestClient, address: str) -> None:
    answer = stranger.get(address)
    assert (answer.status_code, answer.json()["error"]["code"]) == (401, "join")
    page = stranger.get(address, headers={"accept": "text/html", "accept-language": "ms"})
    assert (page.status_code, "kod QR" in page.text) == (401, True)


SHOWN: list[tuple[dict[str, str | bytes], int]] = [
    ({"authorization": f"Bearer {TOKEN}"}, 200),
    ({"authorization": "Bearer wrong"}, 401),
    ({"authorization": "Bearer "}, 401),
    ({"authorization": "Bearer ♥".encode()}, 401),
    ({"cookie": f"handscan_join={TOKEN}"}, 200),
    ({"cookie": "handscan_join="}, 401),
    ({"cookie": f"other={TOKEN}"}, 401),
    ({"x-forwarded-for": "127.0.0.1"}, 401),
]


@pytest.mark.parametrize(("headers", "status"), SHOWN)
def test_a_program_shows_the_token(stranger: TestClient, headers: Any, status: int) -> None:
    assert stranger.get("/health", headers=headers).status_code == status


def test_a_phone_joins_by_the_link(stranger: TestClient) -> None:
    wrong = stranger.get("/join", params={"token": "wrong"})
    assert (wrong.status_code, "set-cookie" in wrong.headers) == (401, False)
    joined = stranger.get("/join", params={"token": TOKEN})
    cookie = joined.headers["set-cookie"].lower()
    assert (joined.status_code, 'content="0;url=/"' in joined.text) == (200, True)
    for word in ("httponly", "samesite=strict", "path=/", "max-age=43200"):
        assert word in cookie
    assert "secure" not in cookie
    assert stranger.get("/health").status_code == 200


def test_over_https_the_cookie_is_sent_over_https_alone(stranger: TestClient) -> None:
    assert "secure" in stranger.get("https://127.0.0.1/join", params={"token": TOKEN}).headers["set-cookie"].lower()


@pytest.mark.parametrize("header", ["x-forwarded-for", "forwarded"])
def test_whoever_comes_through_a_proxy_is_a_stranger(client: TestClient, header: str) -> None:
    assert client.get("/health", headers={header: "for=127.0.0.1"}).status_code == 401


@pytest.mark.parametrize(
    ("address", "status"), [("127.0.0.9", 200), ("::1", 200), ("::ffff:127.0.0.1", 200), ("testclient", 401)]
)
def test_who_sits_here_needs_no_token(tmp_path: Path, address: str, status: int) -> None:
    with serving(tmp_path, client=(address, 1)) as found:
        assert found.get("/health").status_code == status


HOSTS = [
    ("127.0.0.1:8000", 200),
    ("localhost", 200),
    ("LOCALHOST:9", 200),
    ("[::1]:8000", 200),
    ("192.168.1.20", 200),
    ("evil.example", 403),
    ("127.0.0.1.evil.example", 403),
    ("", 403),
    ("[::1", 403),
    ("scores.example", 403),
]


@pytest.mark.parametrize(("host", "status"), HOSTS)
def test_the_service_answers_to_its_own_names(client: TestClient, host: str, status: int) -> None:
    assert client.get("/health", headers={"host": host}).status_code == status


def test_the_service_answers_to_names_it_was_given(tmp_path: Path) -> None:
    with serving(tmp_path, names="other.example, Scores.example") as found:
        assert found.get("/health", headers={"host": "scores.example"}).status_code == 200


ORIGINS: list[tuple[dict[str, str], int]] = [
    ({}, 200),
    ({"origin": "http://127.0.0.1:8000", "sec-fetch-site": "same-origin"}, 200),
    ({"origin": "http://evil.example"}, 403),
    ({"origin": "http://127.0.0.1:9000"}, 403),
    ({"origin": "null"}, 403),
    ({"sec-fetch-site": "cross-site"}, 403),
    ({"sec-fetch-site": "same-site"}, 403),
]


@pytest.mark.parametrize(("headers", "status"), ORIGINS)
def test_a_page_of_another_site_changes_nothing(client: TestClient, headers: dict[str, str], status: int) -> None:
    hand = {"game": "rami", "typed": "AH"}
    assert client.post("/api/v1/hands", json=hand, headers=headers).status_code == status
    assert client.get("/api/v1/matches", headers=headers).status_code == 200


@pytest.mark.parametrize("address", ["/health", "/nothing", "/api/v1/matches", "/join?token=x", "/static/none.js"])
def test_every_answer_tells_a_browser_what_it_may_do(client: TestClient, address: str) -> None:
    headers = client.get(address).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cache-control"] == ("no-cache" if address.startswith("/static") else "no-store")
    assert "server" not in headers
    assert re.fullmatch("[0-9a-f]{32}", headers["x-request-id"])


def test_too_many_requests_in_a_minute_are_told_when_to_come_again(tmp_path: Path) -> None:
    with serving(tmp_path, requests_per_minute=6) as client:
        answers = [client.get("/health") for _ in range(8)]
    refused = answers[-1]
    assert refused.status_code == 429
    assert 0 < int(refused.headers["retry-after"]) <= 60
    assert answers[0].status_code == 200


def body(count: int, size: int = 1000) -> Iterator[bytes]:
    """A body in chunks, whose length nobody says beforehand."""
    for _ in range(count):
        yield b"x" * size


SIZES: list[tuple[str, dict[str, Any], int]] = [
    ("/api/v1/hands", {"content": b"x" * 2001}, 413),
    ("/api/v1/hands", {"content": b"x" * 2000}, 422),
    ("/api/v1/hands", {"content": body(3)}, 413),
    ("/api/v1/matches/import", {"content": body(3)}, 413),
    ("/api/v1/scans", {"content": body(3), "headers": {"content-type": "multipart/form-data; boundary=x"}}, 400),
    ("/api/v1/scans", {"content": body(60), "headers": {"content-type": "multipart/form-data; boundary=x"}}, 413),
    ("/api/v1/scans", {"files": {"photos": b"x" * 51_000}, "data": {"game": "rami"}}, 413),
    ("/api/v1/hands", {"content": b"{}", "headers": {"content-length": "99999999999999999999"}}, 413),
    ("/api/v1/hands", {"content": b"{}", "headers": {"content-length": "-1"}}, 413),
]


@pytest.mark.parametrize(("address", "request_", "status"), SIZES)
def test_bytes_are_counted_as_they_arrive(tmp_path: Path, address: str, request_: dict[str, Any], status: int) -> None:
    with serving(tmp_path, body_bytes=2000, upload_bytes=50_000) as client:
        answer = client.post(address, **request_)
    assert answer.status_code == status, answer.text
    if status == 413:
        assert answer.json()["error"]["code"] == "too_large"


def test_a_request_that_stops_arriving_is_cut_off() -> None:
    """And one whose body is whole may wait as long as it likes."""
    from service.api.errors import ApiError

    async def reads(scope: Any, receive: Any, send: Any) -> None:
        while (await receive()).get("more_body"):
            pass

    def arriving(*parts: tuple[float, bool]) -> Any:
        left = list(parts)

        async def receive() -> dict[str, Any]:
            seconds, more = left.pop(0)
            await asyncio.sleep(seconds)
            return {"type": "http.request", "body": b"x", "more_body": more}

        return receive

    gate = BodyLimit(reads, Settings(client_seconds=0.05))
    scope = {"type": "http", "method": "POST", "path": "/", "headers": []}
    asyncio.run(gate(scope, arriving((0, True), (0.01, True), (0, False)), None))  # type: ignore[arg-type]
    with pytest.raises(ApiError) as caught:
        asyncio.run(gate(scope, arriving((0, True), (1, False)), None))  # type: ignore[arg-type]
    assert caught.value.status_code == 408


@pytest.mark.parametrize(
    ("sent", "inside"),
    [
        ([], [1]),
        ([("start", False), ("body", True)], [1, 1, 1]),
        ([("start", False), ("body", False)], [1, 0, 0]),
    ],
)
def test_a_place_is_free_before_its_client_has_the_answer(sent: list[tuple[str, bool]], inside: list[int]) -> None:
    """Who has it sends the next photo at once, and what was sent is tidied away only then."""
    pool = ScanPool(FakeScanner, 1, 0)
    seen = []

    async def answers(scope: Any, receive: Any, send: Any) -> None:
        for kind, more in sent:
            await send({"type": f"http.response.{kind}", "more_body": more})
        seen.append(pool.inside)

    async def taken(message: Any) -> None:
        seen.append(pool.inside)

    scope = {"type": "http", "method": "POST", "path": "/api/v1/scans"}
    asyncio.run(Room(answers, pool)(scope, None, taken))  # type: ignore[arg-type]
    pool.close()
    assert (seen, pool.inside) == (inside, 0)


def test_the_log_tells_the_route_and_nothing_that_was_sent(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "handscan")
    with serving(tmp_path, token=TOKEN) as client:
        client.get("/join", params={"token": TOKEN})
        client.get("/api/v1/scans/private")
        client.get("/secret/address")
        client.post("/api/v1/scans", files={"photos": ("secret.jpg", photo_bytes())}, data={"game": "rami"})
    lines = [json.loads(JsonLines().format(record)) for record in caplog.records if record.name == "handscan"]
    routes = [(line["method"], line["route"], line["status"]) for line in lines if line["route"] != "/ready"]
    assert routes == [
        ("GET", "/join", 200),
        ("GET", "/api/v1/scans/{scan_id}", 404),
        ("GET", "none", 404),
        ("POST", "/api/v1/scans", 201),
    ]
    written = json.dumps(lines)
    for secret in (TOKEN, "private", "secret"):
        assert secret not in written


def test_the_server_itself_notes_no_address(capsys: pytest.CaptureFixture[str]) -> None:
    """As it notes each WebSocket that it opens."""
    write_logs()
    logging.getLogger("uvicorn.error").info('%s - "WebSocket %s" [accepted]', "192.0.2.7:1", f"/live?token={TOKEN}")
    logging.getLogger("uvicorn.error").warning("Invalid HTTP request received.")
    (line,) = capsys.readouterr().err.splitlines()
    assert json.loads(line)["event"] == "Invalid HTTP request received."


def test_the_figures_count_requests_and_photos(tmp_path: Path) -> None:
    with serving(tmp_path, FakeScanner()) as client:
        for photo in (photo_bytes(), photo_bytes(), b"text"):
            client.post("/api/v1/scans", files={"photos": photo}, data={"game": "rami"})
        text = client.get("/metrics").text
    assert 'handscan_requests_total{method="POST",route="/api/v1/scans",status="201"} 2.0' in text
    assert 'handscan_photos_total{result="scanned"} 1.0' in text
    assert 'handscan_photos_total{result="known"} 1.0' in text
    assert 'handscan_photos_total{result="not_a_photo"} 1.0' in text
    assert "handscan_scan_seconds_count 1.0" in text
