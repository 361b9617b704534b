"""Scans in the store, on SQLite and on PostgreSQL."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine

from service.settings import Settings
from service.store.database import open_database
from service.store.scans import (
    NoSuchScan,
    ScanChanged,
    add_scan,
    count_scans,
    delete_scan,
    get_picture,
    get_scan,
    keep_picture,
    set_corrections,
)

FOUND = {"game": "rami", "photo": {"name": "a ♥.jpg"}, "hands": []}


@pytest.fixture
def engine(database: str, tmp_path: Path) -> Iterator[Engine]:
    opened = open_database(Settings(data=tmp_path, database=database).database_url)
    add_scan(opened, "one", FOUND)
    yield opened
    opened.dispose()


def test_a_scan_comes_back_and_is_kept_once(engine: Engine) -> None:
    add_scan(engine, "one", {"game": "other"})
    scan = get_scan(engine, "one")
    assert (scan.found, scan.corrections, scan.kept) == (FOUND, (), False)
    assert count_scans(engine) == 1


def test_a_picture_is_kept_only_when_asked(engine: Engine) -> None:
    assert get_picture(engine, "one") is None
    keep_picture(engine, "one", b"jpeg")
    assert (get_picture(engine, "one"), get_scan(engine, "one").kept) == (b"jpeg", True)


@pytest.mark.parametrize("new", [[], [1], [1, 2], [1, 2, 3], [1, 2, 3, 4], [9], [1, 9, 3]])
def test_corrections_are_put_in_place_of_others(engine: Engine, new: list[int]) -> None:
    set_corrections(engine, get_scan(engine, "one"), [{"n": n} for n in (1, 2, 3)])
    set_corrections(engine, get_scan(engine, "one"), [{"n": n} for n in new])
    assert get_scan(engine, "one").corrections == tuple({"n": n} for n in new)


def test_a_correction_that_rests_on_old_ones_is_refused(engine: Engine) -> None:
    old = get_scan(engine, "one")
    set_corrections(engine, old, [{"n": 1}])
    with pytest.raises(ScanChanged):
        set_corrections(engine, old, [{"n": 2}])


@pytest.mark.parametrize("said", [[], [{"n": 1}]])
def test_a_correction_of_a_scan_that_was_deleted_meanwhile_is_refused(engine: Engine, said: list[object]) -> None:
    old = get_scan(engine, "one")
    delete_scan(engine, "one")
    with pytest.raises(NoSuchScan):
        set_corrections(engine, old, said)  # type: ignore[arg-type]


def test_of_two_corrections_at_once_one_is_refused(engine: Engine) -> None:
    old = get_scan(engine, "one")
    outcomes = []

    def correct(number: int) -> None:
        try:
            set_corrections(engine, old, [{"n": number}])
            outcomes.append("kept")
        except ScanChanged:
            outcomes.append("refused")

    people = [threading.Thread(target=correct, args=(number,)) for number in range(4)]
    for one in people:
        one.start()
    for one in people:
        one.join(30)
    assert sorted(outcomes) == ["kept", "refused", "refused", "refused"]


def test_what_is_forgotten_is_gone(engine: Engine) -> None:
    keep_picture(engine, "one", b"jpeg")
    set_corrections(engine, get_scan(engine, "one"), [{"n": 1}])
    delete_scan(engine, "one")
    assert get_picture(engine, "one") is None
    for call in (lambda: get_scan(engine, "one"), lambda: delete_scan(engine, "one")):
        with pytest.raises(NoSuchScan):
            call()
