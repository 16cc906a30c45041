"""SAT solvers on a folder of formulas: how many each solves, its PAR-2 score, a cactus plot.

The formulas are those of a folder, or of random boards for numbers of moves around the minimum.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from pydantic import Field

from puzzlesat.common.errors import DisagreementError, InputError
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.solve.answer import solve_board
from puzzlesat.sat.dimacs import read_clauses
from puzzlesat_studies.core.params import Params, Sample, Seconds, Text, UniqueList, check_solvers
from puzzlesat_studies.core.solver_runs import ANSWERS, SolverRun, solver_runs, start_seconds
from puzzlesat_studies.core.study import Files, Item, Record, Row, Study, column
from puzzlesat_studies.floodit.boards import grid_points
from puzzlesat_studies.floodit.competition.instances import (
    WrittenInstance,
    sampled_instance,
    write_instance,
)

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


class Boards(Sample):
    """Random boards, whose formulas allow numbers of moves around the minimum."""

    distances: UniqueList[int] = Field(
        description="Numbers of moves minus the minimum: negative for unsatisfiable formulas."
    )


class Solvers(Params):
    """SAT solvers on a folder of formulas."""

    solvers: UniqueList[Text] = Field(
        ["minisat22", "glucose42", "cadical195", "maplecm"],
        description="SAT solvers: PySAT names, or paths of programs.",
    )
    folder: Text | None = Field(
        None,
        description="A folder of formulas in DIMACS, which may be compressed (*.cnf, *.cnf.xz, …), "
        "or null for the formulas of random boards.",
    )
    boards: Boards = Field(
        Boards.of([10, 12, 14], [6], 5, distances=[-1, 0]),
        description="Random boards, and numbers of moves minus the minimum: negative for "
        "unsatisfiable formulas. They are written to results/solvers/formulas.",
    )
    wall_limit: Seconds = Field(10, description="Wall-clock seconds for a run, without loading.")


def check(config: Any) -> None:
    """Raise `InputError` unless the solvers support the limit, and the folder has formulas."""
    section = config.solvers
    check_solvers(section.solvers, section.wall_limit, "solvers.solvers")
    if section.folder is not None and not formula_paths(section.folder):
        raise InputError(
            f"config: solvers.folder: there is no *.cnf or *.cnf.* in {section.folder}"
        )


STUDY = Study(
    "solvers",
    Solvers,
    "Instances and proofs",
    "`snakemake solvers`: SAT solvers on a folder of formulas, which is given or made.",
    check=check,
)


def formula_paths(folder: str) -> list[Path]:
    """Return the formulas of a folder, in the order of their names."""
    return sorted(
        path
        for path in Path(folder).glob("*.cnf*")
        if path.name.partition(".cnf")[2][:1] in ("", ".")
    )


class MadeFormula(WrittenInstance):
    """The formula of a random board."""

    minimum: int


def made_items(config: Any) -> list[Item]:
    """Return an item for each formula of a random board, unless a folder is given."""
    section = config.solvers
    if section.folder is not None:
        return []
    return [
        Item(
            f"floodit-n{n}-k{k}-s{i}-minimum{distance:+d}",
            values={"n": n, "k": k, "i": i, "distance": distance},
        )
        for n, k in grid_points(section.boards)
        for i in range(section.boards.boards)
        for distance in section.boards.distances
    ]


@STUDY.rows(MadeFormula, "formulas", items=made_items, alone=True, extra_output=".cnf.xz")
def formulas(
    *, n: int, k: int, i: int, distance: int, seed: int, extra_output: Path
) -> Iterator[Record]:
    """Write the formula of a random board."""
    minimum = solve_board(random_board(seed, n, k, i)).upper
    m = max(minimum + distance, 0)
    key = {"name": extra_output.name, "n": n, "k": k, "m": m, "seed": seed, "board": i}
    sizes = write_instance(sampled_instance(seed, n, k, i, m), extra_output)
    yield key | {"minimum": minimum} | sizes


class FormulaRun(SolverRun):
    """A run of a solver on a formula of the folder."""

    formula: str = column("the formula's file")
    expected: Literal["sat", "unsat", ""] = column(
        "`sat` or `unsat`, as the minimum of the board implies; empty for a formula of a folder"
    )
    start_seconds: float | None = column(
        "CPU time of the solver on a formula of one clause; empty if it does not solve it"
    )


def run_items(config: Any) -> list[Item]:
    """Return an item for each formula, with the row of one that was made."""
    folder = config.solvers.folder
    pairs: list[tuple[str, list[str]]]
    if folder is not None:
        pairs = [(str(path), []) for path in formula_paths(folder)]
    else:
        rows = formulas.files(config).paths
        pairs = [(row.removesuffix(".csv") + ".cnf.xz", [row]) for row in rows]
    return [
        Item(Path(path).name, {"formula": Files([path]), "made": Files(made, MadeFormula)})
        for path, made in pairs
    ]


@STUDY.rows(FormulaRun, "runs", items=run_items, alone=True, mem_mb=8000, minutes=240)
def runs(
    formula: Sequence[Path],
    made: Sequence[MadeFormula],
    *,
    solvers: list[str],
    wall_limit: float,
) -> Iterator[Record]:
    """Run every solver on a formula, and compare each model with the clauses.

    `made` is the row of the formula if the study made it, which implies the answer.
    """
    name, clauses = formula[0].name, read_clauses(formula[0])
    expected = "".join("sat" if row.m >= row.minimum else "unsat" for row in made)

    def check_model(model: list[int]) -> None:
        true = set(model)
        violated = next((clause for clause in clauses if true.isdisjoint(clause)), None)
        if violated is not None:
            raise DisagreementError(f"the model violates the clause {violated}")

    number = sum(name.encode())  # any number that varies, for the order of the solvers
    for run in solver_runs(name, clauses, solvers, wall_limit, check_model, number, expected):
        yield run | {
            "formula": name,
            "expected": expected,
            "start_seconds": start_seconds(run["solver"], wall_limit),
        }


class SolverScore(Row):
    """The runs of a solver on all formulas."""

    solver: str
    formulas: int = column("number of formulas")
    solved: int = column("number of formulas solved within the time limit")
    sat: int = column("number of these that are satisfiable")
    unsat: int = column("number of these that are unsatisfiable")
    unconfirmed: int = column(
        "number of the unsatisfiable ones that nothing confirms: neither a minimum nor another "
        "solver"
    )
    unknown: int = column("number of formulas on which a program gave up before the limit")
    errors: int = column("number of formulas on which a program ended without an answer")
    wrong: int = column("number of formulas on which its answer is wrong")
    par2: float = column(
        "mean CPU time over all formulas, where one that was not solved counts twice the limit"
    )
    start_seconds: float | None = column(
        "median CPU time of the solver on a formula of one clause, which is part of every time; "
        "empty if it does not solve it"
    )
    wall_limit: float
    version: str


@STUDY.table(
    SolverScore,
    "scores",
    rows=runs,
    label="Solvers",
    title=lambda folder: f"SAT solvers on the formulas of {folder or 'random boards'}",
    note="Solved: within the limit, in wall-clock seconds without loading. PAR-2: mean CPU "
    "seconds, where a formula that was not solved counts twice the limit. Start: CPU seconds on a "
    "formula of one clause with loading, empty if it is not solved; a program's times contain "
    "them, those of PySAT's solvers neither start nor loading. Unknown: a program gave up before "
    "the limit. Errors: it ended without an answer, for example by a crash. Wrong: a model "
    "violates a clause, or a formula is called unsatisfiable of which another solver has a model, "
    "or which has one by the minimum of its board; logs/results/solvers/runs has a file for each "
    "formula. Every model was compared with the clauses; unconfirmed: unsatisfiable by this solver "
    "alone, which nothing checks.",
)
def scores(rows: pd.DataFrame) -> pd.DataFrame:
    """Summarize the runs of each solver, the best first, and those that are wrong last."""
    import pandas as pd

    refuted = rows[rows["status"] == "unsat"].groupby("formula")["solver"].nunique()

    def score(solver: str, runs: pd.DataFrame) -> Record:
        solved = in_time(runs)
        penalized = runs["seconds"].where(solved, 2 * runs["wall_limit"])
        return {
            "solver": solver,
            "formulas": len(runs),
            "solved": solved.sum(),
            **{answer: (solved & (runs["status"] == answer)).sum() for answer in ANSWERS},
            "unconfirmed": (
                solved
                & (runs["status"] == "unsat")
                & (runs["expected"] == "")
                & (runs["formula"].map(refuted) == 1)
            ).sum(),
            "unknown": (runs["status"] == "unknown").sum(),
            "errors": (runs["status"] == "error").sum(),
            "wrong": (runs["status"] == "wrong").sum(),
            "par2": penalized.mean(),
            "start_seconds": runs["start_seconds"].median(),
            "wall_limit": runs["wall_limit"].max(),
            "version": runs["version"].iloc[0],
        }

    table = pd.DataFrame([score(str(name), group) for name, group in rows.groupby("solver")])
    ranks = ["wrong", "solved", "par2"]  # a solver that is wrong comes last
    return table.sort_values(ranks, ascending=[True, False, True], ignore_index=True)


def in_time(runs: pd.DataFrame) -> pd.Series:
    """Return which runs ended within the time limit, which a solver may exceed."""
    return runs["status"].isin(ANSWERS) & (runs["wall_seconds"] <= runs["wall_limit"])


@STUDY.figure(
    "cactus",
    rows=runs,
    label="Solvers",
    note="Cactus plot: the number of formulas that each solver solves within a CPU time. The "
    "legend lists the solvers by the number of solved formulas, those with wrong answers last. "
    "Times below 0.1 ms are drawn there. Dotted: the time limit, which is in wall-clock seconds, "
    "and the number of formulas.",
)
def cactus(rows: pd.DataFrame) -> Figure:
    """Draw how many formulas each solver solves within each time, from 0.1 ms on."""
    from puzzlesat_studies.core import style

    figure, [[axes]] = style.subplots(1, 1, 2.8, style.COLUMN + 1)
    times = {
        str(solver): np.sort(runs.loc[in_time(runs), "seconds"].clip(lower=1e-4))
        for solver, runs in rows.groupby("solver")
    }
    wrong = rows[rows["status"] == "wrong"].groupby("solver").size().reindex(times, fill_value=0)
    ranked = sorted(times, key=lambda x: (wrong[x], -len(times[x]), times[x].sum()))
    for position, solver in enumerate(ranked):
        counts = np.arange(1, len(times[solver]) + 1)
        props: dict[str, Any] = {**style.series_props(position, 2.5), "lw": 0.9, "label": solver}
        if not len(counts):
            props |= {"lw": 0, "ms": 0, "label": f"{solver}: none"}
        axes.plot(times[solver], counts, **props)
    axes.axhline(rows["formula"].nunique(), color="0.5", lw=0.6, ls=":")
    limit = {"color": "0.5", "lw": 0.6, "ls": ":", "label": "limit (wall clock)"}
    axes.axvline(rows["wall_limit"].max(), **limit)
    axes.set(xscale="log", xlabel="CPU time (s), at least $10^{-4}$", ylabel="formulas solved")
    axes.set_ylim(bottom=0)
    style.integer_ticks(axes.yaxis)
    style.grid_lines(axes, "both")
    axes.legend(loc="upper left", bbox_to_anchor=(1, 1))
    return figure
