"""Commands for instances and certificates: write, describe, attempt, certify; how hard they are."""

import click

from puzzlesat.common.command import (
    Seconds,
    output_option,
    outputs_option,
    progress,
    quiet_option,
    seed_option,
    solver_option,
)
from puzzlesat.common.errors import InputError
from puzzlesat.floodit.cli.group import figure, k_option, main, n_option, table, written_options

CHECKERS = ("drat-trim", "dratify-native", "dratify")


@main.command()
@n_option
@k_option
@seed_option
@click.option(
    "--board", "s", required=True, type=click.IntRange(0), help="Its number in the sample."
)
@written_options
@click.option("--row", metavar="FILE", help="Write sizes, digest and seconds as a row of a table.")
@output_option
def instance(
    n: int,
    k: int,
    seed: int,
    s: int,
    p: int,
    encoding: str,
    reading: str,
    row: str | None,
    output: str,
) -> None:
    """Write a board of a sample as an instance, the same bytes each time.

    An output that ends in .gz or .xz is compressed.
    """
    from puzzlesat.floodit.studies.instances.rows import instance_row, sampled, write_instance
    from puzzlesat.report.rows import write_rows

    if row is not None and output == "-":
        raise InputError("--row needs a file that is named with -o")
    drawn = sampled(seed, n, k, s, p, encoding, reading)
    made = write_instance(drawn, seed, s, output)
    if row is not None:
        write_rows([instance_row(drawn, seed, s, made, output)], row)


@main.command()
@click.argument("file")
@solver_option("cadical195")
@click.option("--timeout", type=Seconds(), required=True, help="Seconds, loading aside.")
@output_option
def attempt(file: str, solver: str, timeout: float, output: str) -> None:
    """Try to solve the instance in FILE; a model is read as moves and replayed."""
    from pathlib import Path

    from puzzlesat.floodit.encode.instance import read_instance
    from puzzlesat.floodit.studies.instances.rows import attempt_row
    from puzzlesat.report.rows import write_rows
    from puzzlesat.sat.solver import check_solver

    check_solver(solver, timeout)
    write_rows([attempt_row(read_instance(file), Path(file).name, solver, timeout)], output)


@main.command()
@click.argument("table")
@output_option
def describe(table: str, output: str) -> None:
    """Describe the instances in a TABLE of instances on a page, as the competitions ask for."""
    from puzzlesat.common.files import atomic_write
    from puzzlesat.floodit.studies.instances.rows import ATTEMPTS, INSTANCES, description
    from puzzlesat.report.provenance import environment
    from puzzlesat.report.tables import read_frame

    outcome = {key: ATTEMPTS[key] for key in ("status", "solver", "solve_seconds", "timeout")}
    instances = read_frame([table], INSTANCES | outcome).replace({"status": {"": None}})
    with atomic_write(output) as file:
        file.write(description(instances, environment()))


@main.command()
@click.argument("file")
@click.option("--folder", required=True, metavar="DIR", help="Where to write formulas and proofs.")
@click.option(
    "--solver",
    default="glucose4",
    show_default=True,
    help="PySAT's name of a SAT solver that writes proofs.",
)
@click.option(
    "--checker",
    type=click.Choice(("auto", *CHECKERS)),
    default="auto",
    show_default=True,
    help="Who checks: auto is the first of the others that is installed.",
)
@click.option("--timeout", type=Seconds(), help="Seconds for the solver, and for the checker.")
@quiet_option
@output_option
def certify(
    file: str,
    folder: str,
    solver: str,
    checker: str,
    timeout: float | None,
    quiet: bool,
    output: str,
) -> None:
    """Prove every minimum in a FILE of minima, and have each proof checked.

    A board gets its formula for one move less and a proof in the DRAT format that this is
    unsatisfiable, checked by a program that shares no code with this one.
    """
    from dataclasses import replace
    from pathlib import Path

    from puzzlesat.common.errors import DisagreementError
    from puzzlesat.floodit.prove.drat import NAME, certify, holds
    from puzzlesat.floodit.studies.reproduction.rows import MINIMA, solution_of
    from puzzlesat.report.rows import read_rows, write_rows
    from puzzlesat.sat.proof import REFUSED, check_prover, checker_of

    check_prover(solver)
    checker = checker_of(checker)
    rows = []
    for row in progress(read_rows(file, MINIMA), unit="board", quiet=quiet):
        stem = f"board-{row['i']}"
        board, moves = solution_of(row)
        board = replace(board, origin=", ".join(f"{key} {row[key]}" for key in NAME))
        made = certify(board, moves, Path(folder), stem, solver, checker, timeout)
        rows.append({key: row[key] for key in NAME} | made)
    write_rows(rows, output)
    without = [row for row in rows if not holds(row)]
    if without:
        first = without[0]
        sentence = (
            f"{len(without)} of {len(rows)} boards have no checked certificate; board {first['i']} "
            f"of n = {first['n']}, k = {first['k']}: {first['verdict']}: {first['reason']}"
        )
        if any(row["verdict"] == REFUSED for row in without):
            raise DisagreementError(sentence)
        click.echo(sentence, err=True)


@main.command()
@click.argument("file")
@click.option(
    "--solver", "solvers", multiple=True, required=True, help="PySAT's name; may be repeated."
)
@click.option("--below", default=5, show_default=True, type=click.IntRange(0), help="First m.")
@click.option("--above", default=8, show_default=True, type=click.IntRange(0), help="Last m.")
@click.option("--timeout", type=Seconds(), required=True, help="Seconds for one solve.")
@output_option
def hardness(
    file: str, solvers: tuple[str, ...], below: int, above: int, timeout: float, output: str
) -> None:
    """Time solvers on the boards of a sample FILE, for m around the minimum.

    m runs from the minimum less --below to the minimum and --above.
    """
    from puzzlesat.floodit.board.formats import SAMPLE
    from puzzlesat.floodit.studies.hardness.rows import hardness_rows
    from puzzlesat.report.rows import read_rows, write_rows
    from puzzlesat.sat.solver import check_solver

    for solver in solvers:
        check_solver(solver, timeout)
    rows = hardness_rows(read_rows(file, SAMPLE), below, above, solvers, timeout)
    write_rows(progress(rows, unit="solve"), output)


@main.command()
@n_option
@k_option
@seed_option
@click.option("--boards", required=True, type=click.IntRange(1), help="How many to try at most.")
@click.option(
    "--distance",
    "distances",
    multiple=True,
    required=True,
    type=int,
    help="Moves allowed, less those of the best known solution; may be repeated.",
)
@click.option("--bounding", type=Seconds(), required=True, help="Seconds for a board's bounds.")
@click.option("--wanted", required=True, type=click.IntRange(1), help="How many sat, and unsat.")
@click.option("--easy", nargs=2, required=True, metavar="SOLVER SECONDS", help="Must not solve it.")
@click.option("--hard", nargs=2, required=True, metavar="SOLVER SECONDS", help="Must solve it.")
@click.option("--folder", required=True, metavar="DIR", help="Where to write the instances.")
@output_option
def interesting(
    n: int,
    k: int,
    seed: int,
    boards: int,
    distances: tuple[int, ...],
    bounding: float,
    wanted: int,
    easy: tuple[str, str],
    hard: tuple[str, str],
    folder: str,
    output: str,
) -> None:
    """Look for instances that one solver does not solve in time, and another does.

    Every instance that is tried becomes a row; those that are interesting are written to DIR.
    """
    from pathlib import Path

    from puzzlesat.floodit.studies.hardness.rows import Rule, check_distances, interesting_rows
    from puzzlesat.report.rows import write_rows
    from puzzlesat.sat.solver import check_solver

    limits = []
    for solver, seconds in (easy, hard):
        limits += [solver, Seconds().convert(seconds, None, None)]
        check_solver(*limits[-2:])
    check_distances(distances)
    rows = interesting_rows(
        *(seed, n, k, range(boards), distances, bounding, wanted, Rule(*limits), Path(folder))
    )
    write_rows(progress(rows, unit="instance"), output)


@table.command("instances")
@click.argument("files", nargs=-1, required=True)
@click.option(
    "--attempt", "attempts", multiple=True, metavar="FILE", help="A solver's attempts; repeatable."
)
@outputs_option
def table_instances(
    files: tuple[str, ...], attempts: tuple[str, ...], outputs: tuple[str, ...]
) -> None:
    """Gather the instances in FILES of rows, and what a solver made of them."""
    from puzzlesat.floodit.studies.instances.rows import (
        ATTEMPTS,
        INSTANCES,
        instances_printed,
        instances_table,
    )
    from puzzlesat.report.tables import read_frame, write_table

    made = instances_table(read_frame(files, INSTANCES), read_frame(attempts, ATTEMPTS))
    write_table(made, outputs, printed=instances_printed(made))


@table.command("certificates")
@click.argument("files", nargs=-1, required=True)
@outputs_option
def table_certificates(files: tuple[str, ...], outputs: tuple[str, ...]) -> None:
    """Gather the certificates in FILES of rows, or sum them up."""
    from puzzlesat.floodit.prove.drat import CERTIFICATES
    from puzzlesat.floodit.studies.certificates.tables import (
        certificates_printed,
        certificates_table,
    )
    from puzzlesat.report.tables import read_frame, write_table

    made = certificates_table(read_frame(files, CERTIFICATES))
    write_table(made, outputs, printed=certificates_printed(made))


@table.command("hardness")
@click.argument("files", nargs=-1, required=True)
@outputs_option
def table_hardness(files: tuple[str, ...], outputs: tuple[str, ...]) -> None:
    """Sum up FILES of rows of hardness by size, solver and distance from the minimum."""
    from puzzlesat.floodit.studies.hardness.rows import HARDNESS, hardness_table
    from puzzlesat.report.tables import read_frame, write_table

    write_table(hardness_table(read_frame(files, HARDNESS)), outputs)


@figure.command("hardness")
@click.argument("files", nargs=-1, required=True)
@outputs_option
def figure_hardness(files: tuple[str, ...], outputs: tuple[str, ...]) -> None:
    """Draw the solvers' times in FILES of rows of hardness, for m around the minimum."""
    from puzzlesat.floodit.studies.hardness.figure import hardness_figure
    from puzzlesat.floodit.studies.hardness.rows import HARDNESS
    from puzzlesat.report.style import save
    from puzzlesat.report.tables import read_frame

    save(hardness_figure(read_frame(files, HARDNESS)), outputs)
