"""The command ``flowfree``; a module is imported only when its subcommand is called."""

import click

from puzzlesat.common.command import SETTINGS, Program
from puzzlesat.flowfree.formats.info import FORMAT_INFO

CLI = "puzzlesat.flowfree.cli"


@click.group(
    "flowfree",
    cls=Program,
    formats=[FORMAT_INFO],
    lazy_commands={
        "solve": (
            f"{CLI}.solve:solve",
            "Print a solution of every puzzle in FILE, or report that there is none.",
        ),
        "hint": (
            f"{CLI}.show:hint",
            "Print the next link of a puzzle in FILE, and the steps that lead to it.",
        ),
        "show": (
            f"{CLI}.show:show",
            "Print the puzzles in FILE, in colour if the terminal supports it.",
        ),
        "convert": (f"{CLI}.show:convert", "Write the puzzles in FILE in another format."),
        "generate": (f"{CLI}.generate:generate", "Generate random puzzles that have a solution."),
        "count": (f"{CLI}.count:count", "Print the number of solutions of each puzzle in FILE."),
        "explain": (
            f"{CLI}.show:explain",
            "Write a page that solves a puzzle in FILE step by step and lets you play it.",
        ),
        "encode": (
            f"{CLI}.encode:encode",
            'Encode "does the puzzle in FILE have a solution?" as DIMACS CNF.',
        ),
        "decode": (
            f"{CLI}.encode:decode",
            "Decode ANSWER, a solver's output for the formula in FILE, and check the solution.",
        ),
        "prove": (
            f"{CLI}.prove:prove",
            "Prove that each puzzle in FILE has no solution, or only one; write the proof to DIR.",
        ),
        "verify": (
            f"{CLI}.prove:verify",
            "Verify the proofs written to DIR by flowfree prove, for the puzzles in PUZZLES.",
        ),
    },
    **SETTINGS,
)
@click.version_option(package_name="puzzlesat")
def main() -> None:
    """Flow Free: connect every pair of endpoints with a flow, and fill the board with flows.

    Under the strict rule, the default, no flow may touch itself; under the rule numberlink, cells
    may stay empty.

    If FILE is -, standard input is read; a link of puzz.link may be given in its place.
    Sentences name a field by the letters of its column and the number of its row, such as C3. In
    options, files and JSON, rows and columns are counted from 0.

    \b
    --format sets the format of the puzzles; docs/formats.md shows an example of each format. A
    board with bridges, warps, walls or missing cells is drawn line by line, as a sketch:
      +^+-+-+-+   every second character of every second line is a cell:
      |. . A #|   # is a missing cell, + a bridge, a dot or a blank a free
      + + + + +   cell, and anything else an endpoint;
      |B . B A|   between cells, - and | are walls, and blanks are open;
      + +-+ + +   around the board, < and > are the ends of a warp along a
      <. . C|.>   row, ^ and v those of a warp along a column
      + + + + +
      <+ . # C>
      +v+-+-+-+
    """  # noqa: D301, click's marker for lines that are not rewrapped
