"""Parsing of SAT solvers' output, in the format of the SAT Competition or of MiniSat."""

import re
from array import array
from pathlib import Path

from puzzlesat.common.errors import InputError, error_context, quoted
from puzzlesat.common.files import read_text

LITERAL = re.compile("(-?)x?([0-9]{1,10})")
"""A pattern for a literal, which OPB solvers write as ``-x1``, or the 0 that ends a model.

No solver has variables of more digits.
"""

DECORATION = re.compile("\x1b\\[[0-9;]*m|^[0-9]+\\.[0-9]+/[0-9]+\\.[0-9]+\t", re.MULTILINE)
"""A pattern for codes that colour a terminal, and for the times before each line of runsolver."""

LITERALS_ALONE = re.compile(r"\s*(-?[0-9]{1,10}\s+)*0\s*")
"""A pattern for the result file of Glucose."""

BITS = re.compile("[01]+")

ERROR = re.compile(r"\berror\b", re.IGNORECASE)

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


def read_answer(path: str | Path, variables: int | None = None) -> tuple[str, list[int]]:
    """Return the answer read from a file, or from standard input for ``-``; see `parse_answer`."""
    text = read_text(path)
    with error_context(path):
        return parse_answer(text, variables)


def parse_answer(text: str, variables: int | None = None) -> tuple[str, list[int]]:
    r"""Return the status ``sat``, ``unsat`` or ``unknown``, and the literals of the model, if any.

    Parameters
    ----------
    text : str
        A solver's output with lines ``s …`` and ``v …``, as in the competitions of SAT, OPB and
        MaxSAT solvers, where other lines are ignored; or MiniSat's result file; or the literals
        alone, as Glucose writes them, or as PySAT returns them. An answer ``UNKNOWN`` with values
        is ``sat``. Of the values of a MaxSAT solver that improves its answer, the last count.
    variables : int, optional
        The number of variables of the formula. A model whose end is not marked by 0 must name them
        all.

    Raises
    ------
    InputError
        If there is no answer, if the solver reports an error, if answers contradict each other, or
        if the model is missing, cut short or invalid, or not the only one.

    Examples
    --------
    >>> parse_answer("c a comment\ns SATISFIABLE\nv 1 -2\nv 3 0\n")
    ('sat', [1, -2, 3])
    >>> parse_answer("conflicts 12\nSAT\n1 -2 0\nseconds 3\n")
    ('sat', [1, -2])
    >>> parse_answer("UNSAT\n"), parse_answer("1 -2 0\n")
    (('unsat', []), ('sat', [1, -2]))
    >>> parse_answer("s OPTIMUM FOUND\nv 101\n"), parse_answer("s SATISFIABLE\nv x1 -x2\n")
    (('sat', [1, -2, 3]), ('sat', [1, -2]))
    """
    text = DECORATION.sub("", text).strip()
    if LITERALS_ALONE.fullmatch(text):
        text = f"SAT\n{text}"
    elif text.startswith("[") and text.endswith("]"):
        text = f"SAT\n{text[1:-1].replace(',', ' ')} 0"
    lines = [line.strip() for line in text.splitlines()]
    statuses: list[str] = []
    errors: list[str] = []
    value_lines: list[str] = []
    is_optimisation = False  # whether values may be improved, and need not end in 0
    for line in lines:
        first, *rest = line.split(None, 1) or [""]
        content = rest[0] if rest else ""
        word = content if first == "s" else line
        status = STATUSES.get(word.upper() if word.islower() else word)
        if status:
            statuses.append(status)
            is_optimisation |= word == "OPTIMUM FOUND"
        elif first == "v":
            value_lines.append(content)
        elif first == "o":
            is_optimisation = True
            value_lines.clear()
        elif statuses[-1:] == ["sat"] and first.removeprefix("-").isdecimal():
            value_lines.append(line)
        elif first != "c" and ERROR.search(line):
            errors.append(line)
    if not statuses and "c UNKNOWN" in lines:
        statuses = ["unknown"]
    if errors and not {"sat", "unsat"} & {*statuses}:
        raise InputError(f"the solver reports an error: {quoted(errors[0], 200)}")
    if not statuses:
        raise InputError(
            "no solver answer found; expected lines s and v, as in the SAT Competition, MiniSat's "
            "result file, or literals that end in 0"
        )
    if len(answers := set(statuses)) > 1:
        raise InputError(f"there are the answers {' and '.join(sorted(answers))}; keep one of them")
    has_model = "sat" in statuses or bool(value_lines and "unsat" not in statuses)
    model = _model(value_lines, variables, is_optimisation) if has_model else []
    return "sat" if has_model else statuses[0], model


def _model(lines: list[str], variables: int | None, is_optimisation: bool) -> list[int]:
    """Return the literals of a model, given as literals or, in MaxSAT, as a string of bits."""
    words = [word for line in lines for word in line.split()]
    if not words:
        raise InputError(
            "the answer has no values; expected lines beginning with v, or MiniSat's result file"
        )
    if all(map(BITS.fullmatch, lines)) and (is_optimisation or len(lines[-1]) > 1):
        model = [i if bit == "1" else -i for i, bit in enumerate(lines[-1], start=1)]
        _check_end(model, variables)
        return model
    literals = array("q")
    for word in words:
        if (match := LITERAL.fullmatch(word)) is None:
            raise InputError("the model contains something that is not a literal")
        literals.append(int(match[1] + match[2]))
    if literals[-1] == 0:
        ends = [i for i, literal in enumerate(literals) if literal == 0]
        models = [i for i in ends if i and literals[i - 1] != 0]
        if len(models) > 1:
            raise InputError(f"the answer contains {len(models)} models; keep one of them")
        model = [literal for literal in literals if literal]
    elif is_optimisation or "x" in words[0]:
        model = literals.tolist()
        _check_end(model, variables)
    else:
        raise InputError(
            "the values do not end in 0: they are cut short, or not in the SAT Competition's form"
        )
    true = set(model)
    both = next((literal for literal in model if -literal in true), None)
    if both is not None:
        raise InputError(f"the model contains both {abs(both)} and {-abs(both)}")
    return model


def _check_end(model: list[int], variables: int | None) -> None:
    """Raise `InputError` unless a model whose end is not marked names all variables."""
    named = len({abs(literal) for literal in model if abs(literal) <= (variables or 0)})
    if variables is not None and named < variables:
        raise InputError(f"the values are cut short: {named} of {variables} variables have one")
