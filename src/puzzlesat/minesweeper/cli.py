"""The command ``minesweeper``: deduce, explain, play, and the study of what logic alone can tell.

What a command needs beyond its arguments is imported inside it. So a command starts fast, and a
workflow can tell from the command's body which sources its result depends on.
"""

from collections.abc import Callable
from typing import Any

import click

from puzzlesat.common.command import (
    Program,
    Seconds,
    number_option,
    output_option,
    outputs_option,
    progress,
    quiet_option,
    seed_option,
    solver_option,
)
from puzzlesat.common.errors import InputError, error_context, item_at

SIZES = ("beginner", "intermediate", "expert")
METHODS = ("single", "pairs", "total", "backbone", "backbone_total")
GUESSES = ("exact", "ahead", "random")
CARDINALITY = ("seqcounter", "sortnetwrk", "cardnetwrk", "totalizer", "mtotalizer", "kmtotalizer")


@click.group(
    "minesweeper",
    cls=Program,
    typed=("deduce", "explain", "play", "network", "generate"),
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="puzzlesat")
def main() -> None:
    """Minesweeper: which covered fields are certainly mines, or certainly safe.

    Where a FILE is asked for, - is standard input.

    \b
    A state is written as the player sees it, a row per line and a character per field:
      0-8    uncovered, with its number
      . or # covered
      F      flagged: taken for a mine
    A line "mines: N" above it gives the number of mines on the whole board; without it every
    placement of mines that fits counts alike. Blank lines stand between states. A sample, as
    minesweeper generate writes it to a .csv file, is read as well.
    """  # noqa: D301, click's sign for lines that stay as they are


def size_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that name a size: a classic one, or rows, columns and mines."""
    for option in (
        click.option("--mines", type=click.IntRange(0), help="Mines."),
        click.option("--cols", type=click.IntRange(1, 1000), help="Columns."),
        click.option("--rows", type=click.IntRange(1, 1000), help="Rows."),
        click.option("--size", type=click.Choice(SIZES), help="Classic rows, columns and mines."),
    ):
        function = option(function)
    return function


def range_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that name a piece of a sample."""
    first = click.option(
        "--first", default=0, show_default=True, type=click.IntRange(0), help="First number."
    )
    count = click.option(
        "--count", default=1, show_default=True, type=click.IntRange(1), help="How many."
    )
    return first(count(function))


def solver_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that name the SAT solver and the encoding of the number of mines."""
    cardinality = click.option(
        "--cardinality",
        type=click.Choice(CARDINALITY),
        default="kmtotalizer",
        show_default=True,
        help="PySAT's name of the encoding of the number of all mines.",
    )
    return solver_option("minisat22")(cardinality(function))


def chosen_size(
    size: str | None, rows: int | None, cols: int | None, mines: int | None
) -> tuple[int, int, int]:
    """Return rows, columns and mines as the options name them."""
    from puzzlesat.minesweeper.board.sample import SIZES, check_size

    given: tuple[Any, Any, Any] = (rows, cols, mines)
    if size is not None:
        if given != (None, None, None):
            raise InputError("--size names rows, columns and mines already")
        given = SIZES[size]
    if None in given:
        raise InputError("a size is wanted: --size, or --rows, --cols and --mines")
    check_size(*given)
    return given


@main.command()
@size_options
@seed_option
@range_options
@output_option
def generate(
    size: str | None,
    rows: int | None,
    cols: int | None,
    mines: int | None,
    seed: int,
    first: int,
    count: int,
    output: str,
) -> None:
    """Draw random states in the middle of a game.

    State i of a size depends on the seed, the size and i alone. An output that ends in .csv,
    .csv.gz or .csv.xz is a sample, which also tells where the mines are; any other is text.
    """
    from pathlib import Path

    from puzzlesat.common.files import atomic_write
    from puzzlesat.minesweeper.board.formats import state_of
    from puzzlesat.minesweeper.board.sample import sample_rows
    from puzzlesat.report.rows import write_rows

    numbers = range(first, first + count)
    found = sample_rows(seed, *chosen_size(size, rows, cols, mines), numbers)
    if ".csv" in Path(output).suffixes:
        write_rows(found, output)
        return
    with atomic_write(output) as file:
        file.write("\n\n".join(str(state_of(row)) for row in found) + "\n")


@main.command()
@click.argument("file")
@click.option("--json", "as_lines", is_flag=True, help="Print one JSON object per state and line.")
@solver_options
def deduce(file: str, as_lines: bool, solver: str, cardinality: str) -> None:
    """Print what is certain of every state in FILE, and the probabilities of mines.

    Fields are named by row and column, counted from 0. Contradictory states are left out, and named
    in the end with a smallest set of fields in conflict.
    """
    import json
    import shutil

    from puzzlesat.minesweeper.board.formats import read_states
    from puzzlesat.minesweeper.show.terminal import draw_deduction
    from puzzlesat.minesweeper.solve.deduce import deduce
    from puzzlesat.sat.solver import check_incremental

    check_incremental(solver)
    columns = shutil.get_terminal_size().columns
    contradictions = []
    for number, state in enumerate(read_states(file)):
        try:
            deduction = deduce(state, solver, cardinality)
        except InputError as error:
            contradictions.append(f"state {number}: {error}")
            continue
        if as_lines:
            click.echo(json.dumps({"state": number} | deduction.as_json(state)))
        else:
            click.echo(draw_deduction(number, state, deduction, columns))
    if contradictions:
        raise InputError(f"{file}: {'; '.join(contradictions)}")


def read_state(file: str, number: int) -> Any:
    """Return one state of a file."""
    from puzzlesat.minesweeper.board.formats import read_states

    return item_at(read_states(file), number, file, "state")


@main.command()
@click.argument("file")
@number_option("state")
@output_option
def network(file: str, number: int, output: str) -> None:
    """Write the constraint network of a state in FILE: variables, domains, constraints."""
    from puzzlesat.common.files import atomic_write
    from puzzlesat.minesweeper.encode.definitions import constraint_network, listing

    lines = listing(constraint_network(read_state(file, number)))
    with atomic_write(output) as target:
        target.writelines(f"{line}\n" for line in lines)


@main.command()
@click.argument("file")
@number_option("state")
@solver_options
@output_option
def explain(file: str, number: int, solver: str, cardinality: str, output: str) -> None:
    """Write a page that steps through propagation and backbones on a state in FILE.

    The page is one file, needs no network, and is opened with a browser.
    """
    from pathlib import Path

    from puzzlesat.common.files import atomic_write
    from puzzlesat.minesweeper.show.explain import page
    from puzzlesat.sat.solver import check_incremental

    check_incremental(solver)
    state = read_state(file, number)
    name = f"state {number} of {Path(file).name if file != '-' else 'standard input'}"
    with error_context(f"{file}: state {number}"):
        text = page(state, name, solver, cardinality)
    with atomic_write(output) as target:
        target.write(text)


@main.command()
@size_options
@seed_option
@click.option(
    "--game", "i", default=0, show_default=True, type=click.IntRange(0), help="The game's number."
)
@solver_options
def play(
    size: str | None,
    rows: int | None,
    cols: int | None,
    mines: int | None,
    seed: int,
    i: int,
    solver: str,
    cardinality: str,
) -> None:
    """Play in the terminal, with hints.

    The first field uncovered is never a mine. Without a size, a beginner's board is played.
    """
    import sys

    from puzzlesat.minesweeper.board.sample import random_game
    from puzzlesat.minesweeper.show.terminal import play
    from puzzlesat.sat.solver import check_incremental

    check_incremental(solver)
    if (size, rows, cols, mines) == (None, None, None, None):
        size = "beginner"
    game = random_game(seed, *chosen_size(size, rows, cols, mines), i)

    def ask() -> str:
        click.echo("> ", nl=False)
        return sys.stdin.readline()

    play(game, solver, cardinality, ask, click.echo)


@main.command()
@click.argument("file")
@quiet_option
@output_option
def decide(file: str, quiet: bool, output: str) -> None:
    """Tell what each method decides of every state in a sample FILE, checked by counting."""
    from puzzlesat.minesweeper.board.formats import read_positions
    from puzzlesat.minesweeper.studies.rows import decided_rows
    from puzzlesat.report.rows import write_rows

    rows = read_positions(file)
    states = progress(rows, unit="state", quiet=quiet)
    write_rows((found for row in states for found in decided_rows(row)), output)


@main.command()
@click.argument("file")
@click.option(
    "--repeats", default=3, show_default=True, type=click.IntRange(1), help="Timed runs of each."
)
@click.option(
    "--timeout", default=5.0, show_default=True, type=Seconds(), help="Seconds for one run."
)
@solver_options
@quiet_option
@output_option
def time(
    file: str,
    repeats: int,
    timeout: float,
    solver: str,
    cardinality: str,
    quiet: bool,
    output: str,
) -> None:
    """Time all procedures for backbones on every state in a sample FILE."""
    from puzzlesat.minesweeper.board.formats import read_positions
    from puzzlesat.minesweeper.studies.rows import timing_rows
    from puzzlesat.report.rows import write_rows
    from puzzlesat.sat.solver import check_interruptible

    check_interruptible(solver)
    rows = read_positions(file)
    timed = (
        time_row
        for row in progress(rows, unit="state", quiet=quiet)
        for time_row in timing_rows(row, solver, cardinality, repeats, timeout)
    )
    write_rows(timed, output)


@main.command()
@size_options
@seed_option
@range_options
@click.option(
    "--method",
    type=click.Choice(METHODS),
    default="backbone_total",
    show_default=True,
    help="What tells the player what is certain.",
)
@click.option(
    "--guess",
    type=click.Choice(GUESSES),
    default="exact",
    show_default=True,
    help="How it guesses: where a mine is least likely, with a look ahead as well, or anywhere.",
)
@quiet_option
@output_option
def games(
    size: str | None,
    rows: int | None,
    cols: int | None,
    mines: int | None,
    seed: int,
    first: int,
    count: int,
    method: str,
    guess: str,
    quiet: bool,
    output: str,
) -> None:
    """Let a player play random games, and tell how they went."""
    from puzzlesat.minesweeper.studies.rows import game_rows
    from puzzlesat.report.rows import write_rows

    numbers = progress(range(first, first + count), unit="game", quiet=quiet)
    chosen = chosen_size(size, rows, cols, mines)
    write_rows(game_rows(seed, *chosen, numbers, method, guess), output)


@main.command()
@click.argument("file")
@solver_option("minisat22")
@quiet_option
@output_option
def audit(file: str, solver: str, quiet: bool, output: str) -> None:
    """Measure what the thesis claims on every state in a sample FILE."""
    from puzzlesat.minesweeper.board.formats import read_positions
    from puzzlesat.minesweeper.studies.audit import state_rows
    from puzzlesat.report.rows import write_rows
    from puzzlesat.sat.solver import check_incremental

    check_incremental(solver)
    states = progress(read_positions(file), unit="state", quiet=quiet)
    write_rows((found for row in states for found in state_rows(row, solver)), output)


@main.command()
@output_option
def constraints(output: str) -> None:
    """Tell what each constraint decides by itself, over all that there are."""
    from puzzlesat.minesweeper.studies.audit import constraint_rows
    from puzzlesat.report.rows import write_rows

    write_rows(constraint_rows(), output)


@main.command()
@click.argument("audit_table", metavar="AUDIT")
@click.argument("constraints_table", metavar="CONSTRAINTS")
@outputs_option
def claims(audit_table: str, constraints_table: str, outputs: tuple[str, ...]) -> None:
    """Judge the thesis's claims by the table of the audit and that of the constraints."""
    from puzzlesat.minesweeper.studies.audit import CONSTRAINTS, TABLE
    from puzzlesat.minesweeper.studies.claims import judged
    from puzzlesat.report.claims import claims_table
    from puzzlesat.report.tables import read_frame, write_table

    found = judged(
        read_frame([audit_table], TABLE),
        read_frame([constraints_table], CONSTRAINTS),
        (audit_table, constraints_table),
    )
    write_table(claims_table(found), outputs)


@main.group()
def table() -> None:
    """Make a table from measured rows, as .csv, .md, .tex or .html."""


@table.command("methods")
@click.argument("decided", nargs=-1, required=True)
@click.option("--games", multiple=True, required=True, metavar="FILE", help="Rows of games.")
@outputs_option
def table_methods(
    decided: tuple[str, ...], games: tuple[str, ...], outputs: tuple[str, ...]
) -> None:
    """Set what each method decides in the rows of DECIDED beside how its player fares."""
    from puzzlesat.minesweeper.studies.rows import DECIDED, GAMES
    from puzzlesat.minesweeper.studies.tables import methods_table, printed_methods
    from puzzlesat.report.tables import read_frame, write_table

    methods = methods_table(read_frame(decided, DECIDED), read_frame(games, GAMES))
    write_table(methods, outputs, printed=printed_methods(methods))


@table.command("procedures")
@click.argument("files", nargs=-1, required=True)
@outputs_option
def table_procedures(files: tuple[str, ...], outputs: tuple[str, ...]) -> None:
    """Set the procedures for backbones timed in FILES side by side."""
    from puzzlesat.minesweeper.studies.rows import TIMES
    from puzzlesat.minesweeper.studies.tables import printed_procedures, procedures_table
    from puzzlesat.report.tables import read_frame, write_table

    procedures = procedures_table(read_frame(files, TIMES))
    write_table(procedures, outputs, printed=printed_procedures(procedures))


@table.command("growth")
@click.argument("decided", nargs=-1, required=True)
@click.option("--times", multiple=True, required=True, metavar="FILE", help="Rows of times.")
@outputs_option
def table_growth(
    decided: tuple[str, ...], times: tuple[str, ...], outputs: tuple[str, ...]
) -> None:
    """Tell how the time of methods, in the rows of DECIDED, and of procedures grows."""
    from puzzlesat.minesweeper.studies.rows import DECIDED, TIMES
    from puzzlesat.minesweeper.studies.tables import growth_table, printed_growth
    from puzzlesat.report.tables import read_frame, write_table

    growth = growth_table(read_frame(decided, DECIDED), read_frame(times, TIMES))
    write_table(growth, outputs, printed=printed_growth(growth))


@table.command("audit")
@click.argument("files", nargs=-1, required=True)
@outputs_option
def table_audit(files: tuple[str, ...], outputs: tuple[str, ...]) -> None:
    """Sum up what was measured in FILES of the audit, size by size."""
    from puzzlesat.minesweeper.studies.audit import STATES, audit_table
    from puzzlesat.report.tables import read_frame, write_table

    write_table(audit_table(read_frame(files, STATES)), outputs)


@main.group()
def figure() -> None:
    """Draw a figure, as .pdf, .png or .svg."""


@figure.command("methods")
@click.argument("file")
@outputs_option
def figure_methods(file: str, outputs: tuple[str, ...]) -> None:
    """Draw the table of methods in FILE: what each decides, and what its player wins."""
    from puzzlesat.minesweeper.studies.figures import methods_figure
    from puzzlesat.minesweeper.studies.tables import METHODS as COLUMNS
    from puzzlesat.report.style import save
    from puzzlesat.report.tables import read_frame

    save(methods_figure(read_frame([file], COLUMNS)), outputs)


@figure.command("procedures")
@click.argument("file")
@outputs_option
def figure_procedures(file: str, outputs: tuple[str, ...]) -> None:
    """Draw the table of procedures in FILE: calls of the solver, and times."""
    from puzzlesat.minesweeper.studies.figures import procedures_figure
    from puzzlesat.minesweeper.studies.tables import PROCEDURES
    from puzzlesat.report.style import save
    from puzzlesat.report.tables import read_frame

    save(procedures_figure(read_frame([file], PROCEDURES)), outputs)


@figure.command("growth")
@click.argument("file")
@outputs_option
def figure_growth(file: str, outputs: tuple[str, ...]) -> None:
    """Draw the table of growth in FILE."""
    from puzzlesat.minesweeper.studies.figures import growth_figure
    from puzzlesat.minesweeper.studies.tables import GROWTH
    from puzzlesat.report.style import save
    from puzzlesat.report.tables import read_frame

    save(growth_figure(read_frame([file], GROWTH)), outputs)


@figure.command("trace")
@click.argument("file")
@click.argument("algorithm", type=click.Choice(["consistency", "backbone"]))
@number_option("state")
@click.option("--step", required=True, type=click.IntRange(1), help="Where to pause, from 1.")
@click.option("--lifting", is_flag=True, help="Reduce models to partial models (backbone).")
@outputs_option
def figure_trace(
    file: str, algorithm: str, number: int, step: int, lifting: bool, outputs: tuple[str, ...]
) -> None:
    """Draw an algorithm on a state in FILE, paused.

    A step of consistency is an assignment that is tried, one of backbone a call of the solver.
    """
    from puzzlesat.minesweeper.show.trace import backbone_figure, consistency_figure
    from puzzlesat.minesweeper.solve.deduce import SOLVER
    from puzzlesat.report.style import save

    if lifting and algorithm == "consistency":
        raise click.UsageError("--lifting is for backbone")
    state = read_state(file, number)
    with error_context(f"{file}: state {number}"):
        if algorithm == "consistency":
            drawn = consistency_figure(state, step)
        else:
            drawn = backbone_figure(state, step, SOLVER, lifting)
    save(drawn, outputs)


if __name__ == "__main__":
    main()
