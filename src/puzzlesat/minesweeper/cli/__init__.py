"""The command ``minesweeper``; the module of a subcommand is imported when it is called."""

import click

from puzzlesat.common.command import SETTINGS, Program
from puzzlesat.minesweeper.formats.info import BOARD_FORMAT_INFO, FORMAT_INFO

CLI = "puzzlesat.minesweeper.cli"


@click.group(
    "minesweeper",
    cls=Program,
    formats=[FORMAT_INFO, BOARD_FORMAT_INFO],
    lazy_commands={
        "deduce": (
            f"{CLI}.deduce:deduce",
            "Print certain mines, safe fields and probabilities of mines for each state in FILE.",
        ),
        "hint": (
            f"{CLI}.deduce:hint",
            "Name a field that is certainly a mine or safe in a state in FILE, and say why.",
        ),
        "explain": (
            f"{CLI}.show:explain",
            "Write a web page that lists all certain fields of a state in FILE, each with its "
            "reason.",
        ),
        "solve": (
            f"{CLI}.boards:solve",
            "Say for each board in FILE whether it can be finished without a guess.",
        ),
        "convert": (
            f"{CLI}.boards:convert",
            "Write the states or boards in FILE in another format.",
        ),
        "generate": (
            f"{CLI}.generate:generate",
            "Generate random mid-game states, or boards that can be solved without guessing.",
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

    If FILE is -, standard input is read. Sentences name a field by the letters of its column and
    the number of its row, such as C3. Options, files and JSON count rows and columns from 0.

    A state is what a player sees; a board shows all mines. Without a number of mines, a state has
    any number of them. All placements of mines that fit are equally likely. docs/formats.md shows
    an example of each format.
    """
