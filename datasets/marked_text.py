"""In: a document with a pair of markers. Out: the same with what stands between them written anew."""

import re


def filled(text: str, part: str, command: str, body: str) -> str:
    """`body` between the lines that begin and end `part`; `command` is what writes it, named in the first of them.

    Raises ValueError where the document has no such pair, or has it more than once.
    """
    begin, end = f"<!-- {part}: written by {command} -->", f"<!-- end of {part} -->"
    found = re.findall(f"{re.escape(begin)}.*?{re.escape(end)}", text, re.DOTALL)
    if len(found) != 1:
        raise ValueError(
            f"the document wants one line “{begin}” and one “{end}” below it; it has {len(found)} such pairs"
        )
    return text.replace(found[0], f"{begin}\n\n{body}\n\n{end}")
