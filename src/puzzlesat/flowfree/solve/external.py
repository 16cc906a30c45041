"""Timing a program of somebody else's on a puzzle."""

import re
import resource
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

PLACE = "{puzzle}"
"""Stands in a command for the path of the puzzle's file."""

ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
"""What a terminal takes for a colour or a movement of the cursor."""


@dataclass(frozen=True)
class Outcome:
    """How a program ended.

    Parameters
    ----------
    status : str
        ``solved`` if it printed rows that solve the puzzle, ``unchecked`` if it ended well but no
        such rows were found in what it printed, ``failed`` if it ended with another status than 0,
        ``timeout`` if it was stopped.
    seconds : float
        Its CPU time, that of its start and of reading the puzzle included.
    """

    status: str
    seconds: float


def words_of(command: str) -> list[str]:
    """Return the program and its arguments in a command line; there are none in an empty one.

    Raises
    ------
    InputError
        If a quotation is not closed.
    """
    try:
        return shlex.split(command)
    except ValueError as error:
        raise InputError(f"the external command {command!r}: {error}") from None


def check_command(command: Sequence[str]) -> None:
    """Raise `InputError` unless a command says where the puzzle's file is to stand."""
    if not any(PLACE in word for word in command):
        raise InputError(
            f"the external command {' '.join(command)!r} lacks {PLACE}, the place of the puzzle"
        )


def run(command: Sequence[str], puzzle: Puzzle, timeout: float | None) -> Outcome:
    """Run a program on a puzzle.

    Parameters
    ----------
    command : sequence of str
        The program and its arguments; `PLACE` is replaced by the path of a file that holds the
        puzzle's rows.
    puzzle : Puzzle
    timeout : float, optional
        Wall-clock seconds.

    Raises
    ------
    InputError
        If there is no such program.

    Examples
    --------
    >>> run(["cat", "{puzzle}"], Puzzle.of(["AA"]), 10).status
    'solved'
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "puzzle.txt")
        path.write_text("".join(line + "\n" for line in puzzle.lines), encoding="utf-8")
        words = [word.replace(PLACE, str(path)) for word in command]
        before = _children_seconds()
        try:
            done = process.run(words, timeout)
        except subprocess.TimeoutExpired:
            status = "timeout"
        except OSError as error:
            raise InputError(f"the external program {words[0]}: {error.strerror}") from None
        else:
            printed = ESCAPE.sub("", done.stdout)
            ended_well = "solved" if _solves(puzzle, printed) else "unchecked"
            status = ended_well if done.returncode == 0 else "failed"
        return Outcome(status, _children_seconds() - before)


def _solves(puzzle: Puzzle, printed: str) -> bool:
    """Return whether some lines in a row are a solution."""
    lines = [line.strip() for line in printed.splitlines()]
    return any(
        fault(puzzle.lines, lines[first : first + len(puzzle.lines)]) is None
        for first in range(len(lines) - len(puzzle.lines) + 1)
    )


def _children_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
