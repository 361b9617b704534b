"""In: the report on a sheet. Out: tables for people, what to mend first; a JSON object for programs."""

from collections.abc import Iterator
from typing import Any, Final

from rich.table import Table
from rich.text import Text

from scoring import json_number, mixed_number
from service.sheet_check import SheetReport
from service.sheet_finding import Finding, FindingKind

KINDS: Final[dict[FindingKind, str]] = {
    "photo": "Disagrees with the photo",
    "swapped": "Hands swapped",
    "arithmetic": "Slip of arithmetic",
    "rules": "Against the rules",
    "unclear": "Cannot be told",
}


def report_tables(report: SheetReport) -> Iterator[Table | Text]:
    """What disagrees, then what cannot be told, then the standings as they should be."""
    if report.findings:
        table = Table(title="What to look at", title_justify="left")
        for heading in ("Match", "Round", "Player", "What", "Why"):
            table.add_column(heading)
        for finding in sorted(report.findings, key=lambda one: one.kind == "unclear"):
            where = (finding.match, str(finding.round or ""), finding.player)
            table.add_row(*map(Text, (*where, KINDS[finding.kind], finding.sentence)))
        yield table
    for match in report.matches:
        if match.standing is None:
            yield Text(f"{match.name}: no round can be scored.")
            continue
        table = Table(title=Text(f"{match.name} ({match.rules.name}), corrected"), title_justify="left")
        table.add_column("Player")
        table.add_column("Total", justify="right")
        for player, total in match.standing.totals.items():
            table.add_row(Text(player), mixed_number(total))
        yield table
        if match.left_out:
            yield Text(f"Left out, as it cannot be scored: round {', '.join(map(str, match.left_out))}.")
    yield Text(_sentence(report))


def report_object(report: SheetReport) -> dict[str, Any]:
    return {
        "verdict": report.verdict,
        "confirmed": report.confirmed,
        "findings": [_finding(one) for one in report.findings],
        "matches": [
            {
                "match": match.name,
                "game": match.rules.name,
                "totals": match.standing
                and {player: json_number(total) for player, total in match.standing.totals.items()},
                "left_out": list(match.left_out),
            }
            for match in report.matches
        ],
    }


def _finding(one: Finding) -> dict[str, Any]:
    where = {"match": one.match, "round": one.round, "player": one.player}
    found = None if one.verification is None else one.verification.to_dict()
    return {"kind": one.kind, **where, "message": one.sentence, "verification": found}


def _sentence(report: SheetReport) -> str:
    wrong = sum(one.kind != "unclear" for one in report.findings)
    unclear = len(report.findings) - wrong
    hands = f"{report.confirmed} hands confirmed by their photos"
    return f"{wrong} to mend, {unclear} that cannot be told, {hands}."
