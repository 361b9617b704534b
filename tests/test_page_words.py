"""The words that the page fetches are those of the catalogue, and each translation is finished."""

import pytest
from babel.messages.pofile import read_po
from fake_scanner import serving

from scoring import Language
from service.language import LANGUAGES, LOCALE


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_fetches_its_words(tmp_path_factory: pytest.TempPathFactory, language: Language) -> None:
    with serving(tmp_path_factory.mktemp("data")) as client:
        words = client.get(f"/words/{language}.json").json()
        page = client.get("/", headers={"Accept-Language": language}).text
    assert f'<html lang="{language}"' in page
    if language == "en":
        assert words == {}
    else:
        assert words["Take photo"] == {"ms": "Ambil foto", "fr": "Prendre une photo"}[language]


@pytest.mark.parametrize(
    ("asked", "chosen", "accepted", "expected"),
    [("fr", "ms", "en", "fr"), (None, "ms", "fr", "ms"), (None, None, "fr", "fr"), (None, "xx", "fr", "fr")],
)
def test_the_language_of_the_page(
    tmp_path_factory: pytest.TempPathFactory, asked: str | None, chosen: str | None, accepted: str, expected: str
) -> None:
    with serving(tmp_path_factory.mktemp("data")) as client:
        headers = {"Accept-Language": accepted} | ({"Cookie": f"handscan_language={chosen}"} if chosen else {})
        page = client.get("/", params={"lang": asked} if asked else {}, headers=headers).text
    assert f'<html lang="{expected}"' in page


@pytest.mark.parametrize("language", ["ms", "fr"])
def test_no_translation_is_unfinished(language: Language) -> None:
    with (LOCALE / language / "LC_MESSAGES" / "handscan.po").open("rb") as file:
        assert [entry.id for entry in read_po(file, language) if entry.id and (entry.fuzzy or not entry.string)] == []
