"""The command ``minesweeper``: deduce, explain, play and prove.

Each command is listed with its place; its module is imported when it is called.
"""

import click

from puzzlesat.common.command import SETTINGS, Program

CLI = "puzzlesat.minesweeper.cli"


@click.group(
    "minesweeper",
    cls=Program,
    places={
        "deduce": f"{CLI}.solve:deduce",
        "hint": f"{CLI}.solve:hint",
        "explain": f"{CLI}.show:explain",
        "play": f"{CLI}.play:play",
        "generate": f"{CLI}.generate:generate",
        "optimum": f"{CLI}.optimum:optimum",
        "encode": f"{CLI}.encode:encode",
        "prove": f"{CLI}.prove:prove",
        "verify": f"{CLI}.prove:verify",
    },
    **SETTINGS,
)
@click.version_option(package_name="puzzlesat")
def main() -> None:
    """Minesweeper: which covered fields are certainly mines, or certainly safe.

    Where a FILE is asked for, - is standard input. Rows and columns of a board are counted
    from 0, lines of a file and the characters in them from 1.

    \b
    A state is written as the player sees it, a row per line and a character per field:
      0-8    uncovered, with its number; a blank is 0, too
      . or # covered; so is x or ?
      F      flagged: taken for a mine; so is * or 9, a mine that is shown
    A line "mines: N" above it gives the number of mines on the whole board; without it every
    placement of mines that fits counts alike. Blank lines separate states; blanks, commas or tabs
    may separate fields. JSON, a list of lists, is read as rows. A sample, as
    minesweeper generate writes it to a .csv file, is read as well.
    """  # noqa: D301, click's sign for lines that stay as they are
