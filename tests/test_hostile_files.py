"""Files that mean harm, or were harmed, through every way in: each is read or refused in a sentence, and nothing else
happens. The corpus is made anew for each run (tests/hostile)."""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from batch_fakes import FakeReader
from fake_scanner import serving
from fastapi.testclient import TestClient
from hostile import bombs
from hostile.corpus import KINDS, READ, write_corpus

from scoring import GAMES
from service.api.errors import PHOTO_STATUS
from service.batch.engine_local import in_this_process
from service.batch.job import jobs_of
from service.batch.plan import plan_of
from service.batch.run import run_batch

pytestmark = pytest.mark.filterwarnings("ignore:::PIL")

HERE = Path(__file__).parent
HANDSCAN = Path(sys.executable).with_name("handscan")
HUNG = 300  # seconds: no measure of anything, only an end to waiting
MEGABYTES = 1000  # what any one photo may take, above what the networks do

Corpus = dict[Path, tuple[str, ...]]


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    return write_corpus(tmp_path_factory.mktemp("hostile"))


def check(found: dict[str, tuple[str, str]], corpus: Corpus) -> None:
    """`found`: code and message by file name."""
    assert found.keys() == {path.name for path in corpus}
    wrong = {path.name: found[path.name] for path, codes in corpus.items() if found[path.name][0] not in codes}
    assert wrong == {}
    for name, (code, message) in found.items():
        if code != READ:
            assert message.endswith("."), name
            assert message.count(". ") == 0, name
            assert len(message) < 150, name


def test_the_corpus_is_large_and_of_every_kind(corpus: Corpus) -> None:
    assert len(corpus) >= 300
    assert len(KINDS) >= 20
    codes = Counter(code for said in corpus.values() for code in said)
    assert min(codes[code] for code in ("truncated", "not_a_photo", "too_small", "too_many_pixels", READ)) >= 20


@pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="memory is measured as Linux tells it")
def test_none_crashes_hangs_or_fills_the_memory(corpus: Corpus) -> None:
    """In a process of its own, with the largest photos allowed among them; these are scanned by the true networks."""
    folder = next(iter(corpus)).parent
    most = {folder / name: data for name, data in bombs.just_allowed()}
    for path, data in most.items():
        path.write_bytes(data)
    try:
        command = [sys.executable, "-W", "ignore", HERE / "hostile" / "read_each.py", folder]
        done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=HUNG)
    finally:
        for path in most:
            path.unlink()
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    check({line["name"]: (line["code"], line["message"]) for line in lines}, {**corpus, **dict.fromkeys(most, (READ,))})
    assert {line["name"]: line["megabytes"] for line in lines if line["megabytes"] > MEGABYTES} == {}


def test_the_command_goes_on_past_them_all(corpus: Corpus) -> None:
    """`handscan scan` with the true networks: a line for each, and the exit status says that some failed."""
    command = [HANDSCAN, "scan", *sorted(corpus), "--game", "rami", "--json"]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=HUNG)
    assert (done.returncode, "Traceback" in done.stderr, "Warning" in done.stderr) == (1, False, False), done.stderr
    check({line["photo"]["name"]: said(line) for line in map(json.loads, done.stdout.splitlines())}, corpus)


def test_a_batch_of_them_is_a_report(corpus: Corpus, tmp_path: Path) -> None:
    folder = next(iter(corpus)).parent
    rows = [f"{path.name},{number},Ana,,Ben," for number, path in enumerate(sorted(corpus), start=1)]
    listed = folder.parent / "evening.csv"
    listed.write_text("photo,round,player,ending,winner,opened\n" + "\n".join(f"{folder.name}/{row}" for row in rows))
    plan = plan_of([str(listed)], "rami", GAMES, tmp_path)
    work = tuple(jobs_of(plan.entries, "auto", "fake"))
    summary = run_batch(plan, work, tmp_path, GAMES, lambda jobs: in_this_process(jobs, FakeReader), lambda *_: None)
    assert summary.problems == 0
    assert sum(summary.states.values()) == len(corpus)
    lines = [json.loads(line) for line in (tmp_path / "scans.jsonl").read_text().splitlines()]
    check({Path(line["photo"]["name"]).name: said(line) for line in lines}, corpus)
    assert (tmp_path / "report.html").stat().st_size > 100_000


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with serving(tmp_path_factory.mktemp("service")) as found:
        yield found


def test_the_service_answers_each_and_lives(corpus: Corpus, client: TestClient) -> None:
    found = {}
    for path in corpus:
        photo = {"photos": (path.name, path.read_bytes())}
        answer = client.post("/api/v1/scans", files=photo, data={"game": "rami"})
        body = answer.json()
        if answer.status_code == 201:
            found[path.name] = (READ, "")
            continue
        error = body["error"]
        found[path.name] = (error["code"], error["message"])
        assert (answer.status_code, error["field"]) == (PHOTO_STATUS.get(error["code"], 422), "photos"), path.name
    check(found, corpus)
    assert client.get("/ready").status_code == 200


def said(line: dict[str, Any]) -> tuple[str, str]:
    """The code and the message of a scan object."""
    return (line["error"]["code"], line["error"]["message"]) if "error" in line else (READ, "")
