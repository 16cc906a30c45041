"""The command that shows boards and their solutions."""

from collections.abc import Iterable, Sequence
from pkgutil import resolve_name

import click

from puzzlesat.common.command import (
    output_option,
    refuse_terminal,
    shows_styles,
    timeout_option,
)
from puzzlesat.common.errors import InputError, item_at
from puzzlesat.common.files import atomic_write, content_suffix
from puzzlesat.common.puzzle_files import Form, PuzzleStream, Source, files_argument
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.cli.options import Start, board_form, boards_in, start_option
from puzzlesat.floodit.formats.formats import FORMATS
from puzzlesat.floodit.show.terminal import draw, heading
from puzzlesat.floodit.solve.answer import bounds_and_method
from puzzlesat.floodit.solve.exact import Limits, close_bounds

PICTURES = {
    "html": ("a page", "puzzlesat.floodit.show.page:page"),
    "gif": ("a GIF", "puzzlesat.floodit.show.animation:gif"),
    "svg": ("an SVG", "puzzlesat.floodit.show.animation:svg"),
}
"""For each option, which is also the ending of the output file, the name of the output in messages,
and the function that makes it.

The function is imported when needed, since it loads a library.
"""


@click.command()
@files_argument
@board_form
@click.option(
    "--as", "name", type=click.Choice(FORMATS.writable), required=True, help="Format to write."
)
@output_option
def convert(files: Sequence[str], form: Form, name: str, output: str) -> None:
    """Write the boards in every FILE in another format."""
    stream = PuzzleStream(files, lambda file: boards_in(file, form, accept_doubts=True))
    labels = [f"{source.file}: board {source.number}" for source in stream.sources]
    text = FORMATS.write_text([*stream.puzzles], name, labels)
    with atomic_write(output) as target:
        target.write(text)


@click.command()
@files_argument
@board_form
@start_option()
@click.option("--html", is_flag=True, help="Write a page that shows a solution and lets you play.")
@click.option("--gif", is_flag=True, help="Write a solution as an animated GIF.")
@click.option("--svg", is_flag=True, help="Write a solution, move by move, as an SVG drawing.")
@click.option(
    "--board",
    "number",
    type=click.IntRange(0),
    help="Number of the board, counted from 0.  [default: all; 0 with --html, --gif or --svg]",
)
@timeout_option("the search for a shortest solution")
@output_option
def show(
    files: Sequence[str],
    form: Form,
    start: Start | None,
    html: bool,
    gif: bool,
    svg: bool,
    number: int | None,
    timeout: float | None,
    output: str,
) -> None:
    """Print the boards in every FILE, or write a solution of one of them as a page or a picture.

    The solution is a shortest one or, after a timeout, the best one found. It is written if --html,
    --gif or --svg is given, or if the name of the output file ends in .html, .gif or .svg. A page
    is one file that needs only a browser. --timeout needs such an output.
    """
    picture_format = _picture_format(output, {"html": html, "gif": gif, "svg": svg})
    if picture_format is None and timeout is not None:
        raise InputError("--timeout works with --html, --gif and --svg, which show a solution")
    stream = PuzzleStream(files, lambda file: boards_in(file, form, start))
    if picture_format is None and number is None:
        _print_boards(stream, output)
        return
    if len(files) > 1:
        option = "--board" if picture_format is None else "a page or a picture"
        raise click.UsageError(f"{option} shows one board; give one FILE")
    source, board = item_at([*stream], number or 0, files[0], "board")
    if picture_format is None:
        _print_boards([(source, board)], output)
        return
    description, function = PICTURES[picture_format]
    refuse_terminal(output, description)
    bounds, method = bounds_and_method(board, "auto")
    close_bounds(bounds, method, Limits.of(timeout), "glucose42")
    picture = resolve_name(function)(bounds)
    with atomic_write(output, binary=True) as target:
        target.write(picture.encode() if isinstance(picture, str) else picture)


def _picture_format(output: str, options: dict[str, bool]) -> str | None:
    """Return the key of `PICTURES` that an option or the name of the output file selects."""
    suffix = content_suffix(output).removeprefix(".")
    if suffix in ("png", "pdf", "jpg", "jpeg", "webp"):
        raise InputError(f"{output}: .{suffix} is not supported; use .html, .gif or .svg")
    chosen = [name for name in PICTURES if options[name]]
    if len(chosen) > 1:
        raise click.UsageError(f"--{chosen[0]} and --{chosen[1]} are two outputs; choose one")
    if suffix not in PICTURES:
        return chosen[0] if chosen else None
    if chosen and chosen[0] != suffix:
        raise click.UsageError(f"--{chosen[0]} contradicts the name {output}; omit it")
    return suffix


def _print_boards(boards: Iterable[tuple[Source, Board]], output: str) -> None:
    styled = output == "-" and shows_styles()
    with atomic_write(output) as target:
        for source, board in boards:
            lines = draw(board.grid, board.symbols, board.start, board.palette, styled=styled)
            click.echo("\n".join([heading(source.label("board"), board), *lines, ""]), target)
