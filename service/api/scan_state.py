"""In: a stored scan. Out: its rules and its sheet as corrected."""

from dataclasses import dataclass

from pydantic import TypeAdapter

from scoring import RuleSet, rule_set
from service.corrections import Correction, Sheet, corrected, sheet_of
from service.store.scans import KeptScan

CORRECTIONS: TypeAdapter[list[Correction]] = TypeAdapter(list[Correction])


@dataclass(frozen=True)
class ScanState:
    """A scan with everything that was said of it."""

    kept: KeptScan
    rules: RuleSet
    sheet: Sheet


def state_of(kept: KeptScan) -> ScanState:
    """The corrections done again, in order, on what was found."""
    rules = rule_set(kept.found["game"])
    said = CORRECTIONS.validate_python(kept.corrections)
    return ScanState(kept, rules, corrected(sheet_of(kept.found), said, rules))
