"""The command that explains a state."""

from pathlib import Path

import click

from puzzlesat.common.command import check_page_output, number_option, output_option
from puzzlesat.common.errors import error_context
from puzzlesat.common.files import atomic_write
from puzzlesat.common.puzzle_files import Form
from puzzlesat.minesweeper.cli.options import state_form, state_in
from puzzlesat.minesweeper.show.explain import page


@click.command()
@click.argument("file")
@state_form
@number_option("state")
@output_option
def explain(file: str, form: Form, number: int, output: str) -> None:
    """Write a web page that lists all certain fields of a state in FILE, each with its reason.

    The page is a single file that opens in any browser. Fields are listed below the weakest method
    that decides them: one number at a time, two, pairs with the total number of mines, all numbers
    together, or all numbers with the total. The simplest reasons come first.
    """
    check_page_output(output)
    state = state_in(file, number, form)
    name = f"state {number} of {Path(file).name if file != '-' else 'standard input'}"
    with error_context(f"{file}: state {number}"):
        text = page(state, name)
    with atomic_write(output) as target:
        target.write(text)
