"""The methods that prove minima, with valid bounds at all times.

A method records each improvement of the lower and the upper bound in `Bounds`. Bounds found before
a timeout, memory limit or interrupt are therefore valid, and the best solution has been replayed.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from time import monotonic
from typing import TYPE_CHECKING

from puzzlesat._engine.floodit import Graph, Options, Search
from puzzlesat.common.deadline import NEVER, Deadline
from puzzlesat.common.errors import InputError
from puzzlesat.common.limits import TooLargeError
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.graph import ClusterGraph
from puzzlesat.floodit.board.solution import check_solution
from puzzlesat.floodit.solve.pdr import graph_of

if TYPE_CHECKING:
    from puzzlesat.floodit.encode.clusters import LayerFamily


def ignore_change(bounds: "Bounds") -> None:
    """Ignore changed bounds."""


class Bounds:
    """Bounds on a board's minimum: at least `lower`, and at most `upper`, the length of `moves`.

    Initially, they are the engine's lower bound h and the length of greedy play.

    Parameters
    ----------
    watch : function, optional
        Called with the bounds after each change, and by ``pdr`` also about ten times a second.

    Attributes
    ----------
    lower : int
        The largest proven lower bound.
    moves : list of int
        The best solution found, replayed by the game's rules.
    lower_by, moves_by : str
        The names of the methods that found `lower` and `moves`; initially ``h``, the heuristic of
        A*, and ``greedy``.
    started_at : float
        The value of `time.monotonic` at which the search began.

    Examples
    --------
    >>> bounds = Bounds(Board.of([[0, 1, 0, 2], [2, 2, 1, 1]]))
    >>> bounds.lower, bounds.upper, bounds.closed
    (4, 4, True)
    """

    def __init__(self, board: Board, watch: Callable[["Bounds"], None] = ignore_change) -> None:
        self.started_at = monotonic()
        self.board = board
        self.watch = watch
        self.lower, self.moves = self.engine_graph.opening()
        self.lower_by, self.moves_by = "h", "greedy"
        check_solution(board, self.moves, self.upper)

    def __repr__(self) -> str:
        """Return the bounds and the best solution."""
        claim = f"minimum {self.upper}" if self.closed else f"{self.lower} to {self.upper} moves"
        return f"<{type(self).__name__} {claim}: {' '.join(map(str, self.colours))}>"

    def __getstate__(self) -> dict[str, object]:
        """Return the state for another process, without `watch` and graphs."""
        graphs = "graph", "engine_graph"
        state = {name: value for name, value in vars(self).items() if name not in graphs}
        return state | {"watch": ignore_change}

    @cached_property
    def engine_graph(self) -> Graph:
        """The engine's copy of the graph."""
        return graph_of(self.board)

    @cached_property
    def graph(self) -> ClusterGraph:
        """The graph of the board's clusters."""
        return ClusterGraph.of(self.board)

    @property
    def upper(self) -> int:
        """The number of moves of the best solution."""
        return len(self.moves)

    @property
    def closed(self) -> bool:
        """Whether the minimum is known."""
        return self.lower >= self.upper

    @property
    def minimum(self) -> int | None:
        """The minimum, or None if it is not known."""
        return self.upper if self.closed else None

    @property
    def colours(self) -> list[str | int]:
        """The symbols of the colours that the best solution chooses."""
        return [self.board.symbols[c] for c in self.moves]

    def update_lower(self, lower: int, by: str) -> None:
        """Record a proven lower bound if it is larger than the largest so far."""
        if lower > self.lower:
            self.lower, self.lower_by = lower, by
            self.watch(self)

    def refute(self, p: int, by: str) -> None:
        """Record the engine's result that p moves do not suffice."""
        self.update_lower(p + 1, by)

    def update_upper(self, moves: list[int], by: str) -> None:
        """Record a solution and the method that found it, if it is shorter than the best so far.

        Raise `DisagreementError` if the moves do not flood the board.
        """
        if len(moves) < self.upper:
            check_solution(self.board, moves, len(moves))
            self.moves, self.moves_by = moves, by
            self.watch(self)


@dataclass(frozen=True)
class Limits:
    """Limits on the resources of a method.

    Parameters
    ----------
    deadline : Deadline
        The time at which to stop.
    memory : int, optional
        Maximum number of bytes that ``pdr`` uses for its graph, nogoods and beams.
    """

    deadline: Deadline = NEVER
    memory: int | None = None

    @classmethod
    def of(cls, wall_limit: float | None = None, memory: int | None = None) -> "Limits":
        """Return limits whose time starts now; raise `InputError` if the time is negative."""
        if wall_limit is not None and not wall_limit >= 0:
            raise InputError(f"the time limit is {wall_limit} seconds; expected 0 or more")
        return cls(Deadline(wall_limit), memory)

    def check(self) -> None:
        """Raise `TimeoutError` if time is up."""
        self.deadline.check()


Method = Callable[[Bounds, Limits, str], None]
"""A function that closes bounds before it returns, or raises `TimeoutError` or `MemoryError` if the
limits do not suffice. The string names the SAT solver, for methods that use one."""


def search_as_in_thesis(
    bounds: Bounds, limits: Limits, solver: str, encoding: str = "minimal"
) -> None:
    """Bisect as in Fig. 4.1, with the thesis's minimal encoding or the given one."""
    from puzzlesat.floodit.solve.minimum import bisection, decider

    query = decider(bounds.board, encoding, solver, limits.deadline.remaining)

    def decide(p: int) -> list[int] | None:
        moves = None if p < bounds.lower else query(p)
        if moves is None:
            bounds.update_lower(p + 1, by="thesis")
        else:
            bounds.update_upper(moves, by="thesis")
        return moves

    bisection(bounds.board, decide)


def search_by_astar(bounds: Bounds, limits: Limits, solver: str) -> None:
    """Search with A*, whose lowest f-value is a lower bound."""
    from puzzlesat.floodit.solve.astar import astar

    def on_f_value(least: int) -> None:
        limits.check()
        bounds.update_lower(least, by="astar")

    bounds.update_upper(astar(bounds.graph, on_f_value), by="astar")
    bounds.update_lower(bounds.upper, by="astar")


def search_on_clusters(
    bounds: Bounds,
    limits: Limits,
    solver: str,
    families: "Sequence[LayerFamily] | None" = None,
) -> None:
    """Increase the number of moves p until p moves suffice, with one incremental SAT solver."""
    from puzzlesat.floodit.encode.clusters import FAMILIES, LayeredEncoder
    from puzzlesat.sat.formula import with_literal_limit
    from puzzlesat.sat.solver import decide, open_solver

    encoder = LayeredEncoder(bounds.graph, FAMILIES if families is None else families)
    with open_solver(solver) as oracle:
        for p in range(bounds.upper):
            if bounds.closed:
                return
            for clause in with_literal_limit(encoder.layer(p), limits.check):
                oracle.add_clause(clause)
            if p < bounds.lower:
                continue
            if decide(oracle, limits.deadline, assumptions=[encoder.variables.Start(p)]):
                bounds.update_upper(encoder.moves(oracle.get_model(), p), by="clusters")
            else:
                bounds.update_lower(p + 1, by="clusters")


def search_by_pdr(
    bounds: Bounds,
    limits: Limits,
    solver: str,
    search: Search | None = None,
    options: Options | None = None,
) -> None:
    """Close the bounds by property-directed search and beam searches.

    The schedule is that of ``engine/floodit/schedule.hpp``. `search` is an unused one of the same
    graph, by default one with all rules and the memory of `limits`.
    """
    search = search or Search(bounds.engine_graph, memory_bytes=limits.memory)
    search.close_bounds(
        bounds.lower,
        bounds.upper,
        bounds.refute,
        bounds.update_upper,
        partial(bounds.watch, bounds),
        limits.deadline.seconds_left,
        options or Options(),
    )


auto = search_by_pdr
"""The fastest method for boards of all sizes."""

METHODS: dict[str, Method] = {
    "auto": auto,
    "thesis": search_as_in_thesis,
    "astar": search_by_astar,
    "clusters": search_on_clusters,
    "pdr": search_by_pdr,
}
"""The methods by their names in commands and the configuration."""


def close_bounds(bounds: Bounds, method: Method, limits: Limits, solver: str) -> str:
    """Search until a board's minimum is known or a limit is reached, and return the status.

    Parameters
    ----------
    bounds : Bounds
        Valid even if an exception such as `KeyboardInterrupt` is raised.
    method : function
        A value of `METHODS`, or any other function of type `Method`.
    solver : str
        PySAT's name of the SAT solver, for the methods that use one.

    Returns
    -------
    str
        ``optimal``, ``timeout``, or ``memory`` if the memory limit was reached.

    Examples
    --------
    >>> from puzzlesat.floodit.board.sample import random_board
    >>> bounds = Bounds(random_board(2020, 8, 4, 0))
    >>> close_bounds(bounds, auto, Limits(), "glucose42"), bounds.lower, bounds.upper
    ('optimal', 8, 8)
    """
    try:
        if not bounds.closed:
            method(bounds, limits, solver)
    except TimeoutError:
        return "optimal" if bounds.closed else "timeout"
    except (MemoryError, TooLargeError):
        return "optimal" if bounds.closed else "memory"
    return "optimal"
