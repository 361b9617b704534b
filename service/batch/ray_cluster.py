"""In: jobs and a connection. Out, through it: their results, read by the actors of a Ray cluster.

This is the process that Ray has to itself (`service.batch.engine_ray`). Each actor loads its reader once. Ray starts a
new actor for one that died, or whose machine did, and gives it the work again; how often a photo ended its actor is
counted outside of them, so that none does so for ever.
"""

import os
import socket
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from multiprocessing.connection import Connection
from typing import IO, Any, Final

from scoring import ScoringError
from service.batch.engine_local import TRIES, end_with_parent
from service.batch.job import Job
from service.batch.reading import MakeReader, Result, read_job, worker_ended

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"  # before it is loaded: Ray tells its makers of its use otherwise

A_TASK = 4  # photos that are lost, and read again, with a worker
SECONDS = 10.0  # in which a machine of a cluster answers
CONNECTED: Final = "connected"  # is sent before the first result
_REFUSED: Final = b"InvalidAuthToken"  # is said of a token that is missing or wrong


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


def cluster_results(
    there: Connection, jobs: Sequence[Job], workers: int, make_reader: MakeReader, address: str | None
) -> None:
    """Sends CONNECTED, then each Result, then None; or the ScoringError that says why there is no cluster."""
    threading.Thread(target=end_with_parent, daemon=True).start()
    try:
        with _cluster(workers, address) as ray:
            there.send(CONNECTED)
            for row in _rows(ray, jobs, workers, make_reader):
                there.send(Result(**row))
    except ScoringError as error:
        there.send(error)
    else:
        there.send(None)


def no_cluster(address: str | None) -> ScoringError:
    """What to do where none answers, or none can be started."""
    if address is None:
        return ScoringError("Ray could not be started on this machine: run this again, or leave out --engine ray.")
    return ScoringError(
        f"No Ray cluster answers at {address}: start one with “ray start --head”, and run this on one of its machines."
    )


def _rows(ray: Any, jobs: Sequence[Job], workers: int, make_reader: MakeReader) -> Iterator[dict[str, Any]]:
    """The results as they are done; fewer where the cluster gives up."""
    rows = ray.data.from_items([asdict(job) for job in jobs], override_num_blocks=-(-len(jobs) // A_TASK))
    done = rows.map(
        _Actor,
        fn_constructor_args=(make_reader, _counting_here(ray)),
        compute=ray.data.ActorPoolStrategy(size=workers),
        num_cpus=1,
    )
    try:
        yield from done.iter_rows()
    except ray.exceptions.RayError:
        return  # not one worker could begin: the same fault has a sentence where the rest is read


def _counting_here(ray: Any) -> Any:
    """A counter on this machine: were it on another, it would be lost with it."""
    from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

    here = NodeAffinitySchedulingStrategy(ray.get_runtime_context().get_node_id(), soft=False)
    return ray.remote(num_cpus=0, scheduling_strategy=here)(_Begun).remote()


@contextmanager
def _cluster(workers: int, address: str | None) -> Iterator[Any]:
    """Ray, connected."""
    if address and not _answers(address):
        raise no_cluster(address)
    try:
        import ray
        import ray.data
    except ImportError as error:
        raise ScoringError("--engine ray needs Ray: pip install 'handscan[cluster]'.") from error
    alone: dict[str, Any] = {} if address else {"include_dashboard": False, "num_cpus": workers}
    with _unseen() as said:
        try:
            ray.init(address=address or "local", **alone)
        except Exception as error:  # Ray raises many kinds, and bare ones where a machine is slow to begin
            said.seek(0)
            if isinstance(error, ray.exceptions.AuthenticationError) or _REFUSED in said.read():
                raise ScoringError(
                    "The Ray cluster lets nobody in without its token: set RAY_AUTH_MODE=token and RAY_AUTH_TOKEN "
                    "here as on its machines."
                ) from error
            raise no_cluster(address) from error
        context = ray.data.DataContext.get_current()
        context.enable_progress_bars = False
        context.max_errored_blocks = -1  # a task that failed for good is not the end of the others
        try:
            yield ray
        finally:
            ray.shutdown()


def _answers(address: str) -> bool:
    """Whether anything listens there. Ray itself would ask for minutes; what is no HOST:PORT is left to it."""
    host, _, port = address.rpartition(":")
    if not port.isdecimal() or "/" in host:
        return True
    try:
        socket.create_connection((host, int(port)), SECONDS).close()
    except (OSError, OverflowError):
        return False
    return True


@contextmanager
def _unseen() -> Iterator[IO[bytes]]:
    """What Ray says here of machines and workers that die is in its own logs, and not put before a secretary."""
    with tempfile.TemporaryFile() as said:
        for stream in (1, 2):
            os.dup2(said.fileno(), stream)
        yield said
