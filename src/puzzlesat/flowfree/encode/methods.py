"""The encodings, and the methods that exclude cycles, by name.

Models of an encoding may contain cycles next to the flows. A method either excludes them by clauses
(`puzzlesat.flowfree.encode.acyclic`) or leaves them to the search
(`puzzlesat.flowfree.solve.search`).
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

import puzzlesat
from puzzlesat.common.errors import InputError
from puzzlesat.flowfree.board.puzzle import Puzzle
from puzzlesat.flowfree.board.solution import Cells, trace
from puzzlesat.flowfree.encode.acyclic import Encoding, escape, ranks, rooted
from puzzlesat.flowfree.encode.links import Links
from puzzlesat.flowfree.encode.published import Published
from puzzlesat.sat.formula import ClauseTemplate, Formula

ENCODINGS: dict[str, Callable[[Puzzle], Encoding]] = {"links": Links, "published": Published}
"""The encodings by name."""


@dataclass(frozen=True)
class Method:
    """A method that excludes cycles.

    Parameters
    ----------
    eager : function, optional
        Returns the number of variables, including additional ones, and clauses that exclude all
        cycles.
    restart : bool
        Whether each round starts a new solver.
    plain : bool
        Whether a cycle adds only its negation, as in the post, and not `Encoding.cuts`.
    propagate : bool
        Whether a propagator excludes cycles.
    """

    eager: Callable[[Encoding], tuple[int, list[ClauseTemplate]]] | None = None
    restart: bool = False
    plain: bool = False
    propagate: bool = False

    def formula(self, encoding: Encoding) -> Formula:
        """Return the formula of the first round."""
        if self.eager is None:
            return encoding.formula
        variables, templates = self.eager(encoding)
        return Formula(variables, (*encoding.formula.templates, *templates))


METHODS = {
    "repair": Method(),
    "restart": Method(restart=True, plain=True),
    "ranks": Method(eager=ranks),
    "rooted": Method(eager=rooted),
    "escape": Method(eager=escape),
    "propagator": Method(propagate=True),
}
"""The methods by name."""

EAGER = tuple(name for name, method in METHODS.items() if method.eager)
"""The methods whose clauses exclude cycles."""

PROPAGATING = "cadical195"
"""The only solver of PySAT that accepts a propagator."""


def solver_of(method: str, solver: str) -> str:
    """Return the solver for ``ENCODING/METHOD``; a propagator has a solver of its own."""
    _, cycles = method.split("/")
    return PROPAGATING if METHODS[cycles].propagate else solver


def check_rule(puzzle: Puzzle, encoding: str, method: str) -> None:
    """Raise `InputError` if encoding or method requires the strict rule and the puzzle does not.

    Constraints 3 and 6 of the published encoding contain the rule; `escape` is sound only with it.
    """
    if puzzle.strict:
        return
    if encoding != "links":
        raise InputError(
            f"the encoding {encoding} forbids that a flow touches itself; with the rule "
            f"{puzzle.rule}, choose links"
        )
    if METHODS[method].eager is escape:
        raise InputError(
            f"the method {method} works only if no flow may touch itself; with the rule "
            f"{puzzle.rule}, choose another, such as ranks"
        )


def header(puzzle: Puzzle, encoding: str, method: str, command: str) -> dict[str, object]:
    """Return the comments of a DIMACS file; `command` is the command line that writes it."""
    base = ENCODINGS[encoding](puzzle)
    last = base.formula.variables
    cycles = (
        "not excluded; models may have cycles, and are then no solutions"
        if method not in EAGER
        else f"excluded by {method}"
    )
    more = {"others": f"from {last + 1} on, they exclude cycles"} if method in EAGER else {}
    return {
        "description": "does this Flow Free puzzle have a solution?",
        "generator": f"puzzlesat {puzzlesat.__version__}",
        "command": command,
        "seed": puzzle.origin or "none, the puzzle was given",
        "encoding": encoding,
        "method": method,
        "cycles": cycles,
        "rows": puzzle.rows,
        "cols": puzzle.cols,
        "flows": puzzle.k,
        "rule": f"{puzzle.rule}, a flow {'must not' if puzzle.strict else 'may'} touch itself",
        "puzzle": puzzle.text,
        "flow numbers": " ".join(f"{f}={symbol}" for f, symbol in enumerate(puzzle.symbols)),
        **base.legend,
        **more,
    }


def true_variables(model: Iterable[int], variables: int) -> NDArray[np.bool_]:
    """Return the value of each variable in a model; entry 0 is False."""
    literals = np.fromiter(model, dtype=np.int64)
    true = np.zeros(variables + 1, dtype=bool)
    true[literals[literals > 0]] = True
    return true


def used_links(encoding: Encoding, true: NDArray[np.bool_]) -> list[int]:
    """Return the links that a model uses; `true` indicates its true variables."""
    return np.flatnonzero(true[encoding.uses].any(axis=1)).tolist()


def traced(encoding: Encoding, true: NDArray[np.bool_]) -> tuple[tuple[Cells, ...], list[Cells]]:
    """Return the paths and cycles of a model, given by the variables that are true in it."""
    return trace(encoding.puzzle, used_links(encoding, true))
