"""Matches in the store, on SQLite and on PostgreSQL: nothing is lost or half done, and every step can be undone."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Engine, inspect, text
from sqlalchemy.exc import DBAPIError

from scoring import Match, add_round, edit_round, match_from_dict, move_round, remove_round
from service.settings import Settings
from service.store.database import migrate, open_database
from service.store.matches import (
    KeptMatch,
    KeptRound,
    NoSuchMatch,
    NothingToUndo,
    Stale,
    change_match,
    create_match,
    delete_match,
    get_match,
    kept_round,
    list_matches,
    undo_change,
)
from service.store.tables import Base


@pytest.fixture
def engine(database: str, tmp_path: Path) -> Iterator[Engine]:
    opened = open_database(Settings(data=tmp_path, database=database).database_url)
    yield opened
    opened.dispose()


def match_of(*hands: str, game: str = "rami", **options: object) -> Match:
    """Ana and Ben; Ana went out, Ben held one of `hands` in each round."""
    rounds = [
        {"ending": "out", "winner": "Ana", "players": [{"name": "Ana", "hand": []}, {"name": "Ben", "hand": hand}]}
        for hand in hands
    ]
    return match_from_dict({"game": game, "players": ["Ana", "Ben"], "options": options, "rounds": rounds})


def hands(kept: KeptMatch) -> list[str]:
    return [" ".join(round_.hands[1].pieces) for round_ in kept.match.rounds]


def test_the_migrations_make_the_tables_that_the_code_uses(engine: Engine) -> None:
    """Also a second time, and name by name."""
    migrate(engine)
    found = inspect(engine)
    schema = found.default_schema_name
    for table in Base.metadata.sorted_tables:
        columns = {column["name"]: column["nullable"] for column in found.get_columns(table.name, schema)}
        assert columns == {column.name: column.nullable for column in table.columns}, table.name
        keys = {key["constrained_columns"][0] for key in found.get_foreign_keys(table.name, schema)}
        assert keys == {next(iter(key.columns)).name for key in table.foreign_key_constraints}, table.name


MATCHES = {
    "empty": match_of(),
    "rounds": match_of("AH", "KD joker"),
    "house rules": match_of("AH", unopened_points=100, values={"A": 15}, rounds=None),
    "tiles": match_of("R7 K13", game="rummikub", blocked_tie="void", rounds=5),
}


@pytest.mark.parametrize("match", MATCHES.values(), ids=MATCHES)
def test_what_is_kept_comes_back(engine: Engine, match: Match) -> None:
    kept = create_match(engine, "Malam Jumaat ♥", match)
    found = get_match(engine, kept.id)
    assert replace(found, match=match) == kept
    assert (found.match.rules, found.match.players) == (match.rules, match.players)
    assert [vars(one) | {"key": None, "scans": ()} for one in match.rounds] == [vars(one) for one in found.match.rounds]


def test_a_fault_tells_nothing_of_what_was_to_be_kept(engine: Engine) -> None:
    with pytest.raises(DBAPIError) as fault, engine.begin() as connection:
        connection.execute(text("SELECT :picture FROM nowhere"), {"picture": "a photo"})
    assert "nowhere" in str(fault.value)
    assert "a photo" not in str(fault.value)


def test_a_round_keeps_its_key_and_its_scans(engine: Engine) -> None:
    round_ = kept_round(match_of("AH").rounds[0], "k1", (("Ben", "abc", 2),))
    kept = create_match(engine, "", match_of())
    change_match(engine, kept, "", add_round(kept.match, round_))
    found = get_match(engine, kept.id).match.rounds[0]
    assert isinstance(found, KeptRound)
    assert (found.key, found.scans) == ("k1", (("Ben", "abc", 2),))


CHANGES = [
    (lambda match: add_round(match, match_of("5S").rounds[0]), ["AH", "2C", "KD", "5S"]),
    (lambda match: edit_round(match, 2, match_of("5S").rounds[0]), ["AH", "5S", "KD"]),
    (lambda match: remove_round(match, 1), ["2C", "KD"]),
    (lambda match: move_round(match, 3, 1), ["KD", "AH", "2C"]),
]


@pytest.mark.parametrize(("change", "expected"), CHANGES)
def test_a_change_is_kept_and_undone(engine: Engine, change: object, expected: list[str]) -> None:
    first = create_match(engine, "one", match_of("AH", "2C", "KD"))
    second = change_match(engine, first, "two", change(first.match))  # type: ignore[operator]
    assert (second.version, second.steps) == (2, 1)
    assert hands(get_match(engine, first.id)) == expected
    third = undo_change(engine, first.id, 2)
    assert (third.version, third.steps, third.name) == (3, 0, "one")
    assert hands(get_match(engine, first.id)) == ["AH", "2C", "KD"]
    with pytest.raises(NothingToUndo):
        undo_change(engine, first.id, 3)


def test_undo_goes_back_step_by_step(engine: Engine) -> None:
    kept = create_match(engine, "", match_of())
    for word in ("AH", "2C", "KD"):
        kept = change_match(engine, kept, "", add_round(kept.match, match_of(word).rounds[0]))
    for left in (["AH", "2C"], ["AH"], []):
        kept = undo_change(engine, kept.id, kept.version)
        assert hands(get_match(engine, kept.id)) == left


@pytest.mark.parametrize("do", ["change", "undo", "delete"])
def test_a_change_that_rests_on_an_old_version_is_refused(engine: Engine, do: str) -> None:
    old = create_match(engine, "", match_of())
    change_match(engine, old, "", match_of("AH"))
    late: dict[str, Callable[[], object]] = {
        "change": lambda: change_match(engine, old, "", match_of("2C")),
        "undo": lambda: undo_change(engine, old.id, old.version),
        "delete": lambda: delete_match(engine, old.id, old.version),
    }
    with pytest.raises(Stale):
        late[do]()
    assert hands(get_match(engine, old.id)) == ["AH"]


def test_what_is_not_there_is_said_to_be_so(engine: Engine) -> None:
    gone = create_match(engine, "", match_of("AH"))
    delete_match(engine, gone.id, 1)
    for call in (
        lambda: get_match(engine, gone.id),
        lambda: change_match(engine, gone, "", match_of()),
        lambda: undo_change(engine, gone.id, 1),
        lambda: delete_match(engine, gone.id, 1),
    ):
        with pytest.raises(NoSuchMatch):
            call()


def test_the_list_has_the_newest_change_first_and_can_be_paged(engine: Engine) -> None:
    for name in "abc":
        create_match(engine, name, match_of())
    found, count = list_matches(engine, 2, 0)
    rest, _ = list_matches(engine, 2, 2)
    assert count == 3
    assert [kept.name for kept in (*found, *rest)] == ["c", "b", "a"]


def test_of_many_phones_that_add_a_round_at_once_none_loses_one(engine: Engine) -> None:
    """Each tries until it is not the second; all rounds are there afterwards."""
    kept = create_match(engine, "", match_of())
    words = [f"{rank}{suit}" for rank in "2345" for suit in "SH"]
    refused = []

    def phone(word: str) -> None:
        while True:
            now = get_match(engine, kept.id)
            try:
                change_match(engine, now, "", add_round(now.match, match_of(word).rounds[0]))
            except Stale:
                refused.append(word)
            else:
                return

    phones = [threading.Thread(target=phone, args=(word,)) for word in words]
    for one in phones:
        one.start()
    for one in phones:
        one.join(30)
    found = get_match(engine, kept.id)
    assert sorted(hands(found)) == sorted(words)
    assert (found.version, found.steps) == (9, 8)
