"""A step-by-step solution of a puzzle: by rules, by refuted assumptions, and by a search.

The engine derives the steps and their reasons (``engine/flowfree/reasons.hpp``);
`puzzlesat.flowfree.show.words` puts them into words. A SAT solver, which shares nothing with the
engine, solves the puzzle as well: its solutions are compared, and the first model with a cycle
shows what the clauses of the post's cycle repair forbid.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from puzzlesat.common.engine import ask
from puzzlesat.common.errors import DisagreementError
from puzzlesat.flowfree.board.puzzle import Puzzle, check_filling
from puzzlesat.flowfree.board.solution import Cells
from puzzlesat.flowfree.solve.direct import USED


class Step(NamedTuple):
    """What is known about a link, and why.

    `rule` is one of

    *   ``degree``, ``ring``, ``touch``, ``flows``, ``flow``: a rule of
        ``engine/flowfree/propagation.hpp``;
    *   ``contradiction``: `because` of a rule, the link should have the value, but has the
        opposite, or, if `link` is None, a node has too few open links;
    *   ``assume``: an assumption; the steps after it that are `assumed` follow from it;
    *   ``refuted``: the opposite of the assumption, which led to a contradiction;
    *   ``search``: every solution that agrees with the earlier steps uses the link;
    *   ``choice``: solutions differ here, and the steps follow one of them.

    `value` is `USED` or `UNUSED`. The links `closed` are unused as well, since a node of the link
    needs no further one. `nodes` are those that the reason is about, and `flows`, the smaller first
    and -1 if unknown, those of two such nodes. `need` is the number of links that a node lacks
    before the step, and `free` the number of its open ones.
    """

    rule: str
    because: str | None
    link: int | None
    value: int
    closed: tuple[int, ...]
    nodes: tuple[int, ...]
    flows: tuple[int, int]
    need: int
    free: int
    assumed: bool


class Cycle(NamedTuple):
    """A model with a cycle: the links that it uses, and the nodes of the cycle.

    `clause` contains the links of the cycle. The clause that forbids the cycle requires at least
    one of them to be unused.
    """

    used: tuple[int, ...]
    cycle: Cells
    clause: tuple[int, ...]


class Walkthrough(NamedTuple):
    """The steps of a solution, and the links of up to two solutions."""

    steps: tuple[Step, ...]
    solutions: tuple[tuple[int, ...], ...]


def cycle_of(puzzle: Puzzle, used: Sequence[int], cycle: Cells) -> Cycle:
    """Return a model with a cycle, given its used links and the nodes of the cycle."""
    clause = puzzle.grid.links_along([*cycle, cycle[0]])
    return Cycle(tuple(used), cycle, tuple(clause))


def compared_with_sat(
    puzzle: Puzzle, walk: Walkthrough, wall_limit: float | None = None
) -> Cycle | None:
    """Compare the solutions with those of a SAT solver; return a model with a cycle, if one is met.

    Raise `TimeoutError` if the solver takes longer than `wall_limit` wall-clock seconds, and
    `DisagreementError` if the solver finds other solutions.
    """
    from puzzlesat.flowfree.solve.search import Search  # which loads PySAT

    with Search(puzzle, wall_limit=wall_limit) as search:
        found = [search.next()]
        if found[0] is not None:
            found.append(search.next())
    links = [set(solution.links) for solution in found if solution is not None]
    ours = [set(solution) for solution in walk.solutions]
    if len(links) != len(ours) or (len(ours) == 1 and links != ours):
        raise DisagreementError(f"puzzle {puzzle.text}: the engine and SAT find other solutions")
    return search.cyclic and cycle_of(puzzle, *search.cyclic)


def walkthrough(
    puzzle: Puzzle, wall_limit: float | None = None, links: int | None = None
) -> Walkthrough:
    """Return a step-by-step solution of a puzzle.

    Parameters
    ----------
    puzzle : Puzzle
    wall_limit : float, optional
        Wall-clock seconds.
    links : int, optional
        End with the step after which so many links are known to be used.

    Raises
    ------
    InputError
        If the engine refuses the puzzle, such as one of too many cells.
    TimeoutError, MemoryError
        If time or memory is used up.
    DisagreementError
        If the steps contradict the solutions.

    Examples
    --------
    >>> found = walkthrough(Puzzle.of(["AB", "AB"]))
    >>> [step.rule for step in found.steps], len(found.solutions)
    (['flows', 'flow', 'flow', 'flows'], 1)
    """
    check_filling(puzzle, "steps are explained only")
    result = ask("flowfree.explain", puzzle=puzzle.as_object, links=links, seconds=wall_limit)
    steps = tuple(map(_step, result["steps"]))
    solutions = tuple(map(tuple, result["solutions"]))
    known = {step.link for step in steps if step.value == USED and not step.assumed}
    is_whole = links is None and not (steps and steps[-1].rule == "contradiction")
    if solutions and (steps[-1].rule == "contradiction" or (is_whole and known != {*solutions[0]})):
        raise DisagreementError(f"puzzle {puzzle.text}: reasons and solutions disagree")
    return Walkthrough(steps, solutions)


def _step(fields: dict[str, Any]) -> Step:
    values: dict[str, Any] = {
        key: tuple(x) if isinstance(x, list) else x for key, x in fields.items()
    }
    return Step(**values)
