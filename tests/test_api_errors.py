"""Every way a request can fail is answered in one shape, in the caller's language, with nothing of the inside."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fake_scanner import FakeScanner, photo_bytes, serving
from fastapi.testclient import TestClient

MATCH = {"game": "rami", "players": ["Ana", "Ben"]}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with serving(tmp_path_factory.mktemp("errors"), photos_per_request=2, body_bytes=5000) as found:
        yield found


JSON = {"content-type": "application/json"}
CASES: dict[str, tuple[str, str, dict[str, Any], int, str, str | None]] = {
    "no address": ("GET", "/nothing", {}, 404, "not_found", None),
    "no address in the API": ("GET", "/api/v1/nothing", {}, 404, "not_found", None),
    "method": ("PUT", "/api/v1/scores", {}, 405, "not_allowed", None),
    "no JSON": ("POST", "/api/v1/scores", {"content": "{", "headers": JSON}, 422, "invalid", None),
    "deep JSON": ("POST", "/api/v1/scores", {"content": "[" * 4000, "headers": JSON}, 400, "bad_request", None),
    "no object": ("POST", "/api/v1/scores", {"json": []}, 422, "invalid", None),
    "empty": ("POST", "/api/v1/scores", {}, 422, "invalid", None),
    "missing field": ("POST", "/api/v1/hands", {"json": {"game": "rami"}}, 422, "invalid", "typed"),
    "wrong type": ("POST", "/api/v1/hands", {"json": {"game": "rami", "typed": 5}}, 422, "invalid", "typed"),
    "wrong word": ("POST", "/api/v1/hands", {"json": {"game": "rami", "typed": "10x"}}, 422, "invalid", "typed"),
    "wrong game": ("POST", "/api/v1/matches", {"json": {**MATCH, "game": "chess"}}, 422, "invalid", "game"),
    "one player": ("POST", "/api/v1/matches", {"json": {**MATCH, "players": ["A"]}}, 422, "invalid", None),
    "house rule": ("POST", "/api/v1/matches", {"json": {**MATCH, "options": {"ruonds": 3}}}, 422, "invalid", None),
    "signs in a name": ("POST", "/api/v1/matches", {"json": {**MATCH, "name": "a\0b"}}, 422, "invalid", "name"),
    "no match": ("GET", "/api/v1/matches/none", {}, 404, "no_match", None),
    "path for an id": ("GET", "/api/v1/matches/..%2f..%2fetc%2fpasswd", {}, 404, "not_found", None),
    "no version": ("DELETE", "/api/v1/matches/none", {}, 428, "version_needed", None),
    "version is no number": (
        "DELETE",
        "/api/v1/matches/x",
        {"headers": {"If-Match": "x"}},
        412,
        "changed_meanwhile",
        None,
    ),
    "no scan": ("GET", "/api/v1/scans/none", {}, 404, "no_scan", None),
    "no overlay": ("GET", "/api/v1/scans/none/overlay", {}, 404, "no_scan", None),
    "no action": (
        *("PATCH", "/api/v1/scans/none", {"json": {"corrections": [{"piece": "p1"}]}}),
        *(422, "invalid", "corrections.0"),
    ),
    "place that is no number": (
        *("PATCH", "/api/v1/scans/none"),
        {
            "content": '{"corrections": [{"action": "add", "label": "AH", "hand": 0, "place": [NaN, 1]}]}',
            "headers": JSON,
        },
        *(422, "invalid", "corrections.0.add.place.0"),
    ),
    "no photo": ("POST", "/api/v1/scans", {"data": {"game": "rami"}}, 422, "invalid", "photos"),
    "no game": ("POST", "/api/v1/scans", {"files": {"photos": photo_bytes()}}, 422, "invalid", "game"),
    "hands": (
        *("POST", "/api/v1/scans", {"files": {"photos": photo_bytes()}, "data": {"game": "rami", "hands": "0"}}),
        *(422, "invalid", "hands"),
    ),
    "broken form": (
        *("POST", "/api/v1/scans", {"content": b"x", "headers": {"content-type": "multipart/form-data"}}),
        *(400, "bad_request", None),
    ),
    "text for a photo": (
        *("POST", "/api/v1/scans", {"files": {"photos": ("a.jpg", b"hello")}, "data": {"game": "rami"}}),
        *(415, "not_a_photo", "photos"),
    ),
    "half a photo": (
        *("POST", "/api/v1/scans", {"files": {"photos": ("a.jpg", photo_bytes()[:2000])}, "data": {"game": "rami"}}),
        *(422, "truncated", "photos"),
    ),
    "too many photos": (
        *("POST", "/api/v1/scans", {"files": [("photos", photo_bytes())] * 3, "data": {"game": "rami"}}),
        *(413, "too_many_photos", "photos"),
    ),
    "too many bytes": ("POST", "/api/v1/scores", {"json": {"game": "x" * 6000}}, 413, "too_large", None),
    "neither typed nor total": ("POST", "/api/v1/verifications", {"data": {"scan": "x"}}, 422, "invalid", "typed"),
    "neither photo nor scan": ("POST", "/api/v1/verifications", {"data": {"total": "5"}}, 422, "invalid", "scan"),
    "verify no scan": ("POST", "/api/v1/verifications", {"data": {"total": 5, "scan": "x"}}, 404, "no_scan", None),
    "import of nothing": ("POST", "/api/v1/matches/import", {"content": b""}, 422, "invalid", None),
    "import of pictures": ("POST", "/api/v1/matches/import", {"content": b"\xff\xd8\xff"}, 422, "invalid", None),
    "import of a list": ("POST", "/api/v1/matches/import", {"content": b"[1]"}, 422, "invalid", None),
    "export format": ("GET", "/api/v1/matches/x/export?format=pdf", {}, 422, "invalid", "format"),
    "join": ("GET", "/join?token=wrong", {}, 401, "join", None),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_an_error_has_the_one_shape(
    client: TestClient, case: tuple[str, str, dict[str, Any], int, str, str | None]
) -> None:
    method, address, request, status, code, field = case
    answer = client.request(method, address, **request)
    error = answer.json()["error"]
    assert (answer.status_code, error["code"], error["field"]) == (status, code, field), answer.text
    assert sorted(error) == ["code", "field", "message"]
    assert error["message"].endswith(".")
    assert answer.headers["x-request-id"]
    for inside in ("Traceback", "site-packages", "service/", str(Path.home())):
        assert inside not in answer.text


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
@pytest.mark.parametrize("language", ["ms", "fr"])
def test_an_error_is_in_the_language_of_the_caller(
    client: TestClient, case: tuple[str, str, dict[str, Any], int, str, str | None], language: str
) -> None:
    method, address, request, *_ = case
    headers = {**request.get("headers", {}), "accept-language": f"{language}-XX, en;q=0.5"}
    english = client.request(method, address, **request).json()["error"]
    said = client.request(method, address, **{**request, "headers": headers}).json()["error"]
    assert said["message"] != english["message"]
    assert {**said, "message": ""} == {**english, "message": ""}


def test_a_fault_of_the_service_tells_where_to_look_and_no_more(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    class Broken(FakeScanner):
        def scan(self, *args: Any, **others: Any) -> Any:
            raise RuntimeError("secret of the inside")

    with serving(tmp_path, Broken()) as client:
        answer = client.post("/api/v1/scans", files={"photos": photo_bytes()}, data={"game": "rami"})
    assert answer.status_code == 500
    assert answer.json()["error"]["code"] == "internal"
    assert answer.headers["x-request-id"] in answer.json()["error"]["message"]
    assert "secret" not in answer.text
    assert "secret of the inside" in caplog.text


def test_a_database_that_is_gone_is_said_to_be_so(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        for file in tmp_path.glob("handscan.sqlite3*"):
            file.unlink()
        client.app.state.service.engine.dispose()  # type: ignore[attr-defined]
        answer = client.get("/api/v1/matches")
    assert answer.status_code == 503
    assert json.loads(answer.text)["error"]["code"] == "database"
