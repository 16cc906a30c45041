"""Proven minima by every method of the project, with a true interval at every moment.

A method closes in on the minimum from below and from above. It tells `Interval` of everything it
finds out, so that whenever time is up, memory is used up or a person has waited long enough, the
interval that stands there is true, and the best solution so far has been replayed.
"""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from time import monotonic
from typing import TYPE_CHECKING

from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.graph import ClusterGraph
from puzzlesat.floodit.board.solution import check_solution
from puzzlesat.floodit.encode.contracted import CONTRACTED, LayeredEncoder, LayerFamily
from puzzlesat.floodit.encode.thesis import MINIMAL
from puzzlesat.floodit.solve.astar import astar, lower_bound
from puzzlesat.floodit.solve.beams import FIRST_WIDTH, WIDER, Beams, Beside, Check
from puzzlesat.floodit.solve.greedy import greedy
from puzzlesat.floodit.solve.minimum import Moves, bisection, decider
from puzzlesat.floodit.solve.room import Arrays, taken
from puzzlesat.sat.solver import open_solver, solve

if TYPE_CHECKING:
    from puzzlesat.floodit.solve.pdr.compiled import CompiledGraph
    from puzzlesat.floodit.solve.pdr.search import Search

LARGE = 20_000
"""Fields from which on even the first bounds take longer than loading the compiled search."""

SMALL = 250
"""Clusters of a board that `auto` first gives to a SAT solver, which needs no loading."""

FIRST_SECONDS = 0.5
"""For how long it does in a process: about as long as loading the compiled search takes."""

NEAR = 4
"""How far apart the interval's ends are when `pdr` first asks for a better solution."""

FAR = 12
"""How far apart they are when it has other work done before its search."""

WIDEST_OF_ALL = 3_000
"""The width of the last beam of that work."""

STATES_PER_WIDTH = 6_000
"""How many states of a search for a bound take as long as a beam takes for each of its states."""


def nobody(interval: "Interval") -> None:
    """Watch nothing."""


class Interval:
    """What is known of a board's minimum: at least `lower` moves, at most those in `moves`.

    At first that is `astar.lower_bound` and greedy play.

    Parameters
    ----------
    board : Board
    watch : function, optional
        Is called with the interval now and then, and whenever they have changed.

    Attributes
    ----------
    lower : int
        Fewer moves have been proved not to suffice.
    moves : list of int
        The best solution found, replayed by the game's rules.
    lower_by, moves_by : str
        What found them.
    begun : float
        When the search for them began, by `time.monotonic`.
    free : bool
        Whether the minimum is that over all starts; then the board has the best start found.

    Examples
    --------
    >>> interval = Interval(Board.of([[0, 1, 0, 2], [2, 2, 1, 1]]))
    >>> interval.lower, interval.upper, interval.closed
    (4, 4, True)
    """

    free = False

    def __init__(self, board: Board, watch: Callable[["Interval"], None] = nobody) -> None:
        self.begun = monotonic()
        self.board = board
        self.watch = watch
        if is_loaded() or board.rows * board.cols > LARGE:
            from puzzlesat.floodit.solve.pdr.compiled import opening

            self.lower, self.moves = opening(board)
        else:
            self.lower, self.moves = lower_bound(self.graph, 1), greedy(self.graph)
        self.lower_by, self.moves_by = "h", "greedy"
        check_solution(board, self.moves, self.upper)

    def __getstate__(self) -> dict[str, object]:
        """Return what is sent to another process: neither who watches, nor the graph."""
        state = {**vars(self), "watch": nobody}
        state.pop("graph", None)
        return state

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


def is_loaded() -> bool:
    """Tell whether this process has loaded the compiled search, which takes half a second."""
    return "puzzlesat.floodit.solve.pdr.search" in sys.modules


@dataclass(frozen=True)
class Limits:
    """How long a method may take, and how much.

    Parameters
    ----------
    deadline : float, optional
        When to give up, by `time.monotonic`.
    memory : int, optional
        Bytes that the arrays of `pdr` may take: graph, nogoods, beams, and tables of targets.
    cores : int
        With two, and no limit on memory, beams run beside the search.
    """

    deadline: float | None = None
    memory: int | None = None
    cores: int = 1

    @classmethod
    def of(
        cls, seconds: float | None = None, memory: int | None = None, cores: int = 1
    ) -> "Limits":
        """Return limits that begin now."""
        return cls(None if seconds is None else monotonic() + seconds, memory, cores)

    @property
    def left(self) -> float | None:
        """Seconds until the deadline."""
        return None if self.deadline is None else self.deadline - monotonic()

    def within(self, seconds: float) -> "Limits":
        """Return limits that end in so many seconds, or before."""
        end = monotonic() + seconds
        return replace(self, deadline=end if self.deadline is None else min(end, self.deadline))

    def beside(self, arrays: Arrays) -> "Limits":
        """Return the limits of what is made beside some arrays."""
        return self if self.memory is None else replace(self, memory=self.memory - taken(arrays))

    def check(self) -> None:
        """Raise `TimeoutError` when time is up."""
        if self.deadline is not None and monotonic() > self.deadline:
            raise TimeoutError


Method = Callable[[Interval, Limits, str], None]
"""Closes the interval within the limits, with a SAT solver of that name if it needs one. Raises
`TimeoutError` or `MemoryError` if it cannot."""


def thesis(interval: Interval, limits: Limits, solver: str) -> None:
    """Bisect with the thesis's minimal encoding (Fig. 4.1)."""
    ask = decider(interval.board, MINIMAL, solver, limits.left)

    def decide(p: int) -> Moves | None:
        moves = None if p < interval.lower else ask(p)
        if moves is None:
            interval.refute(p, by="thesis")
        else:
            interval.improve(moves, by="thesis")
        return moves

    bisection(interval.board, decide)


def astar_(interval: Interval, limits: Limits, solver: str) -> None:
    """Search with A*, whose shortest promise is a lower bound all the while."""

    def promise(least: int) -> None:
        limits.check()
        interval.refute(least - 1, by="astar")

    interval.improve(astar(interval.graph, promise), by="astar")
    interval.refute(interval.upper - 1, by="astar")


def contracted(
    interval: Interval,
    limits: Limits,
    solver: str,
    families: Sequence[LayerFamily] = CONTRACTED,
) -> None:
    """Ask for more and more moves of one solver that keeps what it learns."""
    encoder = LayeredEncoder(interval.graph, families)
    with open_solver(solver) as oracle:
        for p in range(interval.upper):
            if interval.closed:
                return
            for clause in encoder.layer(p):
                oracle.add_clause(clause)
            limits.check()
            if p < interval.lower:
                continue
            answer = solve(oracle, limits.left, assumptions=[encoder.variables.Start(p)])
            if answer is None:
                raise TimeoutError
            if answer:
                interval.improve(encoder.moves(oracle.get_model(), p), by="contracted")
            else:
                interval.refute(p, by="contracted")


def search_within(board: Board, moves: int, limits: Limits) -> tuple["Search", Limits]:
    """Return a property-directed search of a board, and the limits of nogoods, beams and tables.

    Parameters
    ----------
    board : Board
    moves : int
        It is asked for no more.
    limits : Limits

    Raises
    ------
    MemoryError
        If there is no room for the graph.
    """
    from puzzlesat.floodit.solve.pdr.search import Search

    if limits.memory is None:
        return Search(board), limits
    clusters = len(board.clusters)
    a_set = clusters // 8 + 8
    if 2 * clusters * a_set > limits.memory:  # neighbours, while clusters are numbered anew
        raise MemoryError
    search = Search(board)
    # for each move a state and its children, and where nogoods of its level are filed
    ways = moves * (2 * (board.k + 2) * a_set + 4 * clusters)
    search.memory = limits.memory - taken(search.packed) - ways
    return search, replace(limits, memory=search.memory)


def approach(interval: Interval, packed: "CompiledGraph", limits: Limits, beside: Beside) -> None:
    """Bring the ends of an interval nearer, from both sides, without a search for a proof.

    That is done once, and then, with wider beams and more states, while the ends are more than
    `FAR` apart. Boards of thousands of clusters come no nearer by `pdr`. What there is no room for
    is left out.
    """
    from puzzlesat.floodit.solve.lists import lists
    from puzzlesat.floodit.solve.targets import Targets
    from puzzlesat.floodit.solve.wide import wide_beam

    graph = lists(packed)
    limits = limits.beside(graph)
    suits = Targets.suit(graph, limits.memory)
    targets = Targets(graph, beside.check, limits.memory) if suits else None
    width = FIRST_WIDTH
    while width <= WIDEST_OF_ALL:
        memory = limits.beside(targets.tables).memory if targets is not None else limits.memory

        def look(check: Check, width: int = width, memory: int | None = memory) -> Moves | None:
            return wide_beam(graph, width, interval.upper, check, memory)

        begun = beside.begin(look)
        if targets is not None:
            interval.refute(targets.bound - 1, by="targets")
            targets.go_on(width * STATES_PER_WIDTH, beside.check)
            interval.refute(targets.bound - 1, by="targets")
        moves = begun.result()
        if moves is not None:
            interval.improve(moves, by=f"wide beam {width}")
        if interval.upper - interval.lower <= FAR:
            return
        width *= WIDER


def pdr(interval: Interval, limits: Limits, solver: str) -> None:
    """Refute with the property-directed search, while wider and wider beams look for solutions.

    Where the first beam leaves the interval's ends more than `NEAR` apart, `approach` comes first.
    While its ends are far apart it asks for as few moves as have not been refuted, and once they
    are `NEAR` for one move less than the best solution.
    """
    from puzzlesat.floodit.solve.beam import beam

    search, limits = search_within(interval.board, interval.upper, limits)

    def look(width: int, check: Check) -> Moves | None:
        room = limits.beside(search.nogoods).memory
        return beam(search.packed, width, interval.upper, check, room)

    def take(moves: Moves, width: int) -> None:
        interval.improve(moves, by=f"beam {width}")

    def pause() -> Moves | None:
        beside.check()
        beams.go_on(search.obligations, interval.upper)
        return interval.moves if interval.upper <= p else None

    with Beside(limits, partial(interval.watch, interval)) as beside:
        beams = Beams(look, take, beside)
        beams.look()
        if interval.upper - interval.lower > NEAR:
            approach(interval, search.packed, limits.beside(search.nogoods), beside)
        while not interval.closed:
            p = interval.lower if interval.upper - interval.lower > NEAR else interval.upper - 1
            moves = search.ask(p, pause)
            if moves is None:
                interval.refute(p, by="pdr")
            else:
                interval.improve(moves, by="pdr")


_seconds = 0.0  # for which this process has given boards to a SAT solver first


def auto(interval: Interval, limits: Limits, solver: str) -> None:
    """Give small boards to `contracted` for half a second altogether, and what is left to `pdr`.

    That spares most people's only board the loading of the compiled search, which is ten times
    faster once it is loaded; and if it is loaded in the end, little time has been lost.
    """
    global _seconds
    left = FIRST_SECONDS - _seconds
    if not is_loaded() and left > 0 and len(interval.graph.adjacent) <= SMALL:
        began = monotonic()
        try:
            contracted(interval, limits.within(left), solver)
        except TimeoutError:
            limits.check()
        finally:
            _seconds += monotonic() - began
    if not interval.closed:
        pdr(interval, limits, solver)


METHODS: dict[str, Method] = {
    "auto": auto,
    "thesis": thesis,
    "astar": astar_,
    "contracted": contracted,
    "pdr": pdr,
}
"""The methods by the names under which commands and config know them."""


def close(interval: Interval, method: Method, limits: Limits, solver: str) -> str:
    """Close in on the minimum of a board, until it is known or a limit is met.

    Parameters
    ----------
    interval : Interval
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
    >>> interval = Interval(random_board(2020, 8, 4, 0))
    >>> close(interval, auto, Limits(), "glucose42"), interval.lower, interval.upper
    ('optimal', 8, 8)
    """
    try:
        if not interval.closed:
            method(interval, limits, solver)
    except TimeoutError:
        return "optimal" if interval.closed else "timeout"
    except MemoryError:
        return "optimal" if interval.closed else "memory"
    return "optimal"
