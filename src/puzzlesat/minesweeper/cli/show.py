"""The command that explains a state."""

from pathlib import Path

import click

from puzzlesat.common.command import check_page_output, number_option, output_option
from puzzlesat.common.errors import error_context
from puzzlesat.common.files import atomic_write
from puzzlesat.common.puzzle_files import Form
from puzzlesat.minesweeper.cli.options import state_form, state_in
from puzzlesat.minesweeper.show.explain import page, tour_page


@click.command()
@click.argument("file", required=False)
@state_form
@number_option("state")
@click.option(
    "--tour",
    is_flag=True,
    help="Write a guided tour of an example; FILE must then be omitted.",
)
@output_option
def explain(file: str | None, form: Form, number: int, tour: bool, output: str) -> None:
    """Write a web page that steps through propagation and the backbone for a state in FILE.

    The page is a single file that opens in any browser. With --tour instead of FILE, the page
    shows an example state in which single constraints, pairs of constraints, the total number of
    mines and the backbone, one after the other, each decide a further field.
    """
    if tour == (file is not None):
        raise click.UsageError("give either FILE or --tour")
    check_page_output(output)
    if file is None:
        text = tour_page()
    else:
        state = state_in(file, number, form)
        name = f"state {number} of {Path(file).name if file != '-' else 'standard input'}"
        with error_context(f"{file}: state {number}"):
            text = page(state, name)
    with atomic_write(output) as target:
        target.write(text)
