"""In: folded text of cards or tiles. Out: its tokens: ranks, suits, whole pieces, or what could not be read.

A run of letters is either spelled words, however run together ("heartsking"), or letter codes ("KHQD"), never a
mixture: so a misspelt word is an error and not, by chance, some card.
"""

import re
from functools import cache
from typing import Final, Literal, NamedTuple

from scoring.fold import fold
from scoring.pieces import JOKER, RANKS, SUITS, Kind
from scoring.vocabulary import (
    FILLERS,
    JOKER_NAMES,
    JOKER_SYMBOLS,
    LANGUAGES,
    SUIT_NAMES,
    SYMBOLS,
    rank_names,
)

_RUN: Final = re.compile(
    r"(?P<letters>[a-z]*(?:dua|tiga) belas|[a-z]+)|(?P<digits>[0-9]+)|(?P<gap>[\s.\-_/+&'()]+)|(?P<stop>[,;:|]+)|."
)


class Meaning(NamedTuple):
    """What a word or sign can stand for; a sign may be a rank in one place and a suit in another."""

    rank: str | None = None
    suit: str | None = None
    label: str | None = None
    foreign_rank: str | None = None
    """A rank only beside a symbol or a spelled suit: D is a queen in D♥, and diamonds in 10D."""


class Token(NamedTuple):
    """A meaning and the stretch of folded text it was read from; `word` is the whole run that held it."""

    meaning: Meaning | None
    start: int
    end: int
    word: tuple[int, int]
    form: Literal["word", "letter", "digits", "symbol", "stop"]
    """How it was written; a stop stands between pieces."""


@cache
def spellings(pieces: Kind) -> dict[str, Meaning]:
    """Every spelled word, folded; fillers mean nothing."""
    words = {filler: Meaning() for filler in FILLERS} | {name: Meaning(label=JOKER) for name in JOKER_NAMES}
    for language in LANGUAGES:
        for rank, names in rank_names(pieces, language).items():
            words |= {fold(name).text: Meaning(rank=rank) for name in names}
        for suit, names in SUIT_NAMES[pieces][language].items():
            words |= {fold(name).text: Meaning(suit=suit) for name in names}
    if pieces == "cards":
        # The Malay and French ace is also the label of the ace of spades.
        words["as"] = Meaning(rank="A", label="AS")
    return words


@cache
def signs(pieces: Kind) -> dict[str, Meaning]:
    """Every letter code and symbol."""
    found = {symbol: Meaning(label=JOKER) for symbol in JOKER_SYMBOLS}
    if pieces == "tiles":
        return found | {suit.lower(): Meaning(suit=suit) for suit in SUITS[pieces]} | {"y": Meaning(suit="O")}
    found |= {symbol: Meaning(suit=suit) for symbol, suit in SYMBOLS.items()}
    found |= {rank.lower(): Meaning(rank=rank) for rank in "AJQK"} | {"t": Meaning(rank="10")}
    found |= {suit.lower(): Meaning(suit=suit) for suit in SUITS[pieces]}
    found |= {"r": Meaning(foreign_rank="K"), "v": Meaning(foreign_rank="J"), "d": Meaning(suit="D", foreign_rank="Q")}
    # The playing cards of Unicode: four rows of sixteen, with a knight before the queen.
    for row, suit in enumerate("SHDC"):
        for place, rank in zip((*range(1, 12), 13, 14), RANKS[pieces], strict=True):
            found[chr(0x1F0A0 + 16 * row + place)] = Meaning(label=rank + suit)
    return found


def tokens(text: str, pieces: Kind) -> list[Token]:
    """The tokens of folded text, fillers and gaps left out; a token without a meaning could not be read."""
    found: list[Token] = []
    for run in _RUN.finditer(text):
        start, end = run.span()
        if run.lastgroup == "letters":
            found += _letters(text[start:end], start, pieces)
        elif run.lastgroup == "digits":
            rank = "A" if (pieces, run[0]) == ("cards", "1") else run[0]
            meaning = Meaning(rank=rank) if rank in RANKS[pieces] else None
            found.append(Token(meaning, start, end, (start, end), "digits"))
        elif run.lastgroup == "stop":
            found.append(Token(Meaning(), start, end, (start, end), "stop"))
        elif run.lastgroup is None:
            found.append(Token(signs(pieces).get(run[0]), start, end, (start, end), "symbol"))
    return found


def _letters(run: str, offset: int, pieces: Kind) -> list[Token]:
    whole = (offset, offset + len(run))
    ends = _word_ends(run, pieces)
    if ends[0] is not None:
        return _spelled(run, ends, offset, pieces)
    meanings = [signs(pieces).get(letter) for letter in run]
    if None not in meanings:
        return [
            Token(meaning, offset + place, offset + place + 1, whole, "letter")
            for place, meaning in enumerate(meanings)
        ]
    if "joker" in run:
        # Codes run together with a joker: "KHJOKER".
        parts = re.finditer("joker|(?:(?!joker).)+", run)
        return [token for part in parts for token in _letters(part[0], offset + part.start(), pieces)]
    start, end = _misspelt(run, ends, pieces)
    return [Token(None, offset + start, offset + end, (offset + start, offset + end), "word")]


def _word_ends(run: str, pieces: Kind) -> list[int | None]:
    """For each place, where the longest word ends from which the rest of the run can be spelled; None without one."""
    ends: list[int | None] = [None] * len(run) + [len(run)]
    for start in range(len(run) - 1, -1, -1):
        for end in range(min(len(run), start + _longest(pieces)), start, -1):
            if ends[end] is not None and run[start:end] in spellings(pieces):
                ends[start] = end
                break
    return ends


@cache
def _longest(pieces: Kind) -> int:
    return max(map(len, spellings(pieces)))


def _spelled(run: str, ends: list[int | None], offset: int, pieces: Kind) -> list[Token]:
    found: list[Token] = []
    start = 0
    while start < len(run):
        end = ends[start] or len(run)
        meaning = spellings(pieces)[run[start:end]]
        if meaning != Meaning():
            found.append(Token(meaning, offset + start, offset + end, (offset + start, offset + end), "word"))
        start = end
    return found


def _misspelt(run: str, ends: list[int | None], pieces: Kind) -> tuple[int, int]:
    """The stretch between the words that can be read before it and those that can be read after it."""
    start = 0
    while (longest := _longest_word(run, start, pieces)) is not None:
        start = longest
    end = next((place for place in range(start + 1, len(run)) if ends[place] is not None), len(run))
    return start + (run[start] == " "), end


def _longest_word(run: str, start: int, pieces: Kind) -> int | None:
    ends = range(min(len(run), start + _longest(pieces)), start, -1)
    return next((end for end in ends if run[start:end] in spellings(pieces)), None)
