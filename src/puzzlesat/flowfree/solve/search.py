"""Solving with SAT: an encoding, a method that excludes cycles, and a solver.

The methods (`puzzlesat.flowfree.encode.methods`) exclude cycles in different ways:

*   ``repair``: clauses that forbid the cycles of a model are added to the solver, which keeps its
    learnt clauses.
*   ``ranks``, ``escape``: clauses exclude cycles from the start.

If cells may stay empty, the cells of a cycle do, so ``repair`` has nothing to do. The studies have
further methods (`puzzlesat_studies.flowfree.cycles`).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Self

from puzzlesat.common.deadline import Deadline
from puzzlesat.common.errors import DisagreementError, counted
from puzzlesat.flowfree.board.puzzle import Puzzle
from puzzlesat.flowfree.board.solution import Cells, Solution, check_solution, trace
from puzzlesat.flowfree.encode.encoding import blocking, true_variables, used_links
from puzzlesat.flowfree.encode.methods import EAGER, ENCODINGS, SOLVER, formula_of
from puzzlesat.sat.clause import Clause
from puzzlesat.sat.clock import Clock
from puzzlesat.sat.formula import Clauses, Formula
from puzzlesat.sat.solver import check_solver, counters, limited, open_solver

STEPS = ("encode", "load", "solve")
"""The timed steps: generating the clauses, loading them into the solver, and solving."""


class Search:
    """A search for the solutions of a puzzle, to be used in a ``with`` statement.

    `encoding` is a key of `ENCODINGS`, and `method` one of `METHODS`. `solver` is PySAT's name of a
    solver, or the path of a program. `wall_limit` limits the whole search, in wall-clock seconds
    from its construction. `on_message` is called with a progress message after each model with
    cycles. Raise `InputError` if the solver does not support the time limit.

    `variables` and `clauses` are the size of the formula in the first round, `repairs` is the
    number of models with cycles, and `cuts` the number of clauses that exclude these cycles.
    `cyclic` contains the used links and a cycle of the first model with cycles. `clock` measures
    the CPU time of each of `STEPS`; repairs count as ``solve``, reloading clauses as ``load``.

    >>> with Search(Puzzle.of(["AB", "..", "AB"])) as search:
    ...     search.next().lines, search.next()
    (['AB', 'AB', 'AB'], None)
    """

    def __init__(
        self,
        puzzle: Puzzle,
        encoding: str = "links",
        method: str = "repair",
        solver: str = SOLVER,
        wall_limit: float | None = None,
        on_message: Callable[[str], None] = lambda _: None,
    ) -> None:
        check_solver(solver, wall_limit)
        self.deadline = Deadline(wall_limit)
        self.puzzle = puzzle
        self.excludes_cycles = method in EAGER
        self.clock = Clock(STEPS)
        self.repairs = self.cuts = 0
        self.solver_name = solver
        self._on_message = on_message
        self.cyclic: tuple[list[int], Cells] | None = None
        self._blocking_clauses: list[Clause] = []
        with self.clock.step("encode"):
            self.encoding = ENCODINGS[encoding](puzzle)
            self._formula = self._first_formula(method)
        self.variables, self.clauses = self._formula.variables, len(self._formula)
        self._solver = open_solver(solver)
        self._loaded = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._solver.delete()

    @property
    def counters(self) -> dict[str, int | None]:
        """The solver's counters; None for those that it does not report."""
        return counters(self._solver)

    def next(self, assumptions: Sequence[int] = ()) -> Solution | None:
        """Return a new solution, checked by the referee, or None if there is none.

        The solution satisfies the literals in `assumptions`. Raise `TimeoutError` if the time limit
        is reached, and `DisagreementError` if the referee rejects a solution, or a model has a
        cycle that the method should have excluded.
        """
        if not self._loaded:
            self._load()
        self._add(self._blocking_clauses)
        self._blocking_clauses = []
        while self._decide(assumptions):
            with self.clock.step("solve"):
                true = true_variables(self._solver.get_model(), self.variables)
                used = used_links(self.encoding, true)
                paths, cycles = trace(self.puzzle, used)
            if cycles and self.excludes_cycles:
                raise DisagreementError(
                    f"puzzle {self.puzzle.text}: the formula that excludes cycles has a model with "
                    "a cycle"
                )
            if not cycles or not self.puzzle.filling:
                self._blocking_clauses = [blocking(self.encoding, true, paths)]
                solution = Solution(self.puzzle, paths)
                check_solution(solution)
                return solution
            self.cyclic = self.cyclic or (used, cycles[0])
            self._repair(cycles)
        return None

    def _first_formula(self, method: str) -> Formula:
        return formula_of(self.encoding, method)

    def _load(self) -> None:
        """Load all clauses into the solver in chunks; lists need far more memory than arrays."""
        for chunk in self._chunks():
            self.deadline.check()
            with self.clock.step("load"):
                self._solver.append_formula(chunk)
        self._loaded = True

    def _chunks(self) -> Iterator[list[Clause]]:
        """Yield the clauses in chunks."""
        for template in self._formula.templates:
            for array in template.arrays():
                with self.clock.step("encode"):
                    chunk = array.tolist()
                yield chunk

    def _decide(self, assumptions: Sequence[int]) -> bool:
        self.deadline.check()
        wall_limit = self.deadline.remaining
        with limited(self._solver, wall_limit, assumptions) as decide, self.clock.step("solve"):
            answer = decide()
        if answer is None:
            raise TimeoutError
        return answer

    def _repair(self, cycles: Iterable[Cells]) -> None:
        self.repairs += 1
        self._on_message(f"{counted(self.repairs, 'round')} with cycles")
        with self.clock.step("solve"):
            arrays = [array for cycle in cycles for array in self._cuts(cycle)]
            # Cycles of the same shape have the same cuts.
            unique = {tuple(clause): clause for array in arrays for clause in array.tolist()}
            clauses = list(unique.values())
        self.cuts += len(clauses)
        self._go_on(clauses)

    def _cuts(self, cycle: Cells) -> list[Clauses]:
        return self.encoding.cuts(cycle)

    def _go_on(self, clauses: list[Clause]) -> None:
        """Begin the next round, with more clauses."""
        self._add(clauses)

    def _add(self, clauses: list[Clause]) -> None:
        with self.clock.step("solve"):
            self._solver.append_formula(clauses)
