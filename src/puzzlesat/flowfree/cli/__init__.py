"""The command ``flowfree``: what can be done with puzzles, and the study of methods.

Here is only where each command stands. Its module is imported when it is asked for.
"""

import click

from puzzlesat.common.command import Lazy, Program

CLI = "puzzlesat.flowfree.cli"
STUDIES = "puzzlesat.flowfree.studies"


@click.group(
    "flowfree",
    cls=Program,
    typed=(
        "solve",
        "count",
        "show",
        "explain",
        "encode",
        "decode",
        "prove",
        "verify",
        "generate",
        "rate",
    ),
    places={
        "solve": f"{CLI}.solve:solve",
        "count": f"{CLI}.count:count",
        "show": f"{CLI}.show:show",
        "explain": f"{CLI}.show:explain",
        "encode": f"{CLI}.encode:encode",
        "decode": f"{CLI}.encode:decode",
        "prove": f"{CLI}.prove:prove",
        "verify": f"{CLI}.prove:verify",
        "generate": f"{CLI}.generate:generate",
        "rate": f"{CLI}.rate:rate",
        "time": f"{CLI}.steps:time",
        "audit": f"{CLI}.steps:audit",
        "claims": f"{CLI}.tables:claims",
    },
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="puzzlesat")
def main() -> None:
    """Flow Free: connect every pair of endpoints by a flow, and fill the board with flows.

    By the strict rule, the one unless --rule says otherwise, no flow touches itself either.

    Where a FILE is asked for, - is standard input. Rows and columns of a board are counted
    from 0, lines of a file and the characters in them from 1.

    \b
    Puzzles are read in four formats, recognised by themselves:
      rows        one row per line, a character per cell: a dot or a blank is free, anything else
                  is an endpoint and occurs twice; empty lines between puzzles. Blanks, commas
                  or tabs may separate cells; 0, _ and - are free where there are no dots and
                  they do not occur twice. JSON, a list of lists, is read as rows
      sketch      a board with bridges, warps, walls or missing cells, drawn line by line:
                  +^+-+-+-+   every second character of every second line is a cell:
                  |. . A #|   # is missing, + is a bridge, anything else as in rows;
                  + + + + +   between cells, - and | are walls, and blanks are open;
                  |B . B A|   around the board, < and > open both ends of a row to each
                  + +-+ + +   other, ^ and v those of a column: a warp
                  <. . C|.>
                  + + + + +
                  <+ . # C>
                  +v+-+-+-+
      numberlink  the same below a line with the numbers of columns and rows; between puzzles,
                  lines that begin with # are comments
      csv         a sample, as flowfree generate -o FILE.csv writes it
    """  # noqa: D301, click's sign for lines that stay as they are


@main.group(
    cls=Lazy,
    places={
        "difficulty": f"{STUDIES}.tables:DIFFICULTY_TABLE",
        "puzzles": f"{CLI}.tables:puzzles",
        "rules": f"{STUDIES}.tables:RULES_TABLE",
        "sizes": f"{STUDIES}.tables:SIZES_TABLE",
    },
)
def table() -> None:
    """Make a table from measured rows, as .csv, .md, .tex or .html."""


@main.group(
    cls=Lazy,
    places={
        "difficulty": f"{STUDIES}.figures:DIFFICULTY_FIGURE",
        "times": f"{CLI}.figures:times",
        "puzzle": f"{CLI}.figures:puzzle",
    },
)
def figure() -> None:
    """Draw a figure, as .pdf, .png or .svg."""
