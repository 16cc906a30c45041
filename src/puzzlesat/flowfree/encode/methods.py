"""The encodings, and the methods that exclude cycles, by name.

Models of an encoding may contain cycles in addition to flows. A method either excludes them by
clauses (`puzzlesat.flowfree.encode.acyclic`) or leaves them to the search
(`puzzlesat.flowfree.solve.search`).
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

import puzzlesat
from puzzlesat.common.errors import InputError
from puzzlesat.flowfree.board.puzzle import Puzzle

if TYPE_CHECKING:  # most puzzles need no formula, so these modules are imported late
    from puzzlesat.flowfree.encode.encoding import Encoding
    from puzzlesat.sat.formula import Formula


def _links(puzzle: Puzzle) -> "Encoding":
    from puzzlesat.flowfree.encode.links import Links

    return Links(puzzle)


def _published(puzzle: Puzzle) -> "Encoding":
    from puzzlesat.flowfree.encode.published import Published

    return Published(puzzle)


ENCODINGS: dict[str, Callable[[Puzzle], "Encoding"]] = {"links": _links, "published": _published}
"""The encodings by name."""


@dataclass(frozen=True)
class Method:
    """A method that excludes cycles.

    `eager` is the name of a function in `puzzlesat.flowfree.encode.acyclic`, or empty. The function
    returns the number of variables and the clauses that exclude all cycles. If `restart` is true,
    each *round*, that is, each search for a model, starts a new solver, and a cycle is forbidden
    only at its position (`Encoding.cut`), as in Zucker's post, not wherever it fits
    (`Encoding.cuts`). If `propagate` is true, a propagator excludes cycles.
    """

    eager: str = ""
    restart: bool = False
    propagate: bool = False

    def formula(self, encoding: "Encoding") -> "Formula":
        """Return the formula of the first round."""
        if not self.eager:
            return encoding.formula
        from puzzlesat.flowfree.encode import acyclic
        from puzzlesat.sat.formula import Formula

        variables, templates = getattr(acyclic, self.eager)(encoding)
        return Formula(variables, (*encoding.formula.templates, *templates))


METHODS = {
    "repair": Method(),
    "restart": Method(restart=True),
    "ranks": Method(eager="ranks"),
    "rooted": Method(eager="rooted"),
    "escape": Method(eager="escape"),
    "propagator": Method(propagate=True),
}
"""The methods by name."""

EAGER = tuple(name for name, method in METHODS.items() if method.eager)
"""The methods whose clauses exclude cycles."""

SOLVER = "minisat22"
"""The default solver."""

PROPAGATING = "cadical195"
"""The only solver of PySAT that accepts a propagator."""


def solver_of(method: str, solver: str) -> str:
    """Return the solver for a method: `PROPAGATING` for a propagator, otherwise `solver`."""
    return PROPAGATING if METHODS[method].propagate else solver


def check_rule(
    puzzle: Puzzle, encoding: str, method: str, methods: Collection[str] = METHODS
) -> None:
    """Raise `InputError` if the encoding or method is unknown or does not support the rule.

    The method must be one of `methods`. Constraints 3 and 6 of the published encoding enforce the
    strict rule; the method ``escape`` is sound only under this rule.
    """
    for noun, name, names in (("encoding", encoding, ENCODINGS), ("method", method, methods)):
        if name not in names:
            raise InputError(f"unknown {noun} {name!r}; choose from {', '.join(names)}")
    if puzzle.strict:
        return
    if encoding != "links":
        raise InputError(
            f"the encoding {encoding} does not let a flow touch itself; with the rule "
            f"{puzzle.rule}, choose links"
        )
    if method == "escape":
        raise InputError(
            f"the method {method} works only if no flow may touch itself; with the rule "
            f"{puzzle.rule}, choose another, such as ranks"
        )


def decides(puzzle: Puzzle, method: str) -> bool:
    """Return whether a model of the method's formula always contains a solution.

    Either clauses exclude cycles, or cells may stay empty: then a model is a solution without its
    cycles.
    """
    return method in EAGER or not puzzle.filling


def header(puzzle: Puzzle, encoding: str, method: str, command: str) -> dict[str, object]:
    """Return the comments of a DIMACS file; `command` is the command line that writes it."""
    base = ENCODINGS[encoding](puzzle)
    last = base.formula.variables
    if method in EAGER:
        cycles = f"excluded by {method}"
    elif puzzle.filling:
        cycles = "not excluded; models may have cycles, and are then no solutions"
    else:
        cycles = "not excluded; without its cycles, a model is a solution"
    touch = f"a flow {'must not' if puzzle.strict else 'may'} touch itself"
    fill = "" if puzzle.filling else ", and cells may stay empty"
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
        "rule": f"{puzzle.rule}, {touch}{fill}",
        "puzzle": puzzle.text,
        "flow numbers": " ".join(f"{f}={symbol}" for f, symbol in enumerate(puzzle.symbols)),
        **base.legend,
        **more,
    }
