"""In: a round as people type it, in English, Malay or French. Out: a Round.

    rami, blocked; Ana: AH joker; Ben, never opened: 5C

An entry is a name, perhaps "winner" or "never opened", a colon and a hand; entries stand on lines of their own or
between semicolons. A round is also read as the rule texts print it: "Winner empty hand Opponent 1, never opened two of
clubs".
"""

import re
from collections.abc import Iterable, Mapping
from typing import Final

from scoring.errors import ScoringError
from scoring.fold import fold
from scoring.games import GAMES
from scoring.read import read_hand
from scoring.round import Hand, Round
from scoring.ruleset import Ending, RuleSet

_ENDINGS: Final[dict[Ending, tuple[str, ...]]] = {
    "one_turn": ("one turn", "one_turn", "rami sekali habis", "sekali habis", "en un tour", "un tour"),
    "blocked": ("blocked", "buntu", "bloquee", "bloque"),
    "out": ("out", "went out", "habis", "sorti", "sortie"),
}
_WINNER: Final = ("winner", "pemenang", "gagnant", "gagnante", "vainqueur")
_UNOPENED: Final = (
    *("never opened", "not opened", "unopened", "belum pernah membuka", "belum membuka"),
    *("jamais ouvert", "n'a jamais ouvert", "n'a pas ouvert"),
)
_ENTRY: Final = re.compile(r"(?:^|[;\n])([^:;\n]*):")
# The names that the rule texts give players, where no colon parts them from their hands.
_PRINTED: Final = re.compile(
    rf"\b((?:{'|'.join(_WINNER)}|(?:opponent|lawan|adversaire) +[0-9]+)\b(?: *, *(?:{'|'.join(_UNOPENED)})\b)?)",
    re.IGNORECASE,
)


def game_named(text: str, games: Mapping[str, RuleSet] = GAMES) -> RuleSet:
    """The rules of the game a typed round begins with. Raises ScoringError when it names none."""
    words = re.split(r"[^a-z0-9_-]+", fold(_entries(text)[0]).text)
    named = [games[word] for word in words if word in games]
    if len(named) != 1:
        raise ScoringError(f"Begin a typed round with its game, {' or '.join(games)}: “rami, out; Ana: ; Ben: AH 5C”.")
    return named[0]


def read_round(text: str, rules: RuleSet) -> Round:
    """The round typed. Where no ending is said, it ended "out" if one player is the winner or alone has no pieces.

    Raises ScoringError for a heading or a name that cannot be read, and ReadingError for a piece.
    """
    heading, entries = _entries(text)
    if not entries:
        raise ScoringError("No player found: write each as a name, a colon and a hand, “Ben: AH 5C”.")
    ending = _ending(heading, rules)
    hands, winners = [], []
    for entry, typed in entries:
        hand, won = _hand(entry, typed, rules)
        hands.append(hand)
        winners += [hand.player] if won else []
    if len(winners) > 1:
        raise ScoringError(f"{' and '.join(winners)} are both called the winner: only one can be.")
    if not winners and ending != "blocked":
        winners = [hand.player for hand in hands if not hand.pieces]
        if len(winners) != 1:
            raise ScoringError("Say who won (“Ana, winner:”), or that the round was “blocked”.")
    return Round(ending or "out", tuple(hands), winner=winners[0] if winners else None)


def _entries(text: str) -> tuple[str, list[tuple[str, str]]]:
    """The heading, and for each player what stands before the colon and what after it."""
    heads = list(_ENTRY.finditer(text)) or list(_PRINTED.finditer(text))
    ends = [head.start() for head in heads[1:]] + [len(text)]
    entries = [(head[1], text[head.end() : end]) for head, end in zip(heads, ends, strict=False)]
    return text[: heads[0].start()] if heads else text, entries


def _ending(heading: str, rules: RuleSet) -> Ending | None:
    left = " ".join(fold(heading).text.split())
    found: Ending | None = None
    for ending, phrases in _ENDINGS.items():
        # Longest first: "sekali habis" is no "habis".
        for phrase in sorted(phrases, key=len, reverse=True):
            if found is None and re.search(rf"\b{phrase}\b", left):
                found, left = ending, re.sub(rf"\b{phrase}\b", " ", left)
    left = re.sub(rf"\b{re.escape(rules.name)}\b", " ", left)
    if unknown := re.findall(r"\w+", left):
        known = ", ".join(phrase for phrases in _ENDINGS.values() for phrase in phrases[:1])
        raise ScoringError(f"“{unknown[0]}” in the heading is neither {rules.name} nor an ending ({known}).")
    return found


def _hand(entry: str, typed: str, rules: RuleSet) -> tuple[Hand, bool]:
    """A player's hand, and whether the player is called the winner."""
    name, *said = (part.strip() for part in entry.split(","))
    won, opened = _is(name, _WINNER), None
    for words in said:
        if _is(words, _WINNER):
            won = True
        elif _is(words, _UNOPENED):
            opened = False
        else:
            raise ScoringError(f"“{words}” after {name} is neither “winner” nor “never opened”.")
    try:
        return Hand(name, read_hand(typed.strip(), rules), opened), won
    except ScoringError as error:
        raise ScoringError(f"{name}: {error}") from error


def _is(words: str, phrases: Iterable[str]) -> bool:
    return " ".join(fold(words).text.split()) in phrases
