"""What the scripts of the workflow share: the log of a job, and rows that belong together."""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from puzzlesat.common.errors import DisagreementError, InputError
from puzzlesat_studies.core.study import Row, read_frame

if TYPE_CHECKING:
    import pandas as pd


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


def read_results(paths: Iterable[str], row: type[Row], **expected: int | str) -> pd.DataFrame:
    """Return the rows of CSV files, as `read_frame` does.

    Raise `InputError` if a file is damaged, or if a row has another seed, solver or search than
    `expected`, so that no table mixes results.
    """
    import pandas as pd

    frames = []
    for path in paths:
        try:
            rows = read_frame([path], row)
        except InputError as error:
            raise InputError(f"{str(error).strip()}; delete this file") from None
        for name, value in expected.items():
            for other in {*rows[name]} - {value}:
                raise InputError(
                    f"{path}: rows of the {name} {other}, but the configuration has {value}; "
                    "delete this file, or choose another folder with --directory"
                )
        frames.append(rows)
    return pd.concat(frames, ignore_index=True)
