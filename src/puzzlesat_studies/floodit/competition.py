"""The competition paper: its 20 instances, their hardness, and a family of instances.

The paper is *SAT Encodings for Flood-It Puzzle* (docs/instances.md). Its open questions on the
instances are answered by a description, and its claim that the number of moves m controls the
hardness is measured around the minimum. The family consists of instances that are neither too easy
nor too hard, by the rule of the SAT Competitions: an old solver must not solve them within a
minute, and a modern solver must solve them within an hour.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field, model_validator

from puzzlesat.common.errors import DisagreementError, InputError, error_context
from puzzlesat.common.files import atomic_write, sha256
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
    Sample,
    Seconds,
    Text,
    UniqueList,
    check_solvers,
)
from puzzlesat_studies.core.solver_runs import SolverRun, is_solved_in_time, solver_runs
from puzzlesat_studies.core.study import Files, Item, Record, Row, Study, column
from puzzlesat_studies.core.tables import formatted
from puzzlesat_studies.floodit.boards import BoardKey, GridPoint, SampledBoard, items_by_grid_point

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


class PaperInstances(Params):
    """The instances of the paper."""

    n: N = Field(70, description="Rows and columns of the boards.")
    k: K = Field(10, description="Number of colours.")
    moves: list[int] = Field(
        [225, 229, 230],
        min_length=1,
        description="Numbers of moves for the formulas of boards 0, 1, …, repeated as needed.",
    )
    boards: Count = Field(20, description="Number of boards.")


class AroundMinimum(Sample):
    """Formulas for numbers of moves around the minimum."""

    below: int = Field(
        ge=0,
        description="The smallest m is the minimum minus this number, or 0 if the difference is "
        "negative.",
    )
    above: int = Field(ge=0, description="The largest m is the minimum plus this number.")
    solvers: UniqueList[Text] = Field(description="SAT solvers: PySAT names, or paths of programs.")
    wall_limit: Seconds = Field(description="Wall-clock seconds for one solve.")


class LimitedSolver(Params):
    """A solver with a time limit."""

    solver: Text = Field(description="SAT solver: its PySAT name, or the path of a program.")
    wall_limit: Seconds = Field(description="Wall-clock seconds for a solve, without loading.")


class Selection(Params):
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
    def _both_kinds(self) -> Selection:
        if min(self.distances) >= 0 or max(self.distances) < 0:
            raise ValueError("distances should contain a number below 0, and one of at least 0")
        return self


class Competition(Params):
    """The instances of the competition paper."""

    instances: PaperInstances = Field(
        PaperInstances(),
        description="The instances of the paper: boards 0, 1, … of (n, k). The numbers of moves of "
        "their formulas cycle through the list `moves`.",
    )
    hardness: AroundMinimum = Field(
        AroundMinimum.of(
            [8, 12, 16],
            [6],
            4,
            below=5,
            above=8,
            solvers=["minisat22", "glucose42", "cadical195", "maplecm"],
            wall_limit=10,
        ),
        description="Solvers on formulas for m moves, with m around the minimum.",
    )
    selection: Selection = Field(
        Selection(),
        description="The family: instances that one solver solves within a time limit, but another "
        "solver does not solve within a second limit.",
    )


def check(config: Any) -> None:
    """Raise `InputError` unless all solvers support their time limits."""
    section = config.competition
    check_solvers(
        section.hardness.solvers, section.hardness.wall_limit, "competition.hardness.solvers"
    )
    for key in ("must_fail", "must_solve"):
        limited = getattr(section.selection, key)
        check_solvers([limited.solver], limited.wall_limit, f"competition.selection.{key}.solver")


STUDY = Study(
    "competition",
    Competition,
    "Instances and proofs",
    "`snakemake competition`: the instances of the competition paper, solvers on formulas for m "
    "moves, with m around the minimum, and a family of instances that are neither too easy nor too "
    "hard. It takes about a quarter of an hour, and hours at worst.",
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
    variables: int
    clauses: int
    bytes: int
    compressed_bytes: int
    sha256: str
    seconds: float = column("wall-clock time to write the file")


def sampled_instance(seed: int, n: int, k: int, s: int, m: int) -> Instance:
    """Return the instance of board s of the sample of (seed, n, k), with m moves allowed."""
    origin = f"seed {seed}, n {n}, k {k}, board {s}"
    return Instance(replace(random_board(seed, n, k, s), origin=origin), m)


def write_instance(instance: Instance, path: Path) -> Record:
    """Write an instance, and return sizes, digest and wall-clock seconds as columns.

    The file has the bytes that ``floodit sample … | floodit encode -`` writes.
    """
    command = (
        f"floodit encode - --format auto --board 0 --moves {instance.p} "
        f"--encoding {instance.encoding} --variant {instance.variant}"
    )
    started = monotonic()
    formula = instance.formula()
    with atomic_write(path, binary=True) as file:
        counting_file = _CountingFile(file)
        instance.write(command, counting_file)
    return {
        "variables": formula.variables,
        "clauses": len(formula),
        "bytes": counting_file.bytes,
        "compressed_bytes": path.stat().st_size,
        "sha256": sha256(path),
        "seconds": round(monotonic() - started, 3),
    }


class _CountingFile:
    """A binary file that counts the bytes written to it."""

    def __init__(self, file: Any) -> None:
        self.file = file
        self.bytes = 0

    def write(self, content: Any) -> int:
        self.bytes += len(content)
        return int(self.file.write(content))


def instance_items(config: Any) -> list[Item]:
    """Return an item for each instance of the paper."""
    sample = config.competition.instances
    return [
        Item(f"floodit-n{sample.n}-k{sample.k}-m{m}-s{s}", values={"s": s, "m": m})
        for s in range(sample.boards)
        for m in [sample.moves[s % len(sample.moves)]]
    ]


# Alone, as writing uses all cores.
@STUDY.rows(WrittenInstance, "formulas", items=instance_items, alone=True, extra_output=".cnf.xz")
def formulas(
    *, instances: PaperInstances, s: int, m: int, seed: int, extra_output: Path
) -> Iterator[Record]:
    """Write an instance of the paper."""
    n, k = instances.n, instances.k
    key = {"name": extra_output.name, "n": n, "k": k, "m": m, "seed": seed, "board": s}
    yield key | write_instance(sampled_instance(seed, n, k, s, m), extra_output)


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
        }
    )


@STUDY.table(
    WrittenInstance, "instances", rows=formulas, display=display_instances, label="Instances"
)
def instances_table(rows: pd.DataFrame) -> pd.DataFrame:
    """Return a row for each instance of the paper."""
    return rows


@STUDY.text("instances-description.md", table=instances_table, label="Description of the instances")
def describe_instances(table: pd.DataFrame) -> str:
    """Return the description of the instances that the SAT competitions require."""
    from puzzlesat_studies.core.environment import environment

    return (PROBLEM + INSTANCES + MADE + COST).format(
        **table.iloc[0][["n", "k", "seed"]],
        count=len(table),
        moves=", ".join(map(str, sorted(table["m"].unique()))),
        each=display_instances(table).to_markdown(index=False, tablefmt="pipe"),
        total=table["seconds"].sum(),
        least=table["seconds"].min(),
        most=table["seconds"].max(),
        text=table["bytes"].sum() / 1e9,
        packed=table["compressed_bytes"].sum() / 1e6,
        **environment(),
    )


class TimedSolve(SolverRun, BoardKey):
    """A run of a solver on the formula for m moves, with m around the minimum."""

    minimum: int
    m: int


class SolvingTime(GridPoint):
    """The solves of a size and solver at one distance from the minimum."""

    solver: str
    distance: int = column("m minus the minimum")
    side: Literal["sat", "unsat"] = column("the answer for this distance, `sat` or `unsat`")
    boards: int
    timeouts: int = column("number of solves that reached the time limit")
    median_seconds: float = column("median of the CPU times; a timeout counts as the time limit")
    max_seconds: float = column("maximum of the CPU times; a timeout counts as the time limit")


@STUDY.rows(
    TimedSolve,
    "solves",
    items=lambda config: items_by_grid_point(config.competition.hardness),
    alone=True,
    minutes=120,
)
def solves(boards: Sequence[SampledBoard], *, hardness: AroundMinimum) -> Iterator[Record]:
    """Yield the time of every solver for every m around the proven minimum of every board.

    Raise `DisagreementError` if a solver contradicts the minimum, or its moves do not flood the
    board.
    """
    for row in boards:
        p = solve_board(row.to_board()).upper
        for m in range(max(0, p - hardness.below), p + hardness.above + 1):
            expected = "sat" if m >= p else "unsat"
            runs = instance_runs(
                Instance(row.to_board(), m), hardness.solvers, hardness.wall_limit, expected, m
            )
            yield from (row.key | {"minimum": p, "m": m} | run for run in runs)


def instance_runs(
    instance: Instance,
    solvers: Sequence[str],
    wall_limit: float,
    expected: str = "",
    number: int = 0,
) -> Iterator[Record]:
    """Yield the runs of solvers on an instance (`solver_runs`); the moves of models are replayed.

    Raise `DisagreementError` if an answer is not `expected`, or the moves do not flood the board,
    and `InputError` if a program ends or gives up without an answer.
    """
    name = f"{instance.board.text} in {instance.p} moves"

    def check_model(model: list[int]) -> None:
        instance.check(instance.moves(model))

    formula = instance.formula()
    for run in solver_runs(name, formula, solvers, wall_limit, check_model, number, expected):
        if run["status"] in ("error", "unknown"):
            raise InputError(f"{name}: {run['solver']} ended without an answer")
        if run["status"] == "wrong":
            raise DisagreementError(f"{name}: {run['solver']} gives a wrong answer")
        yield run


@STUDY.table(
    SolvingTime,
    "hardness",
    rows=solves,
    title="Time to decide whether m moves suffice, around the minimum",
    note="Distance: m minus the minimum. Side: sat from the minimum on, unsat below. Median and "
    "longest CPU seconds of a solve, over boards; a timeout counts as the limit.",
)
def hardness(rows: pd.DataFrame) -> pd.DataFrame:
    """Summarize solving times and timeouts by (n, k), solver and distance from the minimum.

    A solve that ran out of time counts with the time limit, so medians and maxima that reach the
    limit are lower bounds.
    """
    groups = with_distance(rows).groupby(["n", "k", "solver", "distance"], as_index=False)
    table = groups.agg(
        boards=("board", "size"),
        timeouts=("late", "sum"),
        median_seconds=("seconds", "median"),
        max_seconds=("seconds", "max"),
    )
    return table.assign(side=table["distance"].ge(0).map({True: "sat", False: "unsat"}))


def with_distance(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the rows with ``distance``, m minus the minimum, and ``late``.

    After a timeout, ``late`` is true, and ``seconds`` is the time limit.
    """
    is_late = rows["status"] == "timeout"
    seconds = rows["seconds"].where(~is_late, rows["wall_limit"])
    return rows.assign(distance=rows["m"] - rows["minimum"], late=is_late, seconds=seconds)


@STUDY.figure(
    "hardness",
    rows=solves,
    label="Hardness",
    note="CPU time to decide whether a board can be flooded in m moves, for m from below its "
    "minimum (grey, unsatisfiable) to above it (satisfiable). Lines are medians, dots are boards. "
    "Hollow markers at the limit are timeouts. Times below 0.1 ms are drawn there.",
)
def hardness_figure(rows: pd.DataFrame) -> Figure:
    """Draw the time of every solver against m minus the minimum, with a panel for each (n, k)."""
    from puzzlesat_studies.core import style

    rows = with_distance(rows)
    rows["seconds"] = rows["seconds"].clip(lower=1e-4)
    cells = list(rows.groupby(["n", "k"]))
    solvers = sorted(rows["solver"].unique())
    titles = [
        f"$n = {n}$, $k = {k}$, {cell.groupby('board').ngroups} boards" for (n, k), cell in cells
    ]
    figure, panels = style.panels(titles, min(len(cells), 3), 2.5, 0.5, sharex=True, sharey=True)
    left_edge, right_edge = rows["distance"].min() - 0.5, rows["distance"].max() + 0.5
    for axes, (_, cell) in zip(panels, cells, strict=True):
        axes.axvspan(left_edge, -0.5, color="0.93", lw=0, zorder=0)
        axes.axhline(cell["wall_limit"].max(), color="0.5", lw=0.6, ls=":", zorder=1)
        for position, solver in enumerate(solvers):
            props = style.series_props(position, 3)
            shift = style.offset(position, len(solvers), 0.16)
            solves = cell[cell["solver"] == solver]
            axes.plot(
                solves["distance"] + shift,
                solves["seconds"],
                lw=0,
                alpha=0.45,
                **props | {"ms": 1.6},
            )
            medians = solves.groupby("distance")["seconds"].median()
            axes.plot(medians.index + shift, medians, lw=0.9, **props)
            timeouts = solves[solves["late"]]
            hollow = props | {"mfc": "white", "ms": 4, "lw": 0}
            axes.plot(timeouts["distance"] + shift, timeouts["seconds"], **hollow)
        for answer, side, shift in (("unsatisfiable", "right", -4), ("satisfiable", "left", 4)):
            axes.annotate(
                answer,
                (-0.5, 1),
                (shift, -4),
                xycoords=("data", "axes fraction"),
                textcoords="offset points",
                ha=side,
                va="top",
                size="small",
                color="0.35",
            )
        axes.set(yscale="log", xlim=(left_edge, right_edge))
        axes.set_ylim(top=8 * rows["wall_limit"].max())  # room for the text above the limit
        label = "CPU time to solve (s), at least $10^{-4}$"
        axes.set(xlabel="moves $m$ minus the minimum", ylabel=label)
        style.integer_ticks(axes.xaxis)
        style.grid_lines(axes)
        axes.label_outer(remove_inner_ticks=True)
    handles = style.series_lines(solvers, 0.9, 3)
    if rows["late"].any():
        handles.append({"lw": 0, "label": "hollow: out of time"})
    handles.append({"color": "0.5", "ls": ":", "lw": 0.6, "label": "time limit"})
    style.legend(figure, handles)
    return figure


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
    for s in range(selection.boards):
        if min(found_count.values()) >= selection.wanted:
            return
        bounds = solve_board(random_board(seed, n, k, s), wall_limit=selection.bounds_limit)
        for distance in selection.distances:
            m = bounds.upper + distance
            expected = "sat" if distance >= 0 else "unsat" if m < bounds.lower else ""
            if m < 0 or (expected and found_count[expected] >= selection.wanted):
                continue
            instance = sampled_instance(seed, n, k, s, m)
            [failed] = instance_runs(instance, [fail.solver], fail.wall_limit, expected)
            verdict, status, solve_seconds = "too easy", failed["status"], None
            if not is_solved_in_time(failed):
                [solved] = instance_runs(instance, [solve.solver], solve.wall_limit, expected)
                verdict = "interesting" if is_solved_in_time(solved) else "too hard"
                status = solved["status"] if solved["status"] != "timeout" else status
                solve_seconds = solved["wall_seconds"]
            name = f"floodit-n{n}-k{k}-m{m}-s{s}.cnf.xz"
            if verdict == "interesting":
                found_count[status] += 1
                write_instance(instance, extra_output / name)
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
def family(rows: pd.DataFrame) -> pd.DataFrame:
    """List the instances of a family by status and size."""
    return rows.sort_values(["status", "n", "k", "board", "m"], ignore_index=True)


@STUDY.text("family-description.md", table=family, label="Description of the family")
def describe_family(table: pd.DataFrame) -> str:
    """Return the description of the family that the SAT competitions require."""
    from puzzlesat_studies.core.environment import environment

    is_unsat = table["status"] == "unsat"
    limits = ["must_fail_solver", "must_fail_limit", "must_solve_solver", "must_solve_limit"]
    return (PROBLEM + FAMILY + MADE).format(
        count=len(table),
        sat=(~is_unsat).sum(),
        unsat=is_unsat.sum(),
        verified=(table["proof"] == VERIFIED).sum(),
        each=display_family(table).to_markdown(index=False, tablefmt="pipe"),
        **table.iloc[0][["n", "k", "seed", *limits]],
        **environment(),
    )


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
variables, the seed and the board. No clause is a tautology, repeats a literal, or occurs twice.
"""
"""The problem and the encoding, for both descriptions."""

INSTANCES = """
## The instances

{count} instances with n = {n} and k = {k}. Colours are drawn uniformly and independently, board s
from the seed ({seed}, n, k, s). The number of moves takes the values {moves} in turn, from board to
board. A file is called floodit-n⟨n⟩-k⟨k⟩-m⟨m⟩-s⟨s⟩.cnf.xz. One by one, with the seconds that it
took to make each:

{each}

Nothing in the construction decides whether an instance is satisfiable.
"""

FAMILY = """
## The instances

{count} instances, {sat} satisfiable and {unsat} unsatisfiable, with n = {n} and k = {k}. Colours
are drawn uniformly and independently, board s from the seed ({seed}, n, k, s). The number of moves
m is the minimum, or a little more or less. A file is called floodit-n⟨n⟩-k⟨k⟩-m⟨m⟩-s⟨s⟩.cnf.xz.

We kept the instances that {must_fail_solver} fails to solve within {must_fail_limit:g} s of
wall-clock time (excluding loading) and {must_solve_solver} solves within {must_solve_limit:g} s.
Solvers are PySAT's unless a path is given. selection.csv lists all instances that were tried;
{must_solve_solver} was run only on those that {must_fail_solver} did not solve in time.

{each}

## Answers and proofs

The models of satisfiable instances were read as moves, which were replayed by the rules of the
game. Unsatisfiable instances with a proof here: {verified} of {unsat}. Proofs are in the LRAT
format and accepted by cake_lpr, a checker that is itself verified. No SAT solver wrote them. They
come from a search made for Flood-It, which collects states from which the moves that are left do
not suffice, and derives each of them from others by unit propagation. These short
proofs are a baseline for solver-generated proofs.
"""

MADE = """
## How they were made

By puzzlesat {puzzlesat}, a program in Python ({python}; PySAT {python-sat}, NumPy {numpy}), on
{processor}, {cores} cores and {memory_gib} GiB of memory, {system}.
`floodit sample -n N -k K --seed SEED --first S --count 1 | floodit encode - --moves M -o FILE`
writes the same bytes as file S.
"""

COST = """
All {count} took {total:.0f} s of wall-clock time, {least:.1f} to {most:.1f} s each, for
building the formula and writing the compressed file: {text:.2f} GB of text, {packed:.0f} MB
compressed.
"""
