"""The command ``minesweeper``; the module of a subcommand is imported when it is called."""

import click

from puzzlesat.common.command import SETTINGS, Program

CLI = "puzzlesat.minesweeper.cli"


@click.group(
    "minesweeper",
    cls=Program,
    places={
        "deduce": (
            f"{CLI}.solve:deduce",
            "Print certain mines, safe fields and probabilities of mines for each state in FILE.",
        ),
        "hint": (
            f"{CLI}.solve:hint",
            "Name a field that is certainly a mine or safe in a state in FILE, and say why.",
        ),
        "explain": (
            f"{CLI}.show:explain",
            "Write a web page that steps through propagation and the backbone for a state in FILE.",
        ),
        "play": (
            f"{CLI}.play:play",
            "Play in the terminal, with hints.",
        ),
        "generate": (
            f"{CLI}.generate:generate",
            "Generate random mid-game states, or boards that can be solved without guessing.",
        ),
        "optimum": (
            f"{CLI}.optimum:optimum",
            "Print the exact probability of winning under perfect play, and the best first moves.",
        ),
        "encode": (
            f"{CLI}.encode:encode",
            'Encode "does a placement of mines fit the state in FILE?" as DIMACS CNF.',
        ),
        "prove": (
            f"{CLI}.prove:prove",
            "Prove which fields of each state in FILE are certain mines or certainly safe.",
        ),
        "verify": (
            f"{CLI}.prove:verify",
            "Verify the proofs written to DIR by minesweeper prove, for the states in STATES.",
        ),
    },
    **SETTINGS,
)
@click.version_option(package_name="puzzlesat")
def main() -> None:
    """Minesweeper: find the covered fields that are certainly mines or certainly safe.

    If FILE is -, standard input is read. Rows and columns of a board are counted from 0; lines of a
    file and characters of a line from 1.

    \b
    A state is written as the player sees it, one row per line and one character per field:
      0-8    uncovered, with its number
      .      covered; so are # x ?
      F      flagged: treated as a mine; so are f P M ! * 9 and 🚩 ⚑ 💣 💥
    A blank - or _ is read as 0 or as covered if the other symbols leave no doubt. A line "mines: N"
    above the rows gives the number of mines on the whole board; without this line, the number is
    unknown. All placements of mines that fit are equally likely. Blank lines separate states;
    blanks, commas or tabs may separate fields. JSON, a list of lists, is read as rows. A sample,
    written by minesweeper generate to a .csv file, is read as well.
    """  # noqa: D301, click's marker for lines that are not rewrapped
