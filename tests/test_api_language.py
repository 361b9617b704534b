"""The language of an answer is the caller's."""

import pytest

from service.language import language_of

WISHES = [
    (None, None, "en"),
    ("fr", "ms", "fr"),
    ("ms-MY", None, "ms"),
    ("de", "fr", "fr"),
    (None, "de, ms;q=0.4, fr;q=0.6", "fr"),
    (None, "de;q=1, *;q=0.1", "en"),
    (None, "fr-CA,fr;q=0.9,en;q=0.8", "fr"),
    (None, "fr;q=x, ms;q=0.2", "ms"),
    (None, ";;;,,q=", "en"),
]


@pytest.mark.parametrize(("asked", "accepted", "expected"), WISHES)
def test_the_language_is_the_one_wished_for_most(asked: str | None, accepted: str | None, expected: str) -> None:
    assert language_of(asked, accepted) == expected
