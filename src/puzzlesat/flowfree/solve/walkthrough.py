"""A step-by-step solution of a puzzle: by rules, by refuted assumptions, and by a SAT solver.

When the rules of `puzzlesat.flowfree.solve.reasons` derive nothing more, single links are assumed
to be used or unused; a refuted assumption (a *failed literal*) decides its link. When no assumption
is refuted either, a SAT solver decides a link, without a reason. If there are several solutions,
the steps follow one of them.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from puzzlesat.common.errors import DisagreementError
from puzzlesat.flowfree.board.puzzle import Puzzle, check_filling
from puzzlesat.flowfree.board.solution import Cells, Solution, trace
from puzzlesat.flowfree.encode.links import TOUCHING, Links
from puzzlesat.flowfree.solve.direct import UNKNOWN, UNUSED, USED
from puzzlesat.flowfree.solve.reasons import State, Step, derive_steps
from puzzlesat.flowfree.solve.search import Search
from puzzlesat.sat.solver import open_solver

STEP_LIMITS = (4, 16, 64)
"""Limits on the steps of a refutation, tried in this order."""

MAX_COST = 10_000_000
"""Limit on the cost of all attempts for a puzzle, in copied cells."""

STEP_COST = 30
"""The cost of a step, in copied cells."""

MAX_CONFLICTS = 2_000
"""Maximum number of conflicts in the search for a cycle under the rule ``touching``."""


class RefutedLink(NamedTuple):
    """A refuted assumption that `link` has `value`, `USED` or `UNUSED`, so that the opposite holds.

    Under the assumption, the links `closed` are unused; its consequences are in `chain`, which ends
    with a contradiction. Under the opposite, the links `then_closed` are unused.
    """

    link: int
    value: int
    closed: tuple[int, ...]
    chain: tuple[Step, ...]
    then_closed: tuple[int, ...]


class SolverStep(NamedTuple):
    """A link that a SAT solver decides, and the links that become unused as a consequence.

    If `only` is true, every solution that agrees with the earlier steps uses the link. Otherwise,
    solutions differ here, and the steps follow one of them.
    """

    link: int
    only: bool
    closed: tuple[int, ...]


class Cycle(NamedTuple):
    """A model with a cycle: the links that it uses, and the nodes of the cycle.

    `clause` contains the links of the cycle. The clause that forbids the cycle requires at least
    one of them to be unused. `strict` is true if the formula enforces the strict rule.
    """

    used: tuple[int, ...]
    cycle: Cells
    clause: tuple[int, ...]
    strict: bool


class Walkthrough(NamedTuple):
    """The steps of a solution, up to two solutions, and a model with a cycle, if one was found."""

    steps: tuple[Step | RefutedLink | SolverStep, ...]
    solutions: tuple[Solution, ...]
    cycle: Cycle | None


def cycle_of(puzzle: Puzzle, used: Sequence[int], cycle: Cells, strict: bool) -> Cycle:
    """Return a model with a cycle, given its used links and the nodes of the cycle."""
    clause = puzzle.grid.links_along([*cycle, cycle[0]])
    return Cycle(tuple(used), cycle, tuple(clause), strict)


def loose_cycle(puzzle: Puzzle) -> Cycle | None:
    """Return the first model found without the strict rule if it has a cycle, or None.

    The search is limited to `MAX_CONFLICTS`.
    """
    encoding = Links(puzzle, TOUCHING)
    with open_solver("minisat22") as solver:
        solver.append_formula(encoding.formula)
        solver.conf_budget(MAX_CONFLICTS)
        if not solver.solve_limited():
            return None
        model = solver.get_model()
    used = [link for link, v in enumerate(encoding.variables.link.tolist()) if model[v - 1] > 0]
    _, cycles = trace(puzzle, used)
    return cycle_of(puzzle, used, max(cycles, key=len), False) if cycles else None


def walkthrough(puzzle: Puzzle, wall_limit: float | None = None) -> Walkthrough:
    """Return a step-by-step solution of a puzzle.

    Raises `TimeoutError` if the solver takes longer than `wall_limit` wall-clock seconds, and
    `DisagreementError` if a reason contradicts the solver.

    >>> found = walkthrough(Puzzle.of(["AB", "AB"]))
    >>> [step.rule for step in found.steps], len(found.solutions)
    (['flows', 'flows', 'degree', 'degree'], 1)
    """
    check_filling(puzzle, "steps are explained only")
    with Search(puzzle, wall_limit=wall_limit) as search:
        first = search.next()
        second = None if first is None else search.next()
        steps = tuple(_steps(puzzle, search, first, second))
        solutions = tuple(solution for solution in (first, second) if solution is not None)
        if search.cyclic is None:
            return Walkthrough(steps, solutions, loose_cycle(puzzle))
        return Walkthrough(steps, solutions, cycle_of(puzzle, *search.cyclic, puzzle.strict))


def _steps(
    puzzle: Puzzle, search: Search, first: Solution | None, second: Solution | None
) -> Iterator[Step | RefutedLink | SolverStep]:
    state = State(puzzle)
    budget = [MAX_COST]
    while True:
        for step in derive_steps(state):
            yield step
            if step.rule == "contradiction":
                if first is not None:
                    raise DisagreementError(
                        f"puzzle {puzzle.text}: {step.text} But it has a solution."
                    )
                return
        if not state.open_links:
            break
        attempt = refuted(state, budget)
        if attempt is not None:
            yield attempt
        elif first is None:
            return
        else:
            yield _solver_step(state, first, second)
            if second is not None and _differs(state, second):
                second = search.next(_assumptions(search, state))
    if first is None or _differs(state, first):
        raise DisagreementError(f"puzzle {puzzle.text}: reasons and solver disagree")


def _assumptions(search: Search, state: State) -> list[int]:
    links = search.encoding.uses[:, 0].tolist()
    values = zip(links, state.value, strict=True)
    return [x if value == USED else -x for x, value in values if value != UNKNOWN]


def refuted(state: State, budget: list[int]) -> RefutedLink | None:
    """Try assumptions on single open links; return the first refuted one, and set its link.

    The state must contain all links that are forced without assumptions. `budget` contains the
    total cost still allowed for attempts; the cost of each attempt is subtracted. Return None if
    no assumption is refuted within `STEP_LIMITS` and `MAX_COST`.
    """
    # Chains are short where most links are known.
    order = sorted(state.open_links, key=lambda link: sum(state.ways[n] for n in state.ends[link]))
    for most in STEP_LIMITS:
        for link in order:
            for value in (USED, UNUSED):
                if budget[0] <= 0:
                    return None
                trial = state.copy()
                closed = trial.set_link(link, value)
                chain = tuple(islice(derive_steps(trial), most))
                budget[0] -= len(trial.piece) + STEP_COST * len(chain)
                if chain and chain[-1].rule == "contradiction":
                    known = UNUSED if value == USED else USED
                    return RefutedLink(link, value, closed, chain, state.set_link(link, known))
    return None


def _solver_step(state: State, first: Solution, second: Solution | None) -> SolverStep:
    """Set a link that the first solution uses and the second, if any, does not; return the step."""
    used = set(first.links) - set(second.links if second else ())
    links = [link for link in state.open_links if link in used]
    # Continue the longest piece of a flow.
    link = min(links, key=lambda x: min(-len(state.nodes[state.piece[n]]) for n in state.ends[x]))
    return SolverStep(link, second is None, state.set_link(link, USED))


def _differs(state: State, solution: Solution) -> bool:
    used = set(solution.links)
    return any(value not in (UNKNOWN, link in used) for link, value in enumerate(state.value))
