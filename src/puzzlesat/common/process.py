"""Running functions in child processes, with their peak memory, and running other programs."""

import multiprocessing
import os
import resource
import selectors
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import Any, NamedTuple

from puzzlesat.common.errors import InputError

UNIT = 1 if sys.platform == "darwin" else 1024
"""The unit of ``ru_maxrss``, in bytes."""


MAX_OUTPUT = 128 << 20
"""Maximum size of the output of a program, in bytes. A model of 10,000,000 variables has 90 MB."""

BLOCK = 1 << 16
"""Maximum number of bytes that are read at a time; a pipe holds no more."""


class Ended(NamedTuple):
    """The result of a function that ran in a child process, and the peak memory in bytes.

    The memory is that of the process or of a program that it ran, whichever is larger. If the
    process was killed, for example by the system when memory ran out, `died` is true, `result` is
    None and `peak` is 0.
    """

    result: Any
    peak: int
    died: bool


def in_subprocess(function: Callable[..., Any], *arguments: Any) -> Ended:
    """Call a function in a fork of this process, in which modules remain imported.

    Exceptions of the function are raised in this process.

    >>> in_subprocess(sum, [1, 2]).result
    3
    """
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    child = context.Process(target=_run, args=(sender, function, arguments))
    child.start()
    sender.close()
    try:
        returned, result, peak = receiver.recv()
    except EOFError:
        return Ended(None, 0, died=True)
    except BaseException:
        child.kill()
        raise
    finally:
        child.join()
    if not returned:
        raise result
    return Ended(result, peak, died=False)


def serve_parent() -> None:
    """Make a forked process end on SIGTERM, or when its parent ends.

    The process ignores SIGINT and SIGHUP, since they also reach the parent, which ends its
    children.
    """
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _run(sender: Connection, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    serve_parent()
    try:
        answer = True, function(*arguments)
    except BaseException as error:
        answer = False, error
    who = resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN
    sender.send((*answer, max(resource.getrusage(each).ru_maxrss for each in who) * UNIT))


def run(
    command: Sequence[str], timeout: float | None = None, variables: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    r"""Run a program without input, and return its status and output.

    The program and its child processes are killed if the time limit, in wall-clock seconds, is
    exceeded, or if an exception such as Ctrl-C interrupts the call. `variables` are additional
    environment variables. Raise `subprocess.TimeoutExpired` if time runs out, `InputError` if the
    program prints more than `MAX_OUTPUT` bytes, and `OSError` if it does not exist.

    >>> run(["echo", "7"]).stdout
    '7\n'
    """
    with subprocess.Popen(
        command,
        env={**os.environ, **(variables or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as running:
        try:
            printed = _output(
                running, command[0], None if timeout is None else monotonic() + timeout
            )
        except BaseException as error:
            os.killpg(running.pid, signal.SIGKILL)
            if isinstance(error, subprocess.TimeoutExpired):
                error.timeout = timeout or 0
            raise
    stdout, stderr = (text.decode("utf-8", "replace") for text in printed)
    return subprocess.CompletedProcess(running.args, running.returncode, stdout, stderr)


def _output(
    running: subprocess.Popen[bytes], program: str, deadline: float | None
) -> list[bytearray]:
    """Return the output and errors of a program once it has ended."""

    def left() -> float | None:
        if deadline is not None and monotonic() > deadline:
            raise subprocess.TimeoutExpired(running.args, 0)
        return None if deadline is None else deadline - monotonic()

    printed = [bytearray(), bytearray()]
    with selectors.DefaultSelector() as selector:
        for pipe, text in zip((running.stdout, running.stderr), printed, strict=True):
            assert pipe is not None
            selector.register(pipe, selectors.EVENT_READ, text)
        while selector.get_map():
            for key, _ in selector.select(left()):
                block = os.read(key.fd, BLOCK)
                if not block:
                    selector.unregister(key.fileobj)
                key.data.extend(block)
                if sum(map(len, printed)) > MAX_OUTPUT:
                    raise InputError(
                        f"the program {Path(program).name} was stopped: it printed "
                        f"more than {MAX_OUTPUT >> 20} MiB"
                    )
            left()
    running.wait(left())
    return printed
