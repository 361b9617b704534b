"""In: a hand as people type it, in English, Malay or French. Out: the labels of its pieces, in the order typed."""

import difflib
import re
from typing import Final

from scoring.errors import ReadingError
from scoring.fold import Folded, fold
from scoring.pieces import FACES, RANKS, Face, Kind, label_of
from scoring.ruleset import RuleSet
from scoring.vocabulary import EMPTY_HANDS, FILLERS
from scoring.words import Token, spellings, tokens

_EMPTY: Final = frozenset(fold(phrase).text for phrases in EMPTY_HANDS.values() for phrase in phrases)
# Longer words are cut in a message.
_SHOWN: Final = 30


def read_hand(text: str, rules: RuleSet) -> tuple[str, ...]:
    """The labels typed: `10h`, `10♥`, `ten of hearts`, `sepuluh hati`, `dix de cœur`; `red 7`, `r7`; `joker`, `*`.

    Case, accents, spaces and commas do not matter; words may run together as the rule texts print them. A hand that is
    empty, or said to be ("empty hand", "tiada kad di tangan", "main vide"), has no labels. Raises ReadingError.
    """
    folded = fold(text)
    if " ".join(folded.text.split()) in _EMPTY:
        return ()
    found = tokens(folded.text, rules.pieces)
    labels: list[str] = []
    place = 0
    while place < len(found):
        if found[place].form == "stop":
            place += 1
            continue
        label, used = _piece(found[place : place + 2], rules.pieces)
        if label is None:
            raise _error(text, folded, _to_mend(*found[place : place + 2]), rules.pieces)
        labels.append(label)
        place += used
    return tuple(labels)


def read_piece(text: str, rules: RuleSet) -> str:
    """The label of the one piece typed. Raises ReadingError when it is none, or more than one."""
    labels = read_hand(text, rules)
    if len(labels) != 1:
        count = f"{len(labels)} pieces" if labels else "no piece"
        raise ReadingError(f"“{text[:_SHOWN]}” names {count} where one is wanted.", text, 1, 1, labels)
    return labels[0]


def _piece(pair: list[Token], pieces: Kind) -> tuple[str | None, int]:
    """The label the first token begins, None if it begins none, and how many tokens it took."""
    first, second = pair[0], pair[1] if len(pair) > 1 else None
    if first.meaning is None:
        return None, 1
    if second is not None and second.meaning is not None:
        face = _rank_then_suit(first, second) or _suit_then_rank(first, second)
        if face is not None:
            return label_of(pieces, face), 2
    return first.meaning.label, 1


def _rank_then_suit(first: Token, second: Token) -> Face | None:
    if first.meaning is None or second.meaning is None or second.meaning.suit is None:
        return None
    if first.meaning.label is not None and not (
        second.form == "word" or (second.form == "symbol" and second.start == first.end)
    ):
        # "AS H5" is two cards, "as hati" and "as♥" are one.
        return None
    rank = first.meaning.rank
    if rank is None and second.form != "letter":
        rank = first.meaning.foreign_rank
    return None if rank is None else Face(rank, second.meaning.suit)


def _suit_then_rank(first: Token, second: Token) -> Face | None:
    if first.meaning is None or second.meaning is None or (first.form, second.form) == ("letter", "letter"):
        return None
    if first.meaning.suit is None or second.meaning.rank is None:
        return None
    return Face(second.meaning.rank, first.meaning.suit)


def _to_mend(first: Token, second: Token | None = None) -> Token:
    """The token at fault: of two, the one that cannot be read; a letter is so together with what touches it."""
    if first.meaning is not None and second is not None:
        if second.meaning is None:
            return second
        if first.form == "letter" and first.word[1] == second.start and second.form != "stop":
            return first._replace(word=(first.word[0], second.end))
    return first


def _error(text: str, folded: Folded, token: Token, pieces: Kind) -> ReadingError:
    start, end = folded.places[token.word[0]], folded.places[token.word[1] - 1] + 1
    word = text[start:end]
    position = sum(1 for found in re.finditer(r"\S+", text) if found.start() <= start)
    shown = word if len(word) <= _SHOWN else word[:_SHOWN] + "…"
    where = f"“{shown}” (word {position}, character {start + 1})"
    nearest = _nearest(folded.text[token.word[0] : token.word[1]], token, pieces)
    if word in ("?", "？"):
        sentence = f"{where} is a piece that was not read: say what it is."
    elif _is_half(token):
        sentence = f"{where} is only half a piece; it could be {_either(nearest)}."
    else:
        sentence = f"{where} names no {'card' if pieces == 'cards' else 'tile'}; the nearest is {_either(nearest)}."
    return ReadingError(sentence, word, start + 1, position, nearest)


def _is_half(token: Token) -> bool:
    """Whether a rank or suit stands alone, and not amid other letters."""
    return token.meaning is not None and token.word == (token.start, token.end)


def _nearest(word: str, token: Token, pieces: Kind) -> tuple[str, ...]:
    """What the word could have been: pieces that it is half of, the closest number, or the words most like it."""
    if token.meaning is not None and _is_half(token):
        rank, suit = token.meaning.rank or token.meaning.foreign_rank, token.meaning.suit
        return tuple(label for label, face in FACES[pieces].items() if rank == face.rank or suit == face.suit)[:4]
    if token.form == "digits":
        numbers = [rank for rank in RANKS[pieces] if rank.isdigit()]
        # A number longer than any rank is far above them all, and may be too long for int().
        return (numbers[-1] if len(word) > 2 else min(numbers, key=lambda rank: abs(int(rank) - int(word))),)
    known = {label.lower(): label for label in FACES[pieces]}
    if word[::-1] in known:
        return (known[word[::-1]],)
    known |= {name: name for name in spellings(pieces) if name not in FILLERS}
    close = difflib.get_close_matches(word[:_SHOWN], known, n=2, cutoff=0.6)
    return tuple(known[name] for name in close or difflib.get_close_matches(word[:_SHOWN], known, n=1, cutoff=0.0))


def _either(choices: tuple[str, ...]) -> str:
    *others, last = choices
    return f"{', '.join(others)} or {last}" if others else last
