"""Tables and a description of instances for the SAT competitions."""

from typing import Any

import click
import pandas as pd

from puzzlesat.common.command import output_option, outputs_option
from puzzlesat.common.files import atomic_write
from puzzlesat_studies.core.provenance import environment
from puzzlesat_studies.core.tables import read_frame, write_table
from puzzlesat_studies.floodit.instances.rows import ATTEMPTED, ATTEMPTS, INSTANCES


def instances_table(instances: pd.DataFrame, attempts: pd.DataFrame) -> pd.DataFrame:
    """Return a row for each instance, with the solver's result if one was run."""
    outcome = attempts[["name", "status", "solver", "solve_seconds", "timeout"]]
    return instances.merge(outcome, on="name", how="left", validate="one_to_one")


def instances_printed(table: pd.DataFrame) -> pd.DataFrame:
    """Return the table laid out for reading."""
    return pd.DataFrame(
        {
            "instance": table["name"].str.removeprefix("floodit-").str.removesuffix(".cnf.xz"),
            **table[["n", "k", "m", "seed"]],
            **{name: table[name].map("{:,}".format) for name in ("variables", "clauses")},
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
    """Return the description that the SAT competitions require, for an `instances_table`."""
    sets = table.groupby(["n", "k", "encoding", "variant", "seed"], sort=False)
    values = "\n".join(
        f"| {n} | {k} | {', '.join(map(str, sorted(rows['m'].unique())))} | {len(rows)} "
        f"| {rows['board'].min()}–{rows['board'].max()} of seed {seed} | {encoding}, {variant} "
        f"| {_span(rows['variables'])} | {_span(rows['clauses'])} |"
        for (n, k, encoding, variant, seed), rows in sets
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


@click.command()
@click.argument("files", nargs=-1, required=True)
@click.option(
    "--attempt",
    "attempts",
    multiple=True,
    metavar="FILE",
    help="A solver's attempts; may be repeated.",
)
@outputs_option
def instances(files: tuple[str, ...], attempts: tuple[str, ...], outputs: tuple[str, ...]) -> None:
    """Combine the rows of instances in FILES with a solver's results on these instances."""
    table = instances_table(read_frame(files, INSTANCES), read_frame(attempts, ATTEMPTS))
    write_table(table, outputs, printed=instances_printed(table))


@click.command()
@click.argument("table")
@output_option
def describe(table: str, output: str) -> None:
    """Write the description that the SAT competitions require, for the instances in TABLE."""
    described = read_frame([table], ATTEMPTED).replace({"status": {"": None}})
    with atomic_write(output) as file:
        file.write(description(described, environment()))
