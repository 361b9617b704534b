"""In: jobs. Out: their results as they are done, by this process alone or by a pool of processes.

Only a few jobs are under way at a time, so that memory does not grow with the folder. A worker that dies takes the
whole pool with it: what was under way is then done again, one by one, and only a photo that kills its worker alone,
twice, is given up. Workers leave Ctrl-C to the process that began them, and end when it does, however it ended.
"""

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING

from service.batch.job import Job
from service.batch.reading import MakeReader, Result, read_job, worker_ended

if TYPE_CHECKING:
    from service.scan_pool import Reader

AHEAD = 2  # jobs under way for each worker, so that none waits for the next
TRIES = 2
PATIENCE = 20.0  # seconds that a process may take to end when it is told to

_make_reader: MakeReader | None = None
_reader: "Reader | None" = None


def in_this_process(jobs: Iterable[Job], make_reader: MakeReader) -> Iterator[Result]:
    """One after the other."""
    reader = None
    for job in jobs:
        reader = reader or make_reader()
        yield read_job(reader, job)


def in_a_pool(jobs: Iterable[Job], workers: int, make_reader: MakeReader) -> Iterator[Result]:
    """As they are done; each worker loads its reader once."""
    waiting = iter(jobs)
    while interrupted := (yield from _until_broken(waiting, workers, make_reader)):
        for job in interrupted:
            yield _alone(job, make_reader)


def _until_broken(jobs: Iterator[Job], workers: int, make_reader: MakeReader) -> Generator[Result, None, list[Job]]:
    """Results until the jobs are all done or a worker dies; returns what was under way then."""
    under_way: dict[Future[Result], Job] = {}
    lost: list[Job] = []
    with _pool(workers, make_reader) as pool:
        while not lost:
            for job in islice(jobs, AHEAD * workers - len(under_way)):
                try:
                    under_way[_submitted(pool, job)] = job
                except BrokenProcessPool:
                    lost.append(job)
                    break
            if not under_way:
                break
            for future in wait(under_way, return_when=FIRST_COMPLETED).done:
                job = under_way.pop(future)
                if isinstance(future.exception(), BrokenProcessPool):
                    lost.append(job)
                else:
                    yield future.result()
    return [*lost, *under_way.values()]


def _alone(job: Job, make_reader: MakeReader) -> Result:
    """A job with a worker of its own."""
    for _ in range(TRIES):
        with _pool(1, make_reader) as pool:
            try:
                return _submitted(pool, job).result()
            except BrokenProcessPool:
                continue
    return worker_ended(job)


@contextmanager
def _pool(workers: int, make_reader: MakeReader) -> Iterator[ProcessPoolExecutor]:
    # Spawned, not forked: a fork would copy the locks that threads of ONNX Runtime and OpenCV hold.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, context, _begin, (make_reader,))
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def _submitted(pool: ProcessPoolExecutor, job: Job) -> Future[Result]:
    """Begins a worker where one lacks."""
    with no_interrupt_there():
        return pool.submit(_read, job)


@contextmanager
def no_interrupt_there() -> Iterator[None]:
    """Ctrl-C stays unheard to the processes begun meanwhile: they inherit what is blocked here."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(make_reader: MakeReader) -> None:
    global _make_reader
    _make_reader = make_reader
    threading.Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    """A parent that was killed cannot tell the processes it began to end. For a thread of theirs."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(PATIENCE)
    os._exit(1)


def _read(job: Job) -> Result:
    """The reader is loaded with the first job, so that a fault in loading it is raised where the job was given."""
    global _reader
    if _reader is None:
        assert _make_reader is not None
        _reader = _make_reader()
    return read_job(_reader, job)
