"""In: nothing. Out: the steps of a release: what each shows, and the command that shows it, run in the repository.

A command ends with 0 where all is well and with 77 where it cannot be tried here; its last line then says why. Anything
else has failed.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

OUT: Final = Path("out/release")
"""The wheel, its list of parts, and a log for each step."""
ENVIRONMENT: Final = OUT / "environment"
"""A fresh installation of the wheel with the pinned libraries; `wheel` makes it, and what follows looks into it."""
PHOTOS: Final = Path("../shared/photos/manifest.jsonl")
CANNOT_BE_TRIED: Final = 77
"""As automake and Meson have it."""

_APART: Final = ("fuzz", "hostile_files", "kills")
"""Tests that are steps of their own."""


@dataclass(frozen=True)
class Step:
    """`needs`: a file without which it cannot be tried."""

    name: str
    shows: str
    command: str
    needs: Path | None = None


STEPS: Final = (
    Step("lint", "the code keeps to its rules", "ruff check ."),
    Step("format", "the code is laid out as everywhere", "ruff format --check ."),
    Step("types", "types fit", "mypy"),
    Step(
        "tests",
        "all tests but those below",
        f"pytest -rs {' '.join(f'--ignore tests/test_{one}.py' for one in _APART)}",
    ),
    Step(
        "fuzz",
        "whatever is sent, an answer",
        "pytest tests/test_fuzz.py tests/test_api_schema.py --hypothesis-profile=long",
    ),
    Step("hostile", "hostile files are read or refused", "pytest -rs tests/test_hostile_files.py"),
    Step("kills", "killed while it writes, a hundred times", "env KILLS=100 pytest -rs tests/test_kills.py"),
    Step(
        "accuracy", "no less is read right than in the record", f"python -m service.release.accuracy {PHOTOS}", PHOTOS
    ),
    Step("clips", "every clip settles with the right total", "python -m service.release.clips tests/clips/clips.jsonl"),
    Step("speed", "every goal of speed is reached", "python -m service.release.speed"),
    Step("load", "2,000 scans, rude clients", f"python -m service.load {PHOTOS} --split dev", PHOTOS),
    Step("wheel", "a wheel of 10 MB at most works, freshly installed", "python -m service.release.wheel"),
    Step("audit", "no library with a known weakness", "python -m service.release.audit requirements.lock"),
    Step(
        "parts",
        "a list of all parts (CycloneDX)",
        "cyclonedx-py environment --pyproject pyproject.toml --output-reproducible "
        f"--output-file {OUT}/parts.cdx.json {ENVIRONMENT}/bin/python",
        ENVIRONMENT,
    ),
    Step(
        "licences",
        "only licences that pyproject.toml allows",
        f"pip-licenses --python {ENVIRONMENT}/bin/python",
        ENVIRONMENT,
    ),
)
