"""Script in every field and file name, paths in every name: through the API, and out of it as data alone."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from fake_scanner import photo_bytes, running, serving
from fastapi.testclient import TestClient
from hostile.texts import PATHS, SCRIPTS

from service.guard.headers import HEADERS

ROOT = Path(__file__).parents[1]
TEXTS = (*SCRIPTS, *PATHS)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("served")


@pytest.fixture(scope="module")
def client(folder: Path) -> Iterator[TestClient]:
    with serving(folder) as found:
        yield found


def is_data(answer: Any) -> None:
    """A browser that is led to the answer shows it or saves it, and runs nothing of it."""
    kind = answer.headers["content-type"].partition(";")[0]
    assert kind in ("application/json", "text/csv", "image/jpeg"), kind
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["content-security-policy"] == HEADERS["content-security-policy"]
    assert "set-cookie" not in answer.headers
    assert answer.status_code < 500


def rounds(text: str) -> list[dict[str, Any]]:
    return [{"ending": "out", "winner": text, "players": [{"name": text, "hand": []}, {"name": "Ben", "hand": ["AH"]}]}]


SENT: dict[str, Any] = {
    "a match": lambda text: ("POST", "/matches", {"json": {"game": "rami", "name": text, "players": [text, "Ben"]}}),
    "its file": lambda text: (
        *("POST", "/matches/import"),
        {"json": {"game": "rami", "name": text, "players": [text, "Ben"], "rounds": rounds(text)}},
    ),
    "its table": lambda text: (
        *("POST", "/matches/import"),
        {"content": f'game,round,"{text}",Ben\nrami,1,"{text}",x\n'.encode(), "headers": {"content-type": "text/csv"}},
    ),
    "a game": lambda text: ("POST", "/matches", {"json": {"game": text, "players": ["Ana", "Ben"]}}),
    "a field": lambda text: ("POST", "/hands", {"json": {"game": "rami", text: "AH"}}),
    "a rule": lambda text: (
        *("POST", "/matches"),
        {"json": {"game": "rami", "players": ["Ana", "Ben"], "options": {text: 1}}},
    ),
    "a hand": lambda text: ("POST", "/hands", {"json": {"game": "rami", "typed": text}}),
    "a round": lambda text: ("POST", "/scores", {"json": {"game": "rami", **rounds(text)[0]}}),
    "no JSON": lambda text: ("POST", "/hands", {"content": text.encode(), "headers": {"content-type": text.encode()}}),
    "a sheet": lambda text: (
        *("POST", "/verifications"),
        {"files": {"photo": (text, photo_bytes())}, "data": {"game": "rami", "typed": text}},
    ),
    "an id": lambda text: ("GET", f"/matches/{quote(text, '')}", {}),
    "a scan's id": lambda text: ("GET", f"/scans/{quote(text, '')}/photo", {}),
    "a round's number": lambda text: ("GET", f"/matches/x/rounds/{quote(text, '')}", {}),
    "a language": lambda text: ("GET", "/games", {"params": {"lang": text}}),
    "an address": lambda text: ("GET", f"/{quote(text, '')}", {}),
    "a method": lambda text: ("PUT", f"/matches?{quote(text, '')}", {}),
    "hands": lambda text: (
        *("POST", "/scans"),
        {"files": {"photos": photo_bytes()}, "data": {"game": "rami", "hands": text, "deck": text}},
    ),
}
"""Every way to send a text, by what it is sent as."""


@pytest.mark.parametrize("way", SENT)
def test_a_text_comes_back_as_data_alone(client: TestClient, way: str) -> None:
    for text in TEXTS:
        method, address, more = SENT[way](text)
        answer = client.request(method, f"/api/v1{address}", **more)
        is_data(answer)
        if answer.status_code == 201:
            is_data(match := client.get(f"/api/v1/matches/{answer.json()['id']}"))
            assert match.json()["players"][0] == text
            for form in ("json", "csv"):
                saved = client.get(f"/api/v1/matches/{answer.json()['id']}/export", params={"format": form})
                is_data(saved)
                assert re.fullmatch(
                    r'attachment; filename="[A-Za-z0-9-]{1,40}\.' + form + '"', saved.headers["content-disposition"]
                )


@pytest.mark.parametrize("text", TEXTS)
def test_a_file_name_is_a_name_alone(client: TestClient, folder: Path, text: str) -> None:
    """The last part of a path, fit to be shown; and nothing is written under it."""
    files = {"photos": (text, photo_bytes(TEXTS.index(text)))}
    answer = client.post("/api/v1/scans", files=files, data={"game": "rami", "keep": "true"})
    is_data(answer)
    (scan,) = answer.json()["scans"]
    name = scan["photo"]["name"]
    assert name
    assert not set("/\\\0\r\n\u202e") & set(name)
    for picture in ("overlay", "photo"):
        is_data(client.get(f"/api/v1/scans/{scan['id']}/{picture}"))
    assert {path.name for path in folder.rglob("*")} <= {f"handscan.sqlite3{end}" for end in ("", "-wal", "-shm")}
    broken = client.post("/api/v1/scans", files={"photos": (text, b"x")}, data={"game": "rami"})
    is_data(broken)


PAGES = ("/", "/join", "/manifest.webmanifest", "/sw.js")


@pytest.mark.parametrize("address", PAGES)
def test_what_is_sent_stands_on_no_page(client: TestClient, address: str) -> None:
    for text in SCRIPTS:
        query = {"lang": text, "token": text, text: text}
        headers = {"accept": "text/html", "accept-language": text, "referer": text, "user-agent": text, "cookie": text}
        answer = client.get(address, params=query, headers=headers)
        assert answer.status_code in (200, 401, 422)
        assert text not in answer.text
        assert quote(text) not in answer.text


def spelled(path: str) -> Iterator[str]:
    """A path as it is, and in disguises of a browser or a proxy."""
    yield path
    for dots, slash in (("..", "%2f"), ("%2e%2e", "/"), ("%2e%2e", "%2f"), ("..", "%5c"), ("..%00", "/"), ("..;", "/")):
        yield path.replace("..", dots).replace("/", slash)


INSIDE = "service/page/static/js/main.js"
OUTSIDE = (
    "routes.py",
    "../routes.py",
    "../../settings.py",
    "../../../pyproject.toml",
    "../../../../../../../etc/passwd",
)


def test_nothing_but_its_files_is_served(tmp_path: Path) -> None:
    """Sent as they stand: a client of HTTP would tidy them up beforehand."""
    with running(tmp_path) as address, httpx.Client(base_url=address) as client:
        assert client.get("/static/js/main.js").text == (ROOT / INSIDE).read_text()
        for folder in ("/static/", "/static/js/", "/words/"):
            for path in {spelling for one in OUTSIDE for spelling in spelled(one)} | set(spelled("/etc/passwd")):
                raw = f"{folder}{path}".encode()
                answer = client.send(httpx.Request("GET", httpx.URL(address).copy_with(raw_path=raw)))
                assert answer.status_code in (400, 404, 405), (folder, path)
                assert json.loads(answer.text)["error"]["code"]
