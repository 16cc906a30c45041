"""Commands that measure how far minima can be proven, by our methods and by others."""

import click

from puzzlesat.common.command import (
    Seconds,
    output_option,
    outputs_option,
    progress,
    quiet_option,
    solver_option,
)
from puzzlesat.common.errors import InputError
from puzzlesat.floodit.cli.group import METHODS, figure, main, table

CONTENDERS = (*METHODS, "bare", "minisat", "cpsat", "clingo")


@main.command()
@click.argument("files", nargs=-1, required=True)
@click.option(
    "--method",
    "methods",
    multiple=True,
    type=click.Choice(CONTENDERS),
    help="A method, or another solver that may be installed; may be repeated.",
)
@click.option(
    "--program",
    "programs",
    nargs=4,
    multiple=True,
    metavar="NAME COMMAND FORMAT ANSWER",
    help="Any other program: a command line with {file} for the board, written as lines or sized, "
    "and a regular expression whose group is the minimum in what it prints; may be repeated.",
)
@click.option("--timeout", type=Seconds(), default=60, show_default=True, help="For one board.")
@click.option(
    "--memory",
    type=click.IntRange(1),
    default=4000,
    show_default=True,
    metavar="MB",
    help="For what auto and pdr have learnt.",
)
@solver_option("glucose42")
@click.option(
    "--give-up", is_flag=True, help="Skip the files after one in which a method proved nothing."
)
@quiet_option
@output_option
def prove(
    files: tuple[str, ...],
    methods: tuple[str, ...],
    programs: tuple[tuple[str, str, str, str], ...],
    timeout: float,
    memory: int,
    solver: str,
    give_up: bool,
    quiet: bool,
    output: str,
) -> None:
    """Measure what methods prove about the boards of the samples FILES, and at what cost.

    Each board is solved in a process of its own. A method that is not installed has rows that say
    so.
    """
    from puzzlesat.floodit.board.formats import SAMPLE
    from puzzlesat.floodit.solve.baselines import Program
    from puzzlesat.floodit.studies.frontier.rows import proof_rows
    from puzzlesat.report.rows import read_rows, write_rows
    from puzzlesat.sat.solver import check_solver

    check_solver(solver, timeout)
    contenders: list[str | Program] = [*methods, *(Program.of(*program) for program in programs)]
    if not contenders:
        raise InputError("name a --method or a --program")
    pieces = [read_rows(file, SAMPLE) for file in files]
    total = len(contenders) * sum(map(len, pieces))
    rows = (
        row
        for method in contenders
        for row in proof_rows(pieces, method, timeout, memory << 20, solver, give_up=give_up)
    )
    write_rows(progress(rows, unit="board", quiet=quiet, total=total), output)


@table.command("frontier")
@click.argument("files", nargs=-1, required=True)
@outputs_option
def table_frontier(files: tuple[str, ...], outputs: tuple[str, ...]) -> None:
    """Sum up by (n, k) what is proven in FILES of one method's proofs."""
    from puzzlesat.floodit.studies.frontier.rows import PROOFS
    from puzzlesat.floodit.studies.frontier.tables import frontier_printed, frontier_table
    from puzzlesat.report.tables import read_frame, write_table

    frontier = frontier_table(read_frame(files, PROOFS))
    write_table(frontier, outputs, printed=frontier_printed(frontier))


@table.command("law")
@click.argument("files", nargs=-1, required=True)
@outputs_option
def table_law(files: tuple[str, ...], outputs: tuple[str, ...]) -> None:
    """Fit the growth of the minimum with n and k to FILES of proofs."""
    from puzzlesat.floodit.studies.frontier.rows import PROOFS
    from puzzlesat.floodit.studies.frontier.tables import law_table
    from puzzlesat.report.tables import read_frame, write_table

    write_table(law_table(read_frame(files, PROOFS)), outputs)


@table.command("race")
@click.argument("files", nargs=-1, required=True)
@outputs_option
def table_race(files: tuple[str, ...], outputs: tuple[str, ...]) -> None:
    """Sum up by size and method what is proven in FILES of proofs."""
    from puzzlesat.floodit.studies.frontier.rows import PROOFS
    from puzzlesat.floodit.studies.frontier.tables import race_printed, race_table
    from puzzlesat.report.tables import read_frame, write_table

    race = race_table(read_frame(files, PROOFS))
    write_table(race, outputs, printed=race_printed(race))


@table.command("peers")
@click.argument("files", nargs=-1, required=True)
@outputs_option
def table_peers(files: tuple[str, ...], outputs: tuple[str, ...]) -> None:
    """Set the methods in FILES of proofs side by side, with times as multiples of auto's."""
    from puzzlesat.floodit.studies.baselines.tables import peers_printed, peers_table
    from puzzlesat.floodit.studies.frontier.rows import PROOFS
    from puzzlesat.report.tables import read_frame, write_table

    peers = peers_table(read_frame(files, PROOFS))
    write_table(peers, outputs, printed=peers_printed(peers))


@table.command("large")
@click.argument("file")
@outputs_option
def table_large(file: str, outputs: tuple[str, ...]) -> None:
    """Show the bounds of large boards in a FILE of proofs, and what found them."""
    from puzzlesat.floodit.studies.frontier.rows import PROOFS
    from puzzlesat.floodit.studies.frontier.tables import large_table
    from puzzlesat.report.tables import read_frame, write_table

    write_table(large_table(read_frame([file], PROOFS)), outputs)


@figure.command("frontier")
@click.argument("files", nargs=-1, required=True)
@click.option("--race", required=True, metavar="FILE", help="A table of the race, a CSV file.")
@outputs_option
def figure_frontier(files: tuple[str, ...], race: str, outputs: tuple[str, ...]) -> None:
    """Draw minima and times against n from FILES of proofs, and how far each method comes."""
    from puzzlesat.floodit.studies.frontier.figure import frontier_figure
    from puzzlesat.floodit.studies.frontier.rows import PROOFS
    from puzzlesat.floodit.studies.frontier.tables import RACE, Law, frontier_table, proven_minima
    from puzzlesat.report.style import save
    from puzzlesat.report.tables import read_frame

    proofs = read_frame(files, PROOFS)
    law = Law(proven_minima(proofs))
    save(frontier_figure(frontier_table(proofs), read_frame([race], RACE), law), outputs)


@figure.command("extended")
@click.argument("files", nargs=-1, required=True)
@outputs_option
def figure_extended(files: tuple[str, ...], outputs: tuple[str, ...]) -> None:
    """Draw Fig. 4.2 for all cells that are proven in FILES of proofs, with the fitted law."""
    from puzzlesat.floodit.studies.frontier.rows import PROOFS
    from puzzlesat.floodit.studies.frontier.tables import Law, proven_minima
    from puzzlesat.floodit.studies.reproduction.figures import bounds_figure
    from puzzlesat.report.style import save
    from puzzlesat.report.tables import read_frame

    minima = proven_minima(read_frame(files, PROOFS))
    boards = minima.groupby(["n", "k"])["minimum"].transform("size")
    drawn = minima[boards >= min(10, boards.max())]  # a box of fewer says little
    save(bounds_figure(drawn, Law(minima)), outputs)
