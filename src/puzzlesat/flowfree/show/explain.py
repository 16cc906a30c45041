"""A page that solves a puzzle step by step, and on which the puzzle can be played offline.

The steps come from `puzzlesat.flowfree.solve.walkthrough`. The page shows the steps, checks the
flows that a person draws, and takes its hints from the engine.
"""

from collections.abc import Iterator
from typing import Any

from puzzlesat.common.deadline import Deadline
from puzzlesat.common.errors import InputError
from puzzlesat.common.page import single_page
from puzzlesat.flowfree.board.puzzle import Puzzle
from puzzlesat.flowfree.show.words import line
from puzzlesat.flowfree.solve.answer import rule_in_words
from puzzlesat.flowfree.solve.direct import USED
from puzzlesat.flowfree.solve.walkthrough import Walkthrough, compared_with_sat, walkthrough

MAX_PAGE_CELLS = 2500
"""Maximum number of cells of a page's board."""


def page(puzzle: Puzzle, name: str, wall_limit: float | None = None) -> str:
    """Return the page of a puzzle, titled `name`.

    `wall_limit` limits the search, in wall-clock seconds. Raise `InputError` if the board has more
    than `MAX_PAGE_CELLS` cells, or time is up.
    """
    if puzzle.grid.cell_count > MAX_PAGE_CELLS:
        raise InputError(
            f"the board has {puzzle.grid.cell_count} cells; a page shows at most {MAX_PAGE_CELLS}"
        )
    return single_page("flowfree", name, page_data(puzzle, wall_limit))


def page_data(puzzle: Puzzle, wall_limit: float | None = None) -> dict[str, Any]:
    """Return the object with which the page starts: the puzzle and its steps.

    The steps are those of the engine; ``web/js/flowfree.js`` describes them.

    >>> steps = page_data(Puzzle.of(["A.A"]))["steps"]
    >>> steps["solutions"], [step["link"] for step in steps["steps"]]
    (((0, 1),), [0, 1])
    """
    deadline = Deadline(wall_limit)
    try:
        walk = walkthrough(puzzle, deadline.remaining)
        cycle = compared_with_sat(puzzle, walk, deadline.remaining)
    except TimeoutError:
        raise _out_of_time(wall_limit) from None
    return {
        "puzzle": puzzle.as_object
        | {"name": puzzle.name}
        | ({"shades": puzzle.palette} if puzzle.palette else {}),
        "steps": {
            "steps": [step._asdict() for step in walk.steps],
            "solutions": walk.solutions,
            "cycle": cycle and {"used": cycle.used, "clause": cycle.clause},
        },
    }


def hint_lines(puzzle: Puzzle, wanted: int, wall_limit: float | None = None) -> Iterator[str]:
    r"""Yield link `wanted` of the solution, the hint, and the steps that lead to it.

    These are the steps from the previous link on.

    Links are numbered from 0 in the order in which they are derived. `wall_limit` limits the
    search, in wall-clock seconds. Raise `InputError` if the puzzle has no solution, the solution
    has no link of this number, or time is up.

    >>> puzzle = Puzzle.of(["AB", "AB"], rule="touching")
    >>> print(*hint_lines(puzzle, 0), sep="\n")
    a link between A1 and A2: A ends at A1 and has only one way left.
    The steps before it:
      no link between A1 and B1: A link here would join the flows A and B.
      no link between A2 and B2: A link here would join the flows A and B.
    """
    try:
        walk: Walkthrough = walkthrough(puzzle, wall_limit, wanted + 1)
    except TimeoutError:
        raise _out_of_time(wall_limit) from None
    if not walk.solutions:
        raise InputError(f"the puzzle has no solution {rule_in_words(puzzle)}")
    steps, links = [], 0
    for step in walk.steps:
        steps.append(line(puzzle, step))
        if step.value == USED and not step.assumed:
            if links == wanted:
                yield steps[-1]
                if steps[:-1]:
                    yield "The steps before it:"
                    yield from (f"  {step}" for step in steps[:-1])
                return
            links, steps = links + 1, []
    raise InputError(f"the solution has {links} links; choose from 0 to {links - 1}")


def _out_of_time(wall_limit: float | None) -> InputError:
    return InputError(f"the search found no answer in {wall_limit:g} s; give it more time")
