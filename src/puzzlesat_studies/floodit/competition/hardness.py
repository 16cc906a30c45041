"""Times of solvers on formulas for m moves, with m around the minimum."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal

from puzzlesat.common.errors import DisagreementError, InputError
from puzzlesat.floodit.encode.instance import Instance
from puzzlesat.floodit.solve.answer import solve_board
from puzzlesat_studies.core.solver_runs import SolverRun, solver_runs
from puzzlesat_studies.core.study import Record, column
from puzzlesat_studies.floodit.boards import BoardKey, GridPoint, SampledBoard, items_by_grid_point
from puzzlesat_studies.floodit.competition.study import STUDY, AroundMinimum

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


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
def hardness_table(rows: pd.DataFrame) -> pd.DataFrame:
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
    groups = list(rows.groupby(["n", "k"]))
    solvers = sorted(rows["solver"].unique())
    titles = [
        f"$n = {n}$, $k = {k}$, {group.groupby('board').ngroups} boards" for (n, k), group in groups
    ]
    figure, panels = style.panels(titles, min(len(groups), 3), 2.5, 0.5, sharex=True, sharey=True)
    left_edge, right_edge = rows["distance"].min() - 0.5, rows["distance"].max() + 0.5
    for axes, (_, group) in zip(panels, groups, strict=True):
        axes.axvspan(left_edge, -0.5, color="0.93", lw=0, zorder=0)
        axes.axhline(group["wall_limit"].max(), color="0.5", lw=0.6, ls=":", zorder=1)
        for position, solver in enumerate(solvers):
            props = style.series_props(position, 3)
            shift = style.offset(position, len(solvers), 0.16)
            solves = group[group["solver"] == solver]
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
