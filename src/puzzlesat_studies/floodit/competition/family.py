"""A family of instances that one solver solves within a time limit and another does not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from puzzlesat.common.errors import DisagreementError, InputError, error_context
from puzzlesat.common.files import sha256
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.encode.instance import Instance, read_instance
from puzzlesat.floodit.prove.verified import refute
from puzzlesat.floodit.solve.answer import solve_board
from puzzlesat.sat.proof import CAKE_LPR, MISSING, VERIFIED, is_installed
from puzzlesat.sat.solver import version_of
from puzzlesat_studies.core.solver_runs import is_solved_in_time
from puzzlesat_studies.core.study import Files, Record, column
from puzzlesat_studies.core.tables import formatted
from puzzlesat_studies.floodit.competition.hardness import instance_runs
from puzzlesat_studies.floodit.competition.instances import (
    InstanceKey,
    described,
    sampled_instance,
    write_instance,
)
from puzzlesat_studies.floodit.competition.study import STUDY, Selection

if TYPE_CHECKING:
    import pandas as pd


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


@STUDY.rows(TriedInstance, "selection", alone=True, mem_mb=8000, minutes=2880, extra_output="/")
def tried_instances(*, seed: int, selection: Selection, extra_output: Path) -> Iterator[Record]:
    """Look for instances that an old solver does not solve in time, but a modern one does.

    The interesting instances are written to the folder `extra_output`. Distances are tried in the
    order of the configuration. The search ends after the wanted numbers of satisfiable and
    unsatisfiable interesting instances, or after the last board. Raise `DisagreementError` if a
    solver contradicts a bound.
    """
    n, k, fail, solve = selection.n, selection.k, selection.must_fail, selection.must_solve
    versions = dict.fromkeys(version_of(limited.solver) for limited in (fail, solve))
    solvers = {
        "version": ", ".join(versions),
        "must_fail_solver": fail.solver,
        "must_fail_limit": fail.wall_limit,
        "must_solve_solver": solve.solver,
        "must_solve_limit": solve.wall_limit,
    }
    found_count = {"sat": 0, "unsat": 0}
    for i in range(selection.boards):
        if min(found_count.values()) >= selection.wanted:
            return
        bounds = solve_board(random_board(seed, n, k, i), wall_limit=selection.bounds_limit)
        for distance in selection.distances:
            m = bounds.upper + distance
            expected = "sat" if distance >= 0 else "unsat" if m < bounds.lower else ""
            if m < 0 or (expected and found_count[expected] >= selection.wanted):
                continue
            instance = sampled_instance(seed, n, k, i, m)
            [failed] = instance_runs(instance, [fail.solver], fail.wall_limit, expected)
            verdict, status, solve_seconds = "too easy", failed["status"], None
            if not is_solved_in_time(failed):
                [solved] = instance_runs(instance, [solve.solver], solve.wall_limit, expected)
                verdict = "interesting" if is_solved_in_time(solved) else "too hard"
                status = solved["status"] if solved["status"] != "timeout" else status
                solve_seconds = solved["wall_seconds"]
            name = f"floodit-n{n}-k{k}-m{m}-s{i}.cnf.xz"
            if verdict == "interesting":
                found_count[status] += 1
                write_instance(instance, extra_output / name)
            yield {
                "name": name,
                "n": n,
                "k": k,
                "m": m,
                "seed": seed,
                "board": i,
                "lower_bound": bounds.lower,
                "upper_bound": bounds.upper,
                "verdict": verdict,
                "status": status,
                "must_fail_seconds": failed["wall_seconds"],
                "must_solve_seconds": solve_seconds,
                **solvers,
            }


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
    "proofs",
    tried=tried_instances,
    formulas=Files([f"{tried_instances.stem}"]),
    alone=True,
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

    def megabytes(name: str) -> list[str]:
        return formatted(rows[name] / 1e6, ".2g")

    return pd.DataFrame(
        {
            "instance": rows["name"].str.removeprefix("floodit-").str.removesuffix(".cnf.xz"),
            "answer": rows["status"],
            **{name: rows[name].map("{:,}".format) for name in ("variables", "clauses")},
            "xz MB": megabytes("compressed_bytes"),
            **{
                f"{solver} s": seconds(name)
                for name in ("must_fail", "must_solve")
                for solver in rows[f"{name}_solver"].unique()
            },
            "proof MB": megabytes("proof_bytes"),
            "xz": megabytes("proof_compressed_bytes"),
            "check s": formatted(rows["check_seconds"], ".1f"),
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
    note="Wall-clock seconds of each solver, without reading the file. Proofs, where cake_lpr was "
    "installed, are in LRAT format and accepted by it. Check: its seconds. Proof MB: size of the "
    "proof before compression. Other sizes: files compressed by xz.",
)
def family_table(rows: pd.DataFrame) -> pd.DataFrame:
    """List the instances of a family by status and size."""
    return rows.sort_values(["status", "n", "k", "board", "m"], ignore_index=True)


@STUDY.text("family-description.md", table=family_table, label="Description of the family")
def describe_family(table: pd.DataFrame) -> str:
    """Return the description of the family that the SAT competitions require."""
    from puzzlesat_studies.core.environment import environment

    is_unsat = table["status"] == "unsat"
    limits = ["must_fail_solver", "must_fail_limit", "must_solve_solver", "must_solve_limit"]
    return described(
        *("problem", "family", "made"),
        count=len(table),
        sat=(~is_unsat).sum(),
        unsat=is_unsat.sum(),
        verified=(table["proof"] == VERIFIED).sum(),
        each=display_family(table).to_markdown(index=False, tablefmt="pipe"),
        **table.iloc[0][["n", "k", "seed", *limits]],
        **environment(),
    )
