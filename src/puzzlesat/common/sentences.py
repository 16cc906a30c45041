"""Tables of words and colours, and sentences with placeholders, which the pages have as well.

``tools/web.py`` makes a module of the pages from each table (`TABLES` there);
``web/js/words.js`` fills the sentences in as `filled` does.
"""

import json
import os
import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

CHOICE = re.compile(r"\[(\w+):([^\[\]]*)\]")
VALUE = re.compile(r"\{(#?)(\w+)(,?)\}")


@cache
def table(name: str) -> dict[str, Any]:
    """Return a table of this package, such as ``flowfree/sentences.json``."""
    folder = os.path.dirname(os.path.dirname(__file__))  # noqa: PTH120, pathlib is slow to import
    path = os.path.join(folder, name)  # noqa: PTH118
    with open(path, encoding="utf-8") as file:  # noqa: PTH123
        found: dict[str, Any] = json.load(file)
    return found


def filled(sentence: str, values: Mapping[str, Any]) -> str:
    """Return a sentence with values in its placeholders.

    ``{name}`` is a value, or a list of names, ``{name,}`` a list of clauses, and ``{#name}`` the
    length of a list. ``[name:none|one|more]`` is one of its parts, chosen by a number or a length;
    the last stands for all larger ones. Parts may contain placeholders.

    >>> filled("[at:nowhere|at {at}|at {#at} places, {at}]", {"at": ["A1", "B2"]})
    'at 2 places, A1 and B2'
    """

    def chosen(choice: re.Match[str]) -> str:
        parts = choice[2].split("|")
        return parts[min(_amount(values.get(choice[1])), len(parts) - 1)]

    changed = 1
    while changed:  # from the innermost choices on
        sentence, changed = CHOICE.subn(chosen, sentence)
    return VALUE.sub(lambda found: _written(values[found[2]], found[1], found[3]), sentence)


def _amount(value: Any) -> int:
    return len(value) if isinstance(value, Sequence) else int(value or 0)


def _written(value: Any, count: str, comma: str) -> str:
    if count:
        return str(len(value))
    if not isinstance(value, list):
        return str(value)
    return f"{comma} and ".join(filter(None, [", ".join(value[:-1]), *value[-1:]]))
