"""Solving time around the minimum: formulas for m moves, with m from below the minimum to above."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from puzzlesat.floodit.solve.answer import solve_board
from puzzlesat.sat.solver import version_of
from puzzlesat_studies.core.measuring import counterbalanced
from puzzlesat_studies.core.params import (
    Count,
    K,
    N,
    Sample,
    Seconds,
    Text,
    UniqueList,
    check_solvers,
)
from puzzlesat_studies.core.study import Record, Study, column
from puzzlesat_studies.floodit.boards import BoardKey, GridPoint, SampledBoard, items_by_grid_point
from puzzlesat_studies.floodit.measure import time_once

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


class Hardness(Sample):
    """Formulas for numbers of moves around the minimum."""

    n_values: UniqueList[N] = Field([8, 12, 16], description="Rows and columns of the boards.")
    k_values: UniqueList[K] = Field([6], description="Numbers of colours.")
    boards: Count = Field(4, description="Boards of each (n, k).")
    below: int = Field(
        5,
        ge=0,
        description="The smallest m is the minimum minus this number, or 0 if the difference is "
        "negative.",
    )
    above: int = Field(8, ge=0, description="The largest m is the minimum plus this number.")
    solvers: UniqueList[Text] = Field(
        ["minisat22", "glucose42", "cadical195", "maplecm"],
        description="SAT solvers: PySAT names, or paths of programs.",
    )
    wall_limit: Seconds = Field(10, description="Wall-clock seconds for one solve.")


class TimedSolve(BoardKey):
    """A solve of a formula for m moves, with m around the minimum."""

    minimum: int
    m: int
    solver: str
    status: Literal["sat", "unsat", "timeout"]
    solve_seconds: float = column("CPU time")
    conflicts: int | None
    decisions: int | None
    propagations: int | None
    restarts: int | None
    wall_limit: float = column("wall-clock limit of the solve in seconds")
    version: str
    host: str


class SolvingTime(GridPoint):
    """The solves of a size and solver at one distance from the minimum."""

    solver: str
    distance: int = column("m minus the minimum")
    side: Literal["sat", "unsat"] = column("the answer for this distance, `sat` or `unsat`")
    boards: int
    timeouts: int = column("number of solves that reached the time limit")
    median_seconds: float = column("median of `solve_seconds`; a timeout counts as the time limit")
    max_seconds: float = column("maximum of `solve_seconds`; a timeout counts as the time limit")


def check(config: Any) -> None:
    """Raise `InputError` unless all solvers support the time limit."""
    section = config.hardness
    check_solvers(section.solvers, section.wall_limit, "hardness.solvers")


STUDY = Study(
    "hardness",
    Hardness,
    "Instances and proofs",
    "Solvers on formulas for m moves, with m around the minimum.",
    check=check,
)


@STUDY.rows(
    TimedSolve, items=lambda config: items_by_grid_point(config.hardness), alone=True, minutes=120
)
def solves(
    boards: Sequence[SampledBoard], *, below: int, above: int, solvers: list[str], wall_limit: float
) -> Iterator[Record]:
    """Yield the time of every solver for every m around the proven minimum of every board.

    Raise `DisagreementError` if a solver contradicts the minimum, or its moves do not flood the
    board.
    """
    for row in boards:
        board = row.to_board()
        p = solve_board(board).upper
        for m in range(max(0, p - below), p + above + 1):
            expected = "sat" if m >= p else "unsat"
            for _, _, solver in counterbalanced(solvers, 1, m):
                run = time_once(board, m, "minimal", solver, wall_limit, expected)
                yield (
                    row.key
                    | {"minimum": p, "m": m, "solver": solver, "wall_limit": wall_limit}
                    | {name: run[name] for name in TimedSolve.model_fields if name in run}
                    | {"solve_seconds": round(run["solve_seconds"], 6)}
                    | {"version": version_of(solver)}
                )


@STUDY.table(
    SolvingTime,
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
    """Return the rows with ``distance``, m minus the minimum, and ``late`` and ``seconds``.

    After a timeout, ``late`` is true, and ``seconds`` is the time limit.
    """
    is_late = rows["status"] == "timeout"
    seconds = rows["solve_seconds"].where(~is_late, rows["wall_limit"])
    return rows.assign(distance=rows["m"] - rows["minimum"], late=is_late, seconds=seconds)


@STUDY.figure(
    "hardness",
    rows=solves,
    label="Hardness",
    note="CPU time to decide whether a board can be flooded in m moves, for m from below its "
    "minimum (grey, unsatisfiable) to above it (satisfiable). Lines are medians, dots are boards. "
    "Hollow markers at the limit are timeouts.",
)
def times_figure(rows: pd.DataFrame) -> Figure:
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
        axes.set(xlabel="moves $m$ minus the minimum", ylabel="CPU time to solve (s)")
        style.integer_ticks(axes.xaxis)
        style.grid_lines(axes)
        axes.label_outer()
    handles = style.series_lines(solvers, 0.9, 3)
    if rows["late"].any():
        handles.append(style.hollow_marker("out of time", 4))
    handles.append({"color": "0.5", "ls": ":", "lw": 0.6, "label": "time limit"})
    style.legend(figure, handles)
    return figure
