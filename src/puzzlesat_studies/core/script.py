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


TEXTS = ["fields", "moves", "queries", "solver", "version"]
"""Columns whose values may look like numbers."""

INTEGERS = ["n", "k", "board", "minimum"]
"""Columns that must be numbers."""


def read_results(paths: Iterable[str], **expected: int | str) -> pd.DataFrame:
    """Return the rows of CSV files, which must all have the expected values.

    Raise `InputError` if a row has another seed, solver or search than `expected`, so that no table
    mixes results. Raise it, too, if a row is damaged.
    """
    import pandas as pd

    frames = []
    for path in paths:
        # the seed is read as text, so that a damaged one does not change the others
        dtypes = dict.fromkeys(INTEGERS, int) | dict.fromkeys([*TEXTS, *expected], str)
        try:
            rows = pd.read_csv(path, dtype=dtypes).fillna({"moves": "", "queries": ""})
            if missing := {"seed", *expected} - {*rows.columns}:
                raise ValueError(f"no column {min(missing)}")
        except ValueError as error:
            raise InputError(f"{path}: {str(error).strip()}; delete this file") from None
        for name, value in expected.items():
            for other in set(rows[name].map(str)) - {str(value)}:
                raise InputError(
                    f"{path}: rows of the {name} {other}, but the configuration has {value}; "
                    "delete this file, or choose another folder with --directory"
                )
        frames.append(rows.astype({"seed": int}))
    return pd.concat(frames, ignore_index=True)
