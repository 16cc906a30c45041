"""The encodings, and the methods that exclude cycles, by name.

Models of an encoding may contain cycles in addition to flows. A method either excludes them by
clauses (`puzzlesat.flowfree.encode.acyclic`) or leaves them to the search
(`puzzlesat.flowfree.solve.search`).
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import puzzlesat
from puzzlesat.common.errors import InputError
from puzzlesat.common.limits import check_literals
from puzzlesat.flowfree.board.puzzle import Puzzle

if TYPE_CHECKING:  # most puzzles need no formula, so these modules are imported late
    from puzzlesat.flowfree.encode.encoding import Encoding
    from puzzlesat.sat.formula import Formula


def _links(puzzle: Puzzle) -> "Encoding":
    from puzzlesat.flowfree.encode.links import Links

    check_literals(size(puzzle, "links").literals)
    return Links(puzzle)


def _published(puzzle: Puzzle) -> "Encoding":
    from puzzlesat.flowfree.encode.published import Published

    check_literals(size(puzzle, "published").literals)
    return Published(puzzle)


ENCODINGS: dict[str, Callable[[Puzzle], "Encoding"]] = {"links": _links, "published": _published}
"""The encodings by name."""


EAGER = ("ranks", "escape")
"""The methods whose clauses exclude cycles, by their names in `acyclic.EXCLUSIONS`."""

METHODS = (*EAGER, "repair")
"""The methods by name; with ``repair``, clauses are added to forbid the cycles of a model."""


def formula_of(encoding: "Encoding", method: str) -> "Formula":
    """Return a formula for a method; raise `TooLargeError` if it needs too much memory."""
    if method not in EAGER:
        return encoding.formula
    formula_size = size(encoding.puzzle, encoding.name, method)
    check_literals(formula_size.literals, detail=f" with the method {method}")
    from puzzlesat.flowfree.encode import acyclic
    from puzzlesat.sat.formula import Formula

    variables, templates = acyclic.EXCLUSIONS[method](encoding)
    return Formula(variables, (*encoding.formula.templates, *templates))


class Size(NamedTuple):
    """The number of variables of a formula, and an upper bound on its number of literals."""

    variables: int
    literals: int


def size(puzzle: Puzzle, encoding: str, method: str = "repair") -> Size:
    """Return the size of a formula without its clauses.

    The upper bound counts every cell as if it were inside a plain board.

    >>> size(Puzzle.of(["A..", "A.."]), "links")
    Size(variables=7, literals=223)
    """
    grid, k = puzzle.grid, puzzle.k
    nodes, links = grid.node_count, len(grid.links)
    if encoding == "links":
        bits = (k - 1).bit_length()
        differ = bits if puzzle.strict else 0
        variables = max(links + nodes * bits + links * differ, 1)
        literals = nodes * (36 + bits) + links * (1 + 7 * bits + 6 * differ)
    else:
        from puzzlesat.flowfree.encode.published import types_of

        variables = grid.cell_count * k + int(types_of(puzzle).sum())
        literals = grid.cell_count * (k * k + 108 * k + 36)
    if method == "escape":
        from puzzlesat.flowfree.encode.acyclic import enclosable

        classes = len(enclosable(puzzle))
        variables += classes * links
        literals += 8 * nodes + classes * (6 * links + 28 * nodes)
    elif method in EAGER:
        from puzzlesat.flowfree.encode.acyclic import longest

        steps = longest(puzzle)
        variables += 2 * links
        literals += 3 * links + 16 * nodes
        bits = steps.bit_length()
        variables += nodes * (bits + (bits - 1) + max(bits - 2, 0))
        literals += 19 * nodes * bits + 12 * links * bits
    return Size(variables, literals)


SOLVER = "minisat22"
"""The default solver."""


def check_rule(puzzle: Puzzle, encoding: str, method: str) -> None:
    """Raise `InputError` if the encoding or method is unknown or does not support the rule.

    Constraints 3 and 6 of the published encoding enforce the
    strict rule; the method ``escape`` is sound only under this rule.
    """
    for noun, name, names in (("encoding", encoding, ENCODINGS), ("method", method, METHODS)):
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
    more_variables = (
        {"others": f"from {last + 1} on, they exclude cycles"} if method in EAGER else {}
    )
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
        **more_variables,
    }
