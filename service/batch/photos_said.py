"""In: what photos were read as, and what was corrected. Out: the matches they tell of, played one by one."""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from scoring import RuleSet
from service.batch.dealt import Dealt, corrected, deal
from service.batch.entry import Entry
from service.batch.evening import PlayedMatch, play_match
from service.batch.job import Job
from service.batch.reading import Result
from service.batch.review_file import Corrections
from service.batch.scan_store import ScanStore
from service.language import N_

Work = tuple[Entry, Job | None]


@dataclass(frozen=True)
class PhotosSaid:
    """`passing`: results that are not kept. Only one match is in memory at a time."""

    work: tuple[Work, ...]
    games: Mapping[str, RuleSet]
    store: ScanStore
    passing: Mapping[str, Result]
    corrections: Corrections

    def record(self, entry: Entry, job: Job | None) -> dict[str, Any]:
        """The scan object of an entry's photo, under the name that reports give it."""
        if job is None:
            told = N_("The file cannot be opened: check its name and folder, and that you may read it.")
            found: dict[str, Any] = {"error": {"code": "unreadable", "message": told}}
        else:
            found = self.by_key(job.key)
        return {**found, "photo": {**found.get("photo", {}), "name": entry.name}}

    def by_key(self, key: str) -> dict[str, Any]:
        if key in self.passing:
            found: dict[str, Any] = json.loads(self.passing[key].record)
            return found
        return self.store.record(key)

    def matches(self) -> Iterator[PlayedMatch]:
        """In the order of the plan."""
        parts: dict[tuple[str, str], list[Work]] = defaultdict(list)
        twins: dict[str, list[Entry]] = defaultdict(list)
        for entry, job in self.work:
            parts[entry.match, entry.game].append((entry, job))
            if job:
                twins[job.content].append(entry)
        for (match, game), work in parts.items():
            rules = self.games[game]
            yield play_match(match, rules, [(entry, self._deal(entry, job, rules, twins)) for entry, job in work])

    def _deal(
        self, entry: Entry, job: Job | None, rules: RuleSet, twins: Mapping[str, list[Entry]]
    ) -> tuple[Dealt, ...]:
        content, key = (job.content, job.key) if job else ("", "")
        hands = deal(entry, content, key, self.record(entry, job), rules)
        others = [f"{twin.name} in round {twin.round}" for twin in twins.get(content, ()) if twin is not entry]
        if others:
            places = " and ".join(others)
            hands = tuple(
                hand.doubted("look", f"The same photo is also there as {places}: each hand needs a photo of its own.")
                for hand in hands
            )
        return tuple(
            corrected(hand, row["correction"], rules) if (row := self.corrections.get(hand.place)) else hand
            for hand in hands
        )
