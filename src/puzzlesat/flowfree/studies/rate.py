"""The command that tells how hard puzzles are, and how much their flows wind."""

import click

from puzzlesat.common.command import output_option, progress, quiet_option, timeout_option
from puzzlesat.flowfree.board.formats import read_all_named
from puzzlesat.flowfree.studies.ratings import rating_row, set_name
from puzzlesat.report.rows import WANTED, write_rows


def _named(_: click.Context, parameter: click.Parameter, name: str) -> str:
    try:
        return set_name(name)
    except ValueError:
        wanted = f"{name!r} is no name of a set; expected {WANTED[set_name]}"
        raise click.BadParameter(wanted, param=parameter) from None


@click.command()
@click.argument("files", nargs=-1, required=True)
@click.option(
    "--set",
    "name",
    default="given",
    show_default=True,
    callback=_named,
    help="Name of the set of puzzles.",
)
@timeout_option("the search for two solutions of a puzzle")
@quiet_option
@output_option
def rate(
    files: tuple[str, ...], name: str, timeout: float | None, quiet: bool, output: str
) -> None:
    """Rate the difficulty of the puzzles in FILES, and how much their flows wind.

    Easy: propagation rules alone (degree, ring, flows, flow and touch) decide all cells. Medium:
    one round of failed literals decides the rest, that is of single assumptions that contradict the
    rules. Hard: several rounds. Extreme: not even these. The difficulty is 0, 1, 2 or 3
    accordingly, plus the share of cells that the level below leaves undecided. It is defined for
    puzzles with one solution under the strict rule.
    """
    puzzles = progress(read_all_named(files), unit="puzzle", quiet=quiet)
    write_rows((rating_row(name, named, timeout) for named in puzzles), output)
