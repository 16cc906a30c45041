"""Solve many boards on several cores, and return the answers in the order of the boards."""

import signal
from collections.abc import Generator, Iterable
from contextlib import closing
from dataclasses import replace
from functools import partial

from puzzlesat.common import parallel
from puzzlesat.common.interrupts import interrupted_by
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.solve.answer import Answer, bounds_and_method, find_answer
from puzzlesat.floodit.solve.exact import Limits


def answers(
    boards: Iterable[Board],
    cores: int,
    method: str = "auto",
    wall_limit: float | None = None,
    memory: int | None = None,
    solver: str = "glucose42",
) -> Generator[Answer]:
    """Close the bounds of many boards in several processes, and yield the answers in order.

    On `KeyboardInterrupt`, no further board is started. The answers for the boards already started,
    with their bounds so far, are yielded before the exception is raised again. Raise `InputError`
    if the system has killed a process.

    `cores` is the number of processes, at least 1. Boards are taken only as they are needed. The
    method is one that `bounds_and_method` accepts. `wall_limit` and `memory` are limits for each
    board, in wall-clock seconds and in bytes; see `Limits`.

    Examples
    --------
    >>> from puzzlesat.floodit.board.sample import random_board
    >>> boards = [random_board(2020, 5, 4, i) for i in range(3)]
    >>> [answer.bounds.upper for answer in answers(boards, cores=2)]
    [7, 6, 8]
    """
    answer = partial(_answer, method=method, wall_limit=wall_limit, memory=memory, solver=solver)
    with closing(parallel.ordered_map(answer, boards, cores, ending=signal.SIGINT)) as results:
        yield from (result for result in results if result is not None)


def _answer(
    board: Board, method: str, wall_limit: float | None, memory: int | None, solver: str
) -> Answer | None:
    """Return the answer for a board, or None if no further board may be started."""
    if parallel.stop.value:
        return None
    limits = Limits.of(wall_limit, memory)
    try:
        with interrupted_by(signal.SIGINT, once=True):  # a terminal and the parent may both send it
            if parallel.stop.value:  # set before, when the signal was still ignored
                return None
            answer = find_answer(*bounds_and_method(board, method), limits, solver)
    except KeyboardInterrupt:  # before the search began
        return None
    if answer.interrupt is not None:
        parallel.stop.value = 1
    return replace(answer, interrupt=None)  # the parent raises its own exception
