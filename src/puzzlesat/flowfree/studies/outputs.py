"""Tables, figures and verdicts that need more than rows."""

from os.path import relpath

import click

from puzzlesat.common.command import (
    number_option,
    outputs_option,
    say_remark,
)
from puzzlesat.flowfree.board.formats import puzzle_of
from puzzlesat.flowfree.show.drawing import puzzle_figure
from puzzlesat.flowfree.solve.answer import solve_puzzle
from puzzlesat.flowfree.studies.audit import AUDIT
from puzzlesat.flowfree.studies.claims import POST_TABLE, judged
from puzzlesat.flowfree.studies.figures import times_figure
from puzzlesat.flowfree.studies.rows import TIMES
from puzzlesat.flowfree.studies.tables import PUBLISHED, printed, puzzles_table
from puzzlesat.report.claims import claims_table
from puzzlesat.report.style import save
from puzzlesat.report.tables import read_frame, write_table


@click.command()
@click.argument("files", nargs=-1, required=True)
@click.option("--published", metavar="FILE", help="The post's table, a CSV file.")
@click.option(
    "--method",
    "methods",
    multiple=True,
    help="The methods of all outputs but .csv, which has every one; may be repeated.",
)
@outputs_option
def puzzles(
    files: tuple[str, ...],
    published: str | None,
    methods: tuple[str, ...],
    outputs: tuple[str, ...],
) -> None:
    """List the puzzles in FILES of times, with what each SAT method took."""
    theirs = None if published is None else read_frame([published], PUBLISHED)
    table = puzzles_table(read_frame(files, TIMES), theirs)
    write_table(table, outputs, printed=printed(table, methods) if methods else None)


@click.command()
@click.argument("files", nargs=-1, required=True)
@click.option("--post", required=True, metavar="FILE", help="The post's table, a CSV file.")
@outputs_option
def claims(files: tuple[str, ...], post: str, outputs: tuple[str, ...]) -> None:
    """Judge the post's claims by its own table and by the rows of audits in FILES."""
    found = judged(
        read_frame([post], POST_TABLE), read_frame(files, AUDIT), (relpath(post), " ".join(files))
    )
    write_table(claims_table(found), outputs)


@click.command()
@click.argument("files", nargs=-1, required=True)
@click.option(
    "--method",
    default="links/repair",
    show_default=True,
    help="The SAT method that is compared with tree search.",
)
@outputs_option
def times(files: tuple[str, ...], method: str, outputs: tuple[str, ...]) -> None:
    """Draw the times in FILES against the size of the puzzles."""
    save(times_figure(read_frame(files, TIMES), method), outputs)


@click.command()
@click.argument("file")
@number_option("puzzle")
@outputs_option
def puzzle(file: str, number: int, outputs: tuple[str, ...]) -> None:
    """Draw a puzzle in FILE, its solution, and a second one if there is one."""
    drawn = puzzle_of(file, number, say_remark)
    answer = solve_puzzle(drawn, "links", "repair", "minisat22", None, unique=True, direct=False)
    save(puzzle_figure(drawn, answer.solutions), outputs)
