"""Measurements on single boards that several studies share: minima, and times of encodings.

Every result is checked: solutions are replayed by the rules of the game, and minima are confirmed
by a search without SAT.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import product
from typing import Literal

from puzzlesat.common.errors import DisagreementError
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.graph import ClusterGraph
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.board.solution import check_solution
from puzzlesat.floodit.encode.redundant import encoder_of
from puzzlesat.floodit.encode.thesis import Encoder
from puzzlesat.floodit.formats.samples import board_of
from puzzlesat.floodit.solve.astar import astar
from puzzlesat.sat.clock import Clock
from puzzlesat.sat.solver import counters, limited, open_solver, version_of
from puzzlesat_studies.core.measuring import counterbalanced, gc_disabled
from puzzlesat_studies.core.params import Sample
from puzzlesat_studies.core.study import Record, column
from puzzlesat_studies.floodit.boards import BOARD, BoardKey, SampledBoard


class FoundMinimum(SampledBoard):
    """A board with its minimum."""

    minimum: int
    moves: str = column("a shortest solution, one colour's symbol for each move; replayed")
    queries: str = column("the values of p that the search queried, in order")
    search: str = column("the search: `bounded` or `bisection`")
    solver: str


class EncodingTimes(BoardKey):
    """A timed solve of a board at its minimum with one of two encodings."""

    p: int = column("number of moves of the formula: the minimum")
    encoding: str
    repeat: int
    order: int = column("the position of the solve among those of its repeat, from 0")
    encode_seconds: float
    load_seconds: float
    solve_seconds: float
    conflicts: int | None
    decisions: int | None
    propagations: int | None
    restarts: int | None
    variables: int
    clauses: int
    status: Literal["sat", "timeout"]
    solver: str
    version: str
    host: str


@cache
def optimum(board: Board) -> tuple[int, ...]:
    """Return a shortest solution of a board, by A*."""
    return tuple(astar(ClusterGraph.of(board)))


def keyed_boards(seed: int, n: int, grid: Sample) -> Iterator[tuple[Record, Board]]:
    """Yield the boards of (n, k) for all k of a grid, each with its key."""
    for k, i in product(grid.k_values, range(grid.boards)):
        yield {"seed": seed, "n": n, "k": k, "board": i}, random_board(seed, n, k, i)


def boards_of(seed: int, n: int, grid: Sample) -> Iterator[tuple[Record, Board, int]]:
    """Yield the boards of (n, k) for all k of a grid, each with its key and its minimum."""
    for key, board in keyed_boards(seed, n, grid):
        yield key, board, len(optimum(board))


PHASES = ("encode", "load", "solve")
"""The timed phases: generating the clauses, loading them into the solver, and solving."""


def time_encodings(
    rows: Iterable[Record],
    encodings: Sequence[str],
    solver: str,
    repeats: int,
    wall_limit: float | None,
) -> Iterator[Record]:
    """Yield the times of each encoding at the minima of boards, one row for each solve.

    `rows` are the boards with their minima, as ``workflow/scripts/minimum.py`` writes them.

    Every encoding first runs once, untimed, on the first board. On later boards, the first of five
    runs takes 1 to 5% longer than the others, which hardly affects the median over repeats.
    Encodings are interleaved. The time limit of a solve is in wall-clock seconds.
    """
    # only once, since looking up the version takes a fifth of a millisecond
    provenance = {"solver": solver, "version": version_of(solver)}
    for index, row in enumerate(rows):
        board, p = board_of(row), row["minimum"]
        if index == 0:
            for encoding in encodings:
                time_once(board, p, encoding, solver, wall_limit)
        for repeat, order, encoding in counterbalanced(encodings, repeats, row["board"]):
            yield (
                {name: row[name] for name in BOARD}
                | {"p": p, "encoding": encoding, "repeat": repeat, "order": order}
                | time_once(board, p, encoding, solver, wall_limit)
                | provenance
            )


def time_once(
    board: Board,
    p: int,
    encoding: str,
    solver: str,
    wall_limit: float | None,
    expected: str = "sat",
    label: str = "",
) -> Record:
    """Encode, load and solve a board once; return the row of `solve_timed`, and check the answer.

    Raise `DisagreementError` if the answer is not `expected`, or the moves do not flood the board.
    The message contains the name of the encoding, or `label` if given.
    """
    moves, row = solve_timed(partial(encoder_of, board, encoding), p, solver, wall_limit)
    if row["status"] not in (expected, "timeout"):
        raise DisagreementError(
            f"board {board.text}: with {label or encoding}, {solver} returns {row['status']} for "
            f"{p} moves"
        )
    if moves is not None:
        check_solution(board, moves, p)
    return row


def solve_timed(
    create_encoder: Callable[[], Encoder], p: int, solver: str, wall_limit: float | None
) -> tuple[list[int] | None, Record]:
    """Time a new solver on the query for p moves; return the moves of a model, if any, and a row.

    The row contains the CPU time of each of `PHASES` in seconds, the solver's counters, the
    formula's size, and ``status``: ``sat``, ``unsat`` or ``timeout``. `create_encoder` creates the
    encoder; its time counts as encoding. The time limit for solving is in wall-clock seconds.
    """
    clock = Clock(PHASES)
    with gc_disabled(), open_solver(solver) as oracle:
        with clock.step("encode"):
            encoder = create_encoder()
            formula = encoder.formula(p)
            clauses = list(formula)
        with clock.step("load"):
            oracle.append_formula(clauses)
        with limited(oracle, wall_limit) as decide, clock.step("solve"):
            answer = decide()
        model = oracle.get_model()
        counts = counters(oracle)
        del clauses  # before the garbage collector is enabled again
    return (
        encoder.moves(model, p) if answer else None,
        {f"{phase}_seconds": seconds for phase, seconds in clock.seconds.items()}
        | counts
        | {
            "variables": formula.variables,
            "clauses": len(formula),
            "status": {True: "sat", False: "unsat", None: "timeout"}[answer],
        },
    )
