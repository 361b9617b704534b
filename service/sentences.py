"""In: a sentence that `scoring` or `vision` made in English. Out: the same in the caller's language.

Those packages know nothing of languages of messages: what they say is found again among the catalogue's sentences with
numbered places, “{0} went out but still holds {1}…”, and what stood in a place is put into the translation, itself
translated where the catalogue has it.
"""

import re
from functools import cache
from typing import Final

from scoring import Language
from service.language import catalogue

_PLACE: Final = re.compile(r"\{\d\}")
_DEEPEST: Final = 4


def say_again(language: Language, sentence: str, depth: int = 0) -> str:
    """The sentence translated; as it is in English, or where the catalogue does not have it."""
    known = catalogue(language)
    if sentence in known:
        return known[sentence]
    if depth < _DEEPEST:
        for pattern, translation in _patterns(language):
            found = pattern.fullmatch(sentence)
            if found is not None:
                return translation.format(*(say_again(language, part, depth + 1) for part in found.groups()))
    return sentence


@cache
def _patterns(language: Language) -> tuple[tuple[re.Pattern[str], str], ...]:
    """The sentences with places, those with the most text of their own first: the closest match is tried first."""
    entries = [(entry, said) for entry, said in catalogue(language).items() if _PLACE.search(entry)]
    entries.sort(key=lambda pair: -len(_PLACE.sub("", pair[0])))
    return tuple(
        (re.compile("(.+?)".join(map(re.escape, _PLACE.split(entry))), re.DOTALL), said) for entry, said in entries
    )
