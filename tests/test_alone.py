"""Nothing of handscan tells anybody of its use: libraries that would are kept from it before they begin."""

import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize(
    "code",
    [
        "from vision import Scanner; Scanner(threads=1)",
        "from service.doctor_checks import libraries; libraries()",
    ],
)
def test_onnxruntime_makes_no_name_for_this_machine(tmp_path: Path, code: str) -> None:
    """It keeps one beside what it means to send, in the user's cache."""
    own = {name: value for name, value in os.environ.items() if name != "ORT_DISABLE_TELEMETRY"}
    homes = {name: str(tmp_path) for name in ("HOME", "XDG_CACHE_HOME", "LOCALAPPDATA")}
    subprocess.run([sys.executable, "-c", code], env={**own, **homes}, check=True, timeout=300)
    assert [path for path in tmp_path.rglob("*") if "onnxruntime" in path.name] == []


def test_ray_tells_nothing() -> None:
    pytest.importorskip("ray", reason="needs Ray, which the Makefile installs for tests")
    code = (
        "import service.batch.ray_cluster; from ray._common.usage.usage_lib import usage_stats_enabled; "
        "assert not usage_stats_enabled()"
    )
    own = {name: value for name, value in os.environ.items() if name != "RAY_USAGE_STATS_ENABLED"}
    subprocess.run([sys.executable, "-c", code], env=own, check=True, timeout=300)
