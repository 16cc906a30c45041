"""The commands that show puzzles, in a terminal and in a browser."""

from pathlib import Path

import click

from puzzlesat.common.command import check_page_output, number_option, output_option, timeout_option
from puzzlesat.common.errors import error_context
from puzzlesat.common.files import atomic_write
from puzzlesat.common.puzzle_files import Form, PuzzleStream, files_argument
from puzzlesat.flowfree.cli.options import (
    puzzle_form,
    puzzle_in,
    puzzles_in,
    rule_option,
    steps_rule_option,
    with_filling_rule,
    with_rule,
)
from puzzlesat.flowfree.formats.formats import FORMATS
from puzzlesat.flowfree.show.explain import hint_lines, page
from puzzlesat.flowfree.show.terminal import draw


@click.command()
@files_argument
@puzzle_form
def show(files: tuple[str, ...], form: Form) -> None:
    """Print the puzzles in FILE, in colour if the terminal supports it."""
    for source, puzzle in PuzzleStream(files, lambda file: puzzles_in(file, form)):
        title = f"{source.label('puzzle')}, {puzzle.size}"
        click.echo("\n".join([title, *draw(puzzle, puzzle.node_flow), ""]))


@click.command()
@files_argument
@puzzle_form
@click.option(
    "--as", "name", type=click.Choice(FORMATS.writable), required=True, help="Format to write."
)
@rule_option
@output_option
def convert(files: tuple[str, ...], form: Form, name: str, rule: str | None, output: str) -> None:
    """Write the puzzles in FILE in another format.

    A link or a file of pzprv3 is of the genre numlin under the rule numberlink, and otherwise of
    the genre arukone, whose solutions fill the board.

    \b
    flowfree generate -n 8 | flowfree convert - --as link
    """  # noqa: D301, click's marker for lines that are not rewrapped
    puzzle_stream = PuzzleStream(files, lambda file: puzzles_in(file, form, accept_doubts=True))
    puzzles = [with_rule(rule, puzzle) for puzzle in puzzle_stream.puzzles]
    labels = [f"{source.file}: puzzle {source.number}" for source in puzzle_stream.sources]
    text = FORMATS.write_text(puzzles, name, labels)
    with atomic_write(output) as target:
        target.write(text)


@click.command()
@click.argument("file")
@puzzle_form
@number_option("puzzle")
@steps_rule_option
@timeout_option("the search")
@output_option
def explain(
    file: str, form: Form, number: int, rule: str | None, timeout: float | None, output: str
) -> None:
    """Write a page that solves a puzzle in FILE step by step and lets you play it.

    Each step forces or excludes a link, and gives the reason unless a search decided the link,
    because no simple reason is found. If there are several solutions, the steps follow one of
    them. The page is a single file that opens in any browser.
    """
    check_page_output(output)
    puzzle = with_filling_rule(rule, puzzle_in(file, number, form))
    name = f"puzzle {number} of {Path(file).name if file != '-' else 'standard input'}"
    with error_context(f"{file}: puzzle {number}"):
        text = page(puzzle, name, timeout)
    with atomic_write(output) as target:
        target.write(text)


@click.command()
@click.argument("file")
@puzzle_form
@number_option("puzzle")
@click.option(
    "--link",
    "wanted",
    type=click.IntRange(0),
    default=0,
    show_default=True,
    metavar="N",
    help="Number of the link, counted from 0 in the order in which links are derived.",
)
@steps_rule_option
@timeout_option("the search")
def hint(
    file: str, form: Form, number: int, wanted: int, rule: str | None, timeout: float | None
) -> None:
    """Print the next link of a puzzle in FILE, and the steps that lead to it.

    Each step forces or excludes a link, and gives the reason unless a search decided the link.
    Hints start from the empty board; --link N skips the first N links.
    """
    puzzle = with_filling_rule(rule, puzzle_in(file, number, form))
    with error_context(f"{file}: puzzle {number}"):
        click.echo("\n".join(hint_lines(puzzle, wanted, timeout)))
