"""A local Ray of two workers gives the bytes that one process gives, also when a worker dies or a photo kills each."""

from pathlib import Path

import batch_fakes
import pytest
from batch_fakes import fake_reader, write_photo
from test_batch_engines import evening, outputs
from test_batch_run import rows, run

from service.batch.engine import engine_of

__all__ = ["evening"]  # a fixture


def test_ray_gives_the_same_bytes(evening: Path, tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="pip install 'handscan[cluster]'")
    from ray import cloudpickle

    cloudpickle.register_pickle_by_value(batch_fakes)  # Ray's workers do not see the folder of the tests
    write_photo(evening / "round-2/ana.jpg", f"~{tmp_path / 'died'} JOKER 3S")
    write_photo(evening / "round-3/ana.jpg", "!")
    run(evening, tmp_path / "ray", engine_of("ray", 2, None, fake_reader))
    scored = {(row["round"], row["player"]): row for row in rows(tmp_path / "ray/scores.csv")}
    assert (tmp_path / "died").exists()
    assert scored["2", "Ana"]["hand"] == "JOKER 3S"
    assert "ended its worker" in scored["3", "Ana"]["why"]
    run(evening, tmp_path / "pool", engine_of("local", 2, None, fake_reader))
    assert outputs(tmp_path / "ray") == outputs(tmp_path / "pool")
