"""MiniSat as a program: its counters, and the instructions that it executes under valgrind."""

import re
from pathlib import Path
from typing import NamedTuple

from puzzlesat.common import process
from puzzlesat.common.errors import InputError

PROGRAM = "minisat"
"""MiniSat 2.2 as Debian packages it."""

VALGRIND = "valgrind"

OPTIONS: dict[str, list[str]] = {"minisat": [], "minisat -no-pre": ["-no-pre"]}
"""The program's options by name; without ``-no-pre``, it simplifies the formula first."""

READ_FUNCTIONS = ("gzdopen", "gzclose")
"""The functions of zlib that MiniSat calls just before and just after it reads its file."""


class ProgramCounts(NamedTuple):
    """The answer of the program, and the numbers of conflicts and propagations."""

    satisfiable: bool
    conflicts: int
    propagations: int


class Instructions(NamedTuple):
    """The answer of the program, and its instructions for reading the file and in total."""

    satisfiable: bool
    parsing: int
    total: int


def count(problem: Path, solver: str) -> ProgramCounts:
    """Solve a DIMACS file with the `OPTIONS` of a solver, and return MiniSat's counts.

    Raise `OSError` if the program is not installed, and `InputError` if its output is not that of
    MiniSat 2.2.
    """
    result = process.run_program([PROGRAM, *OPTIONS[solver], str(problem)])
    matches = [
        re.search(rf"^{name}\s*:\s*(\d+)", result.stdout, re.MULTILINE)
        for name in ("conflicts", "propagations")
    ]
    if result.returncode not in (10, 20) or None in matches:
        raise InputError(f"the program {PROGRAM} did not print the output of MiniSat 2.2")
    conflicts, propagations = (int(match[1]) for match in matches if match)
    return ProgramCounts(result.returncode == 10, conflicts, propagations)


def instructions(problem: Path, solver: str) -> Instructions:
    """Solve a DIMACS file under callgrind and return the instructions executed; see `count`.

    Instructions before the file is opened, such as those of the loader, are not counted. Raise
    `OSError` if valgrind is not installed, and `InputError` if the program does not answer, or does
    not read its file with zlib.
    """
    profile = problem.with_suffix(".callgrind")
    result = process.run_program(
        [
            *(VALGRIND, "--tool=callgrind", f"--callgrind-out-file={profile}"),
            *(f"--zero-before={READ_FUNCTIONS[0]}", f"--dump-before={READ_FUNCTIONS[1]}"),
            *(PROGRAM, *OPTIONS[solver], "-verb=0", str(problem)),
        ]
    )
    # callgrind writes the counts up to the dump to a file with a number, the rest to one without
    parts = [profile.with_name(f"{profile.name}.1"), profile]
    if result.returncode not in (10, 20) or not all(part.exists() for part in parts):
        raise InputError(f"callgrind could not count the instructions of the program {PROGRAM}")
    parsing, after_reading = (_read_summary(part) for part in parts)
    return Instructions(result.returncode == 10, parsing, parsing + after_reading)


def _read_summary(profile: Path) -> int:
    match = re.search(r"^summary: (\d+)", profile.read_text(), re.MULTILINE)
    profile.unlink()
    if match is None:
        raise InputError(f"{profile.name}: callgrind wrote no summary")
    return int(match[1])
