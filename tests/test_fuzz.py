"""Whatever is sent: each way in answers, or refuses in its own words. Nothing else may come out of it.

`make test` tries a little, always the same; `pytest tests/test_fuzz.py --hypothesis-profile=long` tries anew, for long.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from fake_scanner import photo_bytes, serving
from fastapi.testclient import TestClient
from hostile.pictures import WHOLE
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import (
    ScoringError,
    match_from_csv,
    match_from_dict,
    match_to_csv,
    match_to_dict,
    parse_json,
    read_hand,
    read_round,
    round_from_dict,
    rule_set,
    score_round,
    standing,
)
from service.api.match_files import read_match_file
from vision import Scanner
from vision.photo import PhotoError, read_photo

GAMES = st.sampled_from(["rami", "rummikub"]).map(rule_set)


@st.composite
def harmed(draw: st.DrawFn, whole: bytes) -> bytes:
    """A file with some of its bytes changed, taken out, said twice, or others put in."""
    data = bytearray(whole)
    for _ in range(draw(st.integers(1, 6))):
        at = draw(st.integers(0, max(0, len(data) - 1)))
        length = draw(st.integers(0, 40))
        data[at : at + length] = draw(
            st.binary(max_size=40) | st.just(bytes(data[at : at + length]) * 2) | st.just(b"\xff" * length)
        )
    return bytes(data[: draw(st.none() | st.integers(0, len(data)))])


PHOTOS = st.sampled_from(sorted(WHOLE)).flatmap(lambda suffix: harmed(WHOLE[suffix]))


@given(PHOTOS | st.binary(max_size=500))
def test_a_photo_is_read_or_refused(data: bytes) -> None:
    try:
        photo = read_photo(data)
    except PhotoError:
        return
    assert photo.pixels.shape[2] == 3


@pytest.fixture(scope="module")
def scanner() -> Scanner:
    return Scanner(threads=1)


@given(data=PHOTOS, game=st.sampled_from(["rami", "rummikub"]))
def test_a_photo_is_scanned_or_refused(scanner: Scanner, data: bytes, game: str) -> None:
    try:
        found = scanner.scan(data, game, hands="auto").to_dict()
    except PhotoError:
        return
    json.dumps(found, allow_nan=False)
    for hand in found["hands"]:
        assert hand["points"] is not None or hand["review"]


WORDS = st.sampled_from(
    [
        "AH",
        "10♥",
        "ten of hearts",
        "sepuluh hati",
        "dix de cœur",
        "joker",
        "*",
        "?",
        "r7",
        "merah 7",
        "K",
        "♠",
        "of",
        ",",
    ]
)
TYPED = st.lists(WORDS | st.text(max_size=6), max_size=8).map(" ".join)


@given(TYPED, GAMES)
def test_a_typed_hand_is_read_or_refused(typed: str, rules: Any) -> None:
    try:
        labels = read_hand(typed, rules)
    except ScoringError:
        return
    assert set(labels) <= set(rules.labels())


SAID = st.lists(
    st.sampled_from(["rami", "out", "blocked", "one turn", ";", ":", "\n", "Ana", "Ben", ", winner", ", never opened"])
    | TYPED,
    max_size=12,
).map(" ".join)


@given(SAID, GAMES)
def test_a_typed_round_is_scored_or_refused(said: str, rules: Any) -> None:
    refusing(lambda: score_round(read_round(said, rules), rules))


ODD = st.sampled_from(["\ud800", "a\0b", "\u202egnp.exe", "9" * 400, 10**40, -1, 1e308, float("nan")])
ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10) | WORDS | ODD,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
ROUND = {
    "game": "rami",
    "ending": "out",
    "winner": "Ana",
    "options": {"unopened_addition": 25},
    "players": [{"name": "Ana", "hand": []}, {"name": "Ben", "hand": ["AH", "JOKER"], "opened": True}],
}
MATCH = {
    "game": "rami",
    "players": ["Ana", "Ben"],
    "options": {"target": 100},
    "rounds": [{field: value for field, value in ROUND.items() if field not in ("game", "options")}],
}


@st.composite
def altered(draw: st.DrawFn, record: Any) -> Any:
    """The record with something else somewhere in it."""
    if not isinstance(record, dict | list) or not record or draw(st.integers(0, 3)) == 0:
        return draw(ANY)
    if isinstance(record, list):
        at = draw(st.integers(0, len(record) - 1))
        return [*record[:at], draw(altered(record[at])), *record[at + 1 :]]
    field = draw(st.sampled_from(sorted(record)))
    new = {**record, field: draw(altered(record[field]))}
    return new | draw(st.dictionaries(st.text(max_size=8) | st.sampled_from(sorted(record)), ANY, max_size=1))


@given(altered(ROUND))
def test_a_round_is_scored_or_refused(record: Any) -> None:
    def score() -> None:
        rules, round_ = round_from_dict(record)
        score_round(round_, rules)

    refusing(score)


@given(altered(MATCH))
def test_a_match_is_added_up_or_refused(record: Any) -> None:
    refusing(lambda: standing(match_from_dict(record)))


FILES = st.sampled_from(
    [
        json.dumps(MATCH, ensure_ascii=False).encode(),
        match_to_csv(match_from_dict(MATCH)).encode(),
        "\ufeff".encode() + match_to_csv(match_from_dict(MATCH)).encode(),
    ]
).flatmap(harmed)


@given(FILES | st.binary(max_size=200) | altered(MATCH).map(lambda record: json.dumps(record).encode()))
def test_a_match_file_is_read_whole_or_refused(data: bytes) -> None:
    """What is read can be written, and read again as the same."""

    def read() -> None:
        match, _ = read_match_file(data)
        standing(match)
        assert match_from_dict(parse_json(json.dumps(match_to_dict(match)))) == match
        assert match_from_csv(match_to_csv(match)) == match

    refusing(read)


def refusing(do: Callable[[], object]) -> None:
    """A ScoringError is an answer."""
    with suppress(ScoringError):
        do()


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with serving(tmp_path_factory.mktemp("fuzz"), requests_per_minute=10_000_000) as found:
        yield found


HANDS = {"game": "rami", "typed": "AH 10D"}
CORRECTIONS = {"corrections": [{"action": "label", "piece": "p1", "label": "AH"}]}
LINKED = {**MATCH["rounds"][0], "key": "k", "table": []}  # type: ignore[index]


@pytest.mark.parametrize(
    ("method", "address", "body"),
    [
        ("POST", "/api/v1/scores", ROUND),
        ("POST", "/api/v1/hands", HANDS),
        ("POST", "/api/v1/matches", {"name": "Friday", **MATCH}),
        ("POST", "/api/v1/matches/import", {"name": "Friday", **MATCH}),
        ("PATCH", "/api/v1/matches/{match}", {"name": "Friday", "players": ["Ana", "Ben"], "options": {}}),
        ("POST", "/api/v1/matches/{match}/rounds", LINKED),
        ("PUT", "/api/v1/matches/{match}/rounds/1", LINKED),
        ("POST", "/api/v1/matches/{match}/rounds/1/move", {"to": 1}),
        ("PATCH", "/api/v1/scans/{scan}", CORRECTIONS),
    ],
)
def test_an_address_answers_whatever_body_it_gets(client: TestClient, method: str, address: str, body: Any) -> None:
    """Right shapes with wrong things in them, which a schema alone would not think of; never a fault of ours."""
    match = client.post("/api/v1/matches/import", json=MATCH).json()["id"]
    photo = {"files": {"photos": photo_bytes()}, "data": {"game": "rami"}}
    scan = client.post("/api/v1/scans", **photo).json()["scans"][0]["id"]  # type: ignore[arg-type]
    place = address.format(match=match, scan=scan)

    @settings(max_examples=settings.default.max_examples // 5)  # there are many addresses
    @given(altered(body).map(lambda record: json.dumps(record).encode()) | harmed(json.dumps(body).encode()))
    def try_out(sent: bytes) -> None:
        version = client.get(f"/api/v1/matches/{match}").headers["etag"]
        headers = {"content-type": "application/json", "if-match": version}
        answer = client.request(method, place, content=sent, headers=headers)
        assert answer.status_code < 500, answer.text
        if answer.status_code >= 400:
            assert answer.json()["error"]["message"].endswith(".")

    try_out()
