"""Wider and wider beams, in turn with a search for a proof or beside it on a core of their own."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from threading import Event
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from puzzlesat.floodit.solve.exact import Limits

Found = TypeVar("Found")

Check = Callable[[], None]
"""Is called by a beam now and then, and raises `TimeoutError` to end it."""

FIRST_WIDTH = 10
"""The width of the first beam, which takes as long as refuting one move less on small boards."""

WIDER = 3
"""By what each later beam is wider."""

WIDEST = 30_000
"""The width that is never exceeded: on the largest boards such a beam fills a gigabyte."""

STATES_PER_OBLIGATION = 1
"""How many states of beams there are for each obligation of the search; it takes as long as four.

With as many beams as search, boards took up to half as long again: beams rarely find what narrower
ones did not, and the search finds the last solution as well."""

STATES_BESIDE = 4
"""The same for beams that have a core of their own."""


class Beside:
    """Runs one thing at a time in a thread, where there is a core for it and memory is not limited.

    A thread is of use since compiled code runs without Python's lock. Of limited memory, what one
    of two has taken is not there for the other, so they take turns.

    Parameters
    ----------
    limits : Limits
    watch : function
        Is called now and then, always in the thread that this was made in.
    """

    def __init__(self, limits: "Limits", watch: Check) -> None:
        self._limits, self._watch = limits, watch
        self._ended = Event()
        has_core = limits.cores > 1 and limits.memory is None
        self._pool = ThreadPoolExecutor(1) if has_core else None

    def __enter__(self) -> "Beside":
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        if self._pool is not None:
            self._pool.shutdown()

    @property
    def has_core(self) -> bool:
        """Whether `begin` returns before the end."""
        return self._pool is not None

    def begin(self, run: Callable[[Check], Found]) -> "Future[Found]":
        """Run a function in the thread, or here and now; return what will hold its result."""
        if self._pool is not None:
            return self._pool.submit(run, self._check_ended)
        done: Future[Found] = Future()
        done.set_result(run(self.check))
        return done

    def check(self) -> None:
        """Raise `TimeoutError` when time is up."""
        self._limits.check()
        self._watch()

    def _check_ended(self) -> None:
        """Raise `TimeoutError` as well when nobody waits for the result any more."""
        self._limits.check()
        if self._ended.is_set():
            raise TimeoutError


class Beams(Generic[Found]):
    """Beams that are run as often as a search has come far enough for the next one.

    Parameters
    ----------
    run : function
        Runs a beam of some width, and returns what it found, or None.
    take : function
        Is told what a beam found, and its width.
    beside : Beside
    """

    def __init__(
        self,
        run: Callable[[int, Check], Found | None],
        take: Callable[[Found, int], None],
        beside: Beside,
    ) -> None:
        self._run, self._take, self._beside = run, take, beside
        self._width = FIRST_WIDTH
        self._begun: Future[Found | None] | None = None

    def look(self) -> None:
        """Run the next beam, and wait for what it finds."""
        self._begin()
        self._end()

    def go_on(self, obligations: int, moves: int) -> None:
        """Begin the next beam when its turn has come, and hand over what one has found.

        Parameters
        ----------
        obligations : int
            How many the search has had so far.
        moves : int
            So many states a beam has at most for each state of its width.
        """
        states = obligations * (STATES_BESIDE if self._beside.has_core else STATES_PER_OBLIGATION)
        if self._begun is None and self._width * moves <= states and self._width <= WIDEST:
            self._begin()
        if self._begun is not None and self._begun.done():
            self._end()

    def _begin(self) -> None:
        self._begun = self._beside.begin(partial(self._run, self._width))

    def _end(self) -> None:
        assert self._begun is not None
        found, width = self._begun.result(), self._width
        self._begun = None
        self._width *= WIDER
        if found is not None:
            self._take(found, width)
