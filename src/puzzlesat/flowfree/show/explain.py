"""A page that solves a puzzle step by step, and on which the puzzle can be played offline.

The steps come from `puzzlesat.flowfree.solve.walkthrough`. The page shows the steps, checks the
flows that a person draws, and takes its hints from the steps.
"""

from collections.abc import Iterator
from typing import Any

from puzzlesat.common.errors import InputError, counted
from puzzlesat.common.page import single_page
from puzzlesat.flowfree.board.puzzle import Puzzle
from puzzlesat.flowfree.solve.answer import rule_in_words
from puzzlesat.flowfree.solve.direct import USED
from puzzlesat.flowfree.solve.reasons import Step, between
from puzzlesat.flowfree.solve.walkthrough import RefutedLink, SolverStep, Walkthrough, walkthrough

MAX_PAGE_CELLS = 2500
"""Maximum number of cells of a page's board."""

Frame = dict[str, Any]
"""A step on the page, or a part of one."""


def page(puzzle: Puzzle, name: str, wall_limit: float | None = None) -> str:
    """Return the page of a puzzle, titled `name`.

    `wall_limit` limits the solver, in wall-clock seconds. Raise `InputError` if the board has more
    than `MAX_PAGE_CELLS` cells, or time is up.
    """
    if puzzle.grid.cell_count > MAX_PAGE_CELLS:
        raise InputError(
            f"the board has {puzzle.grid.cell_count} cells; a page shows at most {MAX_PAGE_CELLS}"
        )
    return single_page("flowfree", name, page_data(puzzle, wall_limit))


def _walkthrough(puzzle: Puzzle, wall_limit: float | None) -> Walkthrough:
    """Return the walkthrough of a puzzle; raise `InputError` if time is up."""
    try:
        return walkthrough(puzzle, wall_limit)
    except TimeoutError:
        message = f"the solver found no answer in {wall_limit:g} s; give it more time"
        raise InputError(message) from None


def page_data(puzzle: Puzzle, wall_limit: float | None = None) -> dict[str, Any]:
    """Return the object with which the page starts: the puzzle and its steps.

    The steps are frames, a verdict, the links of solutions, and a cycle
    (``web/js/flowfree.js``).

    >>> steps = page_data(Puzzle.of(["A.A"]))["steps"]
    >>> steps["solutions"], [frame["at"] for frame in steps["frames"]]
    ([[0, 1]], ['row 0, columns 0 and 1', 'row 0, columns 1 and 2'])
    """
    marks = puzzle.marks
    walk = _walkthrough(puzzle, wall_limit)
    cycle = walk.cycle
    return {
        "puzzle": {
            "rows": puzzle.rows,
            "cols": puzzle.cols,
            "flow": puzzle.flow,
            "symbols": puzzle.symbols,
            "rule": puzzle.rule,
            "missing": sorted(marks.missing),
            "bridges": sorted(marks.bridges),
            "walls": sorted(marks.walls),
            "warps": sorted(marks.warps),
            "given": [],
            "name": puzzle.name,
        },
        "steps": {
            "frames": [frame for step in walk.steps for frame in frames(puzzle, step)],
            "verdict": verdict(walk, puzzle),
            "solutions": [solution.links for solution in walk.solutions],
            "cycle": cycle
            and {
                "used": cycle.used,
                "clause": cycle.clause,
                "where": [between(puzzle, link) for link in cycle.clause],
                "strict": cycle.strict,
            },
        },
    }


def frames(puzzle: Puzzle, step: Step | RefutedLink | SolverStep) -> Iterator[Frame]:
    """Yield the frames of a step.

    A frame has a ``kind``, the ``link`` and its ``value``, the links that are ``closed``, the
    ``nodes`` and the ``text`` of the reason, and ``tried`` if the frame belongs to an assumption.
    """
    if isinstance(step, Step):
        yield _frame(puzzle, step.rule, step.link, step.value, step.closed, step.text, step.nodes)
    elif isinstance(step, SolverStep):
        text = "A solver finds no solution without this link. It gives no reason."
        if not step.only:
            text = "Solutions differ here. From here on, the steps follow one that has this link."
        kind = "solver" if step.only else "choice"
        yield _frame(puzzle, kind, step.link, USED, step.closed, text)
    else:
        linked = step.value == USED
        text = f"No simple step is left. Assume that there is {'a' if linked else 'no'} link here."
        yield _frame(puzzle, "try", step.link, step.value, step.closed, text) | {"tried": True}
        for consequence in step.chain:
            [frame] = frames(puzzle, consequence)
            yield frame | {"tried": True}
        text = f"This is a contradiction, so there is {'no' if linked else 'a'} link here."
        yield _frame(puzzle, "refuted", step.link, 1 - step.value, step.then_closed, text)


def hint_lines(puzzle: Puzzle, wanted: int, wall_limit: float | None = None) -> Iterator[str]:
    r"""Yield link `wanted` of the solution, the hint, and the steps that lead to it.

    These are the steps from the previous link on.

    Links are numbered from 0 in the order in which they are derived. `wall_limit` limits the
    solver, in wall-clock seconds. Raise `InputError` if the puzzle has no solution, the solution
    has no link of this number, or time is up.

    >>> print(*hint_lines(Puzzle.of(["AB", "AB"]), 0), sep="\n")
    a link in column 0, rows 0 and 1: A ends at row 0, column 0 and has only one way left.
    The steps before it:
      no link in row 0, columns 0 and 1: A link here would join the flows A and B.
      no link in row 1, columns 0 and 1: A link here would join the flows A and B.
    """
    walk = _walkthrough(puzzle, wall_limit)
    if not walk.solutions:
        raise InputError(f"the puzzle has no solution {rule_in_words(puzzle)}")
    steps, links = [], 0
    for step in walk.steps:
        step_frames = list(frames(puzzle, step))
        steps += [_in_words(frame) for frame in step_frames]
        last = step_frames[-1]
        if last["value"] == USED and not last.get("tried"):
            if links == wanted:
                yield steps[-1]
                if steps[:-1]:
                    yield "The steps before it:"
                    yield from (f"  {step}" for step in steps[:-1])
                return
            links, steps = links + 1, []
    raise InputError(f"the solution has {links} links; choose from 0 to {links - 1}")


def _in_words(frame: Frame) -> str:
    subject = "if there is " if frame.get("tried") else ""
    subject += "a link" if frame["value"] == USED else "no link"
    return f"{subject} in {frame['at']}: {frame['text']}"


def _frame(
    puzzle: Puzzle,
    kind: str,
    link: int | None,
    value: int,
    closed: tuple[int, ...],
    text: str,
    nodes: tuple[int, ...] = (),
) -> Frame:
    return {
        "kind": kind,
        "link": link,
        "value": value,
        "closed": closed,
        "text": text,
        "nodes": nodes,
        "at": "" if link is None else between(puzzle, link),
    }


def verdict(walk: Walkthrough, puzzle: Puzzle) -> str:
    """Return the number of solutions and the evidence for it, in words.

    >>> puzzle = Puzzle.of(["A.A"])
    >>> verdict(walkthrough(puzzle), puzzle)
    'There is exactly one solution in which flows fill the board and none touches itself: every \
step was forced.'
    """
    rule_words = rule_in_words(puzzle)
    unexplained = sum(isinstance(step, SolverStep) for step in walk.steps)
    if not walk.solutions:
        last = walk.steps[-1] if walk.steps else None
        if isinstance(last, Step) and last.rule == "contradiction":
            return f"There is no solution {rule_words}: the derived links contradict each other."
        return (
            f"There is no solution {rule_words}, according to a solver; the reasons shown do not "
            "prove it. flowfree prove writes a proof."
        )
    if len(walk.solutions) == 2:
        return (
            f"There are several solutions {rule_words}; two of them and their differences are "
            "shown."
        )
    if unexplained:
        return (
            f"There is exactly one solution {rule_words}. A solver finds no other one; for "
            f"{counted(unexplained, 'link')}, it gives no reason. "
            "flowfree prove writes a proof of uniqueness."
        )
    return f"There is exactly one solution {rule_words}: every step was forced."
