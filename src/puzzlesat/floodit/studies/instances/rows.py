"""Instances for the SAT competitions: written from a sample, tabled, described, and attempted."""

import hashlib
import platform
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

import pandas as pd

from puzzlesat.common.errors import DisagreementError
from puzzlesat.common.files import atomic_write
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.encode.instance import Instance, symbols
from puzzlesat.report.rows import Read, Row, count, number
from puzzlesat.sat.dimacs import Writable
from puzzlesat.sat.solver import open_solver, solve

INSTANCES: dict[str, Read] = {
    **{"name": str, "n": count, "k": count, "m": count, "seed": count, "board": count},
    **{"encoding": str, "reading": str, "variables": count, "clauses": count},
    **{"bytes": count, "compressed_bytes": count, "sha256": str, "seconds": number},
}
"""The columns of a row of `instance_row`."""

ATTEMPTS: dict[str, Read] = {
    **{"name": str, "status": str, "solver": str, "load_seconds": number},
    **{"solve_seconds": number, "timeout": number},
}
"""The columns of a row of `attempt_row` that others read."""


class Made(NamedTuple):
    """What writing an instance took.

    Parameters
    ----------
    variables, clauses : int
    bytes : int
        The length of the text, before it is compressed.
    seconds : float
        Wall-clock time from the board's name to the complete file.
    """

    variables: int
    clauses: int
    bytes: int
    seconds: float


class Counted:
    """A binary file that counts what is written to it."""

    def __init__(self, file: Writable) -> None:
        self.file = file
        self.bytes = 0

    def write(self, content: Any) -> int:
        """Write bytes."""
        self.bytes += len(content)
        return self.file.write(content)


def sampled(seed: int, n: int, k: int, s: int, m: int, encoding: str, reading: str) -> Instance:
    """Return the instance of board s of the sample of (seed, n, k), with m moves allowed."""
    origin = f"seed {seed}, n {n}, k {k}, i {s}"
    return Instance(replace(random_board(seed, n, k, s), origin=origin), m, encoding, reading)


def write_instance(instance: Instance, seed: int, s: int, path: str | Path) -> Made:
    """Write an instance of a sample to a file; the bytes depend on the sample's names alone."""
    board = instance.board
    command = (
        f"floodit instance -n {board.rows} -k {board.k} --seed {seed} --board {s} "
        f"--moves {instance.p} --encoding {instance.encoding} --reading {instance.reading}"
    )
    started = monotonic()
    formula = instance.formula()
    with atomic_write(path, binary=True) as file:
        counted = Counted(file)
        instance.write(command, counted)
    return Made(formula.variables, len(formula), counted.bytes, monotonic() - started)


def instance_row(instance: Instance, seed: int, s: int, made: Made, path: str | Path) -> Row:
    """Return the row of a written instance, with the digest of its file."""
    with Path(path).open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return {
        "name": Path(path).name,
        "n": instance.board.rows,
        "k": instance.board.k,
        "m": instance.p,
        "seed": seed,
        "board": s,
        "encoding": instance.encoding,
        "reading": instance.reading,
        "variables": made.variables,
        "clauses": made.clauses,
        "bytes": made.bytes,
        "compressed_bytes": Path(path).stat().st_size,
        "sha256": digest,
        "seconds": round(made.seconds, 3),
    }


def attempt_row(instance: Instance, name: str, solver: str, timeout: float) -> Row:
    """Return what a solver makes of an instance within a time limit.

    Loading the clauses is not part of the limit. A model is read as moves and replayed.

    Parameters
    ----------
    instance : Instance
    name : str
        The name of its file.
    solver : str
        PySAT's name of the solver.
    timeout : float
        Wall-clock seconds. CaDiCaL looks at the clock between conflicts only, and may be late.

    Raises
    ------
    DisagreementError
        If the solver's moves do not flood the board.
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
        "load_seconds": round(loaded - started, 3),
        "solve_seconds": round(solved - loaded, 3),
        "timeout": timeout,
        "moves": "" if moves is None else symbols(instance.board, moves),
        "version": version("python-sat"),
        "host": platform.node(),
    }


def instances_table(instances: pd.DataFrame, attempts: pd.DataFrame) -> pd.DataFrame:
    """Return a row for each instance, with what a solver made of it where one was run.

    Parameters
    ----------
    instances : DataFrame
        With the columns of `INSTANCES`.
    attempts : DataFrame
        With the columns of `ATTEMPTS`, perhaps without a row.

    Returns
    -------
    DataFrame
        `INSTANCES`, and ``status``, ``solver``, ``solve_seconds`` and ``timeout``, which are empty
        where no solver was run.
    """
    outcome = attempts[["name", "status", "solver", "solve_seconds", "timeout"]]
    return instances.merge(outcome, on="name", how="left", validate="one_to_one")


def instances_printed(table: pd.DataFrame) -> pd.DataFrame:
    """Return the table laid out for reading."""
    return pd.DataFrame(
        {
            "instance": table["name"].str.removeprefix("floodit-").str.removesuffix(".cnf.xz"),
            "n": table["n"],
            "k": table["k"],
            "m": table["m"],
            "seed": table["seed"],
            "variables": table["variables"].map("{:,}".format),
            "clauses": table["clauses"].map("{:,}".format),
            "MB": (table["bytes"] / 1e6).map("{:.1f}".format),
            "xz MB": (table["compressed_bytes"] / 1e6).map("{:.1f}".format),
            "SHA-256": table["sha256"].str[:12] + "…",
            "s": table["seconds"].map("{:.1f}".format),
            "status": table["status"].fillna("not run"),
            "solver": table["solver"].fillna(""),
            "solve s": table["solve_seconds"].map("{:.1f}".format).replace("nan", ""),
        }
    )


def description(table: pd.DataFrame, machine: dict[str, Any]) -> str:
    """Return a page that describes the instances in the form the SAT competitions ask for.

    Parameters
    ----------
    table : DataFrame
        Of `instances_table`.
    machine : dict
        Of `provenance.environment`.
    """
    sets = table.groupby(["n", "k", "encoding", "reading", "seed"], sort=False)
    values = "\n".join(
        f"| {n} | {k} | {', '.join(map(str, sorted(rows['m'].unique())))} | {len(rows)} "
        f"| {rows['board'].min()}–{rows['board'].max()} of seed {seed} | {encoding}, {reading} "
        f"| {_span(rows['variables'])} | {_span(rows['clauses'])} |"
        for (n, k, encoding, reading, seed), rows in sets
    )
    run = table["status"].notna()
    outcome = (
        ""
        if not run.any()
        else f" {', '.join(sorted(table['solver'][run].unique()))} was run on {run.sum()} of them: "
        + ", ".join(f"{s} {c}" for s, c in table["status"][run].value_counts().items())
        + "."
    )
    return DESCRIPTION.format(
        count=len(table),
        values=values,
        each=instances_printed(table).to_markdown(index=False, tablefmt="pipe"),
        outcome=outcome,
        seconds=table["seconds"].sum(),
        least=table["seconds"].min(),
        most=table["seconds"].max(),
        text=table["bytes"].sum() / 1e9,
        packed=table["compressed_bytes"].sum() / 1e6,
        **machine,
    )


def _span(values: pd.Series) -> str:
    least, most = values.min(), values.max()
    return f"{least:,}" if least == most else f"{least:,}–{most:,}"


DESCRIPTION = """\
# Flood-It puzzles as SAT instances

The puzzlesat developers

## The problem

A Flood-It board has n×n fields, each of one of k colours. The flooded area starts as the largest
connected area of one colour around the top-left field. A move chooses a colour and floods every
area of that colour that touches the flooded one. An instance asks: *can the whole board be flooded
in m moves?* Finding the least such m is NP-hard for three colours or more (Arthur, Clifford,
Jalsenius, Montanaro and Sach, *The Complexity of Flood Filling Games*, FUN 2010).

## The encoding

Variables say for every field and state whether it is flooded (Fld) and whether it is touched
(TchFld), and for every time which colour is chosen (Move). The minimal encoding is the conditions
1-10 of van Stiphout, *Flood-It as a SAT problem* (bachelor thesis, Radboud University, 2020), on
which *SAT Encodings for Flood-It Puzzle* (van Stiphout, Osama and Wijs) rests: a start, one colour
at a time, what is flooded stays flooded, fields are newly flooded if and only if they are touched
and of the chosen colour, a cluster is flooded as a whole, and everything is flooded in state m. The
comments of each file, which is in DIMACS format, say how its variables are numbered, name its
board, and give the command line that writes the same bytes again. Among the clauses none is a
tautology, none repeats a literal, and none stands twice (but in the extended encoding, which
repeats clauses by definition).

## The instances

Colours are drawn uniformly and independently, board s from the seed (seed, n, k, s). The number of
moves takes the values below in turn, from board to board. A file is called
floodit-n⟨n⟩-k⟨k⟩-m⟨m⟩-s⟨s⟩.cnf.xz.

| n | k | m | instances | boards | encoding | variables | clauses |
|---|---|---|---|---|---|---|---|
{values}

One by one, with the seconds that it took to make each:

{each}

Nothing in the construction decides whether an instance is satisfiable.{outcome}

## How they were made

By puzzlesat {puzzlesat}, a program in Python ({python}; NumPy {numpy}, and Numba for the printing),
on {processor}, {cores} cores and {memory_gib} GiB of memory, {system}.
All {count} took {seconds:.0f} s of wall-clock time, {least:.1f} to {most:.1f} s each, from the seed
to the compressed file: {text:.2f} GB of text, {packed:.0f} MB compressed. The generator streams its
output and needs less than 300 MB of memory.
"""
"""The page, with gaps for what was measured."""
