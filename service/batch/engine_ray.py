"""In: jobs. Out: their results as they are done, by a Ray cluster, this machine or many.

Ray runs in a process of its own: it ends the process that it runs in where its machine's part of the cluster dies, and
it says much on the way. What the cluster leaves undone is read here.
"""

import multiprocessing
import os
from collections.abc import Iterable, Iterator, Sequence

from scoring import ScoringError
from service.batch.engine_local import PATIENCE, in_a_pool, no_interrupt_there
from service.batch.job import Job
from service.batch.ray_cluster import CONNECTED, cluster_results, no_cluster
from service.batch.reading import MakeReader, Result


def on_ray(jobs: Iterable[Job], workers: int, make_reader: MakeReader, address: str | None) -> Iterator[Result]:
    """`address` of a running cluster, or None for one that is started here and stopped again.

    Raises ScoringError where there is none.
    """
    left = {job.key: job for job in jobs}
    if not left:
        return
    for result in _from_the_cluster(list(left.values()), workers, make_reader, address):
        del left[result.key]
        yield result
    yield from in_a_pool(left.values(), min(workers, os.cpu_count() or 1), make_reader)


def _from_the_cluster(
    jobs: Sequence[Job], workers: int, make_reader: MakeReader, address: str | None
) -> Iterator[Result]:
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=cluster_results, args=(there, jobs, workers, make_reader, address))
    with no_interrupt_there():
        process.start()
    there.close()
    connected = False
    try:
        while (said := here.recv()) is not None:
            if isinstance(said, ScoringError):
                raise said
            if said == CONNECTED:
                connected = True
            else:
                yield said
    except EOFError as error:
        if not connected:
            raise no_cluster(address) from error
    finally:
        here.close()
        process.terminate()
        process.join(PATIENCE)
        process.kill()
