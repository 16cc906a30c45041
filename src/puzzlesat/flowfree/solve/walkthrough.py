"""How a puzzle is solved step by step: by reasons, by refuted attempts, and by a SAT solver.

What the rules of `reasons` cannot decide is tried: a link that comes to a contradiction if it is
made, or if it is not, is known (a *failed literal*). What that does not decide either, a solver
does, which gives no reason. Where solutions differ, one of them is followed.
"""

from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from time import monotonic
from types import TracebackType
from typing import NamedTuple, Self

from puzzlesat.common.errors import DisagreementError
from puzzlesat.flowfree.board.puzzle import Puzzle
from puzzlesat.flowfree.board.solution import Cells, Solution, check_solution, trace
from puzzlesat.flowfree.encode.links import TOUCHING, Links
from puzzlesat.flowfree.solve.direct import OFF, ON, UNKNOWN
from puzzlesat.flowfree.solve.reasons import State, Step, forced
from puzzlesat.sat.formula import Clause
from puzzlesat.sat.solver import open_solver, solve

DEPTHS = (4, 16, 64)
"""How many steps an attempt may take; short refutations are looked for first."""

BUDGET = 10_000_000
"""What all attempts for a puzzle may cost: a board counts its cells, and a step `STEP`."""

STEP = 30
"""What a step costs, in cells."""


CONFLICTS = 2_000
"""What may be spent on a model with a cycle where the search for solutions met none."""


class Attempt(NamedTuple):
    """A link that is tried, and refuted.

    Parameters
    ----------
    link : int
    value : int
        What was tried: `ON` or `OFF`. The opposite is known.
    closed : tuple of int
        Links that were closed with it.
    chain : tuple of Step
        What followed; the last step is a contradiction.
    then_closed : tuple of int
        Links that are closed with the opposite.
    """

    link: int
    value: int
    closed: tuple[int, ...]
    chain: tuple[Step, ...]
    then_closed: tuple[int, ...]


class Told(NamedTuple):
    """A link that a solver tells.

    Parameters
    ----------
    link : int
    only : bool
        Whether there is no solution without it. Otherwise solutions differ here, and one is
        followed.
    closed : tuple of int
        Links that are closed as well.
    """

    link: int
    only: bool
    closed: tuple[int, ...]


class Cycle(NamedTuple):
    """A model with a cycle.

    Parameters
    ----------
    used : tuple of int
        The links that are used in the model.
    cycle : tuple of int
        The nodes of the cycle.
    clause : tuple of int
        The clause that forbids it: not all of these links.
    strict : bool
        Whether the formula knows of the strict rule.
    """

    used: tuple[int, ...]
    cycle: Cells
    clause: tuple[int, ...]
    strict: bool


class Walkthrough(NamedTuple):
    """What there is to show of a puzzle.

    Parameters
    ----------
    steps : tuple
        A `Step`, `Attempt` or `Told` each.
    solutions : tuple of Solution
        None, the only one, or two of several.
    cycle : Cycle or None
        A model with a cycle, if one was met.
    """

    steps: tuple[Step | Attempt | Told, ...]
    solutions: tuple[Solution, ...]
    cycle: Cycle | None


class Oracle:
    """A solver that is asked for solutions with some links, to be used in a ``with`` statement.

    Parameters
    ----------
    puzzle : Puzzle
    timeout : float, optional
        Wall-clock seconds for all questions together, from now on.

    Attributes
    ----------
    cycle : Cycle or None
        The first cycle that came up in a model.
    """

    def __init__(self, puzzle: Puzzle, timeout: float | None = None) -> None:
        self.deadline = None if timeout is None else monotonic() + timeout
        self.puzzle = puzzle
        self.cycle: Cycle | None = None
        self._encoding = Links(puzzle)
        self._solver = open_solver("minisat22")
        for template in self._encoding.formula.templates:
            for array in template.arrays():
                self._solver.append_formula(array.tolist())

    def __enter__(self) -> Self:
        """Return the oracle."""
        return self

    def __exit__(
        self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None
    ) -> None:
        """End the solver."""
        self._solver.delete()

    def solution(
        self, known: Sequence[int] = (), other_than: Solution | None = None
    ) -> Solution | None:
        """Return a solution, or None if there is none.

        Parameters
        ----------
        known : sequence of int
            For each link what is known of it, if anything.
        other_than : Solution, optional
            One that it must not be, now and from then on.

        Raises
        ------
        TimeoutError
            If time is up.
        """
        links = self._encoding.variables.link.tolist()
        assumed = [
            v if value == ON else -v
            for v, value in zip(links, known, strict=False)
            if value != UNKNOWN
        ]
        if other_than is not None:
            self._solver.add_clause([-links[link] for link in used_links(other_than)])
        while self._decide(assumed):
            model = self._solver.get_model()
            used = [link for link, v in enumerate(links) if model[v - 1] > 0]
            paths, cycles = trace(self.puzzle, used)
            if not cycles:
                found = Solution(self.puzzle, paths)
                check_solution(found)
                return found
            if self.cycle is None:
                self.cycle = cycle_of(self.puzzle, used, cycles[0], self.puzzle.strict)
            for cycle in cycles:
                for array in self._encoding.cuts(cycle):
                    self._solver.append_formula(array.tolist())
        return None

    def _decide(self, assumed: Sequence[int]) -> bool:
        """Return whether there is a model."""
        left = None if self.deadline is None else self.deadline - monotonic()
        answer = None if left is not None and left <= 0 else solve(self._solver, left, assumed)
        if answer is None:
            raise TimeoutError
        return answer


def used_links(solution: Solution) -> list[int]:
    """Return the links that a solution uses."""
    between = solution.puzzle.grid.link_between
    return [between[pair] for path in solution.paths for pair in pairwise(path)]


def cycle_of(puzzle: Puzzle, used: Sequence[int], cycle: Cells, strict: bool) -> Cycle:
    """Return what there is to show of a cycle."""
    between = puzzle.grid.link_between
    ring = zip(cycle, [*cycle[1:], cycle[0]], strict=True)
    return Cycle(tuple(used), cycle, tuple(between[pair] for pair in ring), strict)


def loose_cycle(puzzle: Puzzle) -> Cycle | None:
    """Return a model with a cycle of the formula without the strict rule, if the first has one.

    None as well if no model is found within `CONFLICTS`.
    """
    encoding = Links(puzzle, TOUCHING)
    links = encoding.variables.link.tolist()
    with open_solver("minisat22") as solver:
        clauses: Iterator[Clause] = (
            clause
            for template in encoding.formula.templates
            for array in template.arrays()
            for clause in array.tolist()
        )
        solver.append_formula(clauses)
        solver.conf_budget(CONFLICTS)
        if not solver.solve_limited():
            return None
        model = solver.get_model()
    used = [link for link, v in enumerate(links) if model[v - 1] > 0]
    _, cycles = trace(puzzle, used)
    return cycle_of(puzzle, used, max(cycles, key=len), False) if cycles else None


def walkthrough(puzzle: Puzzle, timeout: float | None = None) -> Walkthrough:
    """Return how a puzzle is solved step by step.

    Parameters
    ----------
    puzzle : Puzzle
    timeout : float, optional
        Wall-clock seconds for what the solver is asked.

    Raises
    ------
    TimeoutError
        If the solver takes longer.
    DisagreementError
        If a reason contradicts the solver.

    Examples
    --------
    >>> found = walkthrough(Puzzle.of(["AB", "AB"]))
    >>> [step.rule for step in found.steps], len(found.solutions)
    (['flows', 'flows', 'degree', 'degree'], 1)
    """
    with Oracle(puzzle, timeout) as oracle:
        first = oracle.solution()
        second = None if first is None else oracle.solution(other_than=first)
        steps = tuple(_steps(puzzle, oracle, first, second))
        solutions = tuple(solution for solution in (first, second) if solution is not None)
        return Walkthrough(steps, solutions, oracle.cycle or loose_cycle(puzzle))


def _steps(
    puzzle: Puzzle, oracle: Oracle, first: Solution | None, second: Solution | None
) -> Iterator[Step | Attempt | Told]:
    state = State(puzzle)
    budget = [BUDGET]
    while True:
        for step in forced(state):
            yield step
            if step.rule == "contradiction":
                if first is not None:
                    raise DisagreementError(f"puzzle {puzzle.text}: {step.text} But it is solved.")
                return
        if not state.open_links:
            break
        attempt = refuted(state, budget)
        if attempt is not None:
            yield attempt
        elif first is None:
            return
        else:
            yield _told(state, first, second)
            if second is not None and _differs(state, second):
                second = oracle.solution(state.value)
    if first is None or _differs(state, first):
        raise DisagreementError(f"puzzle {puzzle.text}: reasons and solver disagree")


def refuted(state: State, budget: list[int]) -> Attempt | None:
    """Try links that are open until one is refuted, and note that in the state.

    Parameters
    ----------
    state : State
        All that is forced without attempts is done.
    budget : list of int
        One number, what attempts may cost; it is reduced by what they do cost.

    Returns
    -------
    Attempt or None
        None if nothing is refuted within `DEPTHS` and the budget.
    """
    # First where most is known: there the chains are short.
    order = sorted(state.open_links, key=lambda link: sum(state.ways[n] for n in state.ends[link]))
    for most in DEPTHS:
        for link in order:
            for value in (ON, OFF):
                if budget[0] <= 0:
                    return None
                trial = state.copy()
                closed = trial.settle(link, value)
                chain = tuple(islice(forced(trial), most))
                budget[0] -= len(trial.piece) + STEP * len(chain)
                if chain and chain[-1].rule == "contradiction":
                    known = OFF if value == ON else ON
                    return Attempt(link, value, closed, chain, state.settle(link, known))
    return None


def _told(state: State, first: Solution, second: Solution | None) -> Told:
    """Settle a link of the first solution by what the solver says, and return it.

    Parameters
    ----------
    state : State
    first, second : Solution
        A solution, and another one with the links that are known, if there is one.
    """
    used = set(used_links(first))
    links = [link for link in state.open_links if link in used]
    if second is not None:
        links = [link for link in links if link not in set(used_links(second))]
    # On from a flow that has begun, if there is one.
    link = min(links, key=lambda x: min(-len(state.nodes[state.piece[n]]) for n in state.ends[x]))
    return Told(link, second is None, state.settle(link, ON))


def _differs(state: State, solution: Solution) -> bool:
    """Return whether a solution contradicts what is known."""
    used = set(used_links(solution))
    return any(value not in (UNKNOWN, link in used) for link, value in enumerate(state.value))
