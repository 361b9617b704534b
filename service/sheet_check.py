"""In: the lines of a score sheet, and the hands its photos show. Out: `SheetReport`: what to mend, the standings."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, groupby

from scoring import Match, Round, RuleSet, ScoringError, Standing, score_round, standing
from service.sheet_file import SheetLine
from service.sheet_finding import Finding
from service.sheet_sums import round_findings, round_of, total_findings
from service.verification import Verdict, Verification
from service.verify import compare
from service.verify_scan import SeenHand
from service.verify_words import differences, told

Place = tuple[str, int, str]  # match, round, player
Photos = Mapping[Place, SeenHand | str]
"""The hand that a photo shows, or why its photo cannot be read."""


@dataclass(frozen=True)
class CorrectedMatch:
    """`standing` is None where no round can be scored; `left_out` are the rounds that cannot."""

    name: str
    rules: RuleSet
    standing: Standing | None
    left_out: tuple[int, ...]


@dataclass(frozen=True)
class SheetReport:
    """`confirmed` counts the hands that their photos show as written."""

    findings: tuple[Finding, ...]
    matches: tuple[CorrectedMatch, ...]
    confirmed: int

    @property
    def verdict(self) -> Verdict:
        kinds = {finding.kind for finding in self.findings}
        if kinds - {"unclear"}:
            return "contradicted"
        return "cannot_tell" if kinds else "confirmed"


def check_sheet(lines: Sequence[SheetLine], photos: Photos | None) -> SheetReport:
    """`photos` is None where only the sums are checked."""
    findings: list[Finding] = []
    matches = []
    confirmed = 0
    ordered = sorted(lines, key=lambda line: (line.match, line.round))
    for name, in_match in groupby(ordered, key=lambda line: line.match):
        of_match = list(in_match)
        rounds: list[Round] = []
        left_out = []
        for number, in_round in groupby(of_match, key=lambda line: line.round):
            of_round = list(in_round)
            compared = {} if photos is None else dict(_compared(of_round, photos))
            confirmed += sum(one.verdict == "confirmed" for one in compared.values())
            findings += round_findings(of_round)
            findings += () if photos is None else _photo_findings(of_round, compared, photos)
            try:
                rounds.append(_scorable([_corrected(line, compared.get(line.player)) for line in of_round]))
            except ScoringError:
                left_out.append(number)
        findings += total_findings(of_match)
        matches.append(_match(name, of_match, rounds, left_out))
    findings += () if photos is None else _without_line(lines, photos)
    return SheetReport(tuple(findings), tuple(matches), confirmed)


def _compared(lines: Sequence[SheetLine], photos: Photos) -> Iterator[tuple[str, Verification]]:
    """Each hand of a round that is written and has a photo, with what the photo says of it."""
    for line in lines:
        seen = photos.get((line.match, line.round, line.player))
        if isinstance(seen, SeenHand) and not line.problem:
            try:
                yield line.player, compare(line.hand, seen.pieces, line.rules, seen.hidden)
            except ScoringError:
                continue  # a hand that the game cannot hold: the round says so


def _photo_findings(
    lines: Sequence[SheetLine], compared: Mapping[str, Verification], photos: Photos
) -> Iterator[Finding]:
    swapped = dict(_swapped(lines, compared, photos))
    for line in lines:
        place = (line.match, line.round, line.player)
        seen, found = photos.get(place), compared.get(line.player)
        if line.player in swapped:
            yield Finding("swapped", f"This is the hand of {swapped[line.player]}: the two are swapped.", *place, found)
        elif isinstance(seen, str):
            yield Finding("unclear", seen, *place)
        elif seen is None and line.hand:
            yield Finding("unclear", "There is no photo of this hand.", *place)
        elif found is not None and found.verdict != "confirmed":
            sentence = " ".join([told(found), *differences(found)])
            yield Finding("photo" if found.verdict == "contradicted" else "unclear", sentence, *place, found)


def _swapped(
    lines: Sequence[SheetLine], compared: Mapping[str, Verification], photos: Photos
) -> Iterator[tuple[str, str]]:
    """Players of one round whose photos show each other's hands."""
    wrong = [line for line in lines if line.player in compared and compared[line.player].verdict == "contradicted"]
    for one, other in combinations(wrong, 2):
        crossed = dict(_compared([replace(one, hand=other.hand), replace(other, hand=one.hand)], photos))
        if all(found.verdict == "confirmed" for found in crossed.values()):
            yield from ((one.player, other.player), (other.player, one.player))


def _without_line(lines: Sequence[SheetLine], photos: Photos) -> Iterator[Finding]:
    """Of the matches in the sheet: a folder may hold others as well."""
    written = {(line.match, line.round, line.player) for line in lines}
    matches = {line.match for line in lines}
    for place in photos:
        if place not in written and place[0] in matches:
            yield Finding("photo", "There is a photo of this hand, and no line in the sheet.", *place)


def _corrected(line: SheetLine, found: Verification | None) -> SheetLine:
    """The line with the hand that the photo shows, where that is clear and another."""
    if found is not None and found.verdict == "contradicted" and found.seen_points is not None:
        return replace(line, hand=found.seen)
    return line


def _scorable(lines: Sequence[SheetLine]) -> Round:
    round_ = round_of(lines)
    score_round(round_, lines[0].rules)
    return round_


def _match(name: str, lines: Sequence[SheetLine], rounds: Sequence[Round], left_out: Sequence[int]) -> CorrectedMatch:
    rules = lines[0].rules
    players = tuple(dict.fromkeys(line.player for line in lines))
    try:
        now = standing(Match(rules, players, tuple(rounds))) if rounds else None
    except ScoringError:  # a round that lacks a player has its finding already
        now = None
    return CorrectedMatch(name, rules, now, tuple(left_out))
