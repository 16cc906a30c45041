"""Forked processes that end with their parent, and running other programs."""

import multiprocessing
import os
import selectors
import signal
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Thread

from puzzlesat.common.deadline import Deadline
from puzzlesat.common.errors import InputError
from puzzlesat.common.interrupts import ENDING_SIGNALS, handled_later

MAX_OUTPUT = 128 << 20
"""Maximum size of the output of a program, in bytes. A model of 10,000,000 variables has 90 MB."""

BLOCK_BYTES = 1 << 16
"""Maximum number of bytes that are read at a time; a pipe holds no more."""


@contextmanager
def no_signals() -> Iterator[None]:
    """Block the `ENDING_SIGNALS` in this thread, and in processes forked in the block.

    In a new process, `end_with_parent` ends this, so that none of them reaches its parent's
    handlers.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING_SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def end_with_parent() -> None:
    """Make a forked process end on SIGTERM, or when its parent ends.

    The process ignores SIGINT and SIGHUP, since they also reach the parent, which ends its
    children.
    """
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING_SIGNALS)
    Thread(target=_watch_parent, daemon=True).start()


def _watch_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def run_program(
    command: Sequence[str],
    timeout: float | None = None,
    environment: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[str]:
    r"""Run a program without input, and return its status and output.

    The program and its child processes are killed if the time limit, in wall-clock seconds, is
    exceeded, or if an exception such as Ctrl-C interrupts the call. `environment` has additional
    environment variables. Raise `subprocess.TimeoutExpired` if time runs out, `InputError` if the
    program prints more than `MAX_OUTPUT` bytes, and `OSError` if it does not exist.

    >>> run_program(["echo", "7"]).stdout
    '7\n'
    """
    process: subprocess.Popen[bytes] | None = None
    with ExitStack() as stack:
        try:
            with handled_later():  # so that no program has begun without being known
                process = subprocess.Popen(
                    command,
                    env={**os.environ, **(environment or {})},
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    start_new_session=True,
                )
                stack.enter_context(process)
            outputs = _read_output(process, command[0], Deadline(timeout))
        except BaseException as error:
            if process is not None:
                os.killpg(process.pid, signal.SIGKILL)
            if isinstance(error, subprocess.TimeoutExpired):
                error.timeout = timeout or 0
            raise
    stdout, stderr = (output.decode("utf-8", "replace") for output in outputs)
    return subprocess.CompletedProcess(process.args, process.returncode, stdout, stderr)


def _read_output(
    process: subprocess.Popen[bytes], program: str, deadline: Deadline
) -> list[bytearray]:
    """Return the output and errors of a program once it has ended."""

    def remaining_seconds() -> float | None:
        if deadline.seconds_left < 0:
            raise subprocess.TimeoutExpired(process.args, 0)
        return deadline.remaining

    outputs = [bytearray(), bytearray()]
    with selectors.DefaultSelector() as selector:
        for pipe, output in zip((process.stdout, process.stderr), outputs, strict=True):
            assert pipe is not None
            selector.register(pipe, selectors.EVENT_READ, output)
        while selector.get_map():
            for key, _ in selector.select(remaining_seconds()):
                block = os.read(key.fd, BLOCK_BYTES)
                if not block:
                    selector.unregister(key.fileobj)
                key.data.extend(block)
                if sum(map(len, outputs)) > MAX_OUTPUT:
                    raise InputError(
                        f"the program {Path(program).name} was stopped: it printed "
                        f"more than {MAX_OUTPUT >> 20} MiB"
                    )
            remaining_seconds()
    process.wait(remaining_seconds())
    return outputs
