"""The commands that show puzzles, in a terminal and in a browser."""

from dataclasses import replace
from pathlib import Path

import click

from puzzlesat.common.command import (
    number_option,
    output_option,
    refuse_terminal,
    say_remark,
    timeout_option,
)
from puzzlesat.common.errors import error_context
from puzzlesat.common.files import atomic_write
from puzzlesat.flowfree.board.formats import puzzle_of, read_puzzles
from puzzlesat.flowfree.cli.options import filling_rule_option
from puzzlesat.flowfree.show.explain import hint_lines, page
from puzzlesat.flowfree.show.terminal import draw


@click.command()
@click.argument("file")
def show(file: str) -> None:
    """Print the puzzles in FILE, in colour if the terminal supports it."""
    for number, (_, puzzle) in enumerate(read_puzzles(file, say_remark)):
        title = f"puzzle {number}, {puzzle.measures}"
        click.echo("\n".join([title, *draw(puzzle, puzzle.node_flow), ""]))


@click.command()
@click.argument("file")
@number_option("puzzle")
@filling_rule_option
@timeout_option("the solver")
@output_option
def explain(file: str, number: int, rule: str, timeout: float | None, output: str) -> None:
    """Write a page that solves a puzzle in FILE step by step and lets you play it.

    Each step forces or excludes a link, and gives the reason unless a SAT solver decided the link.
    The solver decides a link where no simple reason is found. If there are several solutions, the
    steps follow one of them. The page is a single file that opens in any browser.
    """
    refuse_terminal(output, "a page")
    puzzle = replace(puzzle_of(file, number, say_remark), rule=rule)
    name = f"puzzle {number} of {Path(file).name if file != '-' else 'standard input'}"
    with error_context(f"{file}: puzzle {number}"):
        text = page(puzzle, name, timeout)
    with atomic_write(output) as target:
        target.write(text)


@click.command()
@click.argument("file")
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
@filling_rule_option
@timeout_option("the solver")
def hint(file: str, number: int, wanted: int, rule: str, timeout: float | None) -> None:
    """Print the next link of a puzzle in FILE, and the steps that lead to it.

    Each step forces or excludes a link, and gives the reason unless a SAT solver decided the link.
    Hints start from the empty board; --link N skips the first N links.
    """
    puzzle = replace(puzzle_of(file, number, say_remark), rule=rule)
    with error_context(f"{file}: puzzle {number}"):
        click.echo("\n".join(hint_lines(puzzle, wanted, timeout)))
