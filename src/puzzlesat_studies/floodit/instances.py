"""Instances in the form of the SAT Competition, at full size, and attempts to solve them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from puzzlesat.common.errors import DisagreementError
from puzzlesat.common.files import atomic_write, sha256
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.encode.instance import Instance, read_instance
from puzzlesat.sat.dimacs import Writable, write
from puzzlesat.sat.solver import open_solver, solve, version_of
from puzzlesat_studies.core.params import Count, K, N, Params, Seconds, Text, check_solvers
from puzzlesat_studies.core.study import Files, Item, Record, Row, Study, column

if TYPE_CHECKING:
    import pandas as pd

Encoding = Literal["minimal", "extended", "reduced", "clusters"]
Variant = Literal["corrected", "printed"]


class InstanceSet(Params):
    """Boards of one size, whose formulas allow several numbers of moves."""

    n: N = Field(description="Rows and columns of the boards.")
    k: K = Field(description="Number of colours.")
    moves: list[int] = Field(
        min_length=1,
        description="Numbers of moves for the formulas of boards 0, 1, …, repeated as needed.",
    )
    boards: Count = Field(description="Number of boards.")
    encoding: Encoding = Field(description="The encoding of the formula.")
    variant: Variant = Field(
        description="The corrected encoding, or the printed one, with a state p+1."
    )

    def moves_of(self, s: int) -> int:
        """Return the number of moves of board s."""
        return self.moves[s % len(self.moves)]

    def name(self, s: int) -> str:
        """Return the name of the instance of board s."""
        defaults = {"encoding": "minimal", "variant": "corrected"}
        differing = (getattr(self, key) for key in defaults if getattr(self, key) != defaults[key])
        variant = "".join(f"-{other}" for other in differing)
        return f"floodit-n{self.n}-k{self.k}-m{self.moves_of(s)}-s{s}{variant}"


class Instances(Params):
    """Instances in the format of the SAT Competition."""

    sets: list[InstanceSet] = Field(
        [
            InstanceSet(
                n=70,
                k=10,
                moves=[225, 229, 230],
                boards=20,
                encoding="minimal",
                variant="corrected",
            )
        ],
        min_length=1,
        description="Boards 0, 1, … of (n, k). The numbers of moves of their formulas cycle "
        "through the list `moves`. `encoding`: minimal, extended, reduced or clusters. `variant`: "
        "corrected, or printed, which adds a state p+1 (docs/thesis.md).",
    )
    solver: Text = Field("cadical195", description="The solver to run on each instance.")
    wall_limit: Seconds | None = Field(
        None, description="Wall-clock seconds for a solve, or null to run no solver."
    )


def check(config: Any) -> None:
    """Raise `InputError` unless the solver supports the time limit."""
    section = config.instances
    check_solvers([section.solver], section.wall_limit, "instances.solver")


STUDY = Study(
    "instances",
    Instances,
    "Instances and proofs",
    "`snakemake instances`: instances in the format of the SAT Competition.",
    check=check,
)


class InstanceKey(Row):
    """The instance of a board."""

    name: str
    n: int
    k: int
    m: int
    seed: int
    board: int


class WrittenInstance(InstanceKey):
    """A written instance."""

    name: str = column("name of the file")
    encoding: Encoding
    variant: Variant
    variables: int
    clauses: int
    bytes: int
    compressed_bytes: int
    sha256: str
    seconds: float = column("wall-clock time to write the file")


class SolverRun(Row):
    """The answer of a solver to one instance."""

    name: str
    status: Literal["sat", "unsat", "timeout"]
    solver: str
    load_seconds: float = column("wall-clock time to generate and load the clauses")
    solve_seconds: float = column("wall-clock time of the solver")
    wall_limit: float
    moves: str = column("moves of the model, replayed; empty without a model")
    version: str
    host: str


class CountingFile:
    """A binary file that counts the bytes written to it."""

    def __init__(self, file: Writable) -> None:
        self.file = file
        self.bytes = 0

    def write(self, content: Any) -> int:
        """Write and count bytes, and return their number."""
        self.bytes += len(content)
        return self.file.write(content)


def sampled_instance(
    seed: int, n: int, k: int, s: int, m: int, encoding: str, variant: str
) -> Instance:
    """Return the instance of board s of the sample of (seed, n, k), with m moves allowed."""
    origin = f"seed {seed}, n {n}, k {k}, i {s}"
    return Instance(replace(random_board(seed, n, k, s), origin=origin), m, encoding, variant)


def write_instance(instance: Instance, seed: int, s: int, path: str | Path) -> Record:
    """Write an instance of a sample, and return its sizes and the wall-clock seconds as columns.

    The bytes depend only on the instance, on `seed` and on `s`, the number of the board.
    """
    board = instance.board
    command = (
        f"python -m puzzlesat_studies instance -n {board.rows} -k {board.k} "
        f"--seed {seed} --board {s} --moves {instance.p} --encoding {instance.encoding} "
        f"--variant {instance.variant}"
    )
    started = monotonic()
    formula = instance.formula()
    with atomic_write(path, binary=True) as file:
        counting_file = CountingFile(file)
        write(formula, instance.comments(command), counting_file)
    return {
        "variables": formula.variables,
        "clauses": len(formula),
        "bytes": counting_file.bytes,
        "seconds": round(monotonic() - started, 3),
    }


def attempt_row(instance: Instance, name: str, solver: str, wall_limit: float) -> Record:
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
        answer = solve(oracle, wall_limit)
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
        "wall_limit": wall_limit,
        "moves": "" if moves is None else instance.board.format_colours(moves),
        "version": version_of(solver),
    }


def formula_items(config: Any) -> list[Item]:
    """Return an item for each instance."""
    return [
        Item(instance_set.name(s), values={"instance_set": instance_set, "s": s})
        for instance_set in config.instances.sets
        for s in range(instance_set.boards)
    ]


# Alone, as writing uses all cores.
@STUDY.rows(WrittenInstance, "formulas", items=formula_items, alone=True, extra_output=".cnf.xz")
def formulas(
    *, instance_set: InstanceSet, s: int, seed: int, extra_output: Path
) -> Iterator[Record]:
    """Write an instance, and a row with sizes, digest and seconds."""
    values = instance_set.model_dump(include={"n", "k", "encoding", "variant"})
    m = instance_set.moves_of(s)
    instance = sampled_instance(seed, s=s, m=m, **values)
    yield {
        **values,
        "name": extra_output.name,
        "m": m,
        "seed": seed,
        "board": s,
        **write_instance(instance, seed, s, extra_output),
        "compressed_bytes": extra_output.stat().st_size,
        "sha256": sha256(extra_output),
    }


def attempt_items(config: Any) -> list[Item]:
    """Return an item for each instance that a solver tries."""
    if config.instances.wall_limit is None:
        return []
    return [
        Item(item.name, {"formula": Files([f"{formulas.stem}/{item.name}.cnf.xz"])})
        for item in formula_items(config)
    ]


@STUDY.rows(SolverRun, "attempts", items=attempt_items, alone=True, mem_mb=8000, minutes=120)
def attempts(formula: Sequence[Path], *, solver: str, wall_limit: float) -> Iterator[Record]:
    """Try to solve an instance within the limit; the moves of a model are replayed."""
    yield attempt_row(read_instance(formula[0]), formula[0].name, solver, wall_limit)


class AttemptedInstance(WrittenInstance):
    """An instance, with the answer of a solver, which is empty if no solver was run."""

    status: str
    solver: str
    solve_seconds: float | None = column("wall-clock time of the solver")
    wall_limit: float | None


def display_instances(table: pd.DataFrame) -> pd.DataFrame:
    """Return the table laid out for reading."""
    import pandas as pd

    return pd.DataFrame(
        {
            "instance": table["name"].str.removeprefix("floodit-").str.removesuffix(".cnf.xz"),
            **table[["n", "k", "m", "seed"]],
            **{name: table[name].map("{:,}".format) for name in ("variables", "clauses")},
            "MB": (table["bytes"] / 1e6).map("{:.1f}".format),
            "xz MB": (table["compressed_bytes"] / 1e6).map("{:.1f}".format),
            "SHA-256": table["sha256"].str[:12] + "…",
            "s": table["seconds"].map("{:.1f}".format),
            "status": table["status"].replace("", "not run"),
            "solver": table["solver"],
            "solve s": table["solve_seconds"].map("{:.1f}".format).replace("nan", ""),
        }
    )


@STUDY.table(
    AttemptedInstance,
    "instances",
    instances=formulas,
    attempts=attempts,
    display=display_instances,
    label="Instances",
)
def instances_table(instances: pd.DataFrame, attempts: pd.DataFrame) -> pd.DataFrame:
    """Return a row for each instance, with the solver's result if one was run."""
    outcome = attempts[["name", "status", "solver", "solve_seconds", "wall_limit"]]
    return instances.merge(outcome, on="name", how="left", validate="one_to_one")


@STUDY.text("description.md", table=instances_table, label="Description of the instances")
def describe(table: pd.DataFrame) -> str:
    """Write the description of the instances that the competitions require."""
    from puzzlesat_studies.core.provenance import environment

    return description(table, environment())


def description(table: pd.DataFrame, machine: dict[str, Any]) -> str:
    """Return the description that the SAT competitions require, of a table of instances."""
    sets = table.groupby(["n", "k", "encoding", "variant", "seed"], sort=False)
    values = "\n".join(
        f"| {n} | {k} | {', '.join(map(str, sorted(rows['m'].unique())))} | {len(rows)} "
        f"| {rows['board'].min()}–{rows['board'].max()} of seed {seed} | {encoding}, {variant} "
        f"| {_range_text(rows['variables'])} | {_range_text(rows['clauses'])} |"
        for (n, k, encoding, variant, seed), rows in sets
    )
    was_run = table["status"].ne("")
    outcome = (
        ""
        if not was_run.any()
        else f" {', '.join(sorted(table['solver'][was_run].unique()))} was run on "
        + f"{was_run.sum()} of them: "
        + ", ".join(f"{s} {c}" for s, c in table["status"][was_run].value_counts().items())
        + "."
    )
    return DESCRIPTION.format(
        count=len(table),
        values=values,
        each=display_instances(table).to_markdown(index=False, tablefmt="pipe"),
        outcome=outcome,
        seconds=table["seconds"].sum(),
        least=table["seconds"].min(),
        most=table["seconds"].max(),
        text=table["bytes"].sum() / 1e9,
        packed=table["compressed_bytes"].sum() / 1e6,
        **machine,
    )


def _range_text(values: pd.Series) -> str:
    least, most = values.min(), values.max()
    return f"{least:,}" if least == most else f"{least:,}–{most:,}"


PROBLEM = """\
# Flood-It puzzles as SAT instances

The puzzlesat developers

## The problem

A Flood-It board has n×n fields, each of one of k colours. The flooded area starts as the largest
connected area of one colour around the top-left field. A move chooses a colour and floods every
area of that colour that touches the flooded one. An instance encodes the question: *can the whole
board be flooded in m moves?* Finding the least such m is NP-hard for three colours or more (Arthur,
Clifford, Jalsenius, Montanaro and Sach, *The Complexity of Flood Filling Games*, FUN 2010).

## The encoding

For every field and state, variables represent whether the field is flooded (Fld) and whether it is
touched (TchFld); for every time, variables represent the chosen colour (Move). The minimal encoding
is the conditions 1-10 of van Stiphout, *Flood-It as a SAT problem* (bachelor thesis, Radboud
University, 2020), on which *SAT Encodings for Flood-It Puzzle* (van Stiphout, Osama and Wijs)
rests: a start, one colour at a time, what is flooded stays flooded, fields are newly flooded if and
only if they are touched and of the chosen colour, a cluster is flooded as a whole, and everything
is flooded in state m. Each file is in DIMACS format. Its comments list the numbering of the
variables, the board, and the command that reproduces the file byte for byte. No clause is a
tautology, repeats a literal, or occurs twice (except in the extended encoding, which repeats
clauses by definition).
"""
"""The problem and the encoding, for every page that describes instances."""

DESCRIPTION = (
    PROBLEM
    + """
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

By puzzlesat {puzzlesat}, a program in Python ({python}; NumPy {numpy}),
on {processor}, {cores} cores and {memory_gib} GiB of memory, {system}.
All {count} took {seconds:.0f} s of wall-clock time, {least:.1f} to {most:.1f} s each, for
building the formula and writing the compressed file: {text:.2f} GB of text, {packed:.0f} MB
compressed.
"""
)
