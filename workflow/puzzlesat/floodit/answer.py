"""The answer to "how few moves does this board need?", with what is known when time runs out."""

from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import Any

from puzzlesat.floodit.astar import lower_bound
from puzzlesat.floodit.board import Board
from puzzlesat.floodit.experiment import check_solution
from puzzlesat.floodit.graph import ClusterGraph
from puzzlesat.floodit.greedy import greedy
from puzzlesat.floodit.minimum import Moves, bisection, decider
from puzzlesat.floodit.thesis import MINIMAL


@dataclass(frozen=True)
class Answer:
    """What is known of a board.

    Parameters
    ----------
    lower_bound : int
        Fewer moves have been proved not to suffice.
    moves : list of int
        The best solution found, replayed by the game's rules.
    seconds : float
        Wall-clock time that the search took.
    """

    lower_bound: int
    moves: Moves
    seconds: float

    @property
    def optimal(self) -> bool:
        """Whether no solution can be shorter."""
        return self.lower_bound == len(self.moves)


def solve_board(board: Board, solver: str, timeout: float | None = None) -> Answer:
    """Find the fewest moves that flood a board, or bounds on them if time runs out.

    Parameters
    ----------
    board : Board
    solver : str
        PySAT's name of the solver.
    timeout : float, optional
        Wall-clock seconds.
    """
    started = monotonic()
    graph = ClusterGraph.of(board)
    low, best = lower_bound(graph, 1), greedy(graph)
    ask = decider(board, MINIMAL, solver, timeout)

    def decide(p: int) -> Moves | None:
        nonlocal low, best
        moves = None if p < low else ask(p)
        if moves is None:
            low = max(low, p + 1)
        else:
            best = moves
        return moves

    with suppress(TimeoutError):
        bisection(board, decide)
    check_solution(board, best, len(best))
    return Answer(low, best, monotonic() - started)


def as_json(answer: Answer, board: Board, number: int) -> dict[str, Any]:
    """Return the answer as the JSON object that ``floodit solve --json`` prints."""
    return {
        "board": number,
        "rows": board.rows,
        "cols": board.cols,
        "colours": board.k,
        "status": "optimal" if answer.optimal else "timeout",
        "minimum": len(answer.moves) if answer.optimal else None,
        "lower_bound": answer.lower_bound,
        "upper_bound": len(answer.moves),
        "moves": [board.symbols[c] for c in answer.moves],
        "seconds": round(answer.seconds, 6),
    }
