"""The steps to a solution in words."""

from puzzlesat.common.errors import field_name
from puzzlesat.common.sentences import filled, table
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


def reason(puzzle: Puzzle, step: Step, rule: str | None = None) -> str:
    """Return the reason of a step, as one or two sentences, or that of a rule in it."""
    sentences = table("flowfree/sentences.json")
    node = step.nodes[0] if step.nodes else None
    smaller, larger = (puzzle.symbols[f] if f != FREE else None for f in step.flows)
    f = FREE if node is None else puzzle.node_flow[node]
    values = {
        **step._asdict(),
        "nodes": [at(puzzle, node) for node in step.nodes],
        "smaller": smaller,
        "larger": larger,
        "end": None if f == FREE else puzzle.symbols[f],
        "bridge": node is not None and int(puzzle.grid.cell[node]) in puzzle.marks.bridges,
    }
    rule = rule or step.rule
    if rule == "contradiction" and step.link is None:
        rule = "stuck"
    elif rule == "contradiction":
        values["because"] = reason(puzzle, step, step.because)
    return filled(sentences[rule], values)


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
