"""The commands for whole boards: does a board need a guess, and other formats of it."""

import json
import shutil
from collections.abc import Iterator
from functools import partial

import click

from puzzlesat.common.command import json_option, output_option, printing, timeout_option
from puzzlesat.common.errors import counted, error_context, field_name
from puzzlesat.common.files import atomic_write
from puzzlesat.common.formats import SpooledPuzzles
from puzzlesat.common.puzzle_files import ANY, Form, PuzzleStream, files_argument
from puzzlesat.minesweeper.board.board import Board
from puzzlesat.minesweeper.cli.options import (
    boards_in,
    first_option,
    state_form,
    states_in,
    with_first,
)
from puzzlesat.minesweeper.formats.formats import BOARDS, FORMATS
from puzzlesat.minesweeper.show.terminal import describe, draw
from puzzlesat.minesweeper.solve.deduce import METHODS
from puzzlesat.minesweeper.solve.finish import COMPLETE_METHOD, check_start, finish


@click.command()
@files_argument
@first_option
@click.option(
    "--method",
    type=click.Choice(list(METHODS)),
    default=COMPLETE_METHOD,
    show_default=True,
    help="Method that plays.",
)
@json_option("one JSON object per board, one per line")
@timeout_option("one board")
def solve(
    files: tuple[str, ...],
    first: tuple[int, int] | None,
    method: str,
    as_json: bool,
    timeout: float | None,
) -> None:
    """Say for each board in FILE whether it can be finished without a guess.

    A board shows all mines. FILE may also be a game ID of Mines. From the first click, all fields
    that are certainly safe are uncovered, again and again. Each time is a round. The output is the
    number of rounds, and the weakest method that finishes the board (see minesweeper generate). If
    nothing more is certain, the output is the state, the number of undecided fields, and the best
    guess: the field least likely to be a mine, and the probability that it is safe.

    \b
    minesweeper solve 9x9:4,4,m00b7d48a3e0231c419200
    """  # noqa: D301, click's marker for lines that are not rewrapped
    boards = PuzzleStream(files, lambda file: SpooledPuzzles(_starting(file, first)))
    terminal_width = shutil.get_terminal_size().columns
    solved = 0
    with printing(for_files=False) as echo:
        for source, board in boards:
            name = source.label("board")
            result = finish(board, method, timeout)
            solved += result.status == "solved"
            if as_json:
                row, col = divmod(board.first or 0, board.cols)
                about = {"rows": board.rows, "cols": board.cols, "mines": len(board.mined)}
                label = source.as_json | {"board": source.number}
                echo(json.dumps(label | about | {"first": [row, col]} | result.as_json()))
                continue
            echo(f"{_title(name, board)}: {describe(result, method)}")
            if result.status != "solved":
                marks = {} if result.guess is None else {result.guess.field: "?"}
                echo("\n".join(draw(result.state, terminal_width, marks)) + "\n")
        if not as_json and len(boards) > 1:
            by = "without a guess" if method == COMPLETE_METHOD else f"by {method} alone"
            echo(f"{solved} of {len(boards)} boards can be finished {by}")


def _starting(file: str, first: tuple[int, int] | None) -> Iterator[Board]:
    """Yield the boards of a file with their first clicks, which are checked."""
    for number, board in enumerate(boards_in(file)):
        with error_context(f"{file}: board {number}"):
            starting = with_first(board, first)
            check_start(starting)
        yield starting


def _title(name: str, board: Board) -> str:
    first = field_name(*divmod(board.first or 0, board.cols))
    mines = counted(len(board.mined), "mine")
    return f"{name}, {board.rows}×{board.cols} with {mines}, first click {first}"


@click.command()
@files_argument
@state_form
@click.option(
    "--as",
    "name",
    type=click.Choice([*FORMATS.writable, *BOARDS.writable]),
    required=True,
    help="Format to write: "
    f"{', '.join(FORMATS.writable)} for states, {', '.join(BOARDS.writable)} for boards.",
)
@first_option
@output_option
def convert(
    files: tuple[str, ...], form: Form, name: str, first: tuple[int, int] | None, output: str
) -> None:
    """Write the states or boards in FILE in another format.

    A board shows all mines; a state is what a player sees.

    \b
    minesweeper generate --size expert --no-guess -o boards.csv
    minesweeper convert boards.csv --as id
    """  # noqa: D301, click's marker for lines that are not rewrapped
    if name in FORMATS.writable:
        states = PuzzleStream(files, partial(states_in, form=form, accept_doubts=True))
        text = FORMATS.write_text([*states.puzzles], name)
    else:
        if form != ANY:
            raise click.UsageError("--format, --grid and --crop are for states, not for boards")
        boards = [with_first(board, first) for board in PuzzleStream(files, boards_in).puzzles]
        text = BOARDS.write_text(boards, name)
    with atomic_write(output) as target:
        target.write(text)
