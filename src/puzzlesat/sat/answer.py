"""Reading what SAT solvers print, in the format of the competitions and in MiniSat's."""

from pathlib import Path

from puzzlesat.common.errors import InputError, error_context
from puzzlesat.common.files import read_text

STATUSES = {
    **{"SATISFIABLE": "sat", "UNSATISFIABLE": "unsat", "UNKNOWN": "unknown"},
    **{"SAT": "sat", "UNSAT": "unsat", "INDET": "unknown", "INDETERMINATE": "unknown"},
}
"""What solvers call their answers."""


def read_answer(path: str | Path) -> tuple[str, list[int]]:
    """Return the answer in a file, or in standard input for ``-``, as `parse_answer` does."""
    text = read_text(path)
    with error_context(path):
        return parse_answer(text)


def parse_answer(text: str) -> tuple[str, list[int]]:
    r"""Return a solver's answer, ``sat``, ``unsat`` or ``unknown``, and the literals of its model.

    Parameters
    ----------
    text : str
        What the solver printed, with lines ``s …`` and ``v …`` as in the competitions, or the
        result file of MiniSat. Other lines do not matter.

    Raises
    ------
    InputError
        If there is no answer in it, or two, or a model is cut short or damaged.

    Examples
    --------
    >>> parse_answer("c a comment\ns SATISFIABLE\nv 1 -2\nv 3 0\n")
    ('sat', [1, -2, 3])
    >>> parse_answer("conflicts 12\nSAT\n1 -2 0\nseconds 3\n")
    ('sat', [1, -2])
    >>> parse_answer("UNSAT\n")
    ('unsat', [])
    """
    status, words = None, []
    for line in text.splitlines():
        first, _, rest = line.partition(" ")
        said = rest.strip() if first == "s" else line.strip()
        if said in STATUSES:
            if status not in (None, STATUSES[said]):
                raise InputError(f"the solver's answer says both {status} and {STATUSES[said]}")
            status = STATUSES[said]
        elif first == "v":
            words += rest.split()
        elif status == "sat" and (first.removeprefix("-").isdecimal()):
            words += line.split()
    if status is None:
        raise InputError("no solver's answer found, such as 's SATISFIABLE' or SAT")
    if status != "sat":
        return status, []
    try:
        literals = [int(word) for word in words]
    except ValueError:
        raise InputError("the model contains something that is not a literal") from None
    if not literals or literals[-1] != 0 or 0 in literals[:-1]:
        raise InputError("the model is cut short; it must end in 0")
    true = set(literals)
    both = next((literal for literal in literals[:-1] if -literal in true), None)
    if both is not None:
        raise InputError(f"the model says both {abs(both)} and {-abs(both)}")
    return status, literals[:-1]
