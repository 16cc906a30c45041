"""Instances that are neither too easy nor too hard, by the rule of the SAT competitions.

By this rule, an old solver must not solve an instance within a minute, and a modern solver must
solve it within an hour.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field, model_validator

from puzzlesat.common.errors import DisagreementError, InputError, error_context
from puzzlesat.common.files import sha256
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.encode.instance import Instance, read_instance
from puzzlesat.floodit.prove.verified import refute
from puzzlesat.floodit.solve.answer import solve_board
from puzzlesat.sat.proof import CAKE_LPR, MISSING, VERIFIED, is_installed
from puzzlesat.sat.solver import version_of
from puzzlesat_studies.core.params import (
    Count,
    K,
    N,
    Params,
    Seconds,
    Text,
    UniqueList,
    check_solvers,
)
from puzzlesat_studies.core.study import Files, Record, Study, column
from puzzlesat_studies.floodit.instances import (
    PROBLEM,
    InstanceKey,
    attempt_row,
    sampled_instance,
    write_instance,
)

if TYPE_CHECKING:
    import pandas as pd


class LimitedSolver(Params):
    """A solver with a time limit."""

    solver: Text = Field(description="SAT solver: its PySAT name, or the path of a program.")
    wall_limit: Seconds = Field(description="Wall-clock seconds for a solve, without loading.")


class Interesting(Params):
    """Instances that one solver solves in time, and another does not."""

    n: N = Field(20, description="Rows and columns of the boards.")
    k: K = Field(8, description="Number of colours.")
    boards: Count = Field(20, description="The largest number of boards to try.")
    distances: UniqueList[int] = Field(
        [-2, -1, 0, 1],
        description="Numbers of moves relative to the best known solution: negative for "
        "unsatisfiable instances, 0 or more for satisfiable ones.",
    )
    bounds_limit: Seconds = Field(
        60,
        description="Wall-clock seconds for the bounds of a board. If the bounds meet, its minimum "
        "is known.",
    )
    wanted: Count = Field(
        3,
        description="The number of instances of each kind, satisfiable and unsatisfiable, to find.",
    )
    must_fail: LimitedSolver = Field(
        LimitedSolver(solver="minisat22", wall_limit=60),
        description="The solver that must not solve an instance within `wall_limit` seconds.",
    )
    must_solve: LimitedSolver = Field(
        LimitedSolver(solver="cadical195", wall_limit=3600),
        description="The solver that must solve an instance within `wall_limit` seconds.",
    )

    @model_validator(mode="after")
    def _both_kinds(self) -> Interesting:
        if min(self.distances) >= 0 or max(self.distances) < 0:
            raise ValueError("distances should contain a number below 0, and one of at least 0")
        return self


def check(config: Any) -> None:
    """Raise `InputError` unless the solvers support their time limits."""
    for key in ("must_fail", "must_solve"):
        limited_solver = getattr(config.interesting, key)
        check_solvers(
            [limited_solver.solver], limited_solver.wall_limit, f"interesting.{key}.solver"
        )


STUDY = Study(
    "interesting",
    Interesting,
    "Instances and proofs",
    "`snakemake interesting`: instances that one solver solves within a time limit, but another "
    "solver does not solve within a second limit.",
    check=check,
)


class TriedInstance(InstanceKey):
    """A formula tried in the search for interesting instances."""

    lower_bound: int
    upper_bound: int
    verdict: Literal["interesting", "too easy", "too hard"] = column(
        "`interesting`; `too easy` (`must_fail_solver` solved the instance within "
        "`must_fail_limit`); `too hard` (`must_solve_solver` did not solve it within "
        "`must_solve_limit`)"
    )
    status: Literal["sat", "unsat", "timeout"]
    must_fail_solver: str
    must_fail_seconds: float
    must_fail_limit: float
    must_solve_solver: str
    must_solve_seconds: float | None
    must_solve_limit: float
    version: str = column(
        "PySAT's version; for a program, its name and the beginning of its SHA-256; of both "
        "solvers if they differ"
    )
    host: str


@STUDY.rows(TriedInstance, "interesting", alone=True, mem_mb=8000, minutes=2880, extra_output="/")
def search(
    *,
    seed: int,
    n: int,
    k: int,
    boards: int,
    distances: Sequence[int],
    bounds_limit: float,
    wanted: int,
    must_fail: LimitedSolver,
    must_solve: LimitedSolver,
    extra_output: Path,
) -> Iterator[Record]:
    """Look for instances that an old solver does not solve in time, but a modern one does.

    The interesting instances are written to the folder `extra_output`. A distance is the number of
    allowed moves minus the length of the best known solution; `distances` are in the order in which
    they are tried. `bounds_limit` is the time limit in seconds for the bounds of each minimum. The
    search ends after `wanted` satisfiable and `wanted` unsatisfiable interesting instances, or
    after the last board. Raise `DisagreementError` if a solver contradicts a bound.
    """
    found_count = {"sat": 0, "unsat": 0}
    versions = ", ".join(
        dict.fromkeys(
            version_of(limited_solver.solver) for limited_solver in (must_fail, must_solve)
        )
    )
    for s in range(boards):
        if min(found_count.values()) >= wanted:
            return
        bounds = solve_board(random_board(seed, n, k, s), wall_limit=bounds_limit)
        for distance in distances:
            m = bounds.upper + distance
            expected = "sat" if distance >= 0 else "unsat" if m < bounds.lower else None
            if m < 0 or (expected is not None and found_count[expected] >= wanted):
                continue
            name = f"floodit-n{n}-k{k}-m{m}-s{s}.cnf.xz"
            instance = sampled_instance(seed, n, k, s, m, "minimal", "corrected")
            must_fail_run = attempt_row(instance, name, must_fail.solver, must_fail.wall_limit)
            verdict, status, must_solve_seconds = "too easy", must_fail_run["status"], None
            if not _is_solved_in_time(must_fail_run):
                run = attempt_row(instance, name, must_solve.solver, must_solve.wall_limit)
                verdict = "interesting" if _is_solved_in_time(run) else "too hard"
                status = run["status"] if run["status"] != "timeout" else status
                must_solve_seconds = run["solve_seconds"]
            if expected is not None and status not in (expected, "timeout"):
                raise DisagreementError(
                    f"{name}: a solver returns {status}, but {bounds.lower} moves are needed and "
                    f"{bounds.upper} suffice"
                )
            if verdict == "interesting":
                found_count[status] += 1
                write_instance(instance, seed, s, extra_output / name)
            yield {
                "name": name,
                "n": n,
                "k": k,
                "m": m,
                "seed": seed,
                "board": s,
                "lower_bound": bounds.lower,
                "upper_bound": bounds.upper,
                "verdict": verdict,
                "status": status,
                "version": versions,
                "must_fail_solver": must_fail.solver,
                "must_fail_seconds": must_fail_run["solve_seconds"],
                "must_fail_limit": must_fail.wall_limit,
                "must_solve_solver": must_solve.solver,
                "must_solve_seconds": must_solve_seconds,
                "must_solve_limit": must_solve.wall_limit,
            }


def _is_solved_in_time(row: Record) -> bool:
    """Return whether an attempt was answered within the time limit, which solvers may exceed."""
    return row["status"] != "timeout" and row["solve_seconds"] <= row["wall_limit"]


class FamilyInstance(InstanceKey):
    """An interesting instance."""

    status: Literal["sat", "unsat"] = column("`sat` or `unsat`")
    variables: int
    clauses: int
    compressed_bytes: int
    sha256: str
    must_fail_solver: str
    must_fail_seconds: float
    must_fail_limit: float
    must_solve_solver: str
    must_solve_seconds: float
    must_solve_limit: float
    proof: Literal["verified", "missing", ""] = column(
        "for an unsatisfiable instance: `verified`, or `missing` if cake_lpr is not installed"
    )
    proof_bytes: int | None = column("size of the LRAT proof")
    proof_compressed_bytes: int | None = column("size of the proof's compressed file")
    proof_sha256: str = column("SHA-256 of the proof's file")
    check_seconds: float | None = column("wall-clock time of cake_lpr")
    host: str


@STUDY.rows(
    FamilyInstance,
    "rows",
    tried=search,
    formulas=Files([f"{search.stem}"]),
    mem_mb=12000,
    minutes=120,
    extra_output="/",
)
def family_of(
    tried: Sequence[TriedInstance], formulas: Sequence[Path], *, extra_output: Path
) -> Iterator[Record]:
    """Describe the interesting instances, and write proofs for the unsatisfiable ones.

    The instances are in the folder `formulas`. The compressed LRAT proofs are written to the folder
    `extra_output`. Raise `InputError` if no instance is interesting. Raise `DisagreementError` if
    an instance that a solver refuted is satisfiable, or the checker refuses a proof.
    """
    interesting = [row for row in tried if row.verdict == "interesting"]
    if not interesting:
        raise InputError("none of the instances that were tried is interesting")
    return (_family_row(row, formulas[0], extra_output) for row in interesting)


def _family_row(row: TriedInstance, formulas: Path, proofs: Path) -> Record:
    path = formulas / row.name
    instance = read_instance(path)
    formula = instance.formula()
    return {
        **row.model_dump(include={"name", "n", "k", "m", "seed", "board", "status"}),
        "variables": formula.variables,
        "clauses": len(formula),
        "compressed_bytes": path.stat().st_size,
        "sha256": sha256(path),
        **row.model_dump(
            include={key for key in TriedInstance.model_fields if key.startswith("must_")}
        ),
        **_proof_columns(instance, row.status, proofs / row.name.replace(".cnf.xz", ".lrat.xz")),
    }


def _proof_columns(instance: Instance, status: str, path: Path) -> Record:
    """Write the proof if the instance is unsatisfiable, and return the columns on the proof."""
    empty = dict.fromkeys(("proof_bytes", "proof_compressed_bytes"), None)
    if status == "sat" or not is_installed(CAKE_LPR):
        verdict = "" if status == "sat" else MISSING
        return {"proof": verdict, **empty, "proof_sha256": "", "check_seconds": None}
    with error_context(path):
        try:
            proof_size = refute(instance, path)
        except InputError as error:
            raise DisagreementError(f"a solver refuted this instance, but {error}") from None
    return {
        "proof": VERIFIED,
        "proof_bytes": proof_size.bytes,
        "proof_compressed_bytes": path.stat().st_size,
        "proof_sha256": sha256(path),
        "check_seconds": round(proof_size.seconds, 3),
    }


def display_family(rows: pd.DataFrame) -> pd.DataFrame:
    """Return rows of the family laid out for reading."""
    import pandas as pd

    def seconds(name: str) -> pd.Series:
        is_late = rows[f"{name}_seconds"] > rows[f"{name}_limit"]
        limit = "> " + rows[f"{name}_limit"].map("{:g}".format)
        return rows[f"{name}_seconds"].map("{:.1f}".format).mask(is_late, limit)

    return pd.DataFrame(
        {
            "instance": rows["name"].str.removeprefix("floodit-").str.removesuffix(".cnf.xz"),
            "answer": rows["status"],
            **{name: rows[name].map("{:,}".format) for name in ("variables", "clauses")},
            "xz MB": (rows["compressed_bytes"] / 1e6).map("{:.2g}".format),
            **{
                f"{solver} s": seconds(name)
                for name in ("must_fail", "must_solve")
                for solver in rows[f"{name}_solver"].unique()
            },
            "proof MB": (rows["proof_bytes"] / 1e6).map("{:.2g}".format).replace("nan", ""),
            "xz": (rows["proof_compressed_bytes"] / 1e6).map("{:.2g}".format).replace("nan", ""),
            "check s": rows["check_seconds"].map("{:.1f}".format).replace("nan", ""),
            "SHA-256": rows["sha256"].str[:12] + "…",
        }
    )


@STUDY.table(
    FamilyInstance,
    "family",
    rows=family_of,
    display=display_family,
    label="Interesting instances",
    title="Instances that one solver does not solve and the other does",
    note="Wall-clock seconds of each solver, without reading the file. Proofs are in LRAT format "
    "and accepted by cake_lpr. Check: its seconds. Proof MB: size of the proof "
    "before compression. Other sizes: files compressed by xz.",
)
def family(rows: pd.DataFrame) -> pd.DataFrame:
    """List the instances of a family by status and size."""
    return rows.sort_values(["status", "n", "k", "board", "m"], ignore_index=True)


@STUDY.text("description.md", rows=family_of, label="Description of the family")
def describe(rows: pd.DataFrame) -> str:
    """Write the description of the family that the competitions require."""
    from puzzlesat_studies.core.provenance import environment

    return description(rows, environment())


def description(rows: pd.DataFrame, machine: dict[str, Any]) -> str:
    """Return the description that the SAT competitions require, for rows of the family."""
    table = family(rows)
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
        each=display_family(table).to_markdown(index=False, tablefmt="pipe"),
        **first[["must_fail_solver", "must_fail_limit", "must_solve_solver", "must_solve_limit"]],
        **machine,
    )


DESCRIPTION = """
## The instances

{count} instances, {sat} satisfiable and {unsat} unsatisfiable, with {sizes}. Colours are drawn
uniformly and independently, board s from the seed (seed, n, k, s). The number of moves m is the
minimum, or a little more or less. A file is called floodit-n⟨n⟩-k⟨k⟩-m⟨m⟩-s⟨s⟩.cnf.xz.

We kept the instances that {must_fail_solver} fails to solve within {must_fail_limit:g} s of
wall-clock time (excluding loading) and {must_solve_solver} solves within {must_solve_limit:g} s.
Solvers are PySAT's unless a path is given. interesting.csv lists all instances that were tried;
{must_solve_solver} was run only on those that {must_fail_solver} did not solve in time.

{each}

## Answers and proofs

The models of satisfiable instances were read as moves, which were replayed by the rules of the
game. Unsatisfiable instances with a proof here: {verified} of {unsat}. The proofs are in the LRAT
format and accepted by cake_lpr, a checker that is itself verified. No SAT solver wrote them. They
come from a search made for Flood-It, which collects states from which the moves that are left do
not suffice, and derives each of them from others by unit propagation. These short
proofs are a baseline for solver-generated proofs.

`python -m puzzlesat_studies instance`, with the words in the comments of a file, writes the same
bytes again, and `snakemake interesting` the same proofs.

## How they were made

By puzzlesat {puzzlesat}, a program in Python ({python}; PySAT {python-sat}, NumPy {numpy}), on
{processor}, {cores} cores and {memory_gib} GiB of memory, {system}.
"""
