"""In: a sentence of `scoring`, `vision` or `service.verification`, in English. Out: the same in the caller's language.

They know nothing of translation: what they say is found again among the catalogue's sentences with numbered places,
“{0} went out but still holds {1}…”, and what stood in a place is put into the translation, itself translated where the
catalogue has it.
"""

import re
from collections.abc import Sequence
from functools import cache
from typing import Final

from scoring import Language
from service.language import N_, catalogue

_PLACE: Final = re.compile(r"\{(\d)\}")
_END: Final = re.compile(r"(?<=\.) (?=[A-Z0-9“])")
_DEEPEST: Final = 5

PARTS: Final = (
    *(N_("card"), N_("tile"), N_("number"), N_("rank"), N_("suit"), N_("colour"), N_("winner"), N_("starter")),
    *(N_("no piece"), N_("{0} pieces"), N_("point"), N_("points"), N_("more"), N_("fewer")),
    *(N_("{0} or {1}"), N_("{0} and {1}"), N_("line {0}, column {1}"), N_("install handscan again")),
    *(N_("unclear"), N_("face down")),
    *(N_("a player"), N_("a player's name"), N_("a round"), N_("a match"), N_("a piece"), N_("a hand"), N_("options")),
)
"""What can stand in a place and is worth translating."""


def say_again(language: Language, said: str) -> str:
    """The sentences translated; those that the catalogue does not have stay in English."""
    return _translated(language, said, 0) or said


def in_words(language: Language, said: Sequence[str]) -> str:
    """Sentences one after the other."""
    return " ".join(say_again(language, sentence) for sentence in said)


def _translated(language: Language, said: str, depth: int) -> str | None:
    known = catalogue(language)
    if said in known:
        return known[said]
    if depth == _DEEPEST:
        return None
    alone = [_translated(language, sentence, depth + 1) for sentence in _END.split(said)]
    if len(alone) > 1 and all(alone):
        return " ".join(filter(None, alone))
    for pattern, translation in _patterns(language):
        if (found := pattern.fullmatch(said)) is not None:
            parts = [_translated(language, part, depth + 1) or part for part in found.groups()]
            return _filled(translation, parts)
    head, colon, tail = said.partition(": ")
    named = _translated(language, tail, depth + 1) if colon else None
    return None if named is None else f"{head}: {named}"


def _filled(translation: str, parts: Sequence[str]) -> str:
    return _PLACE.sub(lambda place: parts[int(place[1])], translation)


@cache
def _patterns(language: Language) -> tuple[tuple[re.Pattern[str], str], ...]:
    """The sentences with places, the closest match first: those that begin with text of their own, and much of it."""
    entries = [(entry, said) for entry, said in catalogue(language).items() if _PLACE.search(entry)]
    entries.sort(key=lambda pair: (pair[0].startswith("{"), -len(_PLACE.sub("", pair[0]))))
    return tuple((re.compile(_pattern(entry), re.DOTALL), said) for entry, said in entries)


def _pattern(entry: str) -> str:
    return "(.+?)".join(map(re.escape, _PLACE.split(entry)[::2]))
