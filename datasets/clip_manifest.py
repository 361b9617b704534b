"""In: a `clips.jsonl`. Out: its videos and what lies in them, moment by moment; `ManifestError` names a wrong line."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from datasets.manifest import ManifestError
from scoring import hand_points, rule_set


@dataclass(frozen=True)
class Moment:
    """From when to when, in s of the video, these pieces lie there and nothing is in their way."""

    start: float
    end: float
    labels: tuple[str, ...]


@dataclass(frozen=True)
class Clip:
    """`event`: what happens in it."""

    path: Path
    game: str
    event: str
    moments: tuple[Moment, ...]

    def total(self, moment: Moment) -> int:
        return hand_points(moment.labels, rule_set(self.game))


def read_clips(manifest: Path) -> tuple[Clip, ...]:
    """Clips in the order of the file, their paths relative to its folder."""
    try:
        lines = manifest.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ManifestError(f"{manifest} cannot be read: give the clips.jsonl that datasets.clips writes.") from error
    clips = []
    for number, line in enumerate(lines, 1):
        try:
            entry = json.loads(line)
            moments = tuple(Moment(one["from"], one["to"], tuple(one["labels"])) for one in entry["moments"])
            clips.append(Clip(manifest.parent / entry["clip"], entry["game"], entry["event"], moments))
        except (ValueError, KeyError, TypeError) as error:
            raise ManifestError(f"{manifest}, line {number}: this is no clip, as datasets.clips writes it.") from error
    return tuple(clips)
