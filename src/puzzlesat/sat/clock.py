"""Timing in a counterbalanced order, by CPU time."""

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from resource import RUSAGE_CHILDREN, getrusage
from time import thread_time


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
    first = number // 2 % len(names) if len(names) > 2 else 0
    forwards = [*names[first:], *names[:first]]
    for repeat in range(repeats):
        turns = forwards if (repeat + number) % 2 == 0 else forwards[::-1]
        for order, name in enumerate(turns):
            yield repeat, order, name


def cpu_seconds() -> float:
    """Return the CPU seconds of this thread and of the process's terminated children."""
    return thread_time() + children_seconds()


def children_seconds() -> float:
    """Return the CPU seconds of the process's terminated children."""
    ended = getrusage(RUSAGE_CHILDREN)
    return ended.ru_utime + ended.ru_stime


class Clock:
    """A stopwatch for several named steps; `seconds` maps each step to its total CPU time.

    >>> clock = Clock(["load", "solve"])
    >>> with clock.step("load"):
    ...     _ = sorted(range(1000))
    >>> clock.seconds["load"] > 0, clock.seconds["solve"]
    (True, 0.0)
    """

    def __init__(self, steps: Sequence[str]) -> None:
        self.seconds = dict.fromkeys(steps, 0.0)

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """Add the CPU time of the block to a step."""
        started = cpu_seconds()
        try:
            yield
        finally:
            self.seconds[name] += cpu_seconds() - started


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
