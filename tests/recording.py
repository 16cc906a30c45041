"""A plugin of pytest: which functions of the library the tests of each file call, and for how long.

`mutants.py` runs the tests with this plugin, which writes a JSON file for each worker into the
folder that `FOLDER_VARIABLE` names. Calls in other processes are not seen.
"""

import json
import os
import sys
import threading
from collections import defaultdict
from pathlib import Path
from time import monotonic

import pytest

FOLDER_VARIABLE = "PUZZLESAT_RECORDING"

LIBRARY = f"{Path(__file__).parents[1] / 'src/puzzlesat'}{os.sep}"

CODES = defaultdict(dict)
"""For each test file, the code objects that were called, by their identity."""

FILES = defaultdict(lambda: {"seconds": 0.0, "passed": True})


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item):
    file = item.nodeid.partition("::")[0]
    codes = CODES[file]

    def note(frame, event, _):
        if event == "call":
            codes.setdefault(id(frame.f_code), frame.f_code)

    started = monotonic()
    sys.setprofile(note)
    threading.setprofile(note)
    try:
        return (yield)
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
        FILES[file]["seconds"] += monotonic() - started


def pytest_runtest_logreport(report):
    if report.failed:
        FILES[report.nodeid.partition("::")[0]]["passed"] = False


def pytest_sessionfinish(session):
    if not CODES:
        return  # the process that only starts the workers
    for file, codes in CODES.items():
        FILES[file]["functions"] = sorted(
            {
                f"{code.co_filename.removeprefix(LIBRARY)}:{function_name(code.co_qualname)}"
                for code in codes.values()
                if code.co_filename.startswith(LIBRARY)
            }
        )
    worker = os.environ.get("PYTEST_XDIST_WORKER", "all")
    Path(os.environ[FOLDER_VARIABLE], f"{worker}.json").write_text(json.dumps(FILES))


def function_name(qualname):
    """Return the name of a function, or of the one around a lambda or a comprehension.

    >>> function_name("Board.of"), function_name("f.<locals>.g.<locals>.<genexpr>")
    ('Board.of', 'f.g')
    """
    return qualname.replace(".<locals>", "").partition(".<")[0]
