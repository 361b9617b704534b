"""In: a plan, where results go, and an engine. Out: every file of the score sheet, and `Summary`, how it went."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from scoring import Language, RuleSet
from service.batch.entry import Plan
from service.batch.job import Job
from service.batch.photos_said import PhotosSaid, Work
from service.batch.reading import Result
from service.batch.report import match_state, write_report
from service.batch.report_photo import drawn_photo
from service.batch.review_file import Look, followed, looks_of, read_corrections, review_csv
from service.batch.scan_store import ScanStore, open_store
from service.batch.sheet_files import sheet_files
from service.batch.sheet_rows import piece_rows, score_rows, standing_rows
from service.language import say
from service.whole_file import write_whole

Engine = Callable[[Iterable[Job]], Iterable[Result]]
OnProgress = Callable[[int, int], None]  # photos done, and all there are to do
_ROWS: Final = {"scores": score_rows, "pieces": piece_rows, "standings": standing_rows}


@dataclass(frozen=True)
class Summary:
    """`read` photos were read now, the others before. `states` counts rounds; `matches` says how each stands."""

    photos: int
    read: int
    states: Mapping[str, int]
    problems: int
    matches: tuple[str, ...]
    looks: int

    def sentence(self, language: Language) -> str:
        """The same however often the run was interrupted."""
        counts = {"photos": self.photos, "rounds": sum(self.states.values()), **self.states}
        told = say(
            language, "{photos} photos, {rounds} rounds: {sure} sure, {look} to look at, {failed} failed.", **counts
        )
        return told + (" " + say(language, "{count} not understood.", count=self.problems) if self.problems else "")


def run_batch(
    plan: Plan,
    work: tuple[Work, ...],
    out: Path,
    games: Mapping[str, RuleSet],
    engine: Engine,
    progress: OnProgress,
    language: Language = "en",
) -> Summary:
    """`work`: the entries of the plan with their jobs. Reads what has not been read, and writes everything anew.
    The report, review.csv and the summary are in `language`.

    Raises ScoringError for a review.csv that cannot be understood.
    """
    corrections = followed(read_corrections(out / "review.csv"), work)
    store = open_store(out / "scans")
    passing, read = read_photos(work, store, engine, progress)
    return _write(PhotosSaid(work, games, store, passing, corrections), plan, out, read, language)


def read_photos(
    work: Iterable[Work], store: ScanStore, engine: Engine, progress: OnProgress
) -> tuple[dict[str, Result], int]:
    """Puts every reading that the store lacks into it. Returns the results that are not to be kept, and how many were
    read."""
    every = {job.key: job for _, job in work if job}
    todo = [job for key, job in every.items() if key not in store]
    passing = {}
    progress(0, len(todo))
    for done, result in enumerate(engine(todo), 1):
        if result.lasting:
            store.put(result)
        else:
            passing[result.key] = result
        progress(done, len(todo))
    return passing, len(todo)


def _write(evening: PhotosSaid, plan: Plan, out: Path, read: int, language: Language) -> Summary:
    states = dict.fromkeys(("sure", "look", "failed"), 0)
    looks: list[Look] = []
    told = []
    with sheet_files(out) as (put_row, put_scan):
        for entry, job in evening.work:
            if entry.photo is not None:
                put_scan(json.dumps(evening.record(entry, job), ensure_ascii=False))
        for played in evening.matches():
            for table, rows in _ROWS.items():
                for row in rows(played):
                    put_row(table, row)
            told.append(f"{played.name} ({played.rules.name}): {match_state(played, language)}")
            looks += looks_of(played, language)
            for one in played.rounds:
                states[one.state] += 1
    write_whole(out / "review.csv", review_csv(looks, evening.corrections, language))
    open_looks = [look for look in looks if look["state"] != "sure"]
    photos = sum(entry.photo is not None for entry in plan.entries)
    summary = Summary(photos, read, states, len(plan.problems), tuple(told), len(open_looks))

    def draw(key: str) -> str:
        picture = evening.store.picture(key)
        return drawn_photo(picture.read_bytes() if picture.exists() else b"", evening.by_key(key))

    write_report(
        out / "report.html", summary.sentence(language), open_looks, plan.problems, evening.matches(), draw, language
    )
    return summary
