"""The command that generates random puzzles."""

import click

from puzzlesat.common.command import (
    output_option,
    progress,
    quiet_option,
    sample_options,
    status_line,
    timeout_option,
)
from puzzlesat.common.files import atomic_write
from puzzlesat.common.records import is_csv, write_rows
from puzzlesat.flowfree.board.puzzle import Puzzle
from puzzlesat.flowfree.cli.options import filling_rule_option
from puzzlesat.flowfree.formats.samples import sample_row
from puzzlesat.flowfree.solve.generate import SOLUTIONS, random_puzzle


@click.command()
@click.option("-n", "--rows", required=True, type=click.IntRange(1), help="Number of rows.")
@click.option(
    "--cols", type=click.IntRange(1), help="Number of columns.  [default: as many as rows]"
)
@click.option(
    "-k", type=click.IntRange(1), help="Number of flows. [default: chosen for each puzzle]"
)
@click.option(
    "--solutions",
    type=click.Choice(SOLUTIONS),
    default="one",
    show_default=True,
    help="Number of solutions of each puzzle.",
)
@filling_rule_option
@timeout_option("one puzzle")
@sample_options("puzzle")
@quiet_option
@output_option
def generate(
    rows: int,
    cols: int | None,
    k: int | None,
    solutions: str,
    rule: str,
    timeout: float | None,
    seed: int,
    first: int,
    count: int,
    quiet: bool,
    output: str,
) -> None:
    """Generate random puzzles that have a solution.

    Puzzle i depends only on i, the seed and the options that describe the puzzles.

    Without -k, flows are long and winding; with --solutions one, the number of flows is then chosen
    so that the puzzle has exactly one solution.

    Puzzles are written as rows. If the name of the output file ends in .csv (or .csv.gz and so on),
    they are written as the rows of a table.
    """
    shape = rows, rows if cols is None else cols

    def make_puzzle(i: int) -> Puzzle:
        with status_line(quiet=quiet or count > 1) as report:
            return random_puzzle(seed, *shape, k, i, solutions, rule, timeout, report)

    puzzles = (
        (i, make_puzzle(i))
        for i in progress(range(first, first + count), unit="puzzle", quiet=quiet or count == 1)
    )
    if is_csv(output):
        write_rows((sample_row(seed, i, solutions, puzzle) for i, puzzle in puzzles), output)
        return
    with atomic_write(output) as file:
        for i, puzzle in puzzles:
            file.write("\n" * (i > first) + "".join(line + "\n" for line in puzzle.lines))
