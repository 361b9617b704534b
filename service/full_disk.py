"""In: an error of the operating system. Out: whether it means that there is no room left to write."""

import errno
from typing import Final

_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})


def is_full(error: BaseException | None) -> bool:
    """The disk, what this user may have of it, or the largest file allowed."""
    return isinstance(error, OSError) and error.errno in _FULL
