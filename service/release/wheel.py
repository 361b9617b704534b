"""In: this repository. Out: its wheel, 10 MB at most, freshly installed with the pinned libraries and found well.

Libraries are taken only with the hashes of the lock file, the wheel only as it was built here.
"""

import os
import shutil
import subprocess
import sys
from tempfile import TemporaryDirectory
from typing import Final

from service.release.steps import ENVIRONMENT, OUT

MOST_BYTES: Final = 10_000_000


def main() -> int:
    """Builds, installs and looks; the exit status is 1 where the wheel is too large. Raises CalledProcessError."""
    for old in OUT.glob("*.whl"):
        old.unlink()
    _run(sys.executable, "-m", "build", "--wheel", "--outdir", str(OUT))
    (wheel,) = OUT.glob("*.whl")
    shutil.rmtree(ENVIRONMENT, ignore_errors=True)
    _run(sys.executable, "-m", "venv", "--without-pip", str(ENVIRONMENT))
    pip = (sys.executable, "-m", "pip", "--python", str(ENVIRONMENT / "bin" / "python"))
    _run(*pip, "install", "--require-hashes", "--requirement", "requirements.lock")
    _run(*pip, "install", "--no-deps", "--no-index", str(wheel))
    _run(*pip, "check")
    with TemporaryDirectory() as elsewhere:  # so that nothing of the repository is imported
        _run(str((ENVIRONMENT / "bin" / "handscan").absolute()), "doctor", cwd=elsewhere, HANDSCAN_DATA=elsewhere)
    size = wheel.stat().st_size
    print(f"{wheel.name} has {size / 1e6:.1f} MB; freshly installed, all is well.")
    return int(size > MOST_BYTES)


def _run(*command: str, cwd: str | None = None, **environment: str) -> None:
    subprocess.run(command, check=True, cwd=cwd, env={**os.environ, **environment})


if __name__ == "__main__":
    sys.exit(main())
