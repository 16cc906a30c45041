"""Signals that end a block of code, wherever in it they come."""

import signal
import sys
import threading
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class Block:
    """A block of code that signals end.

    Attributes
    ----------
    running : bool
        Whether there still is something to end.
    flying : weakref.ref, optional
        The exception that is on its way out of the block.
    """

    running = True
    flying: "weakref.ref[Interrupt] | None" = None


class Interrupt(KeyboardInterrupt):
    """A signal ends a block of code; it is sent once more if this exception gets lost.

    That happens where C code calls Python back, as LLVM does while functions are compiled or
    loaded, where an object is disposed of, and where C code clears whatever was raised. Whoever
    catches it on purpose keeps it, and raises it again.

    Parameters
    ----------
    number : int
        The signal.
    block : Block
    """

    def __init__(self, number: int, block: Block) -> None:
        super().__init__()
        self.number = number
        self.block = block
        block.flying = weakref.ref(self)

    def __del__(self) -> None:
        self.block.flying = None
        if self.block.running:
            # Not at once: this may still be within the call that cannot raise.
            threading.Timer(0.01, _send_again, [self.number, self.block]).start()


def _send_again(number: int, block: Block) -> None:
    if block.running:
        signal.pthread_kill(threading.main_thread().ident or 0, number)


@contextmanager
def interrupted_by(*numbers: signal.Signals, once: bool = False) -> Iterator[None]:
    """Have signals end the block by an `Interrupt`, whatever it was doing.

    To be used in the main thread, where Python handles signals.

    Parameters
    ----------
    *numbers : signal.Signals
    once : bool
        Whether a signal is ignored as long as another one is on its way out.

    Examples
    --------
    >>> try:
    ...     with interrupted_by(signal.SIGUSR1):
    ...         signal.raise_signal(signal.SIGUSR1)
    ... except Interrupt:
    ...     print("ended")
    ended
    """
    block = Block()
    came: list[int] = []

    def interrupt(number: int, _: object) -> None:
        if once and block.flying:
            return
        came.append(number)
        raise Interrupt(number, block)

    def unraisable(lost: Any) -> None:
        if not isinstance(lost.exc_value, Interrupt):
            hook(lost)

    hook, sys.unraisablehook = sys.unraisablehook, unraisable
    before = {number: signal.signal(number, interrupt) for number in numbers}
    try:
        yield
    except Exception as error:
        if came:  # an import or a call was cut short, and somebody misses what it should give
            raise Interrupt(came[0], block) from error
        raise
    finally:
        block.running = False
        sys.unraisablehook = hook
        for number, handler in before.items():
            signal.signal(number, handler)
