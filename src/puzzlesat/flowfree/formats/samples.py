"""Samples of puzzles: the rows of a table, as ``flowfree generate -o FILE.csv`` writes them."""

from collections.abc import Iterator
from dataclasses import replace

from puzzlesat.common.errors import InputError, error_context, quoted
from puzzlesat.common.limits import check_shape
from puzzlesat.common.records import Columns, Row, parse_rows, read_count, read_positive
from puzzlesat.flowfree.board.puzzle import Puzzle
from puzzlesat.flowfree.board.sketch import is_sketch

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


def parse_puzzle(text: str, origin: str = "") -> Puzzle:
    """Return the puzzle in a text: its rows, or the lines of its sketch, joined by ``/``.

    `origin` describes the source of the puzzle. Raise `InputError` if the text is invalid.

    Examples
    --------
    >>> parse_puzzle("A../BAB").lines
    ['A..', 'BAB']
    """
    lines = text.split("/")
    check_shape(*(size // 2 if is_sketch(lines) else size for size in (len(lines), len(lines[0]))))
    if not text.isprintable():
        raise InputError(f"{quoted(text)} contains a character that is not printable")
    return Puzzle.of(lines, origin)


def sample_row(seed: int, i: int, solutions: str, puzzle: Puzzle) -> Row:
    """Return the row of puzzle `i` in a sample."""
    return {
        "seed": seed,
        "rows": puzzle.rows,
        "cols": puzzle.cols,
        "k": puzzle.k,
        "i": i,
        "solutions": solutions,
        "puzzle": puzzle.text,
    }


def read_sample(text: str) -> Iterator[Puzzle]:
    """Yield the puzzles of a sample, with names and origins."""
    for number, row in enumerate(parse_rows(text, SAMPLE), start=2):
        with error_context(f"line {number}"):
            puzzle = parse_puzzle(
                row["puzzle"],
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
