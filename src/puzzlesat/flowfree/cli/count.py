"""The command that counts solutions."""

import json

import click

from puzzlesat.common.command import COUNT, json_option, timeout_option
from puzzlesat.common.errors import counted
from puzzlesat.common.puzzle_files import Form, PuzzleStream, files_argument
from puzzlesat.flowfree.cli.options import puzzle_form, puzzles_in, rule_option, with_rule
from puzzlesat.flowfree.solve.answer import rule_in_words
from puzzlesat.flowfree.solve.count import count_solutions


@click.command()
@files_argument
@puzzle_form
@click.option("--limit", type=COUNT, help="Stop when this number of solutions is enumerated.")
@json_option("one JSON object per puzzle, one per line")
@timeout_option("one puzzle")
@rule_option
def count(
    files: tuple[str, ...],
    form: Form,
    limit: int | None,
    as_json: bool,
    timeout: float | None,
    rule: str | None,
) -> None:
    """Print the number of solutions of each puzzle in FILE.

    Two solutions differ if some flow takes a different path, even through the same cells. Up to 100
    solutions are enumerated by search. If flows may touch themselves, larger numbers are counted
    without enumeration, unless the board is too wide. Under the strict rule, and on wide boards,
    --limit or --timeout says how far to enumerate. If they are reached, or neither is given, the
    number is a lower bound ("at least").
    """
    for source, own_puzzle in PuzzleStream(files, lambda file: puzzles_in(file, form)):
        puzzle = with_rule(rule, own_puzzle)
        result = count_solutions(puzzle, limit, timeout)
        if as_json:
            row = {
                **source.as_json,
                "puzzle": source.number,
                "rows": puzzle.rows,
                "cols": puzzle.cols,
                "flows": puzzle.k,
                "rule": puzzle.rule,
                "solutions": result.number,
                "exact": result.exact,
                "seconds": round(result.seconds, 6),
            }
            click.echo(json.dumps(row))
            continue
        at_least = "" if result.exact else "at least "
        click.echo(
            f"{source.label('puzzle')}, {puzzle.size}: {at_least}"
            f"{counted(result.number, 'solution')} "
            f"{rule_in_words(puzzle)}"
        )
