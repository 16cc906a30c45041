"""Apply a function to many items on several cores, with the results in order."""

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from itertools import islice
from multiprocessing.queues import SimpleQueue
from typing import TypeVar

from puzzlesat.common.errors import InputError
from puzzlesat.common.process import serve_parent

Item = TypeVar("Item")
Result = TypeVar("Result")

AHEAD = 16
"""The number of items per process that are begun before the first of them is yielded."""


def in_order(
    function: Callable[[Item], Result], items: Iterable[Item], cores: int
) -> Generator[Result]:
    """Yield the function's results in the order of the items, computed in several processes.

    The processes are forks of this one, so modules remain imported; function, items and results are
    pickled. Items are taken only as they are needed. If the block is left early, for example by
    Ctrl-C, the processes are ended. Exceptions of the function are raised again. Raise `InputError`
    if the system has killed a process.

    >>> list(in_order(abs, range(-20, 0), cores=2)) == list(range(20, 0, -1))
    True
    """
    context = multiprocessing.get_context("fork")
    workers = context.SimpleQueue()
    begun: deque[Future[Result]] = deque()
    left = iter(items)
    with ProcessPoolExecutor(cores, context, initializer=_begin, initargs=(workers,)) as pool:
        try:
            while True:
                for item in islice(left, AHEAD * cores - len(begun)):
                    begun.append(pool.submit(function, item))
                if not begun:
                    return
                yield begun.popleft().result()
        except BrokenProcessPool:
            raise InputError(
                "a process was killed, perhaps because memory ran out; try fewer cores"
            ) from None
        finally:
            if begun:
                pool.shutdown(wait=False, cancel_futures=True)
                while not workers.empty():
                    with suppress(ProcessLookupError):
                        os.kill(workers.get(), signal.SIGTERM)


def _begin(workers: "SimpleQueue[int]") -> None:
    serve_parent()
    workers.put(os.getpid())
