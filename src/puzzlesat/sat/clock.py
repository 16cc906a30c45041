"""Clocks that run in turns, in CPU time of the thread."""

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from resource import RUSAGE_CHILDREN, getrusage
from time import thread_time


def counterbalanced(
    names: Sequence[str], repeats: int, number: int = 0
) -> Iterator[tuple[int, int, str]]:
    """Yield who runs when, if several are to be timed side by side.

    Whoever runs first finds the caches cold. So the order is reversed from repeat to repeat and
    from one board to the next, which lets each of two names go first equally often, and from every
    second board to the next, if there are more than two, another name begins.

    Parameters
    ----------
    names : sequence of str
        What is timed.
    repeats : int
        How often, each time once round.
    number : int
        The number of the board, or of whatever else is timed.

    Yields
    ------
    repeat, order : int
        The round, and the place in it, each from 0.
    name : str

    Examples
    --------
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
    """Return the CPU seconds of this thread and of the programs that it has run to their end."""
    ended = getrusage(RUSAGE_CHILDREN)
    return thread_time() + ended.ru_utime + ended.ru_stime


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
        started = cpu_seconds()
        try:
            yield
        finally:
            self.seconds[name] += cpu_seconds() - started


@contextmanager
def gc_disabled() -> Iterator[None]:
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
