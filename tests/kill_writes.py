"""A match is changed without a pause and the process that does it is killed, again and again: is anything lost?

    python tests/kill_writes.py --kills 100 [--database URL | --file PATH]

Each change is told as soon as it is done, and what is told must be there afterwards, whole. The one that was under way
may be there or not, but never by half. Changes follow a fixed order, so that a version says what the match must hold.
"""

import argparse
import os
import random
import select
import signal
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from scoring import GAMES, Match, add_round, edit_round, match_from_dict, move_round, remove_round
from service.match_file import read_match, write_match
from service.store.database import open_database
from service.store.matches import change_match, create_match, get_match, undo_change

WORDS = [
    f"{rank}{suit}" for rank in ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K") for suit in "SH"
]
UNDO = 5  # every so many changes the one before is taken back

State = tuple[int, Match]
Write = Callable[[State], State]


def match_of(*hands: str) -> Match:
    """Ana went out of each round, Ben held one card."""
    players = [{"name": "Ana", "hand": []}, {"name": "Ben"}]
    rounds = [{"ending": "out", "winner": "Ana", "players": [players[0], {**players[1], "hand": h}]} for h in hands]
    return match_from_dict({"game": "rami", "players": ["Ana", "Ben"], "options": {"target": None}, "rounds": rounds})


def changed(match: Match, version: int) -> Match:
    """The match of the version after this one, where that is no undo."""
    dice = random.Random(version)
    count, new = len(match.rounds), match_of(WORDS[version % len(WORDS)]).rounds[0]
    if count < 3:
        return add_round(match, new)
    if count > 8:
        return remove_round(match, dice.randint(1, count))
    return dice.choice(
        [
            lambda: add_round(match, new),
            lambda: edit_round(match, dice.randint(1, count), new),
            lambda: move_round(match, 1, count),
        ]
    )()


@cache
def expected(version: int) -> Match:
    """What a match of this version holds."""
    if version == 1:
        return match_of()
    if version % UNDO == 0:
        return expected(version - 2)
    return changed(expected(version - 1), version - 1)


def hands(match: Match) -> list[str]:
    return [" ".join(round_.hands[1].pieces) for round_ in match.rounds]


def kill_writes(begin: Callable[[], Write], read: Callable[[], State], kills: int) -> tuple[int, int]:
    """How many changes were told, and how many more than told had been done.

    `read` gives the version and what it holds; it raises AssertionError where that is not what it should hold."""
    dice = random.Random(kills)
    told, more = 0, 0
    for _ in range(kills):
        before = read()[0]
        last = _killed(begin, read, before, dice.uniform(0, 0.08))
        version = read()[0]
        assert last <= version <= last + 1, f"version {last} was told, {version} is there"
        told, more = told + last - before, more + version - last
    return told, more


def _killed(begin: Callable[[], Write], read: Callable[[], State], before: int, seconds: float) -> int:
    """The last version told by a process that was killed some time after its first change."""
    receive, send = os.pipe()
    if (child := os.fork()) == 0:
        try:
            _write_on(begin(), read(), send)
        finally:
            os._exit(1)
    os.close(send)
    try:
        assert select.select([receive], [], [], 60)[0], "nothing was written in a minute"
        time.sleep(seconds)
    finally:
        os.kill(child, signal.SIGKILL)
        status = os.waitpid(child, 0)[1]
    assert os.WIFSIGNALED(status), "the writer failed of itself"
    with os.fdopen(receive) as lines:
        return max([before, *map(int, lines.read().split())])


def _write_on(write: Write, state: State, send: int) -> None:
    while True:
        state = write(state)
        os.write(send, f"{state[0]}\n".encode())


def in_database(url: str) -> tuple[Callable[[], Write], Callable[[], State]]:
    """The store, opened anew by each writer and each reader."""
    engine = open_database(url)
    made = create_match(engine, "", expected(1)).id
    engine.dispose()

    def begin() -> Write:
        opened = open_database(url)

        def write(_: State) -> State:
            old = get_match(opened, made)
            if (old.version + 1) % UNDO == 0:
                new = undo_change(opened, made, old.version)
            else:
                new = change_match(opened, old, "", changed(old.match, old.version))
            return new.version, new.match

        return write

    def read() -> State:
        opened = open_database(url)
        found = get_match(opened, made)
        opened.dispose()
        assert hands(found.match) == hands(expected(found.version)), f"{found.version} holds {hands(found.match)}"
        return found.version, found.match

    return begin, read


def in_file(path: Path) -> tuple[Callable[[], Write], Callable[[], State]]:
    """The file of `handscan match`. Its version is the number of its rounds."""
    write_match(match_of("AS"), path)

    def write(state: State) -> State:
        new = add_round(state[1], match_of(WORDS[state[0] % len(WORDS)]).rounds[0])
        write_match(new, path)
        return state[0] + 1, new

    def read() -> State:
        found = read_match(path, GAMES)
        assert hands(found) == [WORDS[number % len(WORDS)] for number in range(len(found.rounds))]
        return len(found.rounds), found

    return lambda: write, read


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--database", help="URL for SQLAlchemy; a SQLite file of its own without one")
    parser.add_argument("--file", type=Path, help="a match file in place of a database")
    options = parser.parse_args()
    with TemporaryDirectory() as folder:
        url = options.database or f"sqlite:///{folder}/handscan.sqlite3"
        begin, read = in_file(options.file) if options.file else in_database(url)
        told, more = kill_writes(begin, read, options.kills)
    print(f"{options.kills} kills, {told} changes told and all there, {more} more done and not yet told; none by half")


if __name__ == "__main__":
    main()
