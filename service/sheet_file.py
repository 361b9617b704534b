"""In: a score sheet as people keep it, CSV or JSON lines. Out: its lines, one for each player of each round.

The columns are those of scores.csv; what `handscan match --save` writes is read too.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from scoring import RuleSet, ScoringError, change_rules, parse_json, read_hand, rule_set
from service.batch.list_file import opened_of
from service.batch.names import player_names
from service.table_file import Row, read_table


@dataclass(frozen=True)
class SheetLine:
    """`points` and `total` as written, None where nothing is. `problem`: why the hand is not known."""

    line: int
    match: str
    rules: RuleSet
    round: int
    player: str
    hand: tuple[str, ...]
    opened: bool | None
    ending: str
    winner: str
    points: Fraction | None
    total: Fraction | None
    problem: str = ""


def read_sheet(path: Path, game: str | None, games: Mapping[str, RuleSet]) -> list[SheetLine]:
    """Raises ScoringError where the sheet, or what a line says besides its hand, cannot be understood."""
    house: dict[str, RuleSet] = {}
    lines = []
    for row in read_table(path, ("round", "player", "hand")):
        try:
            rules = _rules(row, game, games, house)
            if row.text("round") != "0":  # the seats of `handscan match`
                lines.append(_line(row, path, rules))
        except ScoringError as error:
            raise ScoringError(f"{path}, line {row.line}: {error}") from error
    if not lines:
        raise ScoringError(f"{path} holds no round: it needs a line for each player of each round.")
    return lines


def _rules(row: Row, game: str | None, games: Mapping[str, RuleSet], house: dict[str, RuleSet]) -> RuleSet:
    """The game of a line, with the house rules that an earlier line of its match gave."""
    name = row.text("game") or game
    if not name:
        raise ScoringError("Say which game it is: --game rummikub (tiles) or --game rami (cards).")
    if name not in games:
        rule_set(name)
    match = row.text("match")
    if row.text("options"):
        house[match] = change_rules(games[name], parse_json(row.text("options")))
    return house.get(match, games[name])


def _line(row: Row, path: Path, rules: RuleSet) -> SheetLine:
    number = row.text("round")
    player = next(iter(player_names([row.text("player")])), "")
    if not number.isdecimal() or not player:
        raise ScoringError("Each line needs the number of its round and the name of its player.")
    hand: tuple[str, ...] = ()
    problem = ""
    cell = row.cells.get("hand")
    try:
        hand = read_hand(" ".join(map(str, cell)) if isinstance(cell, list) else row.text("hand"), rules)
    except ScoringError as error:
        problem = str(error)
    return SheetLine(
        row.line,
        row.text("match") or path.stem,
        rules,
        int(number),
        player,
        hand,
        opened_of(row.text("opened")),
        row.text("ending").lower().replace(" ", "_"),
        " ".join(player_names([row.text("winner")])),
        _number(row, "points"),
        _number(row, "total"),
        problem,
    )


def _number(row: Row, name: str) -> Fraction | None:
    """A whole number, a decimal, or 20 1/3; the dash of a printed sheet is a minus."""
    text = row.text(name).replace("−", "-").replace(",", ".")
    if not text:
        return None
    try:
        whole, _, part = text.partition(" ")
        value = Fraction(whole) if not part else abs(Fraction(whole)) + Fraction(part)
        return -value if part and text.startswith("-") else value
    except (ValueError, ZeroDivisionError) as error:
        raise ScoringError(f"{name} must be a number, not “{row.text(name)}”.") from error
