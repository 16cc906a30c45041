"""The interesting instances: sizes, digests, solvers and proofs, and their description."""

import platform
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import pandas as pd

from puzzlesat.common.command import Output, output_option
from puzzlesat.common.errors import DisagreementError, InputError, error_context
from puzzlesat.common.files import atomic_write, sha256
from puzzlesat.common.rows import Columns, Row, Schema, count, duration, one_of, positive, read_rows
from puzzlesat.floodit.encode.instance import Instance, file_name, read_instance
from puzzlesat.floodit.prove.verified import refute
from puzzlesat.sat.proof import CAKE_LPR, MISSING, VERIFIED, is_installed
from puzzlesat_studies.core.provenance import environment
from puzzlesat_studies.core.steps import Progress, Rows, rows_step
from puzzlesat_studies.core.tables import Table, read_frame
from puzzlesat_studies.floodit.instances.rows import sampled
from puzzlesat_studies.floodit.instances.tables import PROBLEM
from puzzlesat_studies.floodit.interesting.rows import INTERESTING

FAMILY: Columns = Schema(
    {
        **{"name": str, "n": positive, "k": positive, "m": count, "seed": count, "board": count},
        **{"status": one_of("sat", "unsat"), "variables": count, "clauses": count},
        **{"compressed_bytes": count, "sha256": str},
        **{"easy_solver": str, "easy_seconds": duration, "easy_timeout": duration},
        **{"hard_solver": str, "hard_seconds": duration, "hard_timeout": duration},
        **{"proof": one_of(VERIFIED, MISSING, ""), "proof_bytes": duration},
        **{"proof_compressed_bytes": duration, "proof_sha256": str, "check_seconds": duration},
        "host": str,
    },
    key=["name"],
)


def family_rows(tried: Iterable[Row], formulas: Path, proofs: Path) -> Iterator[Row]:
    """Return a row for each interesting instance, and write a proof for each unsatisfiable one.

    All instances are read from the folder `formulas` and compared with their rows of `INTERESTING`
    before the first proof is made. The compressed LRAT proofs are written to the folder `proofs`.
    Raise `InputError` if no instance is interesting, or a file does not contain the instance of its
    row. Raise `DisagreementError` if an instance that a solver refuted is satisfiable, or the
    checker refuses a proof.
    """
    found = [row for row in tried if row["verdict"] == "interesting"]
    if not found:
        raise InputError("none of the instances that were tried is interesting")
    instances = [_read(row, formulas / row["name"]) for row in found]
    return (_family_row(*both, formulas, proofs) for both in zip(found, instances, strict=True))


def _family_row(row: Row, instance: Instance, formulas: Path, proofs: Path) -> Row:
    path, formula = formulas / row["name"], instance.formula()
    return {
        **{key: row[key] for key in ("name", "n", "k", "m", "seed", "board", "status")},
        **{"variables": formula.variables, "clauses": len(formula)},
        **{"compressed_bytes": path.stat().st_size, "sha256": sha256(path)},
        **{key: row[key] for key in INTERESTING if key.startswith(("easy_", "hard_"))},
        **_proven(instance, row["status"], proofs / row["name"].replace(".cnf.xz", ".lrat.xz")),
        "host": platform.node(),
    }


def _read(row: Row, path: Path) -> Instance:
    n, k, m, seed, s = (row[key] for key in ("n", "k", "m", "seed", "board"))
    instance = read_instance(path)
    shape = (instance.board.rows, instance.board.cols)
    if shape == (n, n) and row["name"] == file_name(n, k, m, s):
        wanted = sampled(seed, n, k, s, m, "minimal", "corrected")  # its size was checked above
        instance = replace(instance, board=replace(instance.board, origin=wanted.board.origin))
        if instance == wanted:
            return instance
    raise InputError(f"{path}: not the instance of board {s} and {m} moves that its row names")


def _proven(instance: Instance, status: str, path: Path) -> Row:
    """Write the proof if the instance is unsatisfiable, and return the columns on the proof."""
    empty = dict.fromkeys(("proof_bytes", "proof_compressed_bytes", "proof_sha256"), "")
    if status == "sat" or not is_installed(CAKE_LPR):
        verdict = "" if status == "sat" else MISSING
        return {"proof": verdict, **empty, "check_seconds": ""}
    with error_context(path):
        try:
            refuted = refute(instance, path)
        except InputError as error:
            raise DisagreementError(f"a solver refuted this instance, but {error}") from None
    return {
        "proof": VERIFIED,
        "proof_bytes": refuted.bytes,
        "proof_compressed_bytes": path.stat().st_size,
        "proof_sha256": sha256(path),
        "check_seconds": round(refuted.seconds, 3),
    }


def family_printed(rows: pd.DataFrame) -> pd.DataFrame:
    """Return rows of `FAMILY` laid out for reading."""

    def seconds(name: str) -> pd.Series:
        late = rows[f"{name}_seconds"] > rows[f"{name}_timeout"]
        limit = "> " + rows[f"{name}_timeout"].map("{:g}".format)
        return rows[f"{name}_seconds"].map("{:.1f}".format).mask(late, limit)

    return pd.DataFrame(
        {
            "instance": rows["name"].str.removeprefix("floodit-").str.removesuffix(".cnf.xz"),
            "answer": rows["status"],
            **{name: rows[name].map("{:,}".format) for name in ("variables", "clauses")},
            "xz MB": (rows["compressed_bytes"] / 1e6).map("{:.2g}".format),
            **{
                f"{solver} s": seconds(name)
                for name in ("easy", "hard")
                for solver in rows[f"{name}_solver"].unique()
            },
            "proof MB": (rows["proof_bytes"] / 1e6).map("{:.2g}".format).replace("nan", ""),
            "xz": (rows["proof_compressed_bytes"] / 1e6).map("{:.2g}".format).replace("nan", ""),
            "check s": rows["check_seconds"].map("{:.1f}".format).replace("nan", ""),
            "SHA-256": rows["sha256"].str[:12] + "…",
        }
    )


def _sorted(rows: pd.DataFrame) -> pd.DataFrame:
    """List the instances of a family by status and size."""
    return rows.sort_values(["status", "n", "k", "board", "m"], ignore_index=True)


FAMILY_TABLE = Table(
    FAMILY,
    _sorted,
    family_printed,
    title="Instances that one solver does not solve and the other does",
    note="Wall-clock seconds of each solver, without reading the file. Proofs are in LRAT format "
    "and accepted by cake_lpr. Check: its seconds. Proof MB: size of the proof "
    "before compression. Other sizes: files compressed by xz.",
)


def description(rows: pd.DataFrame, machine: dict[str, Any]) -> str:
    """Return the description that the SAT competitions require, for rows of `FAMILY`.

    Raise `InputError` if there is no instance.
    """
    if rows.empty:
        raise InputError("there is no instance to describe")
    table = _sorted(rows)
    first = table.iloc[0]
    unsat = table[table["status"] == "unsat"]
    sizes = table[["n", "k"]].drop_duplicates().itertuples(index=False)
    verified = int((unsat["proof"] == VERIFIED).sum())
    return PROBLEM + DESCRIPTION.format(
        count=len(table),
        sat=len(table) - len(unsat),
        unsat=len(unsat),
        verified=verified,
        sizes=", ".join(f"n = {n} and k = {k}" for n, k in sizes),
        each=family_printed(table).to_markdown(index=False, tablefmt="pipe"),
        **first[["easy_solver", "easy_timeout", "hard_solver", "hard_timeout"]],
        **machine,
    )


DESCRIPTION = """
## The instances

{count} instances, {sat} satisfiable and {unsat} unsatisfiable, with {sizes}. Colours are drawn
uniformly and independently, board s from the seed (seed, n, k, s). The number of moves m is the
minimum, or a little more or less. A file is called floodit-n⟨n⟩-k⟨k⟩-m⟨m⟩-s⟨s⟩.cnf.xz.

Chosen were those that {easy_solver} does not solve in {easy_timeout:g} seconds and {hard_solver}
solves in {hard_timeout:g}, of wall-clock time, loading aside. Both are PySAT's. All that were
tried are in interesting.csv; {hard_solver} was run only on those that {easy_solver} did not solve
in time.

{each}

## Answers and proofs

The models of satisfiable instances were read as moves, which were replayed by the rules of the
game. Unsatisfiable instances with a proof here: {verified} of {unsat}. The proofs are in the LRAT
format and accepted by cake_lpr, a checker that is itself verified. No SAT solver wrote them. They
come from a search made for Flood-It, which collects states from which the moves that are left do
not suffice, and derives each of them from others by unit propagation. So short proofs of these
instances exist, to be compared with what a solver finds.

`python -m puzzlesat_studies floodit instances instance`, with the words in the comments of a file,
writes the same bytes again, and `snakemake interesting` the same proofs.

## How they were made

By puzzlesat {puzzlesat}, a program in Python ({python}; PySAT {python-sat}, NumPy {numpy}), on
{processor}, {cores} cores and {memory_gib} GiB of memory, {system}.
"""


@rows_step("instance")
@click.argument("tried")
@click.option("--formulas", required=True, metavar="DIR", help="Folder of the instances.")
@click.option("--folder", cls=Output, required=True, metavar="DIR", help="Folder for the proofs.")
def family(tried: str, formulas: str, folder: str, progress: Progress) -> Rows:
    """List the interesting instances in TRIED, and write proofs for the unsatisfiable ones."""
    rows = read_rows(tried, INTERESTING)
    return progress(family_rows(rows, Path(formulas), Path(folder)))


@click.command("describe-family")
@click.argument("file")
@output_option
def describe_family(file: str, output: str) -> None:
    """Write the description that the SAT competitions require, for the instances in FILE."""
    described = description(read_frame([file], FAMILY), environment())
    with atomic_write(output) as page:
        page.write(described)
