"""Signals that end a block of code."""

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""The signals that end a command: Ctrl-C, ``kill``, and a terminal or connection that closes."""

NANOBIND = "<internal>"
"""The file name of the Python code that nanobind runs while it loads; exceptions are lost there."""


class Interrupt(KeyboardInterrupt):
    """A signal ends a block of code.

    Parameters
    ----------
    number : int
        The signal.
    """

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


@contextmanager
def interrupted_by(*numbers: signal.Signals, once: bool = False) -> Iterator[None]:
    """End the block by an `Interrupt` when one of these signals comes.

    To be used in the main thread, where Python handles signals. An interrupt that Python cannot
    raise, because it comes while an object is disposed of or the engine is loaded, is sent again.

    Parameters
    ----------
    *numbers : signal.Signals
    once : bool
        Whether signals after the first one are ignored.

    Examples
    --------
    >>> try:
    ...     with interrupted_by(signal.SIGUSR1):
    ...         signal.raise_signal(signal.SIGUSR1)
    ... except Interrupt:
    ...     print("ended")
    ended
    """
    came: list[int] = []
    again: list[threading.Timer] = []
    ended = False
    main_thread = threading.main_thread().ident or 0

    def interrupt(number: int, frame: FrameType | None) -> None:
        if ended or (once and came and not again):
            return
        if frame is not None and frame.f_code.co_filename == NANOBIND:
            send_again(number)
            return
        came.append(number)
        raise Interrupt(number)

    def send_again(number: int) -> None:
        # Not at once: this is still within the call that cannot raise, on a busy machine for long.
        timer = threading.Timer(0.1, signal.pthread_kill, [main_thread, number])
        again.append(timer)
        timer.start()

    def unraisable(lost: Any) -> None:
        if not isinstance(lost.exc_value, Interrupt):
            hook(lost)
            return
        send_again(lost.exc_value.number)

    hook, sys.unraisablehook = sys.unraisablehook, unraisable
    before = {number: signal.signal(number, interrupt) for number in numbers}
    try:
        yield
    except Exception as error:
        if came:  # an import or a call was cut short, and somebody misses what it should give
            raise Interrupt(came[0]) from error
        raise
    finally:
        ended = True
        for timer in again:
            timer.cancel()
            timer.join()  # or it would send a signal that is not handled any more
        sys.unraisablehook = hook
        for number, handler in before.items():
            signal.signal(number, handler)
