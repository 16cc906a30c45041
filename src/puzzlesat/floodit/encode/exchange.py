"""Instances as pseudo-Boolean constraints (OPB) and as MaxSAT (WCNF), written and read again."""

from collections.abc import Mapping
from io import StringIO
from pathlib import Path

from puzzlesat.common.errors import InputError, error_context
from puzzlesat.common.files import read_text
from puzzlesat.floodit.encode.instance import Instance

EXCHANGE_FORMATS = ("opb", "wcnf")
"""The formats, by the endings of their files' names."""


def convert(instance: Instance, name: str, comments: Mapping[str, object] = {}) -> str:
    """Return an instance in the format of that name, with comments."""
    lines = [f"{key}: {value}" for key, value in comments.items()]
    text = StringIO()
    if name == "wcnf":
        from puzzlesat.floodit.encode.maxsat import fewest_moves  # PySAT, which is slow to load

        weighted = fewest_moves(instance)
        first = weighted.nv - instance.p + 1
        lines += [f"D(t): t + {first}, the board is flooded in state t, 0 <= t < {instance.p}"]
        weighted.to_fp(text, comments=[f"c {line}" for line in lines])
    else:
        instance.formula().to_pysat().to_alien(text, format=name)
        header, *constraints = text.getvalue().splitlines()  # the header is the first line
        return "\n".join(
            [header, *(f"* {line}" for line in lines), *(line.strip() for line in constraints), ""]
        )
    return text.getvalue()


def read_converted(path: str | Path, name: str, trusted: str | None = None) -> Instance:
    """Return the instance of a file in the format of that name, after comparing its lines.

    Lines are compared with those of the instance that the comments describe, apart from white space
    and comments. Raise `InputError` if they differ. `trusted` is as in `Instance.of_comments`.
    """
    text = read_text(path)
    with error_context(path):
        lines = [" ".join(line.split()) for line in text.splitlines() if line.strip()]
        pairs = (line[1:].strip().partition(": ") for line in lines if _is_comment(line, name))
        comments = {key: value for key, colon, value in pairs if colon}
        instance = Instance.of_comments(comments, trusted)
        constraints = [line for line in lines if not _is_comment(line, name)]
        constraint_count = instance.size[1]
        if name == "wcnf" and constraint_count is not None:  # see fewest_moves
            constraint_count += instance.p * (len(instance.board.colour) + 1)
        differ = InputError(f"the constraints are not those of {instance.subject} in the comments")
        if constraint_count not in (None, len(constraints)):
            raise differ
        expected = convert(instance, name).splitlines()
        if constraints != [" ".join(x.split()) for x in expected if not _is_comment(x, name)]:
            raise differ
    return instance


def _is_comment(line: str, name: str) -> bool:
    """Return whether a line is a comment: in WCNF, its first word is c; in OPB, it starts with *.

    >>> _is_comment("*", "opb"), _is_comment("c", "wcnf"), _is_comment("core", "wcnf")
    (True, True, False)
    """
    return line.startswith("*") if name == "opb" else line.partition(" ")[0] == "c"
