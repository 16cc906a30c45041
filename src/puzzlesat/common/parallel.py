"""Apply a function to many items on several cores, with the results in order."""

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sized
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import Any, TypeVar

from puzzlesat.common.errors import InputError
from puzzlesat.common.interrupts import Interrupt, interrupted_by
from puzzlesat.common.process import end_with_parent, no_signals

Item = TypeVar("Item")
Result = TypeVar("Result")

ITEMS_AHEAD = 16
"""The number of items per process that are begun before the first of them is yielded."""

stop: Any
"""In a worker: a shared number, 1 if no further item may be begun.

Unlike an Event, it has no lock that a signal could leave locked.
"""


def ordered_map(
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
    signal `ending`. SIGTERM raises `Interrupt` in the function, so that it can clean up, and then
    ends the process. The function may handle SIGINT: after `KeyboardInterrupt`, its results for the
    items already begun are yielded before the exception is raised again.

    >>> list(ordered_map(abs, range(-20, 0), cores=2)) == list(range(20, 0, -1))
    True
    """
    if isinstance(items, Sized):
        cores = max(min(cores, len(items)), 1)
    context = multiprocessing.get_context("fork")
    shared_stop = context.RawValue("b", 0)
    other_processes = set(multiprocessing.active_children())
    call = function if ending == signal.SIGINT else partial(_call, function)
    futures: deque[Future[Result]] = deque()
    remaining = iter(items)
    with ProcessPoolExecutor(
        cores, context, initializer=_initialize_worker, initargs=(shared_stop,)
    ) as pool:
        try:
            with no_signals():
                pool.submit(int)  # the first call starts all processes
            while True:
                for item in islice(remaining, ITEMS_AHEAD * cores - len(futures)):
                    futures.append(pool.submit(call, item))
                if not futures:
                    return
                yield from islice(_results(futures), 1)
        except BrokenProcessPool:
            raise InputError(
                "a process was killed, perhaps because memory ran out; try fewer cores"
            ) from None
        except BaseException as error:
            shared_stop.value = 1
            # All of them: one that ends may hold a lock for which another one would wait.
            for process in set(multiprocessing.active_children()) - other_processes:
                assert process.pid is not None
                with suppress(ProcessLookupError):
                    os.kill(process.pid, ending)
            pool.shutdown(cancel_futures=True)
            if ending == signal.SIGINT and isinstance(error, KeyboardInterrupt):
                yield from _results(futures)
            raise


def _call(function: Callable[[Item], Result], item: Item) -> Result:
    """In a worker: call a function; on SIGTERM, let it clean up, and end the process."""
    try:
        with interrupted_by(signal.SIGTERM):
            result = function(item)
    except Interrupt:
        os._exit(1)
    if stop.value:  # the signal may have come too late to raise the exception
        os._exit(1)
    return result


def _results(futures: "deque[Future[Result]]") -> Iterator[Result]:
    """Yield results in order, each removed from the queue; cancelled items have none."""
    while futures:
        result = []
        with suppress(CancelledError):
            result.append(futures[0].result())
        futures.popleft()
        yield from result


def _initialize_worker(shared_stop: Any) -> None:
    global stop
    stop = shared_stop
    end_with_parent()
