"""Writing formulas in the DIMACS format of the SAT competitions."""

from collections.abc import Mapping
from typing import IO

from puzzlesat.sat.formula import Formula


def write(formula: Formula, comments: Mapping[str, object], file: IO[str]) -> None:
    r"""Write a formula as DIMACS CNF.

    Parameters
    ----------
    formula : Formula
    comments : mapping
        The header: each item becomes one line ``c key: value``.
    file : text file
        Where to write.

    Examples
    --------
    >>> import io
    >>> from puzzlesat.sat.formula import Family, stack
    >>> family = Family("unit", stack([[-1], [2]]), times=range(1), stride=0)
    >>> file = io.StringIO()
    >>> write(Formula(2, (family,)), {"description": "an example"}, file)
    >>> print(file.getvalue(), end="")
    c description: an example
    p cnf 2 2
    -1 0
    2 0
    """
    file.writelines(f"c {key}: {value}\n" for key, value in comments.items())
    file.write(f"p cnf {formula.variables} {len(formula)}\n")
    file.writelines(" ".join(map(str, clause)) + " 0\n" for clause in formula)
