"""What follows from the rules of the game without search, in compiled code.

A *link* joins two neighbouring cells; it is used, or not, or open. The cells that used links join
are a *piece* of a flow, at first each cell by itself. These are the rules:

*   *degree*: an endpoint has one link and any other cell two. Once it has them, its other links are
    not used; once it needs all that are left, they are used.
*   *ring*: a link between two cells of one piece is not used.
*   *flows*: a link between pieces of two different flows is not used.

Where no flow may touch itself, neighbours are linked if they belong to one flow, and only then:

*   *flow*: a link between the two pieces of one flow is used.
*   *touch*: pieces that are neighbours in two places are not linked in either.

The rules are *contradicted* where a link would have to be used and not used, where a cell has too
many links or too few are left, where a piece would have endpoints of different flows and, by the
strict rule, where neighbours in one piece are not linked.

A *single assumption* is that an open link is used, or that it is not. If it contradicts the rules,
the opposite is known. In a *round* all open links are tried, each by itself, and what comes out of
all is known in the next one.

On a board with bridges, warps, walls or missing cells, read nodes for cells; neighbours are those
that a link joins.

Whatever follows from less follows from more, so that neither the order in which rules are used nor
the numbers of flows and cells change anything of what is found out.
"""

from collections.abc import Callable
from math import inf
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlesat.common.compile import compiler
from puzzlesat.common.errors import DisagreementError
from puzzlesat.flowfree.board.puzzle import FREE, Puzzle

USED, OPEN, UNUSED = 1, 0, -1
"""What is known of a link."""

CHUNK = 64
"""Links that are tried between two looks at the clock."""

Numbers = NDArray[np.int32]

compiled = compiler(_nrt=False)

COLUMNS = 6
"""What a state holds for each cell, after what it holds for each link: see `parts`."""


class Board(NamedTuple):
    """What does not change while links are decided.

    Parameters
    ----------
    ends : array of int, shape (links, 2)
        The two cells of each link.
    incident : array of int, shape (cells, 4)
        The links of each cell; -1 for none.
    degree : array of int, shape (cells,)
        How many links of each cell are used.
    strict : bool
        Whether no flow may touch itself.
    """

    ends: Numbers
    incident: Numbers
    degree: Numbers
    strict: bool


class Work(NamedTuple):
    """What is still to be looked at.

    The first three are stacks, whose last entry is their height, each with what is on it.

    Parameters
    ----------
    links, in_links : arrays
        Links that are to be used.
    cells, in_cells : arrays
        Cells whose links have changed.
    pieces, in_pieces : arrays
        Pieces that have grown.
    met : array of int, shape (cells,)
        For each piece a link to the one that is looked at, -1 for none.
    """

    links: Numbers
    in_links: NDArray[np.bool_]
    cells: Numbers
    in_cells: NDArray[np.bool_]
    pieces: Numbers
    in_pieces: NDArray[np.bool_]
    met: Numbers


@compiled
def parts(state, links):
    """Return the parts of a state.

    known : for each link `USED`, `OPEN` or `UNUSED`
    used, unused : for each cell how many of its links are known to be so
    piece : for each cell the number of its piece, which is one of its cells
    after : for each cell another one of its piece; from one to the next they come round
    size : for each piece how many cells it has
    flow : for each piece its flow, or `FREE`
    """
    cells = (len(state) - links) // COLUMNS
    a = links
    b, c, d, e, f = a + cells, a + 2 * cells, a + 3 * cells, a + 4 * cells, a + 5 * cells
    return state[:a], state[a:b], state[b:c], state[c:d], state[d:e], state[e:f], state[f:]


@compiled
def push(stack, waiting, item):
    """Put an item on a stack, whose height is its last entry, unless it is there."""
    if not waiting[item]:
        waiting[item] = True
        stack[-1] += 1
        stack[stack[-1] - 1] = item


@compiled
def pop(stack, waiting):
    """Take the last item from a stack."""
    stack[-1] -= 1
    item = stack[stack[-1]]
    waiting[item] = False
    return item


@compiled
def leave(state, board, work, link):
    """Note that a link is not used, unless that is known."""
    known, _, unused, _, _, _, _ = parts(state, len(board.ends))
    if known[link] == OPEN:
        known[link] = UNUSED
        for cell in board.ends[link]:
            unused[cell] += 1
            push(work.cells, work.in_cells, cell)


@compiled
def take(state, board, work, link):
    """Note that a link is used, which joins two pieces; return whether that is a contradiction."""
    known, used, _, piece, after, size, flow = parts(state, len(board.ends))
    if known[link] != OPEN:
        return known[link] == UNUSED
    known[link] = USED
    for cell in board.ends[link]:
        used[cell] += 1
        push(work.cells, work.in_cells, cell)
    i, j = piece[board.ends[link, 0]], piece[board.ends[link, 1]]
    if i == j or (flow[i] != FREE and flow[j] != FREE and flow[i] != flow[j]):
        return True
    if size[i] < size[j]:
        i, j = j, i
    cell = j
    for _ in range(size[j]):
        piece[cell] = i
        cell = after[cell]
    after[i], after[j] = after[j], after[i]
    size[i] += size[j]
    if flow[i] == FREE:
        flow[i] = flow[j]
    push(work.pieces, work.in_pieces, i)
    return False


@compiled
def look_at_cell(state, board, work, cell):
    """Apply the rule of degrees; return whether it is contradicted."""
    known, used, unused, _, _, _, _ = parts(state, len(board.ends))
    has = 0
    for link in board.incident[cell]:
        has += link >= 0
    missing, spare = board.degree[cell] - used[cell], has - unused[cell] - board.degree[cell]
    if missing < 0 or spare < 0:
        return True
    for link in board.incident[cell]:
        if link >= 0 and known[link] == OPEN:
            if missing == 0:
                leave(state, board, work, link)
            elif spare == 0:
                push(work.links, work.in_links, link)
    return False


@compiled
def look_at_piece(state, board, work, i):
    """Apply the other rules to a piece; return whether they are contradicted.

    Links that are to be used wait, since pieces must not change meanwhile. If such a link is known
    not to be used, `take` will see it.
    """
    known, _, _, piece, after, size, flow = parts(state, len(board.ends))
    cell = i
    for _ in range(size[i]):
        for link in board.incident[cell]:
            if link < 0 or known[link] == USED:
                continue
            j = piece[board.ends[link, 0] + board.ends[link, 1] - cell]
            if j == i:
                if board.strict:
                    return True
                leave(state, board, work, link)
                continue
            if flow[i] != FREE and flow[j] != FREE:
                if flow[i] != flow[j]:
                    leave(state, board, work, link)
                elif board.strict:
                    push(work.links, work.in_links, link)
            if board.strict:
                if work.met[j] < 0:
                    work.met[j] = link
                else:
                    leave(state, board, work, work.met[j])
                    leave(state, board, work, link)
        cell = after[cell]
    return False


@compiled
def forget(state, board, work, i):
    """Forget which pieces a piece has met."""
    _, _, _, piece, after, size, _ = parts(state, len(board.ends))
    cell = i
    for _ in range(size[i]):
        for link in board.incident[cell]:
            if link >= 0:
                work.met[piece[board.ends[link, 0] + board.ends[link, 1] - cell]] = -1
        cell = after[cell]


@compiled
def settle(state, board, work):
    """Apply the rules until they tell nothing more; return whether they are contradicted."""
    piece = parts(state, len(board.ends))[3]
    wrong = False
    while not wrong:
        if work.links[-1] > 0:
            wrong = take(state, board, work, pop(work.links, work.in_links))
        elif work.cells[-1] > 0:
            wrong = look_at_cell(state, board, work, pop(work.cells, work.in_cells))
        elif work.pieces[-1] > 0:
            i = pop(work.pieces, work.in_pieces)
            if piece[i] == i:
                wrong = look_at_piece(state, board, work, i)
                forget(state, board, work, i)
        else:
            return False
    clear(work)
    return True


@compiled
def clear(work):
    """Forget what was still to be looked at."""
    while work.links[-1] > 0:
        pop(work.links, work.in_links)
    while work.cells[-1] > 0:
        pop(work.cells, work.in_cells)
    while work.pieces[-1] > 0:
        pop(work.pieces, work.in_pieces)


@compiled
def begin(state, board, work):
    """Look at all cells and pieces; return whether that contradicts the rules."""
    for cell in range(len(board.degree)):
        push(work.cells, work.in_cells, cell)
        push(work.pieces, work.in_pieces, cell)
    return settle(state, board, work)


@compiled
def assume(state, board, work, link, value):
    """Add what is assumed of a link; return whether that contradicts the rules."""
    if value == UNUSED:
        leave(state, board, work, link)
    elif take(state, board, work, link):
        clear(work)
        return True
    return settle(state, board, work)


@compiled
def probe(state, tried, board, work, harmless, found, first, last):
    """Assume each of some open links to be used, and not to be; note what is found out.

    What follows from a harmless assumption is harmless itself, and need not be tried.

    Parameters
    ----------
    harmless : array of bool, shape (links, 2)
        For each link whether it is harmless to assume that it is not used, and that it is.
    found : array of int, shape (links,)
        Where it is noted what links must be.

    Returns
    -------
    bool
        Whether some link can be neither used nor not.
    """
    links = len(found)
    for link in range(first, last):
        if state[link] != OPEN:
            continue
        for value in (UNUSED, USED):
            if harmless[link, (value + 1) // 2]:
                continue
            for at in range(len(state)):
                tried[at] = state[at]
            if assume(tried, board, work, link, value):
                if found[link] != OPEN:
                    return True
                found[link] = -value
            else:
                for other in range(links):
                    if tried[other] != OPEN:
                        harmless[other, (tried[other] + 1) // 2] = True
    return False


class Deduction:
    """What rules, and then single assumptions, decide of a puzzle that has a solution.

    Parameters
    ----------
    puzzle : Puzzle

    Attributes
    ----------
    rounds : int
        In how many rounds of assumptions something was found out.

    Raises
    ------
    DisagreementError
        Here or later, if the rules are contradicted: then the puzzle has no solution.

    Examples
    --------
    >>> deduction = Deduction(Puzzle.of(["AB", "..", "AB"]))
    >>> deduction.known.tolist(), deduction.share
    ([-1, -1, -1, 1, 1, 1, 1], 1.0)
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        grid = puzzle.grid
        cells, links = grid.nodes, len(grid.links)
        flow = np.array(puzzle.node_flow, np.int32)
        degree = np.where(flow == FREE, 2, 1).astype(np.int32)
        self._board = Board(grid.links, grid.link, degree, puzzle.strict)
        self._work = Work(
            *(np.zeros(links + 1, np.int32), np.zeros(links, np.bool_)),
            *(np.zeros(cells + 1, np.int32), np.zeros(cells, np.bool_)),
            *(np.zeros(cells + 1, np.int32), np.zeros(cells, np.bool_)),
            np.full(cells, -1, np.int32),
        )
        alone = np.arange(cells, dtype=np.int32)
        nothing, one = np.zeros_like(alone), np.ones_like(alone)
        known = np.zeros(links, np.int32)
        self._state = np.concatenate([known, nothing, nothing, alone, alone, one, flow])
        self.rounds = 0
        self._refuse(begin(self._state, self._board, self._work))

    @property
    def known(self) -> Numbers:
        """For each link `USED`, `OPEN` or `UNUSED`."""
        return self._state[: len(self._board.ends)]

    @property
    def share(self) -> float:
        """The share of the cells that have no open link."""
        clear = np.ones(len(self._board.degree), np.bool_)
        clear[self._board.ends[self.known == OPEN]] = False
        return float(clear.mean())

    @property
    def open_links(self) -> set[int]:
        """The links that are not decided."""
        return set(np.flatnonzero(self.known == OPEN).tolist())

    def assume(self, most: float = inf, tell: Callable[[], object] = lambda: None) -> None:
        """Make rounds of assumptions until one finds out nothing, or everything is decided.

        Parameters
        ----------
        most : float
            How many rounds there may be, all earlier ones included.
        tell : function
            Is called now and then; may raise an exception to end this.
        """
        links = len(self._board.ends)
        tried = np.empty_like(self._state)
        while self.rounds < most and (self.known == OPEN).any():
            harmless, found = np.zeros((links, 2), np.bool_), np.zeros(links, np.int32)
            for first in range(0, links, CHUNK):
                tell()
                last = min(first + CHUNK, links)
                self._refuse(
                    probe(self._state, tried, self._board, self._work, harmless, found, first, last)
                )
            if not found.any():
                return
            self.rounds += 1
            for link in np.flatnonzero(found):
                self._refuse(assume(self._state, self._board, self._work, link, found[link]))

    def _refuse(self, contradicted: bool) -> None:
        if contradicted:
            raise DisagreementError(
                f"puzzle {self.puzzle.text}: it should have a solution, but contradicts the rules"
            )
