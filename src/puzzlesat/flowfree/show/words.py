"""The steps to a solution in words, for a terminal; the page words them in JavaScript."""

from puzzlesat.common.errors import field_name
from puzzlesat.flowfree.board.grid import place
from puzzlesat.flowfree.board.puzzle import FREE, Puzzle
from puzzlesat.flowfree.solve.direct import USED
from puzzlesat.flowfree.solve.walkthrough import Step


def line(puzzle: Puzzle, step: Step) -> str:
    """Return a step as a line: the link, and the reason.

    >>> line(Puzzle.of(["A.A"]), Step("degree", None, 0, 1, (), (0,), (-1, -1), 1, 1, False))
    'a link between A1 and B1: A ends at A1 and has only one way left.'
    """
    if step.link is None:
        return reason(puzzle, step)
    subject = "if there is " if step.assumed else ""
    subject += "a link" if step.value == USED else "no link"
    return f"{subject} between {between(puzzle, step.link)}: {reason(puzzle, step)}"


def reason(puzzle: Puzzle, step: Step) -> str:
    """Return the reason of a step, as one or two sentences."""
    is_used = step.value == USED
    match step.rule:
        case "assume":
            link = "a link" if is_used else "no link"
            return f"No simple step is left. Assume that there is {link} here."
        case "refuted":
            return (
                f"This is a contradiction, so there is {'a link' if is_used else 'no link'} here."
            )
        case "search":
            return "A search finds no solution without this link. It gives no reason."
        case "choice":
            return "Solutions differ here. From here on, the steps follow one that has this link."
        case "contradiction" if step.link is None:
            return _too_few_links(puzzle, step)
        case "contradiction":
            but = "But there can be none." if is_used else "But there must be one."
            return f"{_rule(puzzle, step.because, step)} {but}"
        case rule:
            return _rule(puzzle, rule, step)


def _rule(puzzle: Puzzle, rule: str | None, step: Step) -> str:
    smaller, larger = (puzzle.symbols[f] if f != FREE else None for f in step.flows)
    match rule:
        case "degree":
            return _degree(puzzle, step)
        case "ring":
            return "A link here would close a cycle."
        case "flows":
            return f"A link here would join the flows {smaller} and {larger}."
        case "flow":
            return f"Both cells belong to {larger}, which would touch itself without a link here."
        case "touch":
            flow = f"the flow {larger}" if larger else "the flow"
            where = " and ".join(at(puzzle, node) for node in step.nodes)
            return f"With a link here, {flow} would touch itself, at {where}."
    raise LookupError(rule)


def _degree(puzzle: Puzzle, step: Step) -> str:
    (node,) = step.nodes
    where, f = at(puzzle, node), puzzle.node_flow[node]
    if step.need == 0:
        return f"The cell at {where} has all its links."
    if f != FREE:
        return f"{puzzle.symbols[f]} ends at {where} and has only one way left."
    if int(puzzle.grid.cell[node]) in puzzle.marks.bridges:
        return f"A flow crosses {where}."
    if step.need == 1:
        return f"The flow has only one way to continue from {where}."
    return f"The cell at {where} needs both of its open sides."


def _too_few_links(puzzle: Puzzle, step: Step) -> str:
    (node,) = step.nodes
    where, f = at(puzzle, node), puzzle.node_flow[node]
    if f != FREE:
        return f"{puzzle.symbols[f]} ends at {where} and has no way left."
    if step.need == 1:
        return f"The flow cannot continue from {where}."
    left = "one way" if step.free else "no way"
    return f"The cell at {where} needs two links and has {left} left."


def at(puzzle: Puzzle, node: int) -> str:
    """Return the position of a node, in words."""
    grid = puzzle.grid
    cell = int(grid.cell[node])
    if cell not in grid.marks.bridges:
        return place(cell, grid.cols)
    way = "from left to right" if grid.node[cell] == node else "from top to bottom"
    return f"the bridge at {place(cell, grid.cols)} {way}"


def between(puzzle: Puzzle, link: int) -> str:
    """Return the position of a link, in words.

    >>> puzzle = Puzzle.of(["A.B", "A.B"])
    >>> between(puzzle, 1), between(puzzle, 4)
    ('B1 and C1', 'A1 and A2')
    """
    grid = puzzle.grid
    (r, c), (y, x) = (
        divmod(cell, grid.cols) for cell in sorted(grid.cell[grid.links[link]].tolist())
    )
    warp = " (warp)" if abs(r - y) + abs(c - x) > 1 else ""
    return f"{field_name(r, c)} and {field_name(y, x)}{warp}"
