"""In: a lock file. Out: which of the libraries in it have known weaknesses, by pip-audit, in plain words.

pip-audit ends well where the advisory database answers that it knows nothing of a library, be it only that a mirror of
the registry lacks that part. Here that counts as not audited: the exit status is 77, and 1 where something is known.
"""

import json
import subprocess
import sys
from typing import Any, Final

from service.release.steps import CANNOT_BE_TRIED

PATIENCE: Final = 120
"""Seconds for the database to answer; it takes a few."""


def verdict(report: str) -> tuple[int, list[str]]:
    """The exit status and what is said of what pip-audit printed as JSON; nothing where it reached no database."""
    try:
        found: list[dict[str, Any]] = json.loads(report)["dependencies"]
    except ValueError:
        return CANNOT_BE_TRIED, ["NOT AUDITED: the advisory database cannot be reached from here."]
    weak = [
        f"{library['name']} {library['version']}: {one['id']}, mended in {', '.join(one['fix_versions']) or 'none'}"
        for library in found
        for one in library.get("vulns", ())
    ]
    unknown = [library["name"] for library in found if "skip_reason" in library]
    if weak:
        return 1, [*weak, f"{len(weak)} known weaknesses: raise the versions with make lock."]
    if unknown or not found:
        return CANNOT_BE_TRIED, [
            f"NOT AUDITED: the advisory database that is reached from here does not know {len(unknown)} of "
            f"{len(found)} libraries."
        ]
    return 0, [f"None of {len(found)} libraries has a known weakness."]


def main(lock: str) -> int:
    """Audits and says so."""
    command = ["pip-audit", "--requirement", lock, "--require-hashes", "--disable-pip", "--format", "json"]
    command += ["--progress-spinner", "off"]
    try:
        report = subprocess.run(command, stdout=subprocess.PIPE, text=True, timeout=PATIENCE).stdout
    except subprocess.TimeoutExpired:
        report = ""
    status, lines = verdict(report)
    print("\n".join(lines))
    return status


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
