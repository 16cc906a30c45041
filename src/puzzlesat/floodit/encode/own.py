"""An encoding of a user: a Python file that defines conditions like those of `thesis`.

The file defines `CONDITIONS`, a sequence of `Condition`, and optionally a function
``new_variables(board)``, which returns the number of variables that each state has in addition to
Fld, TchFld and Move (`Variables.New`). docs/encodings.md has an example.
"""

from collections.abc import Callable
from functools import lru_cache, partial
from operator import index
from pathlib import Path
from runpy import run_path
from typing import Any

from puzzlesat.common.errors import InputError, error_in_file
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.encode.thesis import Condition, Encoder, Variables
from puzzlesat.sat.clause import Clause
from puzzlesat.sat.formula import with_literal_limit

SUFFIX = ".py"
"""The ending of an encoding's name that is the path of a Python file."""


class OwnEncoder(Encoder):
    """An encoder of one board, for the conditions that a Python file defines.

    The file is executed. Raise `InputError` if it cannot be executed or does not define conditions;
    `formula` raises it if a condition fails, returns anything but clauses, or returns other clauses
    at t = 1 than at t = 0, apart from the shift of the variables.
    """

    def __init__(self, board: Board, path: str) -> None:
        conditions, new_variables = definitions(path)
        new = _called(path, "new_variables", lambda: index(new_variables(board)))
        super().__init__(board, (checked(path, c) for c in conditions), new)

    def size(self, p: int) -> tuple[int | None, int | None]:
        """Return no numbers, since they depend on conditions that are executed."""
        return None, None


def definitions(path: str) -> tuple[tuple[Condition, ...], Callable[[Board], int]]:
    """Return what a file defines: the conditions, and the function `new_variables`.

    Raise `InputError` as `OwnEncoder` does.
    """
    try:
        defined = _executed(path, Path(path).stat().st_mtime_ns)
    except FileNotFoundError:
        raise InputError(f"{path}: No such file or directory") from None
    except (Exception, SystemExit) as error:
        raise InputError(f"{path} cannot be executed: {error_in_file(error, path)}") from None
    conditions = defined.get("CONDITIONS")
    if not isinstance(conditions, (list, tuple)) or not conditions:
        raise InputError(f"{path} defines no CONDITIONS, a list of Condition(name, clauses, times)")
    for condition in conditions:
        if not isinstance(condition, Condition):
            raise InputError(
                f"{path}: CONDITIONS contains {condition!r:.40}, which is not a Condition"
            )
    new_variables = defined.get("new_variables", lambda board: 0)
    if not callable(new_variables):
        raise InputError(f"{path}: new_variables must be a function of the board")
    return tuple(conditions), new_variables


@lru_cache(maxsize=1)
def _executed(path: str, modified: int) -> dict[str, Any]:
    return run_path(path)


def checked(path: str, condition: Condition) -> Condition:
    """Return a condition of a file with a check of its clauses and times."""
    if condition.clauses.__module__ == Condition.__module__:
        return condition  # one of the thesis's
    clauses = partial(_checked_clauses, path, condition)
    return Condition(condition.name, clauses, partial(_checked_times, path, condition))


def _checked_times(path: str, condition: Condition, p: int) -> range:
    """Return the times at which a condition holds; raise `InputError` if they are no such times."""
    name = f"condition {condition.name}"
    times = _called(path, name, partial(condition.times, p))
    if not isinstance(times, range) or (times and not 0 <= min(times) <= max(times) <= p):
        raise InputError(
            f"{path}: {name}: its times must be a range from 0 to {p} for {p} moves, not "
            f"{times!r:.40}"
        )
    return times


def _checked_clauses(
    path: str, condition: Condition, board: Board, variables: Variables, t: int
) -> list[Clause]:
    """Return the clauses of a condition at a time; raise `InputError` if some are invalid."""
    name = f"condition {condition.name}"

    def clauses_at(t: int) -> list[Clause]:
        clauses = condition.clauses(board, variables, t)
        return [list(map(index, clause)) for clause in with_literal_limit(clauses)]

    at_t, later = (_called(path, name, partial(clauses_at, time)) for time in (t, t + 1))
    stride = variables.stride
    first, last = t * stride + 1, (t + 2) * stride
    for clause in at_t:
        for literal in clause:
            if not first <= abs(literal) <= last:
                raise InputError(
                    f"{path}: {name}: {literal} is not a literal of the states t and t+1; for "
                    f"t = {t}, their variables are {first} to {last}"
                )
    shifted = [[x + stride if x > 0 else x - stride for x in clause] for clause in at_t]
    if later != shifted:
        raise InputError(
            f"{path}: {name} returns other clauses at t = {t + 1} than at t = {t}; they may differ "
            "only in the state of the variables"
        )
    return at_t


def _called(path: str, name: str, function: Callable[[], Any]) -> Any:
    """Call a function of a file; raise `InputError`, with the line, if it raises an exception."""
    try:
        return function()
    except InputError:
        raise
    except (Exception, SystemExit) as error:
        raise InputError(f"{path}: {name}: {error_in_file(error, path)}") from None
