"""Clauses that let no cycle be, so that no model needs a repair.

`rooted` has a variable for each cell and number of steps: the cell is reached from the start of its
flow in at most so many. These are the O(N²) "rootedness" variables that the post mentions; it does
not give its clauses. `ranks` counts along every flow in binary: a cell's rank is one more than that
of the cell before it, which no ring of cells can keep up.

`escape` says less, and enough. Take a cycle that has no other one inside. If no cell lies inside it
either, it is a square of four cells: by Pick's theorem it encloses a square whose four cells are
all its own, and neighbours of one flow are linked. Otherwise flows fill the inside, and since
they cannot leave it, their endpoints are there. So there is no cycle if and only if there is no
square and *no cycle runs around an endpoint*. The former takes two clauses for a square. The latter
takes a witness: a way out, from corner to corner of the cells, that crosses no link in use.

Few endpoints need a witness. A cycle passes neither between two endpoints that touch, be it by
their corners, nor between an endpoint and the border that it lies on, and it cannot part the two
endpoints of a flow. So endpoints form classes that are inside or outside together. A class needs
one witness, and none if it touches the border (`enclosable`).
"""

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from puzzlesat.flowfree.board.grid import Numbers
from puzzlesat.flowfree.board.puzzle import FREE, Puzzle, check_plain
from puzzlesat.sat.cardinality import at_least, at_most, grouped
from puzzlesat.sat.formula import Clauses, ClauseTemplate, Formula, columns, once


class Encoding(Protocol):
    """What `published.Published` and `links.Links` have in common."""

    puzzle: Puzzle
    formula: Formula
    choice: Numbers

    @property
    def uses(self) -> Clauses:
        """For each link the literals of which one is true if and only if it is used."""

    @property
    def squares(self) -> list[Clauses]:
        """What forbids the smallest cycles, the squares of four cells, everywhere."""

    @property
    def legend(self) -> dict[str, str]:
        """What the variables' numbers mean."""

    def cut(self, cycle: Sequence[int]) -> list[Clauses]:
        """Return the clause that forbids a cycle where it is."""

    def cuts(self, cycle: Sequence[int]) -> list[Clauses]:
        """Return clauses that forbid a cycle wherever it fits on the board."""


def enclosable(puzzle: Puzzle) -> list[int]:
    """Return the lowest endpoint of each class that a cycle could run around.

    Examples
    --------
    Below on the left, B touches A by a corner, and A lies on the border; on the right it touches
    nothing.

    >>> enclosable(Puzzle.of(["..A..", ".B...", "...A.", "..B..", "....."]))
    []
    >>> enclosable(Puzzle.of([".....", ".B...", ".....", "..B..", "....."]))
    [6]
    """
    rows, cols = puzzle.rows, puzzle.cols
    ends = [cell for cell, f in enumerate(puzzle.flow) if f != FREE]
    border = -1
    root = {cell: cell for cell in [border, *ends]}

    def join(i: int, j: int) -> None:
        low, high = sorted((find(i), find(j)))
        root[high] = low

    def find(cell: int) -> int:
        while root[cell] != cell:
            cell = root[cell]
        return cell

    for i, j in puzzle.endpoints:
        join(i, j)
    for i in ends:
        r, c = divmod(i, cols)
        if 0 < r < rows - 1 and 0 < c < cols - 1:
            around = (i + down + right for down in (-cols, 0, cols) for right in (-1, 0, 1))
            for j in around:
                if j in root:
                    join(i, j)
        else:
            join(i, border)
    return sorted({find(i) for i in ends} - {border})


def escape(encoding: Encoding) -> tuple[int, list[ClauseTemplate]]:
    """Return how many variables there are with those of the witnesses, and their clauses.

    For each class of `enclosable` endpoints, out(ℓ) says that its witness crosses link ℓ, which
    then is not in use. It leaves the corner above and left of the endpoint by one link, and every
    other corner at which it arrives by another one: so it can only end outside. (Rings of crossings
    may lie besides. They do no harm.)

    Raises
    ------
    InputError
        If the board has bridges, warps, walls or missing cells. The argument is about plain ones: a
        wall parts neighbours of one flow, a missing cell lies inside a cycle with nothing in it,
        and where flows cross or leave the board at its border, a cycle has no inside.
    """
    check_plain(
        encoding.puzzle,
        "the method escape is",
        "another method, such as ranks",
    )
    grid, uses = encoding.puzzle.grid, encoding.uses
    count = encoding.formula.variables
    templates = [once("squares", *encoding.squares)]
    for end in enclosable(encoding.puzzle):
        out = np.arange(count + 1, count + len(grid.links) + 1, dtype=np.int32)
        count += len(out)
        r, c = divmod(end, grid.cols)
        corner = np.arange(len(grid.around)) == (r - 1) * (grid.cols - 1) + c - 1
        start, passed = out[grid.around[corner]], out[grid.around[~corner]]
        onward = [np.roll(passed, side, axis=1) * np.array([-1, 1, 1, 1]) for side in range(4)]
        templates.append(
            once(
                f"a way out from cell {end}",
                columns(-out[:, None], -uses)[uses.ravel() > 0],
                *(at_least(start, 1), at_most(start, 1)),
                *(*onward, at_most(passed, 2)),
            )
        )
    return count, templates


def arcs(encoding: Encoding) -> tuple[Numbers, list[ClauseTemplate]]:
    """Return variables that give each flow a direction, and their clauses.

    arc(ℓ, d) says that a flow runs over link ℓ, d = 0: to the higher cell, 1: to the lower. A link
    in use is an arc, one way or the other. At most one arc leads into a cell, and none into the
    endpoint in which a flow starts, which excludes nothing, but settles its direction. So exactly
    one arc leads into every other cell: as many links are in use as there are such cells.

    Returns
    -------
    arc : array of int, shape (links, 2)
    templates : list of ClauseTemplate
    """
    puzzle, grid, uses = encoding.puzzle, encoding.puzzle.grid, encoding.uses
    first = encoding.formula.variables + 1
    arc = np.arange(first, first + 2 * len(grid.links), dtype=np.int32).reshape(-1, 2)
    higher = grid.neighbour < np.arange(grid.nodes)[:, None]
    ways = np.append(arc, np.zeros((1, 2), dtype=np.int32), axis=0)[grid.link]
    into = np.where(higher, ways[..., 0], ways[..., 1])
    starts = [start for start, _ in puzzle.endpoints]
    return arc, [
        once("arcs", columns(-uses, arc[:, :1], arc[:, 1:])[uses.ravel() > 0]),
        once("one arc in", *(at_most(group, 1) for group in grouped(into, grid.link >= 0))),
        once("no arc into a start", -into[starts][grid.link[starts] >= 0][:, None]),
    ]


def longest(puzzle: Puzzle) -> int:
    """Return the most links that a flow can have on a board that all flows have to fit on."""
    return puzzle.grid.nodes - 2 * puzzle.k + 1


def rooted(encoding: Encoding) -> tuple[int, list[ClauseTemplate]]:
    """Return how many variables there are with those of the roots, and their clauses.

    =============  =================================================================
    arc(ℓ, d)      as in `arcs`
    root(i, s)     cell i is reached from the start of its flow in at most s steps
    =============  =================================================================

    With at most `longest` steps every cell is reached, with none only the starts are. What is
    reached in s + 1 steps has an arc from a cell that is reached in s. From a cycle that leads back
    to a cell that is reached in no step and is no start.
    """
    puzzle, grid = encoding.puzzle, encoding.puzzle.grid
    arc, templates = arcs(encoding)
    steps = longest(puzzle)
    first = int(arc.max(initial=encoding.formula.variables)) + 1
    last = first + grid.nodes * (steps + 1)
    root = np.arange(first, last, dtype=np.int32).reshape(grid.nodes, -1)
    starts = np.isin(np.arange(grid.nodes), [start for start, _ in puzzle.endpoints])
    back = []
    for d, (tail, head) in enumerate((grid.links.T, grid.links.T[::-1])):
        leads = np.repeat(-arc[:, d, None], steps, axis=1)
        back.append(columns(*(x.reshape(-1, 1) for x in (leads, -root[head, 1:], root[tail, :-1]))))
    return last - 1, [
        *templates,
        once("reached in no step", np.where(starts, root[:, 0], -root[:, 0])[:, None]),
        once("reached in the end", root[:, -1:]),
        once("reached one step later", *back),
    ]


def ranks(encoding: Encoding) -> tuple[int, list[ClauseTemplate]]:
    """Return how many variables there are with those of the ranks, and their clauses.

    =============  =================================================================
    arc(ℓ, d)      as in `arcs`
    rank(i, b)     bit b of the rank of cell i
    next(i, b)     bit b of that rank plus one; ¬rank(i, 0) for b = 0
    carry(i, b)    what is carried to that bit, b ≥ 2; rank(i, 0) for b = 1
    =============  =================================================================

    An arc from i to j makes next(i) the rank of j. There are as many bits as the `longest` flow
    needs. A cycle has fewer cells than that, so that no rank comes round.
    """
    grid = encoding.puzzle.grid
    arc, templates = arcs(encoding)
    count = int(arc.max(initial=encoding.formula.variables))

    def variables(*shape: int) -> Numbers:
        nonlocal count
        first, count = count + 1, count + int(np.prod(shape))
        return np.arange(first, count + 1, dtype=np.int32).reshape(shape)

    bits = longest(encoding.puzzle).bit_length()
    rank = variables(grid.nodes, bits)
    following = np.concatenate([-rank[:, :1], variables(grid.nodes, bits - 1)], axis=1)
    carry = rank[:, 0]
    counting = []
    for b in range(1, bits):
        this, up = rank[:, b], following[:, b]
        counting += [columns(-up, this, carry), columns(-up, -this, -carry)]
        counting += [columns(up, -this, carry), columns(up, this, -carry)]
        if b < bits - 1:
            both = variables(grid.nodes)
            counting += [columns(-both, this), columns(-both, carry), columns(both, -this, -carry)]
            carry = both
    stepping = []
    for d, (tail, head) in enumerate((grid.links.T, grid.links.T[::-1])):
        leads, old, new = arc[:, d, None], following[tail], rank[head]
        stepping += [columns(-leads, -old, new), columns(-leads, old, -new)]
    return count, [
        *templates,
        once("counting", *counting),
        once("a step", *stepping),
    ]
