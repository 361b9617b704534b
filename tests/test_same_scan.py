"""The same photo gives the same scan: on one thread and on two, in Python, the command line, the batch and the API."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import pytest
from fastapi.testclient import TestClient
from typer.testing import CliRunner

from datasets.matching import GAMES
from datasets.speed_photos import encoded, table
from service.app import create_app
from service.batch.job import Job
from service.batch.reading import read_job
from service.cli import app
from service.settings import Settings
from vision import Scanner

PHOTOS = {"fan": ("cards", 1, (1600, 1600)), "far": ("cards", 4, (3360, 2520)), "rack": ("tiles", 2, (1280, 720))}


@pytest.fixture(autouse=True)
def threads_of_opencv() -> Iterator[None]:
    before = cv2.getNumThreads()
    yield
    cv2.setNumThreads(before)


@pytest.fixture(scope="module", params=list(PHOTOS))
def photo(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    kind, count, size = PHOTOS[request.param]
    path = tmp_path_factory.mktemp("photos") / "photo.jpg"
    path.write_bytes(encoded(table(kind, count, size).pixels, "JPEG"))  # type: ignore[arg-type]
    return path, GAMES[kind]  # type: ignore[index]


@pytest.fixture(scope="module")
def scanners() -> dict[int, Scanner]:
    return {threads: Scanner(threads=threads) for threads in (1, 2)}


def untimed(said: dict[str, Any]) -> dict[str, Any]:
    return {**said, "timing_ms": {}}


def in_python(path: Path, game: str, scanner: Scanner, threads: int) -> dict[str, Any]:
    cv2.setNumThreads(threads)
    return untimed(scanner.scan(path, game).to_dict())


def on_command_line(path: Path, game: str) -> dict[str, Any]:
    result = CliRunner().invoke(app, ["scan", str(path), "--game", game, "--json"])
    return untimed(json.loads(result.stdout))


def in_batch(path: Path, game: str, scanner: Scanner) -> dict[str, Any]:
    result = read_job(scanner, Job("key", "content", str(path), game, 1, "auto"))
    said: dict[str, Any] = json.loads(result.record)
    return said


def over_http(path: Path, game: str, data: Path, scanner: Scanner) -> dict[str, Any]:
    served = create_app(Settings(data=data), lambda: scanner)
    with TestClient(served, base_url="http://127.0.0.1", client=("127.0.0.1", 1)) as client:
        files = {"photos": (path.name, path.read_bytes(), "image/jpeg")}
        answer = client.post("/api/v1/scans", files=files, data={"game": game})
    (said,) = answer.json()["scans"]
    return untimed(said)


def only(said: Any, like: Any) -> Any:
    """What is said, without the fields that `like` has not: the API adds some."""
    if isinstance(like, dict):
        return {field: only(said[field], value) for field, value in like.items()}
    if isinstance(like, list) and len(said) == len(like):
        return [only(one, other) for one, other in zip(said, like, strict=True)]
    return said


def test_one_photo_one_scan(photo: tuple[Path, str], scanners: dict[int, Scanner], tmp_path: Path) -> None:
    path, game = photo
    first = in_python(path, game, scanners[1], 1)
    assert len(first["hands"][0]["pieces"]) > 5
    assert in_python(path, game, scanners[2], 2) == first
    assert on_command_line(path, game) == first
    assert in_batch(path, game, scanners[1]) == first
    assert only(over_http(path, game, tmp_path, scanners[2]), first) == first
