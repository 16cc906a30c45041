"""Instances for the SAT competitions, written from a sample, and attempts to solve them."""

import platform
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

import click

from puzzlesat.common.command import (
    Output,
    output_option,
    seed_option,
    solver_option,
    timeout_option,
)
from puzzlesat.common.errors import DisagreementError, InputError
from puzzlesat.common.files import atomic_write, sha256
from puzzlesat.common.rows import (
    Columns,
    Row,
    Schema,
    count,
    duration,
    one_of,
    positive,
    write_rows,
)
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.cli.encode import written_options
from puzzlesat.floodit.cli.options import k_option, n_option
from puzzlesat.floodit.encode.instance import VARIANTS, WRITTEN, Instance, read_instance
from puzzlesat.sat.dimacs import Writable
from puzzlesat.sat.solver import check_solver, open_solver, solve, version_of

INSTANCES: Columns = Schema(
    {
        **{"name": str, "n": positive, "k": positive, "m": count, "seed": count, "board": count},
        **{"encoding": one_of(*WRITTEN), "variant": one_of(*VARIANTS), "variables": count},
        **{"clauses": count, "bytes": count, "compressed_bytes": count, "sha256": str},
        "seconds": duration,
    },
    key=["name"],
)

ATTEMPTS: Columns = Schema(
    {
        **{"name": str, "status": one_of("sat", "unsat", "timeout"), "solver": str},
        **{"load_seconds": duration, "solve_seconds": duration, "timeout": duration},
    },
    key=["name", "solver"],
)

ATTEMPTED: Columns = Schema(
    {**INSTANCES, **{"status": str, "solver": str, "solve_seconds": duration, "timeout": duration}},
    key=["name"],
)


class Made(NamedTuple):
    """The size of a written instance before compression, and the wall-clock seconds to write it."""

    variables: int
    clauses: int
    bytes: int
    seconds: float


class Counted:
    """A binary file that counts the bytes written to it."""

    def __init__(self, file: Writable) -> None:
        self.file = file
        self.bytes = 0

    def write(self, content: Any) -> int:
        """Write and count bytes, and return their number."""
        self.bytes += len(content)
        return self.file.write(content)


def sampled(seed: int, n: int, k: int, s: int, m: int, encoding: str, variant: str) -> Instance:
    """Return the instance of board s of the sample of (seed, n, k), with m moves allowed."""
    origin = f"seed {seed}, n {n}, k {k}, i {s}"
    return Instance(replace(random_board(seed, n, k, s), origin=origin), m, encoding, variant)


def write_instance(instance: Instance, seed: int, s: int, path: str | Path) -> Made:
    """Write an instance of a sample to a file, and return its size and time.

    The bytes depend only on the instance, on `seed` and on `s`, the number of the board.
    """
    board = instance.board
    command = (
        f"python -m puzzlesat_studies floodit instances instance -n {board.rows} -k {board.k} "
        f"--seed {seed} --board {s} --moves {instance.p} --encoding {instance.encoding} "
        f"--variant {instance.variant}"
    )
    started = monotonic()
    formula = instance.formula()
    with atomic_write(path, binary=True) as file:
        counted = Counted(file)
        instance.write(command, counted)
    return Made(formula.variables, len(formula), counted.bytes, monotonic() - started)


def instance_row(instance: Instance, seed: int, s: int, made: Made, path: str | Path) -> Row:
    """Return the row of a written instance, with the digest of its file."""
    return {
        "name": Path(path).name,
        "n": instance.board.rows,
        "k": instance.board.k,
        "m": instance.p,
        "seed": seed,
        "board": s,
        "encoding": instance.encoding,
        "variant": instance.variant,
        "variables": made.variables,
        "clauses": made.clauses,
        "bytes": made.bytes,
        "compressed_bytes": Path(path).stat().st_size,
        "sha256": sha256(Path(path)),
        "seconds": round(made.seconds, 3),
    }


def attempt_row(instance: Instance, name: str, solver: str, timeout: float) -> Row:
    """Run a solver on an instance within a time limit, and return its result as a row.

    The limit is in wall-clock seconds and excludes loading. CaDiCaL checks it only every 2,000
    conflicts (`solver.SLICE`). Raise `DisagreementError` if the moves of a model do not flood the
    board.
    """
    started = monotonic()
    with open_solver(solver) as oracle:
        for clause in instance.formula():
            oracle.add_clause(clause)
        loaded = monotonic()
        answer = solve(oracle, timeout)
        solved = monotonic()
        moves = instance.moves(oracle.get_model()) if answer else None
    if moves is not None:
        try:
            instance.check(moves)
        except DisagreementError as error:
            raise DisagreementError(f"{name}: {error}") from None
    return {
        "name": name,
        "status": {True: "sat", False: "unsat", None: "timeout"}[answer],
        "solver": solver,
        "load_seconds": round(loaded - started, 6),
        "solve_seconds": round(solved - loaded, 6),
        "timeout": timeout,
        "moves": "" if moves is None else instance.board.written(moves),
        "version": version_of(solver),
        "host": platform.node(),
    }


@click.command()
@n_option
@k_option
@seed_option
@click.option(
    "--board", "s", required=True, type=click.IntRange(0), help="Number of the board in the sample."
)
@written_options
@click.option(
    "--row",
    cls=Output,
    metavar="FILE",
    help="Also write sizes, digest and seconds to this CSV file, as one row.",
)
@output_option
def instance(
    n: int,
    k: int,
    seed: int,
    s: int,
    p: int,
    encoding: str,
    variant: str,
    row: str | None,
    output: str,
) -> None:
    """Write a board of a sample as an instance. The same arguments give the same bytes.

    The output file is compressed if its name ends in .gz, .xz, .bz2 or .zst.
    """
    if row is not None and output == "-":
        raise InputError("--row works only with an output file; name one with -o")
    drawn = sampled(seed, n, k, s, p, encoding, variant)
    made = write_instance(drawn, seed, s, output)
    if row is not None:
        write_rows([instance_row(drawn, seed, s, made, output)], row)


@click.command()
@click.argument("file")
@solver_option("cadical195")
@timeout_option("the solver, loading excluded", required=True)
@output_option
def attempt(file: str, solver: str, timeout: float, output: str) -> None:
    """Try to solve the instance in FILE; the moves of a model are replayed."""
    check_solver(solver, timeout)
    write_rows([attempt_row(read_instance(file), Path(file).name, solver, timeout)], output)
