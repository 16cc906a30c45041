"""The commands that make tables, where they need more than rows."""

from os.path import relpath

import click

from puzzlesat.common.command import outputs_option
from puzzlesat.flowfree.studies.audit import AUDIT
from puzzlesat.flowfree.studies.claims import POST_TABLE, judged
from puzzlesat.flowfree.studies.rows import TIMES
from puzzlesat.flowfree.studies.tables import PUBLISHED, printed, puzzles_table
from puzzlesat.report.claims import claims_table
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
    """Judge the post's claims by its own table and by the rows of flowfree audit in FILES."""
    found = judged(
        read_frame([post], POST_TABLE), read_frame(files, AUDIT), (relpath(post), " ".join(files))
    )
    write_table(claims_table(found), outputs)
