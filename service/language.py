"""In: a request's ?lang= and Accept-Language. Out: en, ms or fr, and an English sentence said in it.

The catalogues (service/locale) are keyed by the English text. They are read as translators write them, so there is
nothing to compile and nothing to forget.
"""

from functools import cache
from pathlib import Path
from typing import Final, get_args

from babel.messages.pofile import read_po

from scoring import Language

LOCALE: Final = Path(__file__).with_name("locale")
LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)


def language_of(asked: str | None, accepted: str | None) -> Language:
    """The language asked for by name, else the one most wished for in an Accept-Language header, else English."""
    wishes = [asked] if asked else []
    weighed = [_weighed(part) for part in (accepted or "").split(",")]
    wishes += [name for _, name in sorted(weighed, key=lambda wish: -wish[0])]
    short = (wish.strip().lower().split("-")[0] for wish in wishes)
    return next((language for name in short for language in LANGUAGES if language == name), "en")


def say(language: Language, message: str, **values: object) -> str:
    """A sentence of the service in a language, its {places} filled."""
    return catalogue(language).get(message, message).format(**values)


def N_(message: str) -> str:
    """The message itself: marks an entry of the catalogue that is said elsewhere."""
    return message


@cache
def catalogue(language: Language) -> dict[str, str]:
    """English text -> the same in a language; empty for English itself."""
    path = LOCALE / language / "LC_MESSAGES" / "handscan.po"
    if not path.exists():
        return {}
    with path.open("rb") as file:
        return {str(entry.id): str(entry.string) for entry in read_po(file, language) if entry.id and entry.string}


def _weighed(part: str) -> tuple[float, str]:
    name, _, weight = part.partition(";q=")
    try:
        return float(weight or 1), name
    except ValueError:
        return 0.0, name
