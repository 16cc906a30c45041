"""Parsing of SAT solvers' output, in the format of the SAT Competition or of MiniSat."""

import re
from array import array
from collections.abc import Iterator
from pathlib import Path

from puzzlesat.common.errors import InputError, error_context
from puzzlesat.common.files import read_text

LITERAL = re.compile("-?[0-9]{1,10}")
"""A pattern for a literal, or the 0 that ends a model; no solver has variables of more digits."""

STATUSES = {
    **{"SATISFIABLE": "sat", "UNSATISFIABLE": "unsat", "UNKNOWN": "unknown"},
    **{"SAT": "sat", "UNSAT": "unsat", "INDET": "unknown", "INDETERMINATE": "unknown"},
}
"""The status, for each of the words by which solvers report it."""


def read_answer(path: str | Path) -> tuple[str, list[int]]:
    """Return the answer read from a file, or from standard input for ``-``; see `parse_answer`."""
    text = read_text(path)
    with error_context(path):
        return parse_answer(text)


def parse_answer(text: str) -> tuple[str, list[int]]:
    r"""Return the status ``sat``, ``unsat`` or ``unknown``, and the literals of the model, if any.

    Parameters
    ----------
    text : str
        A solver's output with lines ``s …`` and ``v …`` as in the SAT Competition, or the contents
        of MiniSat's result file. Other lines are ignored.

    Raises
    ------
    InputError
        If there is no answer, if answers contradict each other, or if the model is missing,
        truncated or invalid.

    Examples
    --------
    >>> parse_answer("c a comment\ns SATISFIABLE\nv 1 -2\nv 3 0\n")
    ('sat', [1, -2, 3])
    >>> parse_answer("conflicts 12\nSAT\n1 -2 0\nseconds 3\n")
    ('sat', [1, -2])
    >>> parse_answer("UNSAT\n")
    ('unsat', [])
    """
    status: str | None = None
    literals = array("q")
    for line in text.splitlines():
        first, _, rest = line.partition(" ")
        word = rest.strip() if first == "s" else line.strip()
        if word in STATUSES:
            if status not in (None, STATUSES[word]):
                raise InputError(f"the solver's answer is both {status} and {STATUSES[word]}")
            status = STATUSES[word]
        elif first == "v":
            literals.extend(_literals(rest))
        elif status == "sat" and (first.removeprefix("-").isdecimal()):
            literals.extend(_literals(line))
    if status is None:
        raise InputError("no solver answer found, such as 's SATISFIABLE' or SAT")
    if status != "sat":
        return status, []
    if not literals:
        raise InputError(
            "the answer has no values; expected lines beginning with v, or MiniSat's result file"
        )
    if literals[-1] != 0 or 0 in literals[:-1]:
        raise InputError("the model is truncated; it must end in 0")
    model = literals[:-1].tolist()
    true = set(model)
    both = next((literal for literal in model if -literal in true), None)
    if both is not None:
        raise InputError(f"the model contains both {abs(both)} and {-abs(both)}")
    return status, model


def _literals(line: str) -> Iterator[int]:
    """Yield the literals of a line, which may be that of a whole model."""
    for found in re.finditer(r"\S+", line):
        if not LITERAL.fullmatch(found[0]):
            raise InputError("the model contains something that is not a literal")
        yield int(found[0])
