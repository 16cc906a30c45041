"""Covers of a board by long paths that wind, made by compiled code.

A *cover* is a partition of the cells into paths of at least some number of cells, none of which
touches itself: whichever two cells of a path share a side are consecutive on it. It starts as
straight lines, or as any other cover, and is changed by two moves:

*   *take over*: an end of a path goes on into a cell beside it and takes, with that cell, all that
    lies on one side of it on its path: one cell, if that one is an end, or a long tail, or the
    whole of the other path, by which two paths become one, while there are too many;
*   *split*: a path falls into two.

A move that would let a path touch itself, or leave one too short, is not made. At first every
second move splits, so that paths are short and the straight lines are soon forgotten. Splits then
get rarer and stop, and paths grow together until there are no more of them than wanted.

On a board with marks, read nodes for cells. Two things are added there:

*   Some links are *kept*: those of bridges, on which no path can end, and those of warps, so that
    they are used. No move parts what they join.
*   There are no straight lines to begin with. Paths are short at first, single cells most of them,
    and moves that take over are made until none is too short (`lengthened`). What counts is how
    many cells are lacking: a path may be left short, or become so, if another one is that no more.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzlesat.common.compile import compiler
from puzzlesat.flowfree.board.grid import Grid
from puzzlesat.flowfree.solve.marking import kept_links

MOVES_PER_CELL = 4000
"""Moves that are tried, for each cell."""

LENGTHENING = 4000
"""Moves for each cell after which paths that are still too short are given up."""

CHUNK = 100_000
"""Moves between two looks at the clock."""

Numbers = NDArray[np.int64]

compiled = compiler(_nrt=False)

HALF = np.uint64(32)
FIRST, SECOND, THIRD = np.uint64(12), np.uint64(25), np.uint64(27)
FACTOR = np.uint64(0x2545F4914F6CDD1D)


@compiled
def below(state, bound):
    """Return a random number from 0 to bound - 1, and change the state of chance (xorshift64*).

    Marsaglia, *Xorshift RNGs*, 2003; Vigna, *An experimental exploration of Marsaglia's xorshift
    generators, scrambled*, 2016.
    """
    x = state[0]
    x ^= x >> FIRST
    x ^= x << SECOND
    x ^= x >> THIRD
    state[0] = x
    return np.int64((((x * FACTOR) >> HALF) * np.uint64(bound)) >> HALF)


@compiled
def onward(linked, cell, before):
    """Return the cell that follows on a path, -1 at its end, by the cell and the one before it."""
    return linked[cell, 0] if linked[cell, 1] == before else linked[cell, 1]


@compiled
def replace(pair, old, new):
    """Replace one of the two entries of a pair."""
    pair[0 if pair[0] == old else 1] = new


@compiled
def pass_on(linked, owner, cell, before, number):
    """Give a tail to a path: a cell and all that follows it, away from the cell before."""
    while cell >= 0:
        owner[cell] = number
        cell, before = onward(linked, cell, before), cell


@compiled
def length_of(linked, cell, before):
    """Return the length and the last cell of a tail."""
    length, last = 0, cell
    while cell >= 0:
        length += 1
        last = cell
        cell, before = onward(linked, cell, before), cell
    return length, last


@compiled
def tail_of(neighbour, linked, owner, cell, before, number):
    """Return the length and the last cell of a tail, and in how many places it touches a path.

    It may stop with too short a length as soon as there are two such places.
    """
    length, last, places = 0, cell, 0
    while cell >= 0 and places < 2:
        length += 1
        last = cell
        for w in neighbour[cell]:
            if w >= 0 and owner[w] == number:
                places += 1
        cell, before = onward(linked, cell, before), cell
    return length, last, places


@compiled
def is_kept(neighbour, kept, cell, other):
    """Return whether a link between two cells must not be taken away."""
    found = False
    for way in range(4):
        found |= neighbour[cell, way] == other and kept[cell, way]
    return found


@compiled
def lacking(least, length):
    """Return how many cells a path lacks, 0 if there is none."""
    return max(least - length, 0) if length > 0 else 0


@compiled
def take_over(neighbour, kept, linked, owner, ends, length, paths, least, goal, state):
    """Try to have a random path go on into another one; return how many paths there are then."""
    p, side, way, s = below(state, paths), below(state, 2), below(state, 4), below(state, 2)
    end = ends[p, side]
    cell = neighbour[end, way]
    if cell < 0 or owner[cell] == p:
        return paths
    q, stays = owner[cell], linked[cell, s]
    taken, last, places = tail_of(neighbour, linked, owner, cell, stays, p)
    rest = length[q] - taken
    lack = lacking(least, length[p]) + lacking(least, length[q])
    if places > 1 or lacking(least, rest) + lacking(least, length[p] + taken) > lack:
        return paths
    if rest == 0 and lack == 0 and paths <= goal:
        return paths
    if stays >= 0:
        if is_kept(neighbour, kept, cell, stays):
            return paths
        replace(linked[stays], cell, -1)
        replace(ends[q], last, stays)
    linked[cell, s] = -1
    pass_on(linked, owner, cell, -1, p)
    linked[cell, s] = end
    replace(linked[end], -1, cell)
    ends[p, side] = last
    length[p] += taken
    length[q] = rest
    if rest > 0:
        return paths
    gone = paths - 1
    if q != gone:
        pass_on(linked, owner, ends[gone, 0], -1, q)
        ends[q, 0], ends[q, 1] = ends[gone, 0], ends[gone, 1]
        length[q] = length[gone]
    return gone


@compiled
def split(neighbour, kept, linked, owner, ends, length, paths, least, state):
    """Try to have a path fall into two at a random link; return how many paths there are then."""
    cell, s = below(state, len(owner)), below(state, 2)
    q, stays = owner[cell], linked[cell, s]
    if stays < 0 or paths == len(ends):
        return paths
    taken, last = length_of(linked, cell, stays)
    if taken < least or length[q] - taken < least or is_kept(neighbour, kept, cell, stays):
        return paths
    replace(linked[stays], cell, -1)
    replace(ends[q], last, stays)
    linked[cell, s] = -1
    pass_on(linked, owner, cell, -1, paths)
    ends[paths, 0], ends[paths, 1] = cell, last
    length[paths] = taken
    length[q] -= taken
    return paths + 1


@compiled
def lengthen(neighbour, kept, linked, owner, ends, length, paths, least, state, moves):
    """Make some moves that leave no more cells lacking; return how many paths there are then."""
    for _ in range(moves):
        paths = take_over(neighbour, kept, linked, owner, ends, length, paths, least, paths, state)
    return paths


@compiled
def wind(
    neighbour, kept, linked, owner, ends, length, paths, least, goal, state, first, last, total
):
    """Make some of all moves; return how many paths there are then.

    In the first third of all moves every second one splits, in the last third none does.
    """
    for move in range(first, last):
        if below(state, 2 * total) < min(total // 3, max(2 * total // 3 - move, 0)) * 3:
            paths = split(neighbour, kept, linked, owner, ends, length, paths, least, state)
        else:
            paths = take_over(
                neighbour, kept, linked, owner, ends, length, paths, least, goal, state
            )
    return paths


class Board:
    """Paths on a grid as the moves need them.

    Parameters
    ----------
    grid : Grid
    paths : list of lists of int
        They have all nodes, and none touches itself.
    least : int
        The fewest nodes that a path is to have.
    seed : int
        Where chance comes from: 0 < seed < 2⁶⁴.
    """

    def __init__(self, grid: Grid, paths: Sequence[Sequence[int]], least: int, seed: int) -> None:
        self.neighbour = grid.neighbour.astype(np.int64)
        kept = np.zeros(len(grid.links) + 1, np.bool_)
        kept[sorted(kept_links(grid))] = True
        self.kept = kept[grid.link]  # the link -1, which is none, is the last one
        self.linked = np.full((grid.nodes, 2), -1)
        self.owner = np.empty(grid.nodes, np.int64)
        room = max(grid.nodes // least, len(paths))
        self.ends, self.length = np.zeros((room, 2), np.int64), np.zeros(room, np.int64)
        for number, path in enumerate(paths):
            self.linked[path[1:], 0] = path[:-1]
            self.linked[path[:-1], 1] = path[1:]
            self.owner[path] = number
            self.ends[number], self.length[number] = (path[0], path[-1]), len(path)
        self.state = np.array([seed], np.uint64)
        self.count = len(paths)

    @property
    def arrays(self) -> tuple[NDArray[Any], ...]:
        """What every move is given first."""
        arrays = self.neighbour, self.kept, self.linked, self.owner, self.ends, self.length
        return arrays

    @property
    def paths(self) -> list[list[int]]:
        """The nodes of each path, from one of its ends."""
        return [_path(self.linked, int(end)) for end in self.ends[: self.count, 0]]


def lines_of(grid: Grid, least: int) -> list[list[int]]:
    """Return the rows of a plain board, or the columns if rows are shorter than a path may be."""
    cells = np.arange(grid.cells).reshape(grid.rows, grid.cols)
    lines: list[list[int]] = (cells if grid.cols >= least else cells.T).tolist()
    return lines


def lengthened(
    grid: Grid,
    paths: Sequence[Sequence[int]],
    least: int,
    seed: int,
    tell: Callable[[int], object] = lambda _: None,
) -> list[list[int]] | None:
    """Return paths that are long enough, None if random moves do not come to such ones.

    Parameters
    ----------
    grid, least, seed, tell
        As in `winding_cover`.
    paths : list of lists of int
        Paths that have all nodes and do not touch themselves. What bridges link lies on one path.

    Examples
    --------
    >>> sorted(map(sorted, lengthened(Grid.of(1, 6), [[0], [1], [2], [3], [4], [5]], 3, 1)))
    [[0, 1, 2], [3, 4, 5]]
    """
    board = Board(grid, paths, least, seed)
    moves = LENGTHENING * grid.nodes
    for first in range(0, moves, CHUNK):
        tell(board.count)
        some = min(CHUNK, moves - first)
        board.count = lengthen(*board.arrays, board.count, least, board.state, some)
        if board.length[: board.count].min() >= least:
            return board.paths
    return None


def winding_cover(
    grid: Grid,
    least: int,
    goal: int,
    seed: int,
    tell: Callable[[int], object] = lambda _: None,
    moves: int | None = None,
    start: Sequence[Sequence[int]] | None = None,
) -> list[list[int]]:
    """Return the paths of a random cover.

    Parameters
    ----------
    grid : Grid
        A board with a side of at least as many cells as a path needs.
    least : int
        The fewest cells of a path, at least 2.
    goal : int
        How many paths there should be. There may be more.
    seed : int
        Where chance comes from: 0 < seed < 2⁶⁴.
    tell : function
        Is told the number of paths now and then; may raise an exception to end this.
    moves : int, optional
        How many moves are tried, if not `MOVES_PER_CELL` for each cell.
    start : list of lists of int, optional
        A cover to begin with, instead of straight lines. A board with marks needs one.

    Returns
    -------
    list of lists of int
        The cells of each path, from end to end.

    Examples
    --------
    >>> winding_cover(Grid.of(2, 4), 4, 2, 1, moves=0)
    [[0, 1, 2, 3], [4, 5, 6, 7]]
    """
    board = Board(grid, lines_of(grid, least) if start is None else start, least, seed)
    total = MOVES_PER_CELL * grid.nodes if moves is None else moves
    for first in range(0, total, CHUNK):
        tell(board.count)
        last = min(first + CHUNK, total)
        board.count = wind(*board.arrays, board.count, least, goal, board.state, first, last, total)
    return board.paths


def _path(linked: Numbers, end: int) -> list[int]:
    """Return the cells of a path, from one of its ends."""
    cell, before, path = end, -1, []
    while cell >= 0:
        path.append(cell)
        cell, before = int(onward(linked, cell, before)), cell
    return path
