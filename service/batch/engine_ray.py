"""In: jobs. Out: their results as they are done, by actors of a Ray cluster, this machine or many.

Each actor loads its reader once. Ray starts a new actor for one that died and gives it the work again.
"""

import logging
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import Any

from scoring import ScoringError
from service.batch.engine_local import in_a_pool
from service.batch.job import Job
from service.batch.reading import MakeReader, Result, read_job

A_TASK = 4  # photos that are lost, and read again, with a worker
TRIES = 3


class _Actor:
    def __init__(self, make_reader: MakeReader) -> None:
        self._reader = make_reader()

    def __call__(self, row: dict[str, Any]) -> dict[str, Any]:
        return asdict(read_job(self._reader, Job(**row)))


def on_ray(jobs: Iterable[Job], workers: int, make_reader: MakeReader, address: str | None) -> Iterator[Result]:
    """`address` of a running cluster, or None for one that is started here and stopped again.

    What the cluster gives up is read here, where a photo that ends its worker is found out.
    """
    left = {job.key: job for job in jobs}
    if not left:
        return
    ray = _started(workers, address)
    try:
        rows = ray.data.from_items([asdict(job) for job in left.values()], override_num_blocks=-(-len(left) // A_TASK))
        done = rows.map(
            _Actor,
            fn_constructor_args=(make_reader,),
            compute=ray.data.ActorPoolStrategy(size=workers),
            num_cpus=1,
            max_restarts=-1,
            max_task_retries=TRIES,
        )
        for row in done.iter_rows():
            del left[row["key"]]
            yield Result(**row)
    except ray.exceptions.RayError:
        pass  # not one worker could begin: the same fault has a sentence below
    finally:
        ray.shutdown()
    yield from in_a_pool(left.values(), 1, make_reader)


def _started(workers: int, address: str | None) -> Any:
    try:
        import ray
        import ray.data
    except ImportError as error:
        raise ScoringError("--engine ray needs Ray: pip install 'handscan[cluster]'.") from error
    quiet: dict[str, Any] = {} if address else {"include_dashboard": False, "num_cpus": workers}
    try:
        ray.init(address=address or "local", log_to_driver=False, logging_level=logging.ERROR, **quiet)
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise ScoringError(f"No Ray cluster answers at {address}: start one with “ray start --head”.") from error
    context = ray.data.DataContext.get_current()
    context.enable_progress_bars = False
    context.max_errored_blocks = -1  # a task that failed for good is not the end of the others
    return ray
