"""In: values as they come. Out: the newest one, whenever it is asked for; older ones are dropped."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Generic, TypeVar

T = TypeVar("T")


class Mailbox(Generic[T]):
    """Holds the newest value put into it, for any number of readers, each in a thread of its own."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._value: T | None = None
        self._count = 0
        self._ended = False
        self._error: Exception | None = None

    def put(self, value: T) -> None:
        """In place of what was there."""
        with self._changed:
            self._value = value
            self._count += 1
            self._changed.notify_all()

    def end(self, error: Exception | None = None) -> None:
        """Nothing comes any more; `error`: why, told to whoever waits for more."""
        with self._changed:
            self._ended, self._error = True, error
            self._changed.notify_all()

    def get(self, after: int = 0, timeout: float | None = None) -> tuple[int, T] | None:
        """The newest and its number, once there is one after number `after`; None at the end, or when the time is
        over. Raises what it ended with."""
        with self._changed:
            self._changed.wait_for(lambda: self._count > after or self._ended, timeout)
            if self._error is not None:
                raise self._error
            return (self._count, self._value) if self._count > after else None  # type: ignore[return-value]

    def each(self) -> Iterator[T]:
        """The newest, again and again, as fast as they are asked for, until the end."""
        count = 0
        while (found := self.get(count)) is not None:
            count, value = found
            yield value


def newest_of(come: Iterator[T]) -> Mailbox[T]:
    """The newest of an iterator, which runs in a thread of its own: nobody gets what was buffered seconds ago."""
    box: Mailbox[T] = Mailbox()

    def take() -> None:
        try:
            for value in come:
                box.put(value)
        except Exception as error:  # told to whoever reads
            box.end(error)
        else:
            box.end()

    threading.Thread(target=take, daemon=True).start()
    return box
