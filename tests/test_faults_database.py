"""The database in trouble, while the service runs on it: each trouble has its word, nothing is lost, and when it is
over all goes on."""

import json
import logging
import os
import resource
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from conftest import Postgres
from fake_scanner import LOCAL, photo_bytes, serving
from fastapi.testclient import TestClient
from httpx import Response
from sqlalchemy import Engine, event

from service.app import create_app
from service.logs import JsonLines
from service.settings import Settings
from vision import model_file

MATCH = {"name": "Friday", "game": "rami", "players": ["Ana", "Ben"]}
ROUND = {"ending": "out", "winner": "Ana", "players": [{"name": "Ana", "hand": []}, {"name": "Ben", "hand": ["AH"]}]}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with serving(tmp_path) as found:
        yield found


def engine_of(client: TestClient) -> Engine:
    found: Engine = client.app.state.service.engine  # type: ignore[attr-defined]
    return found


def told(answer: Response) -> tuple[int, str]:
    """Status and code of an error, which is said in one sentence and with when to try again."""
    error = answer.json()["error"]
    assert error["message"].endswith(".")
    assert answer.headers["retry-after"]
    return answer.status_code, error["code"]


def begun(client: TestClient) -> dict[str, Any]:
    answer = client.post("/api/v1/matches", json=MATCH)
    assert answer.status_code == 201, answer.text
    match: dict[str, Any] = answer.json()
    return match


def round_added(client: TestClient, match: dict[str, Any]) -> Response:
    version = {"If-Match": f'"{match["version"]}"'}
    return client.post(f"/api/v1/matches/{match['id']}/rounds", json=ROUND, headers=version)


def set_on_each_connection(engine: Engine, pragma: str) -> None:
    engine.dispose()
    event.listen(engine, "connect", lambda connection, _: connection.execute(f"PRAGMA {pragma}"))


def test_a_full_disk_is_said_to_be_full_and_nothing_is_half_there(client: TestClient) -> None:
    """SQLite is told that its disk ends here."""
    match = begun(client)
    set_on_each_connection(engine_of(client), "max_page_count=1")  # as many as there are
    answers = []
    while not answers or answers[-1].status_code == 201:
        answers.append(round_added(client, match))
        if answers[-1].status_code == 201:
            match = answers[-1].json()
    assert told(answers[-1]) == (503, "disk_full")
    assert client.get(f"/api/v1/matches/{match['id']}").json() == match
    set_on_each_connection(engine_of(client), "max_page_count=100000")
    after = round_added(client, match).json()
    assert len(after["rounds"]) == len(match["rounds"]) + 1


def test_a_database_that_may_not_be_written_is_still_read(client: TestClient) -> None:
    match = begun(client)
    set_on_each_connection(engine_of(client), "query_only=1")
    assert told(round_added(client, match)) == (503, "read_only")
    assert client.get(f"/api/v1/matches/{match['id']}").json() == match
    set_on_each_connection(engine_of(client), "query_only=0")
    assert round_added(client, match).status_code == 201


@pytest.mark.parametrize("harm", [lambda data: os.urandom(len(data)), lambda data: data[:4096] + bytes(len(data))])
def test_a_damaged_database_is_said_to_be_damaged(client: TestClient, tmp_path: Path, harm: Any) -> None:
    match = begun(client)
    engine_of(client).dispose()
    file = tmp_path / "handscan.sqlite3"
    copy = file.read_bytes()
    file.write_bytes(harm(copy))
    assert told(client.get("/api/v1/matches")) == (503, "damaged")
    engine_of(client).dispose()
    file.write_bytes(copy)
    assert client.get(f"/api/v1/matches/{match['id']}").json() == match


def test_a_file_that_is_gone_and_back(client: TestClient, tmp_path: Path) -> None:
    match = begun(client)
    engine_of(client).dispose()
    file = tmp_path / "handscan.sqlite3"
    file.rename(tmp_path / "away")
    assert told(client.get("/api/v1/matches")) == (503, "database")
    engine_of(client).dispose()
    (tmp_path / "away").replace(file)
    assert client.get(f"/api/v1/matches/{match['id']}").json() == match


def test_a_server_that_is_gone_and_back(postgres: Postgres, tmp_path: Path) -> None:
    with serving(tmp_path, database=postgres.url) as client:
        match = begun(client)
        postgres.stop()
        try:
            assert told(client.get("/ready")) == (503, "database")
            assert told(round_added(client, match)) == (503, "database")
        finally:
            postgres.start()
        assert client.get(f"/api/v1/matches/{match['id']}").json() == match
        assert round_added(client, match).status_code == 201
        assert client.get("/ready").status_code == 200


def test_a_value_that_no_database_holds_is_the_senders_fault(database: str, tmp_path: Path) -> None:
    with serving(tmp_path, database=database) as client:
        answers = [client.get(f"/api/v1/{kind}/a%00b") for kind in ("matches", "scans")]
        answers.append(client.post("/api/v1/verifications", data={"scan": "a\0b", "total": 1}))
    for answer in answers:
        assert answer.status_code in (404, 422), answer.text


def test_no_room_for_a_photo_that_arrives(client: TestClient) -> None:
    """A large upload lies in a temporary file meanwhile. This process may write small files only."""
    grain = np.random.default_rng(8).integers(0, 255, (700, 700, 3), np.uint8)
    photo = cv2.imencode(".png", grain)[1].tobytes()
    assert len(photo) > 1_400_000
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, limits[1]))
    try:
        answer = client.post("/api/v1/scans", files={"photos": photo}, data={"game": "rami"})
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert told(answer) == (503, "disk_full")
    assert client.post("/api/v1/scans", files={"photos": photo}, data={"game": "rami"}).status_code == 201


WHOLE = (Path(model_file.__file__).parents[1] / "models" / "classifier.onnx").read_bytes()
NETWORKS = [
    (None, "is missing or damaged", "No such file"),
    (b"no network", "is missing or damaged", "INVALID_PROTOBUF"),
    (WHOLE[:9_000] + b"?" + WHOLE[9_001:], "is missing or damaged", "its content is not what it was sealed with"),
    (WHOLE, "belongs to another version of handscan", "whose format or labels are not those of this code"),
]


@pytest.mark.parametrize(("content", "wrong", "detail"), NETWORKS)
def test_a_damaged_network_is_said_by_the_service_and_in_its_log_and_all_else_works(
    content: bytes | None,
    wrong: str,
    detail: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The log tells it at the start and at each refusal, with the whole path, which is nobody else's business."""
    if content is not None:
        (tmp_path / "locator.onnx").write_bytes(content)
    monkeypatch.setattr(model_file, "files", lambda _: tmp_path)
    caplog.set_level(logging.INFO, "handscan")

    def reasons() -> list[str]:
        lines = [json.loads(JsonLines().format(record)) for record in caplog.records]
        return [line["reason"] for line in lines if (line["event"], line["level"]) == ("scanner", "error")]

    app = create_app(Settings(data=tmp_path))
    with TestClient(app, client=LOCAL, base_url="http://127.0.0.1") as client:
        while "still loading" in (ready := client.get("/ready")).text:
            time.sleep(0.01)
        photo = ("secret.jpg", photo_bytes())
        refused = client.post("/api/v1/scans", files={"photos": photo}, data={"game": "rami"})
        sentence = f"The model file locator.onnx {wrong}; install handscan again."
        for answer in (ready, refused):
            assert told(answer) == (503, "not_ready")
            assert answer.json()["error"]["message"] == sentence
        start, *refusals = reasons()
        assert start.startswith(f"{sentence} ({tmp_path / 'locator.onnx'}: ")
        assert detail in start
        assert refusals == [start] * 2
        assert "secret" not in caplog.text
        assert client.get("/health").status_code == 200
        assert round_added(client, begun(client)).status_code == 201
