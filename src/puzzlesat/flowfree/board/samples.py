"""Samples of puzzles: the rows of a table, as ``flowfree generate -o FILE.csv`` writes them."""

from collections.abc import Iterator
from dataclasses import replace

from puzzlesat.common.errors import InputError, error_context
from puzzlesat.common.reading import Reading
from puzzlesat.common.rows import Columns, is_table, parse_rows, read_count, read_positive
from puzzlesat.flowfree.board.puzzle import Puzzle
from puzzlesat.flowfree.board.rows import puzzle_of_lines

SAMPLE: Columns = {
    "seed": read_count,
    "rows": read_positive,
    "cols": read_positive,
    "k": read_positive,
    "i": read_count,
    "solutions": str,
    "puzzle": str,
}
"""The columns of a sample."""


def is_sample(text: str) -> bool:
    """Return whether a text is a sample."""
    return is_table(text, SAMPLE)


def read_sample(text: str) -> Reading[Puzzle]:
    """Return the puzzles of a sample, with names and origins."""
    return Reading(_of_sample(text))


def _of_sample(text: str) -> Iterator[Puzzle]:
    for number, row in enumerate(parse_rows(text, SAMPLE), start=2):
        with error_context(f"line {number}"):
            puzzle = puzzle_of_lines(
                list(enumerate(row["puzzle"].split("/"))),
                "row",
                f"seed {row['seed']}, number {row['i']}, solutions: {row['solutions']}",
            )
        stated, form = (tuple(row[key] for key in ("rows", "cols", "k")), "{}×{}, k = {}")
        actual = (puzzle.rows, puzzle.cols, puzzle.k)
        if actual != stated:
            raise InputError(
                f"line {number}: the puzzle is {form.format(*actual)}, "
                f"but the row states {form.format(*stated)}"
            )
        yield replace(puzzle, name="r{rows}_c{cols}_k{k}_{i}".format(**row))
