"""Clauses that exclude cycles, so that no model needs a repair.

*   `ranks` counts along every flow in binary: the rank of a cell is one more than the rank of the
    previous cell, which is impossible on a cycle.
*   `escape` excludes squares, and cycles around endpoints. Consider a cycle with no other cycle
    inside. If no cell lies inside, then by Pick's theorem the cycle encloses a square of four of
    its own cells; neighbouring cells of one flow are linked, so the cycle is that square. Otherwise
    flows fill the inside, so their endpoints lie inside. Clauses exclude squares directly. For an
    endpoint, clauses require a *witness*: a path out of the board, along the sides of cells, that
    crosses no used link.

Few endpoints need a witness. No cycle separates the two endpoints of a flow, or two endpoints that
touch, even if only at a corner. Nor does a cycle separate an endpoint on the border from the
outside. So endpoints form classes: for every cycle, all endpoints of a class are inside or all are
outside. A class needs only one witness, and none if one of its endpoints is on the border
(`enclosable`).
"""

import numpy as np

from puzzlesat.flowfree.board.puzzle import FREE, Puzzle, check_plain
from puzzlesat.flowfree.encode.encoding import Encoding
from puzzlesat.flowfree.encode.rings import Numbers, squares
from puzzlesat.sat.cardinality import at_least, at_most, grouped
from puzzlesat.sat.formula import ClauseTemplate, clauses_from_columns, static_template


def enclosable(puzzle: Puzzle) -> list[int]:
    """Return the lowest endpoint of each class that a cycle could enclose.

    In the first example, B touches A at a corner, and A lies on the border; in the second, B
    touches nothing. Raise `InputError` if the board has marks; `escape` explains why.

    >>> enclosable(Puzzle.of(["..A..", ".B...", "...A.", "..B..", "....."]))
    []
    >>> enclosable(Puzzle.of([".....", ".B...", ".....", "..B..", "....."]))
    [6]
    """
    check_plain(puzzle, "the method escape is", "another method, such as ranks")
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
            neighbours = (i + down + right for down in (-cols, 0, cols) for right in (-1, 0, 1))
            for j in neighbours:
                if j in root:
                    join(i, j)
        else:
            join(i, border)
    return sorted({find(i) for i in ends} - {border})


def escape(encoding: Encoding) -> tuple[int, list[ClauseTemplate]]:
    """Return the number of variables, including those of witnesses, and the clauses.

    For each class of `enclosable` endpoints, out(ℓ) means that the witness of the class crosses
    link ℓ, which must then be unused. The witness leaves the corner above and left of the endpoint
    over one link. At every other corner on its way, the link over which it leaves differs from the
    one over which it arrives, so it can only end outside. (The clauses also allow separate rings of
    crossed links, which are harmless.)

    Raise `InputError` if the board has marks, which invalidate the argument: a wall may separate
    neighbouring cells of one flow, a cycle around missing cells may enclose no endpoint, and on a
    board with warps or bridges, a cycle may have no inside.
    """
    grid, uses = encoding.puzzle.grid, encoding.uses
    ends = enclosable(encoding.puzzle)
    corner_links = squares(grid)
    count = encoding.formula.variables
    templates = [static_template("squares", *encoding.squares)]
    for end in ends:
        crossed = np.arange(count + 1, count + len(grid.links) + 1, dtype=np.int32)
        count += len(crossed)
        r, c = divmod(end, grid.cols)
        corner = np.arange(len(corner_links)) == (r - 1) * (grid.cols - 1) + c - 1
        start, other_corners = crossed[corner_links[corner]], crossed[corner_links[~corner]]
        onward = [
            np.roll(other_corners, side, axis=1) * np.array([-1, 1, 1, 1]) for side in range(4)
        ]
        templates.append(
            static_template(
                f"a way out from cell {end}",
                clauses_from_columns(-crossed[:, None], -uses)[uses.ravel() > 0],
                *(at_least(start, 1), at_most(start, 1)),
                *(*onward, at_most(other_corners, 2)),
            )
        )
    return count, templates


def arcs(encoding: Encoding) -> tuple[Numbers, list[ClauseTemplate]]:
    """Return variables of shape (links, 2) that direct each flow, and their clauses.

    arc(ℓ, d) means that a flow runs over link ℓ to the higher (d = 0) or lower cell (d = 1). Every
    used link has an arc. At most one arc leads into a cell, and none into the start of a flow. The
    number of used links equals the number of cells that are not starts, so exactly one arc leads
    into each such cell.
    """
    puzzle, grid, uses = encoding.puzzle, encoding.puzzle.grid, encoding.uses
    first = encoding.formula.variables + 1
    arc = np.arange(first, first + 2 * len(grid.links), dtype=np.int32).reshape(-1, 2)
    higher = grid.neighbour < np.arange(grid.node_count)[:, None]
    ways = np.append(arc, np.zeros((1, 2), dtype=np.int32), axis=0)[grid.link]
    arcs_in = np.where(higher, ways[..., 0], ways[..., 1])
    starts = [start for start, _ in puzzle.endpoints]
    return arc, [
        static_template(
            "arcs", clauses_from_columns(-uses, arc[:, :1], arc[:, 1:])[uses.ravel() > 0]
        ),
        static_template(
            "one arc in", *(at_most(group, 1) for group in grouped(arcs_in, grid.link >= 0))
        ),
        static_template("no arc into a start", -arcs_in[starts][grid.link[starts] >= 0][:, None]),
    ]


def longest(puzzle: Puzzle) -> int:
    """Return an upper bound on the number of links of a flow."""
    return puzzle.grid.node_count - 2 * puzzle.k + 1


def ranks(encoding: Encoding) -> tuple[int, list[ClauseTemplate]]:
    """Return the number of variables, including those of the ranks, and the clauses.

    =============  =================================================================
    arc(ℓ, d)      as in `arcs`
    rank(i, b)     bit b of the rank of cell i
    next(i, b)     bit b of the rank of cell i plus one; ¬rank(i, 0) for b = 0
    carry(i, b)    the carry to bit b of next(i) for b ≥ 2; rank(i, 0) for b = 1
    =============  =================================================================

    An arc from i to j makes next(i) the rank of j. The bits suffice for the `longest` flow. A cycle
    has fewer cells than there are ranks, so counting around it cannot return to the first rank.
    """
    grid = encoding.puzzle.grid
    arc, templates = arcs(encoding)
    count = int(arc.max(initial=encoding.formula.variables))

    def variables(*shape: int) -> Numbers:
        nonlocal count
        first, count = count + 1, count + int(np.prod(shape))
        return np.arange(first, count + 1, dtype=np.int32).reshape(shape)

    bits = longest(encoding.puzzle).bit_length()
    rank = variables(grid.node_count, bits)
    following = np.concatenate([-rank[:, :1], variables(grid.node_count, bits - 1)], axis=1)
    carry = rank[:, 0]
    counting = []
    for b in range(1, bits):
        bit, next_bit = rank[:, b], following[:, b]
        counting += [
            clauses_from_columns(-next_bit, bit, carry),
            clauses_from_columns(-next_bit, -bit, -carry),
        ]
        counting += [
            clauses_from_columns(next_bit, -bit, carry),
            clauses_from_columns(next_bit, bit, -carry),
        ]
        if b < bits - 1:
            next_carry = variables(grid.node_count)
            counting += [
                clauses_from_columns(-next_carry, bit),
                clauses_from_columns(-next_carry, carry),
                clauses_from_columns(next_carry, -bit, -carry),
            ]
            carry = next_carry
    stepping = []
    for d, (tail, head) in enumerate((grid.links.T, grid.links.T[::-1])):
        leads, next_rank_bit, head_bit = arc[:, d, None], following[tail], rank[head]
        stepping += [
            clauses_from_columns(-leads, -next_rank_bit, head_bit),
            clauses_from_columns(-leads, next_rank_bit, -head_bit),
        ]
    return count, [
        *templates,
        static_template("counting", *counting),
        static_template("a step", *stepping),
    ]


EXCLUSIONS = {"ranks": ranks, "escape": escape}
"""The functions that return the number of variables and the clauses, by the name of the method."""
