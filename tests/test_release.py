"""The lock file agrees with pyproject.toml; what a release asks is answered rightly, and nothing is passed over."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement

from service.release.__main__ import last_words, run, status
from service.release.accuracy import falls
from service.release.audit import verdict
from service.release.steps import STEPS, Step

ROOT = Path(__file__).parents[1]
LOCK = (ROOT / "requirements.lock").read_text()
ASKED = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
PYTHONS = ("3.11", "3.12", "3.13", "3.14")


def pinned(python: str) -> dict[str, str]:
    """The version of each library that the lock file has for a Python on Linux."""
    environment = {**default_environment(), "python_version": python, "python_full_version": f"{python}.0"}
    found = {}
    for line in re.findall(r"^[a-z].*(?= \\$)", LOCK, re.M):
        requirement = Requirement(line)
        if requirement.marker is None or requirement.marker.evaluate(environment):
            assert requirement.name not in found
            found[requirement.name] = str(requirement.specifier).removeprefix("==")
    return found


@pytest.mark.parametrize("python", PYTHONS)
def test_the_lock_file_pins_what_pyproject_asks_for(python: str) -> None:
    """`make lock` makes it anew."""
    versions = pinned(python)
    for asked in map(Requirement, ASKED):
        assert asked.name in versions, asked.name
        assert asked.specifier.contains(versions[asked.name]), asked.name


def test_every_pinned_library_has_its_hashes_and_no_address() -> None:
    blocks = re.split(r"^(?=[a-z])", re.sub(r"^ *#.*\n", "", LOCK, flags=re.M), flags=re.M)[1:]
    assert len(blocks) > len(ASKED)
    for block in blocks:
        first, *hashes = (line.rstrip("\\ ") for line in block.strip().splitlines())
        assert re.match(r"[a-z0-9.-]+==[0-9][\w.]*( ; |$)", first), first
        assert hashes, first
        assert all(re.fullmatch(r"    --hash=sha256:[0-9a-f]{64}", one) for one in hashes), first
    assert "://" not in LOCK


def library(name: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "version": "1.0", "vulns": [], **more}


WEAK = {"id": "GHSA-1", "fix_versions": ["1.1", "2.0"]}
REPORTS: list[tuple[Any, int, str]] = [
    ([library("a"), library("b")], 0, "None of 2 libraries has a known weakness."),
    ([library("a", vulns=[WEAK])], 1, "a 1.0: GHSA-1, mended in 1.1, 2.0"),
    ([library("a", vulns=[{**WEAK, "fix_versions": []}]), library("b")], 1, "mended in none"),
    ([library("a"), {"name": "b", "skip_reason": "not found"}], 77, "NOT AUDITED: .* 1 of 2 libraries"),
    ([library("a", vulns=[WEAK]), {"name": "b", "skip_reason": "not found"}], 1, "GHSA-1"),
    ([], 77, "NOT AUDITED"),
    (None, 77, "NOT AUDITED: the advisory database cannot be reached"),
]


@pytest.mark.parametrize(("libraries", "code", "said"), REPORTS)
def test_what_was_not_audited_is_never_taken_for_sound(libraries: Any, code: int, said: str) -> None:
    report = "" if libraries is None else json.dumps({"dependencies": libraries, "fixes": []})
    found, lines = verdict(report)
    assert found == code
    assert re.search(said, "\n".join(lines))


RECORDED = {"silently_wrong": 0, "named": [90, 100, 100], "points": [95, 100, 100], "totals_right": 5}


@pytest.mark.parametrize(
    ("now", "worse"),
    [
        ({}, []),
        ({"named": [91, 100, 100], "totals_right": 6}, []),
        ({"silently_wrong": 1}, ["1 totals are wrong without a flag"]),
        ({"named": [89, 100, 100]}, ["named right: F1 0.890, after 0.900"]),
        ({"points": [95, 101, 100]}, ["points right: F1 0.945, after 0.950"]),
        ({"totals_right": 4}, ["4 totals right, after 5"]),
    ],
)
def test_accuracy_may_not_fall(now: dict[str, Any], worse: list[str]) -> None:
    assert list(falls({**RECORDED, **now}, RECORDED)) == worse


COMMANDS = [
    ("print('a'); print('b')", None, "well", "b", 0),
    ("print('broken'); raise SystemExit(1)", None, "failed", "broken", 1),
    ("print('no network'); raise SystemExit(77)", None, "not tried", "no network", 77),
    ("print('b')", "gone", "not tried", "gone is not here.", 77),
]


@pytest.mark.parametrize(("code", "needs", "how", "said", "ends"), COMMANDS)
def test_a_step_ends_as_its_command_does(
    tmp_path: Path, code: str, needs: str | None, how: str, said: str, ends: int
) -> None:
    step = Step("one", "something", f'{sys.executable} -c "{code}"', Path(needs) if needs else None)
    done = run(step, tmp_path / "log")
    assert (done.how, done.said) == (how, said)
    assert status([done]) == ends


def test_the_worst_step_is_the_end_of_all(tmp_path: Path) -> None:
    all_done = [
        run(Step("one", "", f'{sys.executable} -c "raise SystemExit({code})"'), tmp_path / "log") for code in (0, 77, 3)
    ]
    assert [status(all_done[:count]) for count in (1, 2, 3)] == [0, 77, 1]


def test_what_pytest_skips_is_told() -> None:
    log = "...\nSKIPPED [2] tests/a.py:3: PostgreSQL is not installed\n3 passed, 2 skipped in 1.0s\n\n"
    assert last_words(log) == "3 passed, 2 skipped in 1.0s Skipped: PostgreSQL is not installed."


def test_the_checklist_in_the_documents_names_every_step() -> None:
    written = (ROOT / "service" / "firmness.md").read_text()
    for step in STEPS:
        assert f"| {step.name} | {step.shows} |" in written, step.name


def test_a_step_that_is_not_there_is_refused() -> None:
    command = [sys.executable, "-m", "service.release", "lint", "polish"]
    ended = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert ended.returncode == 2
    assert "polish" in ended.stderr
