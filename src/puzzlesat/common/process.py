"""Processes: a function in one of its own, to see how much memory it takes, and other programs."""

import multiprocessing
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from multiprocessing.connection import Connection
from threading import Thread
from typing import Any, NamedTuple

UNIT = 1 if sys.platform == "darwin" else 1024
"""Bytes in what the system calls one unit of ``ru_maxrss``."""


class Outcome(NamedTuple):
    """What came of a call.

    Parameters
    ----------
    result : object
        What the function returned, None if its process was killed.
    peak : int
        The most bytes of memory that the process, or a program that it ran, held at any time, 0 if
        it was killed.
    died : bool
        Whether it was killed, as the system does with a process that wants too much memory.
    """

    result: Any
    peak: int
    died: bool


def in_subprocess(function: Callable[..., Any], *arguments: Any) -> Outcome:
    """Call a function in a copy of this process, which ends with it.

    Whatever has been imported and warmed up before stays so in the copy.

    Raises
    ------
    Exception
        What the function raised.

    Examples
    --------
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
        return Outcome(None, 0, died=True)
    except BaseException:
        child.kill()
        raise
    finally:
        child.join()
    if not returned:
        raise result
    return Outcome(result, peak, died=False)


def serve_parent() -> None:
    """Prepare a forked process to end when its parent wants it to, or has itself ended.

    Ctrl-C and a hangup reach the parent, too, which decides what becomes of this process. A parent
    that is killed by SIGKILL cannot do so.
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
    r"""Run a program without input, and return how it ended and what it printed.

    When time is up, and on Ctrl-C, it is killed with all that it has started.

    Parameters
    ----------
    command : sequence of str
        The program and its arguments.
    timeout : float, optional
        Wall-clock seconds.
    variables : mapping, optional
        What its environment has in addition to this process's.

    Raises
    ------
    subprocess.TimeoutExpired
        If time is up.
    OSError
        If there is no such program.

    Examples
    --------
    >>> run(["echo", "7"]).stdout
    '7\n'
    """
    with subprocess.Popen(
        command,
        env={**os.environ, **(variables or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
        start_new_session=True,
    ) as running:
        try:
            printed, said = running.communicate(timeout=timeout)
        except BaseException:
            os.killpg(running.pid, signal.SIGKILL)
            raise
    return subprocess.CompletedProcess(running.args, running.returncode, printed, said)
