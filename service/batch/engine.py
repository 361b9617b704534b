"""In: the name of an engine and how many workers it has. Out: the function that reads jobs with it."""

from collections.abc import Iterable
from typing import Literal

from service.batch.engine_local import in_a_pool, in_this_process
from service.batch.engine_ray import on_ray
from service.batch.job import Job
from service.batch.reading import MakeReader, Result
from service.batch.run import Engine

EngineName = Literal["local", "ray"]


def engine_of(name: EngineName, workers: int, address: str | None, make_reader: MakeReader) -> Engine:
    """One worker of a local engine is this process itself."""

    def read(jobs: Iterable[Job]) -> Iterable[Result]:
        if name == "ray":
            return on_ray(jobs, workers, make_reader, address)
        if workers == 1:
            return in_this_process(jobs, make_reader)
        return in_a_pool(jobs, workers, make_reader)

    return read
