"""The command ``minesweeper``: deduce, explain, play, and the study of what logic alone can tell.

Here is only where each command stands. Its module is imported when it is asked for.
"""

import click

from puzzlesat.common.command import Lazy, Program

CLI = "puzzlesat.minesweeper.cli"
STUDIES = "puzzlesat.minesweeper.studies"


@click.group(
    "minesweeper",
    cls=Program,
    typed=(
        *("deduce", "hint", "explain", "play", "network", "prove", "verify", "generate"),
        "optimum",
    ),
    places={
        "deduce": f"{CLI}.solve:deduce",
        "hint": f"{CLI}.solve:hint",
        "explain": f"{CLI}.show:explain",
        "play": f"{CLI}.play:play",
        "network": f"{CLI}.encode:network",
        "prove": f"{CLI}.prove:prove",
        "verify": f"{CLI}.prove:verify",
        "generate": f"{CLI}.generate:generate",
        "optima": f"{CLI}.perfect:optima",
        "needs": f"{CLI}.perfect:needs",
        "optimum": f"{CLI}.optimum:optimum",
        "decide": f"{CLI}.steps:decide",
        "time": f"{CLI}.steps:time",
        "games": f"{CLI}.steps:games",
        "wins": f"{CLI}.steps:wins",
        "audit": f"{CLI}.steps:audit",
        "constraints": f"{CLI}.steps:constraints",
        "claims": f"{CLI}.tables:claims",
    },
    context_settings={"help_option_names": ["-h", "--help"]},
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


@main.group(
    cls=Lazy,
    places={
        "methods": f"{STUDIES}.tables:METHODS_TABLE",
        "procedures": f"{STUDIES}.tables:PROCEDURES_TABLE",
        "growth": f"{STUDIES}.tables:GROWTH_TABLE",
        "wins": f"{STUDIES}.wins:WINS_TABLE",
        "audit": f"{STUDIES}.tables:AUDIT_TABLE",
        "optimum": f"{STUDIES}.perfect.tables:OPTIMUM_TABLE",
        "no-guess": f"{STUDIES}.perfect.tables:NO_GUESS_TABLE",
    },
)
def table() -> None:
    """Make a table from measured rows, as .csv, .md, .tex or .html."""


@main.group(
    cls=Lazy,
    places={
        "methods": f"{STUDIES}.figures:METHODS_FIGURE",
        "procedures": f"{STUDIES}.figures:PROCEDURES_FIGURE",
        "growth": f"{STUDIES}.figures:GROWTH_FIGURE",
        "wins": f"{STUDIES}.wins:WINS_FIGURE",
        "optimum": f"{STUDIES}.perfect.figures:OPTIMUM_FIGURE",
        "no-guess": f"{STUDIES}.perfect.figures:NO_GUESS_FIGURE",
        "trace": f"{CLI}.figures:trace",
    },
)
def figure() -> None:
    """Draw a figure, as .pdf, .png or .svg."""
