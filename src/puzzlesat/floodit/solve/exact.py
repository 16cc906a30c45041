"""Proven minima by every method of the project, with true bounds at every moment.

A method closes in on the minimum from below and from above. It tells `Bounds` of everything it
finds out, so that whenever time is up, memory is used up or a person has waited long enough, the
bounds that stand there are true, and the best solution so far has been replayed.
"""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic

from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.graph import ClusterGraph
from puzzlesat.floodit.board.solution import check_solution
from puzzlesat.floodit.encode.contracted import CONTRACTED, LayeredEncoder, LayerFamily
from puzzlesat.floodit.encode.thesis import MINIMAL
from puzzlesat.floodit.solve.astar import astar, lower_bound
from puzzlesat.floodit.solve.greedy import greedy
from puzzlesat.floodit.solve.minimum import Moves, bisection, decider
from puzzlesat.sat.solver import open_solver, solve

SMALL = 250
"""Clusters of a board that `auto` first gives to a SAT solver, which needs no loading."""

FIRST_SECONDS = 0.5
"""For how long it does: about as long as loading the compiled search takes."""

FIRST_WIDTH = 100
"""The width of the first beam. A wider one hardly costs more than starting it on small boards."""

WIDER = 3
"""By what each later beam is wider."""

WIDEST = 30_000
"""The width that is never exceeded: on the largest boards such a beam fills a gigabyte."""

STATES_PER_OBLIGATION = 4
"""How many states of a beam take as long as one obligation of the search."""


class Bounds:
    """What is known of a board's minimum: at least `lower` moves, at most those in `moves`.

    At first that is `astar.lower_bound` and greedy play.

    Parameters
    ----------
    board : Board
    watch : function, optional
        Is called with the bounds now and then, and whenever they have changed.

    Attributes
    ----------
    graph : ClusterGraph
    lower : int
        Fewer moves have been proved not to suffice.
    moves : list of int
        The best solution found, replayed by the game's rules.
    lower_by, moves_by : str
        What found them.

    Examples
    --------
    >>> bounds = Bounds(Board.of([[0, 1, 0, 2], [2, 2, 1, 1]]))
    >>> bounds.lower, bounds.upper, bounds.closed
    (4, 4, True)
    """

    def __init__(self, board: Board, watch: Callable[["Bounds"], None] = lambda _: None) -> None:
        self.board = board
        self.graph = ClusterGraph.of(board)
        self.watch = watch
        self.lower, self.lower_by = lower_bound(self.graph, 1), "h"
        self.moves, self.moves_by = greedy(self.graph), "greedy"
        check_solution(board, self.moves, self.upper)

    @property
    def upper(self) -> int:
        """The number of moves of the best solution."""
        return len(self.moves)

    @property
    def closed(self) -> bool:
        """Whether the minimum is known."""
        return self.lower >= self.upper

    def refute(self, p: int, by: str) -> None:
        """Take note that p moves do not suffice."""
        if p >= self.lower:
            self.lower, self.lower_by = p + 1, by
            self.watch(self)

    def improve(self, moves: Moves, by: str) -> None:
        """Take note of a solution.

        Raises
        ------
        DisagreementError
            If the moves do not flood the board.
        """
        if len(moves) < self.upper:
            check_solution(self.board, moves, len(moves))
            self.moves, self.moves_by = moves, by
            self.watch(self)


@dataclass(frozen=True)
class Limits:
    """How long a method may take, and how much.

    Parameters
    ----------
    deadline : float, optional
        When to give up, by `time.monotonic`.
    memory : int, optional
        Bytes that the nogoods of `pdr` may take.
    """

    deadline: float | None = None
    memory: int | None = None

    @classmethod
    def of(cls, seconds: float | None = None, memory: int | None = None) -> "Limits":
        """Return limits that begin now."""
        return cls(None if seconds is None else monotonic() + seconds, memory)

    @property
    def left(self) -> float | None:
        """Seconds until the deadline."""
        return None if self.deadline is None else self.deadline - monotonic()

    def within(self, seconds: float) -> "Limits":
        """Return limits that end in so many seconds, or before."""
        end = monotonic() + seconds
        return Limits(end if self.deadline is None else min(end, self.deadline), self.memory)

    def check(self) -> None:
        """Raise `TimeoutError` when time is up."""
        if self.deadline is not None and monotonic() > self.deadline:
            raise TimeoutError


Method = Callable[[Bounds, Limits, str], None]
"""Closes the bounds within the limits, with a SAT solver of that name if it needs one. Raises
`TimeoutError` or `MemoryError` if it cannot."""


def thesis(bounds: Bounds, limits: Limits, solver: str) -> None:
    """Bisect with the thesis's minimal encoding (Fig. 4.1)."""
    ask = decider(bounds.board, MINIMAL, solver, limits.left)

    def decide(p: int) -> Moves | None:
        moves = None if p < bounds.lower else ask(p)
        if moves is None:
            bounds.refute(p, by="thesis")
        else:
            bounds.improve(moves, by="thesis")
        return moves

    bisection(bounds.board, decide)


def astar_(bounds: Bounds, limits: Limits, solver: str) -> None:
    """Search with A*, whose shortest promise is a lower bound all the while."""

    def promise(least: int) -> None:
        limits.check()
        bounds.refute(least - 1, by="astar")

    bounds.improve(astar(bounds.graph, promise), by="astar")
    bounds.refute(bounds.upper - 1, by="astar")


def contracted(
    bounds: Bounds,
    limits: Limits,
    solver: str,
    families: Sequence[LayerFamily] = CONTRACTED,
) -> None:
    """Ask for more and more moves of one solver that keeps what it learns."""
    encoder = LayeredEncoder(bounds.graph, families)
    with open_solver(solver) as oracle:
        for p in range(bounds.upper):
            if bounds.closed:
                return
            for clause in encoder.layer(p):
                oracle.add_clause(clause)
            limits.check()
            if p < bounds.lower:
                continue
            answer = solve(oracle, limits.left, assumptions=[encoder.variables.Start(p)])
            if answer is None:
                raise TimeoutError
            if answer:
                bounds.improve(encoder.moves(oracle.get_model(), p), by="contracted")
            else:
                bounds.refute(p, by="contracted")


def pdr(bounds: Bounds, limits: Limits, solver: str) -> None:
    """Refute with the property-directed search, while wider and wider beams look for solutions.

    While the bounds are two or more apart it asks for as few moves as have not been refuted, and
    then for one move less than the best solution. A beam is run whenever the search has
    taken as long as the beam will.
    """
    from puzzlesat.floodit.solve.beam import beam
    from puzzlesat.floodit.solve.pdr.search import Search

    search = Search(bounds.graph, limits.memory)
    width = FIRST_WIDTH

    def pause() -> Moves | None:
        nonlocal width
        limits.check()
        bounds.watch(bounds)
        states = search.obligations * STATES_PER_OBLIGATION
        if width * bounds.upper <= states and width <= WIDEST:
            look(width)
            width *= WIDER
        return bounds.moves if bounds.upper <= p else None

    def look(width: int) -> None:
        found = beam(search.packed, width, bounds.upper, limits.check)
        if found is not None:
            bounds.improve(found, by=f"beam {width}")

    look(width)
    width *= WIDER
    while not bounds.closed:
        p = bounds.lower if bounds.lower < bounds.upper - 2 else bounds.upper - 1
        moves = search.ask(p, pause)
        if moves is None:
            bounds.refute(p, by="pdr")
        else:
            bounds.improve(moves, by="pdr")


def auto(bounds: Bounds, limits: Limits, solver: str) -> None:
    """Give a small board to `contracted` for half a second, and what is left to `pdr`.

    That spares most people's only board the loading of the compiled search. Where it is loaded, it
    is the faster of the two.
    """
    if (
        "puzzlesat.floodit.solve.pdr.search" not in sys.modules
        and len(bounds.graph.adjacent) <= SMALL
    ):
        try:
            contracted(bounds, limits.within(FIRST_SECONDS), solver)
        except TimeoutError:
            limits.check()
    if not bounds.closed:
        pdr(bounds, limits, solver)


METHODS: dict[str, Method] = {
    "auto": auto,
    "thesis": thesis,
    "astar": astar_,
    "contracted": contracted,
    "pdr": pdr,
}
"""The methods by the names under which commands and config know them."""


def close(bounds: Bounds, method: Method, limits: Limits, solver: str) -> str:
    """Close in on the minimum of a board, until it is known or a limit is met.

    Parameters
    ----------
    bounds : Bounds
        Stays true even if an exception such as `KeyboardInterrupt` ends this.
    method : function
        A value of `METHODS`, or any other.
    limits : Limits
    solver : str
        PySAT's name of the SAT solver, for the methods that use one.

    Returns
    -------
    str
        ``optimal``, ``timeout``, or ``memory`` if that was used up.

    Examples
    --------
    >>> from puzzlesat.floodit.board.sample import random_board
    >>> bounds = Bounds(random_board(2020, 8, 4, 0))
    >>> close(bounds, auto, Limits(), "glucose42"), bounds.lower, bounds.upper
    ('optimal', 8, 8)
    """
    try:
        if not bounds.closed:
            method(bounds, limits, solver)
    except TimeoutError:
        return "optimal" if bounds.closed else "timeout"
    except MemoryError:
        return "optimal" if bounds.closed else "memory"
    return "optimal"
