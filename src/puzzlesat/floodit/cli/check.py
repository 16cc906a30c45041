"""The command that checks nogoods."""

import click

from puzzlesat.common.command import quiet_option
from puzzlesat.common.errors import InputError, counted, error_context
from puzzlesat.common.files import read_lines
from puzzlesat.floodit.cli.options import Start, boards_in, format_option, start_option
from puzzlesat.floodit.prove import checker


@click.command()
@click.argument("file")
@click.argument("boards", required=False)
@format_option
@start_option(of="BOARDS")
@quiet_option
def check(file: str, boards: str | None, format_: str, start: Start | None, quiet: bool) -> None:
    """Check the nogoods in FILE, which floodit solve --nogoods writes, for the boards in BOARDS.

    Every board must have its refutation, in the same order, of the minimum that BOARDS gives, if it
    gives one. Without BOARDS, FILE is taken at its word on which boards it is about.

    The checker shares no code with the search.
    """
    if boards is None and start is not None:
        raise InputError("--start works only with BOARDS; FILE itself says where play starts")
    claimed = None if boards is None else boards_in(boards, format_, start)
    lines = read_lines(file)
    sizes = []
    with error_context(file):
        found = checker.check(lines) if claimed is None else checker.check_boards(lines, claimed)
        for number, checked in enumerate(found):
            sizes.append(checked.nogoods)
            if not quiet:
                board = checked.subject if claimed is None else f"board {number}"
                click.echo(f"{board} needs {checked.minimum} moves")
        if not sizes:
            raise InputError("no nogoods found")
    by = counted(sum(sizes), "nogood")
    held = f"{held_minima(len(sizes))}, by {by}"
    if claimed is None:
        click.echo(f"{held}; without BOARDS, missing or other boards would not be noticed")
    else:
        click.echo(f"{held}, for each board in {boards}")


def held_minima(number: int) -> str:
    """Return the beginning of a sentence on so many minima.

    Examples
    --------
    >>> held_minima(1), held_minima(2)
    ('1 minimum holds', '2 minima hold')
    """
    return f"{number} {'minimum holds' if number == 1 else 'minima hold'}"
