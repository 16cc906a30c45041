"""The command ``floodit``: solve boards, prove minima, and read and write formulas.

The table names the function of each command; its module is imported when the command is called.
"""

import click

from puzzlesat.common.command import SETTINGS, Program
from puzzlesat.floodit.formats.info import FORMAT_INFO

CLI = "puzzlesat.floodit.cli"


@click.group(
    "floodit",
    cls=Program,
    formats=[FORMAT_INFO],
    lazy_commands={
        "solve": (
            f"{CLI}.solve:solve",
            "Print the minimum number of moves for every board in every FILE, and a shortest"
            " solution.",
        ),
        "hint": (
            f"{CLI}.solve:hint",
            "Print the best move for a board in FILE, and the number of moves left after each"
            " move.",
        ),
        "show": (
            f"{CLI}.show:show",
            "Print the boards in every FILE, or write a solution of one of them as a page or a"
            " picture.",
        ),
        "convert": (
            f"{CLI}.show:convert",
            "Write the boards in every FILE in another format.",
        ),
        "encode": (
            f"{CLI}.encode:encode",
            "Encode the question whether the board in FILE can be flooded in a number of moves.",
        ),
        "decode": (
            f"{CLI}.encode:decode",
            "Translate ANSWER, a solver's output for FILE, into moves, and replay them.",
        ),
        "sample": (
            f"{CLI}.sample:sample",
            "Draw random boards; board i depends only on the seed, n, k and i.",
        ),
        "prove": (
            f"{CLI}.prove:prove",
            "Prove the minimum of every board in BOARDS, and write the evidence to OUT.",
        ),
        "verify": (
            f"{CLI}.prove:verify",
            "Verify EVIDENCE, written by floodit prove, for the minimum of each board in BOARDS.",
        ),
    },
    **SETTINGS,
)
@click.version_option(package_name="puzzlesat")
def main() -> None:
    """Flood-It: flood a board from its top-left field in as few moves as possible.

    If FILE is -, standard input is read; a game ID or a link to one may be given in its place.
    Sentences name a field by the letters of its column and the number of its row, such as C3. In
    options, files and JSON, rows and columns are counted from 0.

    --format (for prove and verify, --board-format) sets the format of the boards; docs/formats.md
    shows an example of each format.
    """
