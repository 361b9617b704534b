"""In: a Python file. Out: the sentences in it that people read, as Babel collects them (see locale/babel.cfg).

What the service says is marked where it stands, by the function that says it. `scoring` and `vision` know nothing of
translation: the sentences of their errors and advice are found by the names of what they are given to, and the parts
that vary become numbered places.
"""

import ast
import re
from collections.abc import Collection, Iterator
from typing import IO, Any, Final

_SAID: Final = {"N_": 0, "say": 1, "ApiError": 2}
"""Which argument is the sentence, as it is."""
_GIVEN: Final = {
    "ScoringError": (0,),
    "ReadingError": (0,),
    "PhotoError": (1,),
    "Advice": (1,),
    "ModelError": (0,),
    "NotReady": (0,),
    "doubted": (1,),
    "Finding": (1,),
    "Shown": (2,),
}
"""Which argument is the sentence, an f-string perhaps."""
_MADE: Final = frozenset(
    {"__str__", "message", "meld_problem", "_group_problem", "_run_problem", "_error", "_doubt", "_unread"}
    | {"_difference", "_effect"}
)
"""Functions that make sentences, or parts of them, for such errors."""

_PLACE: Final = re.compile(r"\{[^}]*\}")


def extract(
    file: IO[bytes], keywords: Collection[str], comment_tags: Collection[str], options: dict[str, Any]
) -> Iterator[tuple[int, str, str, list[str]]]:
    """What Babel asks of an extractor: line, function, sentence, comments."""
    tree = ast.parse(file.read())
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            for argument in _sentences_given(node):
                yield from _entry(argument)
        elif isinstance(node, ast.FunctionDef) and node.name in _MADE:
            for made in ast.walk(node):
                if isinstance(made, ast.Return | ast.Assign) and made.value is not None:
                    for value in _branches(made.value):
                        yield from _entry(value)


def template(node: ast.expr) -> str | None:
    """A string as it is; an f-string with numbered places; None for anything else."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if not isinstance(node, ast.JoinedStr):
        return None
    places = iter(range(len(node.values)))
    return "".join(str(part.value) if isinstance(part, ast.Constant) else f"{{{next(places)}}}" for part in node.values)


def _sentences_given(call: ast.Call) -> list[ast.expr]:
    name = getattr(call.func, "id", getattr(call.func, "attr", ""))
    places = (_SAID[name],) if name in _SAID else _GIVEN.get(name, ())
    return [call.args[place] for place in places if place < len(call.args)]


def _branches(value: ast.expr) -> list[ast.expr]:
    """The string itself, or both of `a if … else b`."""
    if isinstance(value, ast.IfExp):
        return [*_branches(value.body), *_branches(value.orelse)]
    return [value]


def _entry(node: ast.expr) -> Iterator[tuple[int, str, str, list[str]]]:
    sentence = template(node)
    if sentence is not None and any(map(str.isalpha, _PLACE.sub("", sentence))):
        yield node.lineno, "_", sentence, []
