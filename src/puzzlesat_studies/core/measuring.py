"""Measurements: in child processes, with their peak memory, and of timed runs in a fair order."""

import gc
import multiprocessing
import resource
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from puzzlesat.common.interrupts import interrupted_by
from puzzlesat.common.process import end_with_parent, no_signals

UNIT = 1 if sys.platform == "darwin" else 1024
"""The unit of ``ru_maxrss``, in bytes."""

SECONDS_TO_END = 5
"""The time in which an interrupted process must have ended the programs that it runs."""


class ChildResult(NamedTuple):
    """The result of a function that ran in a child process, and the peak memory in bytes.

    The memory is that of the process or of a program that it ran, whichever is larger. If the
    process was killed, for example by the system when memory ran out, `died` is true, `result` is
    None and `peak_bytes` is 0.
    """

    result: Any
    peak_bytes: int
    died: bool


def in_subprocess(function: Callable[..., Any], *arguments: Any) -> ChildResult:
    """Call a function in a fork of this process, in which modules remain imported.

    Exceptions of the function are raised in this process.

    >>> in_subprocess(sum, [1, 2]).result
    3
    """
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    child = context.Process(target=_run, args=(sender, function, arguments))
    with no_signals():
        child.start()
    sender.close()
    try:
        returned, result, peak_bytes = receiver.recv()
    except EOFError:
        return ChildResult(None, 0, died=True)
    except BaseException:
        child.terminate()
        child.join(SECONDS_TO_END)
        child.kill()  # if it is in a library that does not return to Python
        raise
    finally:
        child.join()
    if not returned:
        raise result
    return ChildResult(result, peak_bytes, died=False)


def _run(sender: Connection, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    end_with_parent()
    try:
        with interrupted_by(signal.SIGTERM):  # to end the programs that the function runs
            outcome = True, function(*arguments)
    except BaseException as error:
        outcome = False, error
    processes = resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN
    sender.send(
        (*outcome, max(resource.getrusage(process).ru_maxrss for process in processes) * UNIT)
    )


def counterbalanced(
    names: Sequence[str], repeats: int, number: int = 0
) -> Iterator[tuple[int, int, str]]:
    """Yield the runs of several timed programs in an order that balances their positions.

    The first run has cold caches. The order is therefore reversed from repeat to repeat and from
    board to board, so that each of two programs runs first equally often. With more than two, the
    order is also rotated by one after every two boards. `number` is the board's number. Each item
    consists of the repeat, the position in the repeat (both counted from 0) and a program's name.

    >>> list(counterbalanced(["a", "b"], repeats=2))
    [(0, 0, 'a'), (0, 1, 'b'), (1, 0, 'b'), (1, 1, 'a')]
    >>> ["".join(name for _, _, name in counterbalanced("abc", 1, number)) for number in range(6)]
    ['abc', 'cba', 'bca', 'acb', 'cab', 'bac']
    """
    rotation = number // 2 % len(names) if len(names) > 2 else 0
    rotated = [*names[rotation:], *names[:rotation]]
    for repeat in range(repeats):
        ordered = rotated if (repeat + number) % 2 == 0 else rotated[::-1]
        for position, name in enumerate(ordered):
            yield repeat, position, name


@contextmanager
def gc_disabled() -> Iterator[None]:
    """Disable Python's garbage collector in the block, as its scans would distort timings."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
