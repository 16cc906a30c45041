"""Parsing of SAT solvers' output, in the format of the SAT Competition or of MiniSat."""

import re
from array import array
from pathlib import Path

from puzzlesat.common.errors import InputError, error_context
from puzzlesat.common.files import read_text

LITERAL = re.compile("(-?)x?([0-9]{1,10})")
"""A pattern for a literal, which OPB solvers write as ``-x1``, or the 0 that ends a model.

No solver has variables of more digits.
"""

STYLE_CODE = re.compile("\x1b\\[[0-9;]*m")
"""A pattern for the codes with which solvers colour their output in a terminal."""

STATUSES = {
    "SATISFIABLE": "sat",
    "UNSATISFIABLE": "unsat",
    "UNKNOWN": "unknown",
    "OPTIMUM FOUND": "sat",
    "SAT": "sat",
    "UNSAT": "unsat",
    "INDET": "unknown",
    "INDETERMINATE": "unknown",
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
        A solver's output with lines ``s …`` and ``v …``, as in the competitions of SAT, OPB and
        MaxSAT solvers; or the contents of MiniSat's result file; or a list of literals, as PySAT
        returns it. Other lines are ignored.

    Raises
    ------
    InputError
        If there is no answer, if answers contradict each other, or if the model is missing,
        truncated or invalid, or not the only one.

    Examples
    --------
    >>> parse_answer("c a comment\ns SATISFIABLE\nv 1 -2\nv 3 0\n")
    ('sat', [1, -2, 3])
    >>> parse_answer("conflicts 12\nSAT\n1 -2 0\nseconds 3\n")
    ('sat', [1, -2])
    >>> parse_answer("UNSAT\n")
    ('unsat', [])
    >>> parse_answer("s OPTIMUM FOUND\nv 101\n"), parse_answer("s SATISFIABLE\nv x1 -x2\n")
    (('sat', [1, -2, 3]), ('sat', [1, -2]))
    """
    lines = [STYLE_CODE.sub("", line).strip() for line in text.splitlines()]
    listed = " ".join(lines).strip()
    if listed.startswith("[") and listed.endswith("]"):
        lines = ["SAT", listed[1:-1].replace(",", " ") + " 0"]
    status: str | None = None
    unknown, optimum = "c UNKNOWN" in lines, False
    words: list[str] = []
    for line in lines:
        first, *rest = line.split(None, 1)[:2] or [""]
        word = (rest[0].strip() if rest else "") if first == "s" else line
        answer_status = STATUSES.get(word.upper() if word.islower() else word)
        if answer_status:
            if status not in (None, answer_status) and words.count("0") < 2:
                raise InputError(f"the solver's answer is both {status} and {answer_status}")
            if status not in (None, answer_status):
                break  # a solver that searches for all models ends with UNSATISFIABLE
            status, optimum = answer_status, optimum or word == "OPTIMUM FOUND"
        elif first == "v":
            words += rest[0].split() if rest else []
        elif status == "sat" and first.removeprefix("-").isdecimal():
            words += line.split()
    if status is None and unknown:
        status = "unknown"
    if status is None:
        raise InputError("no solver answer found, such as 's SATISFIABLE' or SAT")
    if status != "sat":
        return status, []
    return status, _model(words, optimum=optimum)


def _model(words: list[str], *, optimum: bool) -> list[int]:
    """Return the literals of a model, given as literals or, in MaxSAT, as a string of bits."""
    if not words:
        raise InputError(
            "the answer has no values; expected lines beginning with v, or MiniSat's result file"
        )
    if optimum and len(words) == 1 and not set(words[0]) - {"0", "1"}:
        return [i if bit == "1" else -i for i, bit in enumerate(words[0], start=1)]
    literals = array("q")
    for word in words:
        if (match := LITERAL.fullmatch(word)) is None:
            raise InputError("the model contains something that is not a literal")
        literals.append(int(match[1] + match[2]))
    if literals[-1] and (optimum or "x" in words[0]):  # no 0 ends such a model
        literals.append(0)
    if literals[-1] != 0 or (len(literals) > 1 and literals[-2] == 0):
        raise InputError("the model is truncated; it must end in 0")
    if (models := literals.count(0)) > 1:
        raise InputError(f"the answer contains {models} models; keep one of them")
    model = literals[:-1].tolist()
    true = set(model)
    both = next((literal for literal in model if -literal in true), None)
    if both is not None:
        raise InputError(f"the model contains both {abs(both)} and {-abs(both)}")
    return model
