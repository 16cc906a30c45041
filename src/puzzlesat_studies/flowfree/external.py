"""Run and time an external program on a puzzle."""

import re
import shlex
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from puzzlesat.common import process
from puzzlesat.common.errors import InputError
from puzzlesat.flowfree.board.puzzle import Puzzle
from puzzlesat.flowfree.board.referee import fault
from puzzlesat.sat.clock import children_seconds

PLACEHOLDER = "{puzzle}"
"""The placeholder for the path of the puzzle's file in a command."""

ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
"""Escape sequences for terminals."""


@dataclass(frozen=True)
class ProgramRun:
    """The result of a run.

    `status` is ``timeout`` if the program was stopped, and ``failed`` if its exit code is not 0.
    Otherwise it is ``solved`` if the output contains a valid solution, and ``unchecked`` if not.
    `seconds` is CPU time, including start-up and reading the puzzle.
    """

    status: str
    seconds: float


def split_command(command: str) -> list[str]:
    """Return the words of a command line; raise `InputError` if a quotation mark is not closed."""
    try:
        return shlex.split(command)
    except ValueError as error:
        raise InputError(f"the external command {command!r}: {error}") from None


def check_command(command: Sequence[str]) -> None:
    """Raise `InputError` unless a command contains `PLACEHOLDER`."""
    if not any(PLACEHOLDER in argument for argument in command):
        raise InputError(
            f"the external command {' '.join(command)!r} lacks {PLACEHOLDER}, the placeholder for "
            "the puzzle"
        )


def run(command: Sequence[str], puzzle: Puzzle, wall_limit: float | None) -> ProgramRun:
    """Run a program on a puzzle, for at most `wall_limit` wall-clock seconds; return the outcome.

    In `command`, the program and its arguments, `PLACEHOLDER` is replaced by the path of the
    puzzle's file. Raise `InputError` if there is no such program.

    >>> run(["cat", "{puzzle}"], Puzzle.of(["AA"]), 10).status
    'solved'
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "puzzle.txt")
        path.write_text("".join(line + "\n" for line in puzzle.lines), encoding="utf-8")
        arguments = [argument.replace(PLACEHOLDER, str(path)) for argument in command]
        seconds_before = children_seconds()
        try:
            result = process.run_program(arguments, wall_limit)
        except subprocess.TimeoutExpired:
            status = "timeout"
        except OSError as error:
            raise InputError(f"the external program {arguments[0]}: {error.strerror}") from None
        else:
            output = ESCAPE.sub("", result.stdout)
            solved_or_unchecked = "solved" if _solves(puzzle, output) else "unchecked"
            status = solved_or_unchecked if result.returncode == 0 else "failed"
        return ProgramRun(status, children_seconds() - seconds_before)


def _solves(puzzle: Puzzle, output: str) -> bool:
    """Return whether some consecutive lines are a solution."""
    lines = [line.strip() for line in output.splitlines()]
    return any(
        fault(puzzle.lines, lines[first_line : first_line + len(puzzle.lines)]) is None
        for first_line in range(len(lines) - len(puzzle.lines) + 1)
    )
