"""CPU time, in total and by step."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from resource import RUSAGE_CHILDREN, getrusage
from time import thread_time


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
