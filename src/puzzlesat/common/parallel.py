"""Apply a function to many items on several cores, with the results in order."""

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sized
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from itertools import islice
from multiprocessing.queues import SimpleQueue
from typing import Any, TypeVar

from puzzlesat.common.errors import InputError
from puzzlesat.common.process import serve_parent

Item = TypeVar("Item")
Result = TypeVar("Result")

AHEAD = 16
"""The number of items per process that are begun before the first of them is yielded."""

stop: Any
"""In a worker: a shared number, 1 if no further item may be begun.

Unlike an Event, it has no lock that a signal could leave locked.
"""


def in_order(
    function: Callable[[Item], Result],
    items: Iterable[Item],
    cores: int,
    *,
    ending: signal.Signals = signal.SIGTERM,
) -> Generator[Result]:
    """Yield the function's results in the order of the items, computed in several processes.

    The processes are forks of this one, so modules remain imported; function, items and results are
    pickled. Items are taken only as they are needed. Exceptions of the function are raised again.
    Raise `InputError` if the system has killed a process.

    If the block is left early, for example by Ctrl-C, `stop` is set, and the processes get the
    signal `ending`. The function may handle SIGINT: after `KeyboardInterrupt`, its results for the
    items already begun are yielded before the exception is raised again.

    >>> list(in_order(abs, range(-20, 0), cores=2)) == list(range(20, 0, -1))
    True
    """
    if isinstance(items, Sized):
        cores = max(min(cores, len(items)), 1)
    context = multiprocessing.get_context("fork")
    shared, workers = context.RawValue("b", 0), context.SimpleQueue()
    begun: deque[Future[Result]] = deque()
    left = iter(items)
    with ProcessPoolExecutor(
        cores, context, initializer=_begin, initargs=(shared, workers)
    ) as pool:
        try:
            while True:
                for item in islice(left, AHEAD * cores - len(begun)):
                    begun.append(pool.submit(function, item))
                if not begun:
                    return
                yield from islice(_results(begun), 1)
        except BrokenProcessPool:
            raise InputError(
                "a process was killed, perhaps because memory ran out; try fewer cores"
            ) from None
        except BaseException as error:
            shared.value = 1
            while not workers.empty():
                with suppress(ProcessLookupError):
                    os.kill(workers.get(), ending)
            pool.shutdown(cancel_futures=True)
            if ending == signal.SIGINT and isinstance(error, KeyboardInterrupt):
                yield from _results(begun)
            raise


def _results(begun: "deque[Future[Result]]") -> Iterator[Result]:
    """Yield results in order, each removed from the queue; cancelled items have none."""
    while begun:
        result = []
        with suppress(CancelledError):
            result.append(begun[0].result())
        begun.popleft()
        yield from result


def _begin(shared: Any, workers: "SimpleQueue[int]") -> None:
    global stop
    stop = shared
    serve_parent()
    workers.put(os.getpid())
