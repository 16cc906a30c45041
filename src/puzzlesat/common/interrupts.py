"""Ending a block of code by signals."""

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.machinery import ExtensionFileLoader
from types import FrameType
from typing import Any

ENDING_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""The signals that end a command: Ctrl-C, ``kill``, and a terminal or connection that closes."""

Handler = Callable[[int, FrameType | None], Any] | signal.Handlers

LOADING_CODE = {
    method.__code__
    for method in (ExtensionFileLoader.create_module, ExtensionFileLoader.exec_module)
}
"""The code that loads compiled modules, which may discard exceptions or abort at them."""


class Interrupt(KeyboardInterrupt):
    """The exception that ends a block of code after a signal; `number` is that of the signal."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


@contextmanager
def interrupted_by(*numbers: signal.Signals, once: bool = False) -> Iterator[None]:
    """Raise `Interrupt` in the block when one of these signals arrives.

    Use it in the main thread, where Python handles signals. With `once`, later signals are ignored.
    Python discards exceptions in finalizers, and compiled modules discard them or abort while they
    are loaded; a signal that arrives then is sent again.

    >>> try:
    ...     with interrupted_by(signal.SIGUSR1):
    ...         signal.raise_signal(signal.SIGUSR1)
    ... except Interrupt:
    ...     print("ended")
    ended
    """
    received: list[int] = []
    discarded: list[int] = []
    resend_timers: list[threading.Timer] = []
    is_over = False
    main_thread = threading.main_thread().ident or 0

    def interrupt(number: int, frame: FrameType | None) -> None:
        if is_over or (once and len(received) > len(discarded)):
            return
        if _loads_compiled_module(frame):
            send_again(number)
            return
        received.append(number)
        raise Interrupt(number)

    def send_again(number: int) -> None:
        # with a delay, since the call that discards exceptions has not returned yet
        timer = threading.Timer(0.1, signal.pthread_kill, [main_thread, number])
        resend_timers.append(timer)
        timer.start()

    def handle_unraisable(unraisable: Any) -> None:
        if not isinstance(unraisable.exc_value, Interrupt):
            old_hook(unraisable)
            return
        discarded.append(unraisable.exc_value.number)
        send_again(discarded[-1])

    old_hook, sys.unraisablehook = sys.unraisablehook, handle_unraisable
    old_handlers = {number: signal.signal(number, interrupt) for number in numbers}
    try:
        yield
    except Exception as error:
        if received:  # another exception, such as a failed import, replaced the interrupt
            raise Interrupt(received[0]) from error
        raise
    finally:
        is_over = True
        for timer in resend_timers:
            timer.cancel()
            timer.join()  # otherwise the timer could send a signal when no handler is set
        sys.unraisablehook = old_hook
        for number, handler in old_handlers.items():
            signal.signal(number, handler)


@contextmanager
def handled_by(replacement: Handler) -> Iterator[dict[int, Callable[..., Any]]]:
    """Replace Python's handlers of the `ENDING_SIGNALS` in the block; yield the old handlers.

    Python handles signals in the main thread only; in other threads nothing changes.
    """
    in_main_thread = threading.current_thread() is threading.main_thread()
    numbers = ENDING_SIGNALS if in_main_thread else ()
    handlers = {number: signal.getsignal(number) for number in numbers}
    before = {int(number): handler for number, handler in handlers.items() if callable(handler)}
    for number in before:
        signal.signal(number, replacement)
    try:
        yield before
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def handled_later() -> Iterator[None]:
    """Defer the handling of the `ENDING_SIGNALS` to the end of the block."""
    came: list[int] = []
    before: dict[int, Callable[..., Any]] = {}
    try:
        with handled_by(lambda number, _: came.append(number)) as before:
            yield
    finally:
        for number in came:
            before[number](number, None)


def _loads_compiled_module(frame: FrameType | None) -> bool:
    """Return whether a frame or one of its callers loads a compiled module."""
    while frame is not None and frame.f_code not in LOADING_CODE:
        frame = frame.f_back
    return frame is not None
