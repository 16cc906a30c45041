"""Forked processes that end with their parent, and running other programs."""

import multiprocessing
import os
import selectors
import signal
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from threading import Thread

from puzzlesat.common.deadline import Deadline
from puzzlesat.common.errors import InputError

MAX_OUTPUT = 128 << 20
"""Maximum size of the output of a program, in bytes. A model of 10,000,000 variables has 90 MB."""

BLOCK = 1 << 16
"""Maximum number of bytes that are read at a time; a pipe holds no more."""


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
            printed = _output(running, command[0], Deadline(timeout))
        except BaseException as error:
            os.killpg(running.pid, signal.SIGKILL)
            if isinstance(error, subprocess.TimeoutExpired):
                error.timeout = timeout or 0
            raise
    stdout, stderr = (text.decode("utf-8", "replace") for text in printed)
    return subprocess.CompletedProcess(running.args, running.returncode, stdout, stderr)


def _output(running: subprocess.Popen[bytes], program: str, deadline: Deadline) -> list[bytearray]:
    """Return the output and errors of a program once it has ended."""

    def left() -> float | None:
        if deadline.seconds < 0:
            raise subprocess.TimeoutExpired(running.args, 0)
        return deadline.left

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
