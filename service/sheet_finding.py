"""In: nothing. Out: `Finding`, one thing about a sheet that is to be mended or looked at."""

from dataclasses import dataclass
from typing import Literal

from service.verification import Verification

FindingKind = Literal["photo", "swapped", "arithmetic", "rules", "unclear"]


@dataclass(frozen=True)
class Finding:
    """`unclear` cannot be told; all others contradict the sheet: by the photo, two hands swapped, a sum, the rules.
    `match`, `round` and `player` are empty where it is about more than one. `sentence` is in English."""

    kind: FindingKind
    sentence: str
    match: str
    round: int
    player: str
    verification: Verification | None = None
