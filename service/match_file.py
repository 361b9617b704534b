"""In: the path of a match, JSON or CSV by its suffix. Out: the match read from it, or written to it."""

import json
from collections.abc import Mapping
from pathlib import Path

from scoring import (
    Match,
    RuleSet,
    ScoringError,
    match_from_csv,
    match_from_dict,
    match_to_csv,
    match_to_dict,
    parse_json,
)
from service.score_input import read_text
from service.whole_file import write_whole


def read_match(path: Path | None, games: Mapping[str, RuleSet]) -> Match:
    """The match of a file, or of standard input (JSON). Raises ScoringError."""
    text = read_text(path)
    return match_from_csv(text, games) if _is_csv(path) else match_from_dict(parse_json(text), games)


def write_match(match: Match, path: Path) -> None:
    """Writes beside the file first, so that a match is never lost half-written. Raises ScoringError."""
    text = match_to_csv(match) if _is_csv(path) else _json(match)
    try:
        write_whole(path, text.encode())
    except OSError as error:
        raise ScoringError(f"{path} cannot be written: {error.strerror}.") from error


def _json(match: Match) -> str:
    """One field a line and one round a line, to be read and mended by hand."""
    record = match_to_dict(match)
    rounds = ",\n".join("  " + json.dumps(round_, ensure_ascii=False) for round_ in record.pop("rounds"))
    fields = "".join(f' "{field}": {json.dumps(value, ensure_ascii=False)},\n' for field, value in record.items())
    return f'{{\n{fields} "rounds": [\n{rounds}\n ]\n}}\n'


def _is_csv(path: Path | None) -> bool:
    return path is not None and path.suffix.lower() == ".csv"
