"""A local Ray of two workers gives the bytes that one process gives, also when a worker dies, a photo kills each, or
the cluster itself dies."""

import os
import socket
from pathlib import Path

import pytest
from batch_fakes import fake_reader, write_photo
from test_batch_engines import PATHS, evening, outputs
from test_batch_run import rows, run

from scoring import ScoringError
from service.batch.engine import engine_of

__all__ = ["evening"]  # a fixture


@pytest.fixture(autouse=True)
def seen_by_the_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("ray", reason="pip install 'handscan[cluster]'")
    monkeypatch.setenv("PYTHONPATH", PATHS)
    monkeypatch.setenv("RAY_worker_niceness", "0")  # else whatever runs beside the tests comes first


def test_ray_gives_the_same_bytes(evening: Path, tmp_path: Path) -> None:
    write_photo(evening / "round-2/ana.jpg", f"~{tmp_path / 'died'} JOKER 3S")
    write_photo(evening / "round-3/ana.jpg", "!")
    run(evening, tmp_path / "ray", engine_of("ray", 2, None, fake_reader))
    scored = {(row["round"], row["player"]): row for row in rows(tmp_path / "ray/scores.csv")}
    assert (tmp_path / "died").exists()
    assert scored["2", "Ana"]["hand"] == "JOKER 3S"
    assert "ended its worker" in scored["3", "Ana"]["why"]
    run(evening, tmp_path / "pool", engine_of("local", 2, None, fake_reader))
    assert outputs(tmp_path / "ray") == outputs(tmp_path / "pool")


def test_a_cluster_that_dies_costs_no_photo(evening: Path, tmp_path: Path) -> None:
    """A photo ends what began its worker, which is all of Ray on this machine; what is left is read without it."""
    write_photo(evening / "round-2/ana.jpg", f"^{tmp_path / 'died'} JOKER 3S")
    run(evening, tmp_path / "ray", engine_of("ray", 2, None, fake_reader))
    assert (tmp_path / "died").exists()
    run(evening, tmp_path / "one")
    assert outputs(tmp_path / "ray") == outputs(tmp_path / "one")


@pytest.mark.parametrize(
    ("listening", "sentence"),
    [
        (False, "No Ray cluster answers at 127.0.0.1:{port}: start one with “ray start --head”"),
        (True, "The Ray cluster lets nobody in without its token: set RAY_AUTH_MODE=token and RAY_AUTH_TOKEN here"),
    ],
)
def test_a_cluster_that_cannot_be_had(
    evening: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    listening: bool,
    sentence: str,
) -> None:
    monkeypatch.setenv("RAY_AUTH_MODE", "token")
    monkeypatch.setenv("HOME", str(tmp_path))  # where a token may lie
    with socket.socket() as there:
        there.bind(("127.0.0.1", 0))
        port = there.getsockname()[1]
        if listening:
            there.listen()
        with pytest.raises(ScoringError) as caught:
            run(evening, tmp_path / "ray", engine_of("ray", 2, f"127.0.0.1:{port}", fake_reader))
    assert str(caught.value).startswith(sentence.format(port=port))
    assert capfd.readouterr() == ("", "")
    assert os.listdir(tmp_path / "ray/scans") == []
