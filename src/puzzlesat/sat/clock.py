"""Clocks that run in turns, in CPU time of the thread."""

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import thread_time


class Clock:
    """Adds up how long each of some steps took.

    Parameters
    ----------
    steps : sequence of str
        The names of the steps.

    Attributes
    ----------
    seconds : dict
        CPU seconds by step.

    Examples
    --------
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
        """Let the clock of a step run for as long as the block does."""
        started = thread_time()
        try:
            yield
        finally:
            self.seconds[name] += thread_time() - started


@contextmanager
def without_collector() -> Iterator[None]:
    """Keep Python's garbage collector from running while a clock does.

    It would scan the clauses, again and again, at moments that have nothing to do with them.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
