"""Everything that people read is there in Malay and in French."""

import re
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.pofile import read_po

import service
from scoring import Language, ScoringError, match_from_dict, rule_set
from scoring.read import read_hand
from service.extract_sentences import extract
from service.language import LOCALE, say
from service.sentences import say_again

ROOT = Path(service.__file__).parents[1]
PLACE = re.compile(r"\{[a-z0-9_]+\}")


def sentences() -> set[str]:
    with (LOCALE / "babel.cfg").open() as file:
        methods, options = parse_mapping_cfg(file)
    return {str(message) for _, _, message, *_ in extract_from_dir(str(ROOT), methods, options, keywords={"_": None})}


@pytest.mark.parametrize("language", ["ms", "fr"])
def test_every_sentence_is_translated_and_none_is_left_over(language: Language) -> None:
    with (LOCALE / language / "LC_MESSAGES" / "handscan.po").open("rb") as file:
        entries = {str(entry.id): str(entry.string) for entry in read_po(file) if entry.id}
    known = sentences()
    assert len(known) > 150
    assert sorted(known - entries.keys()) == []
    assert sorted(entries.keys() - known) == []
    for entry, said in entries.items():
        assert said.strip(), entry
        assert sorted(PLACE.findall(entry)) == sorted(PLACE.findall(said)), entry


EXTRACTED = [
    ('raise ScoringError("Say it.")', ["Say it."]),
    ('raise ScoringError(f"{a!r} is {b:.0f}, not {c}.")', ["{0} is {1}, not {2}."]),
    ('PhotoError("code", "Say it.")', ["Say it."]),
    ('errors.ApiError(404, "code", "No {name}.", field)', ["No {name}."]),
    ('say(language, "Say it.")', ["Say it."]),
    ('{"code": N_("Say it.")}', ["Say it."]),
    ('raise ScoringError(str(error))\nprint("Say it.")', []),
    ('def __str__(self):\n    "Not this."\n    return f"{a} once." if b else "Never."', ["{0} once.", "Never."]),
    ('def other(self):\n    return "Not this."', []),
    ('ApiError(422, "invalid", "{sentence}")', []),
]


@pytest.mark.parametrize(("code", "expected"), EXTRACTED)
def test_sentences_are_found_in_code(code: str, expected: list[str]) -> None:
    assert [sentence for _, _, sentence, _ in extract(BytesIO(code.encode()), (), (), {})] == expected


AGAIN = [
    (
        "fr",
        "The photo is very dark: turn on a light and retake it.",
        "La photo est très sombre : allumez une lumière et reprenez-la.",
    ),
    (
        "ms",
        "No card was found: lay them face up, fill the picture with them and retake it.",
        "Tiada kad ditemui: letakkan terbuka, penuhkan gambar dengannya dan ambil semula.",
    ),
    (
        "fr",
        "Ana went out but still holds AH KD: empty that hand, or name another winner.",
        "Ana est sorti mais tient encore AH KD : videz cette main, ou nommez un autre gagnant.",
    ),
    ("fr", "Round 3: Ben's hand is missing.", "Manche 3 : La main de Ben manque."),
    (
        "fr",
        "AH is there 3 times, and the game has 2: mend the hands. KD is there 5 times, and the game has 2: mend the "
        "hands.",
        "AH est là 3 fois, et le jeu en a 2 : corrigez les mains. KD est là 5 fois, et le jeu en a 2 : corrigez les "
        "mains.",
    ),
    ("ms", "The photo shows 3 points more than was typed.", "Foto menunjukkan 3 mata lebih daripada yang ditaip."),
    ("fr", "a must be an object, {…}, not [1].", "a doit être un objet, {…}, pas [1]."),
    ("en", "Round 3: Ben's hand is missing.", "Round 3: Ben's hand is missing."),
    ("fr", "Something that no file says.", "Something that no file says."),
    (
        "fr",
        "Ana: “Ax” (word 1, character 1) names no card; the nearest is a or as.",
        "Ana: « Ax » (mot 1, caractère 1) ne nomme aucune carte ; le plus proche est a ou as.",
    ),
    (
        "fr",
        "\\1 {0} {a} %s went out but still holds {1}: empty that hand, or name another winner.",
        "\\1 {0} {a} %s est sorti mais tient encore {1} : videz cette main, ou nommez un autre gagnant.",
    ),
]


@pytest.mark.parametrize(("language", "sentence", "expected"), AGAIN)
def test_a_sentence_of_the_rules_or_the_scanner_is_said_again(language: Language, sentence: str, expected: str) -> None:
    assert say_again(language, sentence) == expected


def test_what_the_reader_says_is_translated_to_the_last_word() -> None:
    with pytest.raises(ScoringError) as caught:
        read_hand("AH KD heats", rule_set("rami"))
    said = say_again("fr", str(caught.value))
    assert said == "« heats » (mot 3, caractère 7) ne nomme aucune carte ; le plus proche est hearts ou heart."


def test_a_long_sentence_takes_no_long_time() -> None:
    """Names come from people: a hostile one must not make the search slow."""
    name = "A: went out “ is twice in " * 200
    with pytest.raises(ScoringError) as caught:
        match_from_dict({"game": "rami", "players": [name, name]})
    assert name in say_again("fr", str(caught.value))


def test_places_are_filled_in_every_language() -> None:
    assert say("ms", "Send at most {most} photos at once.", most=5) == "Hantar paling banyak 5 foto sekali gus."
