"""The command that rates the difficulty of puzzles, and measures their flows: a row for each."""

import re

import click

from puzzlesat.common.command import output_option, progress, quiet_option, timeout_option
from puzzlesat.common.rows import Row, write_rows
from puzzlesat.flowfree.board.formats import Named, read_all_named
from puzzlesat.flowfree.board.solution import Solution
from puzzlesat.flowfree.solve.answer import solve_puzzle
from puzzlesat.flowfree.solve.difficulty import LEVELS, difficulty

DECIDED = ("by_rules", "by_one_round", "by_all_rounds")
"""The columns of `Difficulty.decided`."""

MEASURED = ("longest", "turns", *DECIDED, "rounds", "level", "difficulty")
"""The columns that are empty unless there is exactly one solution."""

NAME_OF_A_SET = "letters, digits, blanks and . - _, the first a letter or digit"


def set_name(text: str) -> str:
    """Return the name of a set of puzzles; raise ValueError if it is invalid."""
    if not re.fullmatch(r"[^\W_][\w .-]*", text):
        raise ValueError(text)
    return text


def _set_option(_: click.Context, parameter: click.Parameter, name: str) -> str:
    try:
        return set_name(name)
    except ValueError:
        wanted = f"{name!r} is not the name of a set; expected {NAME_OF_A_SET}"
        raise click.BadParameter(wanted, param=parameter) from None


@click.command()
@quiet_option
@output_option
@click.argument("files", nargs=-1, required=True)
@click.option(
    "--set",
    "name",
    default="given",
    show_default=True,
    callback=_set_option,
    help="Name of the set of puzzles, for the first column of the output.",
)
@timeout_option("the search for two solutions of a puzzle")
def rate(
    files: tuple[str, ...], name: str, timeout: float | None, quiet: bool, output: str
) -> None:
    """Rate the difficulty of the puzzles in FILES, and measure how often flows turn.

    docs/flowfree.md describes the inference rules, and docs/data.md the columns of the output.
    Easy: the rules decide all links. Medium: the rules leave links open, but one round of
    assumptions decides these; in a round, each open link is assumed to be used, then unused, and an
    assumption is refuted if the rules derive a contradiction. Hard: several rounds are needed.
    Extreme: assumptions about single links do not suffice.

    The difficulty is 0 for easy, 1 for medium, 2 for hard and 3 for extreme puzzles. For puzzles
    that are not easy, the share of cells that still have an open link after the steps of the level
    below is added.
    The difficulty is computed only for puzzles with exactly one solution in which no flow touches
    itself (the strict rule).
    """
    puzzles = progress(read_all_named(files), unit="puzzle", quiet=quiet)
    write_rows((rating_row(name, named, timeout) for named in puzzles), output)


def rating_row(name: str, named: Named, timeout: float | None = None) -> Row:
    """Return the columns `RATINGS` of a puzzle of the set `name`.

    `timeout` limits the search for two solutions, in wall-clock seconds.
    """
    called, puzzle = named
    answer = solve_puzzle(puzzle, timeout=timeout, unique=True, direct=False)
    found = {True: "one", False: "several", None: ""}[answer.unique]
    row = {
        **{"set": name, "puzzle": called, "rows": puzzle.rows, "cols": puzzle.cols, "k": puzzle.k},
        **{"solutions": "none" if answer.status == "unsolvable" else found},
        **{"longest": None, "mean_length": round(puzzle.grid.nodes / puzzle.k, 4)},
        **dict.fromkeys(MEASURED[1:]),
    }
    if answer.unique:
        [solution] = answer.solutions
        hard = difficulty(puzzle)
        row |= {
            "longest": max(map(len, solution.paths)),
            "turns": round(turns(solution) / puzzle.grid.nodes, 4),
            **{name: round(x, 4) for name, x in zip(DECIDED, hard.decided, strict=True)},
            "rounds": hard.rounds,
            "level": LEVELS[hard.level],
            "difficulty": round(hard.number, 4),
        }
    return row


def turns(solution: Solution) -> int:
    """Return the number of cells in which flows turn.

    >>> from puzzlesat.flowfree.board.puzzle import Puzzle
    >>> puzzle = Puzzle.of(["A..", "BBA"])
    >>> turns(Solution(puzzle, ((0, 1, 2, 5), (3, 4))))
    1
    """
    return sum(
        r != y and c != x
        for path in solution.cells
        for (r, c), (y, x) in zip(path, path[2:], strict=False)
    )
