"""In: jobs. Out: their results as they are done, by actors of a Ray cluster, this machine or many.

Each actor loads its reader once. Ray starts a new actor for one that died, or whose machine did, and gives it the work
again; how often a photo ended its actor is counted outside of them, so that none does so for ever.
"""

import logging
import os
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import asdict
from typing import Any

from scoring import ScoringError
from service.batch.engine_local import TRIES, in_a_pool
from service.batch.job import Job
from service.batch.reading import MakeReader, Result, read_job, worker_ended

A_TASK = 4  # photos that are lost, and read again, with a worker


class _Begun:
    """How often each photo was begun and not ended."""

    def __init__(self) -> None:
        self._times: Counter[str] = Counter()

    def begin(self, key: str) -> int:
        self._times[key] += 1
        return self._times[key]

    def end(self, key: str) -> None:
        self._times[key] = 0


class _Actor:
    def __init__(self, make_reader: MakeReader, begun: Any) -> None:
        self._reader = make_reader()
        self._begun = begun

    def __call__(self, row: dict[str, Any]) -> dict[str, Any]:
        import ray

        job = Job(**row)
        if ray.get(self._begun.begin.remote(job.key)) > TRIES:
            return asdict(worker_ended(job))
        result = read_job(self._reader, job)
        ray.get(self._begun.end.remote(job.key))
        return asdict(result)


def on_ray(jobs: Iterable[Job], workers: int, make_reader: MakeReader, address: str | None) -> Iterator[Result]:
    """`address` of a running cluster, or None for one that is started here and stopped again.

    What the cluster gives up is read here.
    """
    left = {job.key: job for job in jobs}
    if not left:
        return
    with _cluster(workers, address) as ray:
        try:
            rows = ray.data.from_items(
                [asdict(job) for job in left.values()], override_num_blocks=-(-len(left) // A_TASK)
            )
            done = rows.map(
                _Actor,
                fn_constructor_args=(make_reader, _counting_here(ray)),
                compute=ray.data.ActorPoolStrategy(size=workers),
                num_cpus=1,
            )
            for row in done.iter_rows():
                del left[row["key"]]
                yield Result(**row)
        except ray.exceptions.RayError:
            pass  # not one worker could begin: the same fault has a sentence below
    yield from in_a_pool(left.values(), 1, make_reader)


def _counting_here(ray: Any) -> Any:
    """A counter on this machine: were it on another, it would be lost with it."""
    from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

    here = NodeAffinitySchedulingStrategy(ray.get_runtime_context().get_node_id(), soft=False)
    return ray.remote(num_cpus=0, scheduling_strategy=here)(_Begun).remote()


@contextmanager
def _cluster(workers: int, address: str | None) -> Iterator[Any]:
    """Ray, connected. What it says of workers that die is in its logs, and not put before a secretary."""
    os.environ.setdefault("RAY_BACKEND_LOG_LEVEL", "fatal")
    try:
        import ray
        import ray.data
    except ImportError as error:
        raise ScoringError("--engine ray needs Ray: pip install 'handscan[cluster]'.") from error
    quiet: dict[str, Any] = {} if address else {"include_dashboard": False, "num_cpus": workers}
    with open(os.devnull, "w") as nowhere, redirect_stdout(nowhere):
        try:
            ray.init(address=address or "local", log_to_driver=False, logging_level=logging.CRITICAL, **quiet)
        except Exception as error:  # Ray raises many kinds, and bare ones where a machine is slow to begin
            raise ScoringError(_not_there(address)) from error
        logging.getLogger("ray.data").setLevel(logging.CRITICAL)
        context = ray.data.DataContext.get_current()
        context.enable_progress_bars = False
        context.max_errored_blocks = -1  # a task that failed for good is not the end of the others
        try:
            yield ray
        finally:
            ray.shutdown()


def _not_there(address: str | None) -> str:
    if address is None:
        return "Ray could not be started on this machine: run this again, or leave out --engine ray."
    return (
        f"No Ray cluster answers at {address}: start one with “ray start --head”, and run this on one of its machines."
    )
