"""Solve many boards on several cores, and return the answers in the order of the boards."""

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sized
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from itertools import islice
from multiprocessing.queues import SimpleQueue
from typing import Any

from puzzlesat.common.errors import InputError
from puzzlesat.common.interrupts import interrupted_by
from puzzlesat.common.parallel import AHEAD
from puzzlesat.common.process import serve_parent
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.solve.answer import Answer, answered, begin
from puzzlesat.floodit.solve.exact import Limits

# In a worker: whether no further board may be started. Unlike an Event, it has no lock that a
# signal could leave locked.
_stop: Any


def answers(
    boards: Iterable[Board],
    cores: int,
    method: str = "auto",
    seconds: float | None = None,
    memory: int | None = None,
    solver: str = "glucose42",
) -> Generator[Answer]:
    """Close the bounds of many boards in several processes, and yield the answers in order.

    On `KeyboardInterrupt`, no further board is started. The answers for the boards already started,
    with their bounds so far, are yielded before the exception is raised again. Raise `InputError`
    if the system has killed a process.

    `cores` is the number of processes, at least 1. Boards are taken only as they are needed. The
    method is one that `answer.begin` accepts. `seconds` and `memory` are limits for each board, in
    wall-clock seconds and in bytes; see `Limits`.

    Examples
    --------
    >>> from puzzlesat.floodit.board.sample import random_board
    >>> boards = [random_board(2020, 5, 4, i) for i in range(3)]
    >>> [answer.bounds.upper for answer in answers(boards, cores=2)]
    [7, 6, 8]
    """
    if isinstance(boards, Sized):
        cores = min(cores, len(boards))
    context = multiprocessing.get_context("fork")
    stop, workers = context.RawValue("b", 0), context.SimpleQueue()
    with ProcessPoolExecutor(cores, context, initializer=_begin, initargs=(stop, workers)) as pool:
        futures: deque[Future[Answer | None]] = deque()
        left = iter(boards)
        try:
            while True:
                for board in islice(left, AHEAD * cores - len(futures)):
                    futures.append(pool.submit(_answer, board, method, seconds, memory, solver))
                if not futures:
                    return
                yield from islice(_in_order(futures), 1)
        except BrokenProcessPool:
            raise InputError(
                "a process was killed, perhaps because memory ran out; try fewer cores"
            ) from None
        except BaseException as error:
            stop.value = 1
            for future in futures:
                future.cancel()
            while not workers.empty():
                os.kill(workers.get(), signal.SIGINT)
            if isinstance(error, KeyboardInterrupt):
                yield from _in_order(futures)
            raise


def _in_order(futures: "deque[Future[Answer | None]]") -> Iterator[Answer]:
    """Yield answers in order, and remove them from the queue; cancelled boards have no answer."""
    while futures:
        answer = None if futures[0].cancelled() else futures[0].result()
        futures.popleft()
        if answer is not None:
            yield answer


def _begin(stop: Any, workers: "SimpleQueue[int]") -> None:
    """Prepare a worker, which ignores interrupts except while it solves a board."""
    global _stop
    _stop = stop
    serve_parent()
    workers.put(os.getpid())


def _answer(
    board: Board, method: str, seconds: float | None, memory: int | None, solver: str
) -> Answer | None:
    """Return the answer for a board, or None if no further board may be started."""
    if _stop.value:
        return None
    limits = Limits.of(seconds, memory)
    bounds, close = begin(board, method)
    try:
        with interrupted_by(signal.SIGINT, once=True):  # a terminal and the parent may both send it
            if _stop.value:  # set before, when the signal was still ignored
                return None
            answer = answered(bounds, close, limits, solver)
    except KeyboardInterrupt:  # before the search began
        return None
    if answer.interrupt is not None:
        _stop.value = 1
    return replace(answer, interrupt=None)  # the parent raises its own exception
