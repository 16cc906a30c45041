"""Limits on time and memory for a block of code."""

import resource
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from puzzlesat.common.errors import InputError
from puzzlesat.common.interrupts import Interrupt, interrupted_by


@contextmanager
def resource_limits(seconds: float | None = None, mebibytes: int | None = None) -> Iterator[None]:
    """Stop a block of code and the programs that it runs at a limit of time or memory.

    Parameters
    ----------
    seconds : float, optional
        Wall-clock seconds.
    mebibytes : int, optional
        Maximum additional memory of this process, in MiB; the programs that it runs inherit the
        resulting limit.

    Raises
    ------
    InputError
        If a limit is exceeded.

    Examples
    --------
    >>> with resource_limits(seconds=0.1):
    ...     while True:
    ...         pass
    Traceback (most recent call last):
    ...
    puzzlesat.common.errors.InputError: stopped: it took more than 0.1 s
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    try:
        if mebibytes is not None:
            limit = _data_size() + (mebibytes << 20)
            if hard != resource.RLIM_INFINITY:
                limit = min(limit, hard)
            resource.setrlimit(resource.RLIMIT_DATA, (limit, hard))
        with interrupted_by(signal.SIGALRM, once=True):
            signal.setitimer(signal.ITIMER_REAL, seconds or 0)
            try:
                yield
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
    except Interrupt as interrupt:
        if interrupt.number != signal.SIGALRM:
            raise
        raise InputError(f"stopped: it took more than {seconds:g} s") from None
    except MemoryError:
        if mebibytes is None:
            raise
        raise InputError(f"stopped: it took more than {mebibytes} MiB of memory") from None
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


def _data_size() -> int:
    """Return the bytes of this process that `RLIMIT_DATA` counts, or 0 if they are not known."""
    try:
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[5]  # proc(5)
    except OSError:  # not Linux
        return 0
    return int(pages) * resource.getpagesize()
