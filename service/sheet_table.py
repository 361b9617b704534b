"""In: the report on a sheet. Out: tables for people, what to mend first; a JSON object for programs."""

from collections.abc import Iterator
from typing import Any, Final

from rich.table import Table
from rich.text import Text

from scoring import Language, json_number, mixed_number
from service.batch.sheet_rows import best_first
from service.language import N_, say
from service.score_table import headed_table
from service.sentences import say_again
from service.sheet_check import CorrectedMatch, SheetReport
from service.sheet_finding import Finding, FindingKind

KINDS: Final[dict[FindingKind, str]] = {
    "photo": N_("Disagrees with the photo"),
    "swapped": N_("Hands swapped"),
    "arithmetic": N_("Slip of arithmetic"),
    "rules": N_("Against the rules"),
    "unclear": N_("Cannot be told"),
}


def report_tables(report: SheetReport, language: Language) -> Iterator[Table | Text]:
    """What disagrees, then what cannot be told, then the standings as they should be."""
    if report.findings:
        headings = (N_("Match"), N_("Round"), N_("Player"), N_("What"), N_("Why"))
        table = headed_table(say(language, "What to look at"), *(say(language, heading) for heading in headings))
        for finding in sorted(report.findings, key=lambda one: one.kind == "unclear"):
            where = (finding.match, str(finding.round or ""), finding.player)
            told = (say(language, KINDS[finding.kind]), say_again(language, finding.sentence))
            table.add_row(*map(Text, (*where, *told)))
        yield table
    for match in report.matches:
        yield from _match(match, language)
    wrong = sum(one.kind != "unclear" for one in report.findings)
    counts = {"wrong": wrong, "unclear": len(report.findings) - wrong, "confirmed": report.confirmed}
    yield Text(
        say(
            language,
            "{wrong} to mend, {unclear} that cannot be told, {confirmed} hands confirmed by their photos.",
            **counts,
        )
    )


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


def _match(match: CorrectedMatch, language: Language) -> Iterator[Table | Text]:
    if match.standing is None:
        yield Text(f"{match.name}: {say(language, 'No round can be scored yet.')}")
        return
    table = headed_table(
        say(language, "{match} ({game}), corrected", match=match.name, game=match.rules.name), say(language, "Player")
    )
    table.add_column(say(language, "Total"), justify="right")
    table.min_width = len(str(table.title))
    for player, total in best_first(match.standing, match.rules):
        table.add_row(Text(player), mixed_number(total))
    yield table
    if match.left_out:
        rounds = ", ".join(map(str, match.left_out))
        yield Text(say(language, "Left out, as it cannot be scored: round {rounds}.", rounds=rounds))
