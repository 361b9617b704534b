"""In: a job. Out: `Result`: the scan object of its photo, or its error, as JSON, and a small picture for the report.

This is what workers run, whatever the engine. The same job gives the same bytes, so no times are kept.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from service.batch.job import Job
from service.language import N_
from service.photo_paths import shown

if TYPE_CHECKING:
    from service.scan_pool import Reader

LONG_SIDE: Final = 720
QUALITY: Final = 70

MakeReader = Callable[[], "Reader"]


@dataclass(frozen=True)
class Result:
    """`record`: the scan object as one line of JSON. `picture`: the upright photo, small, as a JPEG; empty where it
    cannot be read. `lasting`: the same photo would give the same again."""

    key: str
    record: str
    picture: bytes
    lasting: bool = True


def load_reader() -> "Reader":
    """The scanner, once a worker. One thread each: results must not depend on how many there are."""
    import cv2

    from vision import Scanner

    cv2.setNumThreads(1)
    return Scanner(threads=1)


def read_job(reader: "Reader", job: Job) -> Result:
    """A photo that cannot be read is a result too."""
    from vision.photo import PhotoError

    try:
        photo = Path(job.path).read_bytes()
        found = reader.scan(photo, job.game, job.hands, job.deck, shown(Path(job.path)).name)
        return Result(job.key, _line({**found.to_dict(), "timing_ms": {}}), _small(photo))
    except PhotoError as error:
        return failed(job, error.code, error.message)
    except OSError as error:
        return failed(job, "unreadable", f"The file cannot be opened: {error.strerror}.", lasting=False)
    except Exception as error:  # a fault of ours must not end the run of a whole evening
        told = f"The photo could not be read: {type(error).__name__}: {error}. Enter the hand in review.csv."
        return failed(job, "internal", told, lasting=False)


def failed(job: Job, code: str, message: str, lasting: bool = True) -> Result:
    """The object of the contract for a photo that cannot be read."""
    record = {"photo": {"name": shown(Path(job.path)).name}, "error": {"code": code, "message": message}}
    return Result(job.key, _line(record), b"", lasting)


def worker_ended(job: Job) -> Result:
    """Of a photo whose reading ended its process, more than once."""
    told = N_("Reading this photo ended its worker: enter the hand in review.csv.")
    return failed(job, "internal", told, lasting=False)


def _line(record: dict[str, Any]) -> str:
    return json.dumps(record, ensure_ascii=False)


def _small(photo: bytes) -> bytes:
    import cv2

    from vision.photo import read_photo

    pixels = read_photo(photo).pixels
    scale = min(1.0, LONG_SIDE / max(pixels.shape[:2]))
    small = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()
