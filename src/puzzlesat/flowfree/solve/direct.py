"""Deciding puzzles without a solver: what `propagate`, which is compiled, is given and gives.

Nothing here imports Numba, nor `propagate`, unless the machine code has to be made first.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlesat.common.machine_code import MachineCode
from puzzlesat.flowfree.board.grid import Numbers
from puzzlesat.flowfree.board.puzzle import FREE, Puzzle
from puzzlesat.flowfree.board.solution import Solution, check_solution, trace
from puzzlesat.flowfree.encode.links import Variables

DECIDE = MachineCode(
    "puzzlesat.flowfree.solve.propagate:decide", __name__, "puzzlesat.flowfree.board.puzzle"
)
"""The compiled function `propagate.decide`."""

UNKNOWN, OFF, ON = -1, 0, 1
"""What is known of a link: nothing, that no flow runs over it, that one does."""

LENGTH, DONE, MADE, DEPTH, FOUND, NOTICED = range(6)
"""What `State.counted` counts: known links; those of them whose consequences are drawn; all links
that ever became known; guesses that stand; solutions; known links that `notice` has seen."""

DECIDED, GIVEN_UP = range(2)
"""How `search` can end."""


class Field(NamedTuple):
    """What does not change while a puzzle is solved.

    Parameters
    ----------
    ends : array of int, shape (links, 2)
        The two nodes of each link.
    link, beside : array of int, shape (nodes, 4)
        The links of each node, and the nodes that they lead to; -1 where there is none.
    degree : array of int, shape (nodes,)
        How many links a flow has at each node: one at an endpoint, else two.
    strict : int
        1 if no flow may touch itself, else 0.
    """

    ends: Numbers
    link: Numbers
    beside: Numbers
    degree: Numbers
    strict: int


class State(NamedTuple):
    """What is known so far.

    Parameters
    ----------
    value : array of int, shape (links,)
        `UNKNOWN`, `OFF` or `ON`.
    need, free : array of int, shape (nodes,)
        How many links are missing at each node, and how many may still be used.
    along : array of int, shape (nodes, 2)
        The nodes that used links lead to, as many as there are.
    piece : array of int, shape (nodes,)
        The number of the piece of each node, which is one of its nodes.
    size, flow : array of int, shape (nodes,)
        How many nodes each piece has, and its flow if that is known, else `FREE`.
    far : array of int, shape (nodes,)
        At each end of a piece the other end; a node without links is both.
    trail : array of int, shape (links,)
        The known links in the order in which they became known.
    undo : array of int, shape (links, 5)
        What is needed to take back the joining at each place of the trail.
    guess : array of int, shape (links, 2)
        The length of the trail before each guess that stands, and whether it was turned already.
    due : array of int, shape (links, 2)
        For each link whether it is to be tried (again) that it is not used, and that it is.
    blame : array of float, shape (nodes,)
        How often contradictions came up at each node, recent ones counting more.
    counted : array of int, shape (6,)
        See `LENGTH`.
    """

    value: NDArray[np.int8]
    need: Numbers
    free: Numbers
    along: Numbers
    piece: Numbers
    size: Numbers
    flow: Numbers
    far: Numbers
    trail: Numbers
    undo: Numbers
    guess: Numbers
    due: NDArray[np.int8]
    blame: NDArray[np.float64]
    counted: NDArray[np.int64]


@dataclass(frozen=True)
class Decided:
    """What came out.

    Parameters
    ----------
    ended : bool
        Whether nothing is left to ask: there are as many solutions as were asked for, or no others.
    solutions : list of Solution
        Each approved by the rules; none if this did not end.
    value : array of int, shape (links,)
        What is known of each link without guesses, so that it holds in every solution.
    flow : array of int, shape (nodes,)
        What is known of the flow of each node, else `FREE`.
    """

    ended: bool
    solutions: list[Solution]
    value: NDArray[np.int8]
    flow: Numbers


def field_of(puzzle: Puzzle) -> Field:
    """Return what does not change while a puzzle is solved."""
    grid = puzzle.grid
    degree = np.where(np.array(puzzle.node_flow, dtype=np.int32) == FREE, 2, 1).astype(np.int32)
    return Field(
        grid.links.astype(np.int32),
        grid.link.astype(np.int32),
        grid.neighbour.astype(np.int32),
        degree,
        int(puzzle.strict),
    )


def state_of(puzzle: Puzzle, field: Field) -> State:
    """Return what is known before anything is looked at."""
    nodes, links = len(field.degree), len(field.ends)
    node = np.arange(nodes, dtype=np.int32)
    return State(
        value=np.full(links, UNKNOWN, dtype=np.int8),
        need=field.degree.copy(),
        free=np.count_nonzero(field.link >= 0, axis=1).astype(np.int32),
        along=np.zeros((nodes, 2), dtype=np.int32),
        piece=node.copy(),
        size=np.ones(nodes, dtype=np.int32),
        flow=np.array(puzzle.node_flow, dtype=np.int32),
        far=node,
        trail=np.zeros(links, dtype=np.int32),
        undo=np.zeros((links, 5), dtype=np.int32),
        guess=np.zeros((links + 1, 2), dtype=np.int32),
        due=np.ones((links, 2), dtype=np.int8),
        blame=np.zeros(nodes),
        counted=np.zeros(6, dtype=np.int64),
    )


def most_steps(links: int) -> int:
    """Return how many links may become known, guesses included, before a solver is asked.

    On boards of up to 1000 cells so many that hardly any puzzle needs a solver. On larger ones
    those that are not decided soon are decided faster by a solver. A million steps take some tenths
    of a second, in which no signal is handled.
    """
    return 200_000 if links <= 2_000 else min(20 * links, 2_000_000)


def decided(puzzle: Puzzle, wanted: int = 2, most: int | None = None) -> Decided:
    """Decide a puzzle without a solver, or as much of it as comes easily.

    Parameters
    ----------
    puzzle : Puzzle
    wanted : int
        How many solutions are enough.
    most : int, optional
        How many links may become known on the way; with 0, conclusions alone are drawn. By default
        it depends on the board.

    Raises
    ------
    DisagreementError
        If the rules do not approve of a solution.

    Examples
    --------
    >>> found = decided(Puzzle.of(["AB", "..", "AB"]))
    >>> found.ended, [solution.lines for solution in found.solutions]
    (True, [['AB', 'AB', 'AB']])
    """
    field = field_of(puzzle)
    state = state_of(puzzle, field)
    links = len(field.ends)
    found = np.zeros((wanted, links), dtype=np.int8)
    if most is None:
        most = most_steps(links)
    flow = np.empty_like(state.flow)
    ended = DECIDE(field, state, found, flow, most) == DECIDED
    solutions = []
    for values in found[: state.counted[FOUND]] if ended else ():
        paths, _ = trace(puzzle, np.flatnonzero(values == ON).tolist())
        solution = Solution(puzzle, paths)
        check_solution(solution)
        solutions.append(solution)
    return Decided(ended, solutions, state.value, flow)


def known_literals(puzzle: Puzzle, found: Decided) -> NDArray[np.int32]:
    """Return the literals of the encoding by links that say what is known.

    Examples
    --------
    >>> puzzle = Puzzle.of(["AB", "AB"])
    >>> known_literals(puzzle, decided(puzzle)).tolist()
    [-1, -2, 3, 4, -5, 6, -7, 8]
    """
    v = Variables(puzzle)
    link = np.where(found.value == ON, v.link, -v.link)[found.value != UNKNOWN]
    bit_set = (found.flow[:, None] >> np.arange(v.code.shape[1])) & 1 == 1
    code = np.where(bit_set, v.code, -v.code)[found.flow != FREE]
    return np.concatenate([link, code.ravel()])
