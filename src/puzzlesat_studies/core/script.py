"""What the scripts of the workflow share: the log of a job, with errors in one sentence."""

import os
import signal
import sys
import traceback
from pathlib import Path
from types import TracebackType

from puzzlesat.common.errors import DisagreementError, InputError


def log_to(path: str) -> None:
    """Write messages and errors of this process, and of programs that it runs, to a log file.

    A wrong input and a disagreement are one sentence; any other error has its traceback. SIGTERM
    interrupts the process as Ctrl-C does, so that programs that it runs are ended.
    """
    with Path(path).open("w") as file:
        os.dup2(file.fileno(), sys.stderr.fileno())
    sys.excepthook = _report
    signal.signal(signal.SIGTERM, signal.default_int_handler)


def _report(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    if isinstance(error, InputError | DisagreementError):
        print(f"puzzlesat: {error}", file=sys.stderr)
    elif isinstance(error, OSError) and error.filename:
        print(f"puzzlesat: {error.filename}: {error.strerror}", file=sys.stderr)
    else:
        traceback.print_exception(kind, error, trace)
