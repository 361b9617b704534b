"""In: nothing. Out: `Finding`, one thing about a sheet that is to be mended or looked at."""

from dataclasses import dataclass
from typing import Literal

from service.verification import Verification

FindingKind = Literal["photo", "swapped", "arithmetic", "rules", "unclear"]


@dataclass(frozen=True)
class Finding:
    """`unclear` cannot be told; all others contradict the sheet: by the photo, two hands swapped, a sum, the rules."""

    kind: FindingKind
    match: str
    round: int
    player: str
    sentence: str
    verification: Verification | None = None
