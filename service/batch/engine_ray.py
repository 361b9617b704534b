"""In: jobs. Out: their results as they are done, by actors of a Ray cluster, this machine or many.

Each actor loads its reader once. Ray starts a new actor for one that died and gives it the work again.
"""

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import Any

from scoring import ScoringError
from service.batch.job import Job
from service.batch.reading import MakeReader, Result, read_job

A_TASK = 4  # photos that are lost, and read again, with a worker


class _Actor:
    def __init__(self, make_reader: MakeReader) -> None:
        self._reader = make_reader()

    def __call__(self, row: dict[str, Any]) -> dict[str, Any]:
        return asdict(read_job(self._reader, Job(**row)))


def on_ray(jobs: Iterable[Job], workers: int, make_reader: MakeReader, address: str | None) -> Iterator[Result]:
    """`address` of a running cluster, or None for one that is started here and stopped again."""
    rows = [asdict(job) for job in jobs]
    if not rows:
        return
    ray = _ray()
    _start(ray, workers, address)
    try:
        data = ray.data.from_items(rows, override_num_blocks=-(-len(rows) // A_TASK))
        done = data.map(
            _Actor,
            fn_constructor_args=(make_reader,),
            compute=ray.data.ActorPoolStrategy(size=workers),
            num_cpus=1,
            max_restarts=-1,
            max_task_retries=-1,
        )
        for row in done.iter_rows():
            yield Result(**row)
    finally:
        ray.shutdown()


def _ray() -> Any:
    try:
        import ray
        import ray.data
    except ImportError as error:
        raise ScoringError("--engine ray needs Ray: pip install 'handscan[cluster]'.") from error
    ray.data.DataContext.get_current().enable_progress_bars = False
    return ray


def _start(ray: Any, workers: int, address: str | None) -> None:
    quiet = {"include_dashboard": False, "num_cpus": workers} if address is None else {}
    try:
        ray.init(address=address, log_to_driver=False, logging_level="ERROR", **quiet)
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise ScoringError(f"No Ray cluster answers at {address}: start one with “ray start --head”.") from error
