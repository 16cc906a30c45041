"""Solving with SAT: an encoding, a way to keep cycles out, and a solver.

Models of an encoding may hold cycles besides the flows. The methods differ in what is done then:

``repair`` One solver lives through all rounds. A cycle adds clauses, and what was learnt is kept.
``restart`` Each round starts from nothing, with one clause for each cycle found so far, as the
post's program does it. ``ranks``, ``rooted``, ``escape`` Clauses say from the start that there is
no cycle (`puzzlesat.flowfree.encode.acyclic`). ``propagator`` The solver is notified whenever a
cycle is about to close (`puzzlesat.flowfree.solve.propagator`).
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from time import monotonic
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

import puzzlesat
from puzzlesat.common.errors import DisagreementError, InputError
from puzzlesat.flowfree.board.puzzle import Puzzle
from puzzlesat.flowfree.board.solution import Cells, Solution, trace
from puzzlesat.flowfree.encode.acyclic import Encoding, escape, ranks, rooted
from puzzlesat.flowfree.encode.links import Links
from puzzlesat.flowfree.encode.published import Published
from puzzlesat.flowfree.solve.propagator import NoCycle
from puzzlesat.sat.clock import Clock
from puzzlesat.sat.formula import Clause, ClauseTemplate, Formula
from puzzlesat.sat.simplify import simplify_under
from puzzlesat.sat.solver import COUNTERS, SOLVERS, check_solver, counters, limited, open_solver

ENCODINGS: dict[str, Callable[[Puzzle], Encoding]] = {"links": Links, "published": Published}
"""The encodings by their names."""


@dataclass(frozen=True)
class Method:
    """How cycles are kept out.

    Parameters
    ----------
    eager : function, optional
        Returns how many variables there are with its own, and clauses that let no cycle be.
    restart : bool
        Whether each round starts from nothing.
    plain : bool
        Whether a cycle adds only the one clause that forbids it where it is, as in the post, and
        not the stronger ones of `Encoding.cuts`.
    propagate : bool
        Whether a propagator watches the search.
    """

    eager: Callable[[Encoding], tuple[int, list[ClauseTemplate]]] | None = None
    restart: bool = False
    plain: bool = False
    propagate: bool = False

    def formula(self, encoding: Encoding) -> Formula:
        """Return what the solver is given in the first round."""
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
"""The methods by their names."""

REPAIRING = {name for name, method in METHODS.items() if not method.eager}
"""The methods whose clauses alone allow cycles."""

PROPAGATING = "cadical195"
"""The one solver of PySAT's that takes a propagator."""


def solver_of(method: str, solver: str) -> str:
    """Return the solver of an encoding and a method, joined by ``/``: a propagator has its own."""
    _, cycles = method.split("/")
    return PROPAGATING if METHODS[cycles].propagate else solver


STEPS = ("encode", "load", "solve")
"""What takes time: making the clauses, giving them to the solver, and deciding them."""


def check_method(method: Method, solver: str, timeout: float | None = None) -> None:
    """Raise `InputError` unless the solver can be used with the method and keeps the time limit."""
    check_solver(solver, timeout)
    if method.propagate and SOLVERS[solver] != PROPAGATING:
        raise InputError(
            f"the propagator runs only with the solver {PROPAGATING}, not with {solver}"
        )


def check_rule(puzzle: Puzzle, encoding: str, method: str) -> None:
    """Raise `InputError` unless encoding and method go with the puzzle's rule.

    The published encoding has the rule in its constraints 3 and 6, and the proof of `escape` rests
    on it.
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
            f"the method {method} works only where no flow may touch itself; with the rule "
            f"{puzzle.rule}, choose another, such as ranks"
        )


def header(puzzle: Puzzle, encoding: str, method: str, command: str) -> dict[str, object]:
    """Return what the comments of a DIMACS file say about its formula.

    Parameters
    ----------
    puzzle : Puzzle
    encoding : str
        A key of `ENCODINGS`.
    method : str
        A key of `METHODS`.
    command : str
        The command line that writes the same file again.
    """
    base = ENCODINGS[encoding](puzzle)
    last = base.formula.variables
    said = (
        "not excluded; models may have cycles, and are then no solutions"
        if method in REPAIRING
        else f"excluded by {method}"
    )
    more = {} if method in REPAIRING else {"others": f"from {last + 1} on, they exclude cycles"}
    return {
        "description": "does this Flow Free puzzle have a solution?",
        "generator": f"puzzlesat {puzzlesat.__version__}",
        "command": command,
        "seed": puzzle.origin or "none, the puzzle was given",
        "encoding": encoding,
        "method": method,
        "cycles": said,
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
    """Return for each variable whether it is true in a model; entry 0 is False."""
    literals = np.fromiter(model, dtype=np.int64)
    true = np.zeros(variables + 1, dtype=bool)
    true[literals[literals > 0]] = True
    return true


def traced(encoding: Encoding, true: NDArray[np.bool_]) -> tuple[tuple[Cells, ...], list[Cells]]:
    """Return the paths and cycles of a model, given by the variables that are true in it."""
    used = np.flatnonzero(true[encoding.uses].any(axis=1))
    return trace(encoding.puzzle, used.tolist())


def rounds_in_words(repairs: int) -> str:
    """Return how often cycles came up.

    Examples
    --------
    >>> rounds_in_words(1), rounds_in_words(2)
    ('1 round with cycles', '2 rounds with cycles')
    """
    return f"{repairs} {'round' if repairs == 1 else 'rounds'} with cycles"


class Search:
    """A search for the solutions of a puzzle, one after the other.

    To be used in a ``with`` statement, which ends the solver.

    Parameters
    ----------
    puzzle : Puzzle
    encoding : str
        A key of `ENCODINGS`.
    method : Method
        One of `METHODS`, or another one.
    solver : str
        PySAT's name of the solver.
    timeout : float, optional
        Wall-clock seconds for all of the search, from now on.
    known : array of int, optional
        Literals of the encoding that hold in every solution, if any are known. The solver gets what
        they leave of the formula.
    tell : function, optional
        Is called with a few words after each round that ends with cycles.

    Raises
    ------
    InputError
        If the solver cannot do what the method or the time limit asks for.

    Attributes
    ----------
    variables, clauses : int
        The size of the formula in the first round.
    repairs : int
        How many rounds ended with cycles.
    cuts : int
        How many clauses those rounds added.
    clock : Clock
        CPU time by `STEPS`. Finding cycles and adding clauses belongs to ``solve``, loading the
        clauses once more to ``load``.

    Examples
    --------
    >>> with Search(Puzzle.of(["AB", "..", "AB"])) as search:
    ...     search.next().lines, search.next()
    (['AB', 'AB', 'AB'], None)
    """

    def __init__(
        self,
        puzzle: Puzzle,
        encoding: str = "links",
        method: Method = METHODS["repair"],
        solver: str = "minisat22",
        timeout: float | None = None,
        known: NDArray[np.int32] | None = None,
        tell: Callable[[str], None] = lambda _: None,
    ) -> None:
        check_method(method, solver, timeout)
        self.deadline = None if timeout is None else monotonic() + timeout
        self.puzzle = puzzle
        self.method = method
        self.clock = Clock(STEPS)
        self.repairs = self.cuts = 0
        self._solver_name = solver
        self._tell = tell
        self._earlier: dict[str, Any] = dict.fromkeys(COUNTERS, 0)
        self._found: list[Clause] = []
        with self.clock.step("encode"):
            self.encoding = ENCODINGS[encoding](puzzle)
            self._formula = method.formula(self.encoding)
            if known is not None:
                self._formula = simplify_under(self._formula, known)
        self.variables, self.clauses = self._formula.variables, len(self._formula)
        self._kept: list[Clause] = []
        self._solver = open_solver(solver)
        self._loaded = False

    def __enter__(self) -> Self:
        """Return the search."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the solver."""
        self._solver.delete()

    @property
    def counters(self) -> dict[str, int | None]:
        """What the solvers of all rounds counted, None for what they do not tell."""
        now = counters(self._solver)
        return {key: None if x is None else x + self._earlier[key] for key, x in now.items()}

    def next(self) -> Solution | None:
        """Return a solution that was not returned yet, or None if there is none.

        Raises
        ------
        TimeoutError
            If time is up.
        DisagreementError
            If there is a cycle though the method lets none be.
        """
        if not self._loaded:
            self._load()
        self._add(self._found)
        while self._decide():
            with self.clock.step("solve"):
                true = true_variables(self._solver.get_model(), self.variables)
                paths, cycles = traced(self.encoding, true)
            if not cycles:
                chosen = self.encoding.choice
                self._found = [(-chosen[true[chosen]]).tolist()]
                return Solution(self.puzzle, paths)
            if self.method.eager or self.method.propagate:
                raise DisagreementError(
                    f"puzzle {self.puzzle.text}: the formula without cycles has a model with one"
                )
            self._repair(cycles)
        self._found = []
        return None

    def _load(self) -> None:
        """Give all clauses to the solver, some at a time: as lists they take far more room."""
        for chunk in self._chunks():
            self._left()
            with self.clock.step("load"):
                self._solver.append_formula(chunk)
        with self.clock.step("load"):
            if self.method.propagate:
                NoCycle(self.encoding).attach(self._solver)
        self._loaded = True

    def _chunks(self) -> Iterator[list[Clause]]:
        """Yield the clauses, which are kept if other solvers are to have them."""
        if self._kept:
            yield self._kept
            return
        for template in self._formula.templates:
            for array in template.arrays():
                with self.clock.step("encode"):
                    chunk = array.tolist()
                if self.method.restart:
                    self._kept += chunk
                yield chunk

    def _left(self) -> float | None:
        """Return how many seconds are left; raise `TimeoutError` if none are."""
        left = None if self.deadline is None else self.deadline - monotonic()
        if left is not None and left <= 0:
            raise TimeoutError
        return left

    def _decide(self) -> bool:
        """Return whether there is a model."""
        left = self._left()
        with limited(self._solver, left) as decide, self.clock.step("solve"):
            answer = decide()
        if answer is None:
            raise TimeoutError
        return answer

    def _repair(self, cycles: Iterable[Cells]) -> None:
        """Forbid the cycles of a round."""
        self.repairs += 1
        self._tell(rounds_in_words(self.repairs))
        with self.clock.step("solve"):
            forbid = self.encoding.cut if self.method.plain else self.encoding.cuts
            arrays = [array for cycle in cycles for array in forbid(cycle)]
            # Cycles of one shape have the same cuts.
            clauses = list(
                {tuple(clause): clause for a in arrays for clause in a.tolist()}.values()
            )
        self.cuts += len(clauses)
        if self.method.restart:
            self._earlier = self.counters
            self._solver.delete()
            self._kept += clauses
            self._solver = open_solver(self._solver_name)
            self._load()
        else:
            self._add(clauses)

    def _add(self, clauses: list[Clause]) -> None:
        """Give clauses to the solver, and to those that come after it."""
        if self.method.restart:
            self._kept += clauses
        with self.clock.step("solve"):
            self._solver.append_formula(clauses)
