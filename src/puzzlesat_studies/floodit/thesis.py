"""The thesis: Fig. 2.1, Fig. 4.2 (minima and bounds) and Table 4.1 (two encodings).

The rules of this study are written out in ``workflow/rules/thesis.smk``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field, model_validator

from puzzlesat.common.errors import DisagreementError, InputError, counted
from puzzlesat.floodit.formats.sample import BOARD_KEY, board_of
from puzzlesat_studies.core.params import Count, K, N, Params, Seconds, UniqueList, check_solvers
from puzzlesat_studies.core.statistics import bootstrap_ratio, sign_test
from puzzlesat_studies.core.study import Files, Item, Record, Row, Study, chunks, column, read_frame
from puzzlesat_studies.core.tables import by_group
from puzzlesat_studies.floodit.boards import (
    BoardKey,
    GridPoint,
    SampledBoard,
    chunk_items,
    chunk_name,
    grid_points,
)
from puzzlesat_studies.floodit.measure import (
    EncodingTime,
    FoundMinimum,
    find_minimum,
    time_encodings,
)

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

TIMED_PHASES = {
    "solve": ["solve_seconds"],
    "load_solve": ["load_seconds", "solve_seconds"],
    "encode_load_solve": ["encode_seconds", "load_seconds", "solve_seconds"],
}
"""The times that each timing method sums. The thesis does not state what Table 4.1 sums."""

Phases = Literal["solve", "load_solve", "encode_load_solve"]

THESIS_GRID = {"n": range(4, 10), "k": range(3, 7)}

THESIS_BOARDS = 100
"""The thesis's number of boards in a cell, in Fig. 4.2 and in Table 4.1."""

FIG_2_1_GRID_POINT = {"n": 6, "k": 5}
"""The n and k of Fig. 2.1 in the thesis."""

TABLE_4_1 = Path(__file__).parents[3] / "reference/thesis_table_4_1.csv"
"""Table 4.1 as printed."""


class Bounds(Params):
    """The cells of Fig. 4.2."""

    n_values: UniqueList[N] = Field(
        [4, 5, 6, 7, 8, 9], description="Rows and columns of the boards."
    )
    k_values: UniqueList[K] = Field([3, 4, 5, 6], description="Numbers of colours.")


class Wins(Params):
    """The cells of Table 4.1, and how both encodings are timed."""

    n_values: UniqueList[N] = Field(
        [4, 5, 6, 7, 8, 9, 10, 11], description="Rows and columns of the boards."
    )
    k_values: UniqueList[K] = Field([3, 4, 5, 6], description="Numbers of colours.")
    repeats: Count = Field(
        5, description="Timed runs of each encoding on each board. Their median is used."
    )
    wall_limit: Seconds | None = Field(
        60,
        description="Wall-clock seconds for one solve, or null for no limit (lingeling and "
        "kissat404 need null). A timeout is recorded as a row.",
    )
    timed_phases: Phases = Field(
        "load_solve",
        description="The timing method of wins.md, the table to compare with Table 4.1: solve, "
        "load_solve or encode_load_solve. The thesis does not state what was timed. The CSV file "
        "and the figure show all three methods.",
    )


class Solution(Params):
    """The board whose solution is drawn."""

    n: N | None = Field(None, description="Rows and columns of the board.")
    k: K | None = Field(None, description="Number of colours of the board.")
    board: int = Field(0, ge=0, description="The number of the board in the sample.")


class Thesis(Params):
    """The thesis's experiments."""

    boards: Count = Field(100, description="Boards of each (n, k).")
    chunk: Count = Field(100, description="Boards of each job. Results do not depend on it.")
    search: Literal["bisection", "bounded"] = Field(
        "bounded",
        description="The search for the smallest p: bisection (Fig. 4.1) or bounded (Fig. 4.3).",
    )
    bounds: Bounds = Field(
        Bounds(),
        description="Experiment 1, Fig. 4.2: minima, compared with the bounds n+k-5 and n+k.",
    )
    wins: Wins = Field(
        Wins(),
        description="Experiment 2, Table 4.1: is the minimal or the extended encoding solved "
        "faster?",
    )
    solution: Solution = Field(
        Solution(),
        description="Fig. 2.1: the board whose solution is drawn. If n or k is null, its value is "
        "the one of experiment 1 that is nearest to the thesis's n = 6 or k = 5.",
    )

    @model_validator(mode="after")
    def _boards_exist(self) -> Thesis:
        """Check the number of jobs, and the board to draw."""
        jobs = len(chunks(self.boards, self.chunk)) * len(grid_points(self.bounds))
        if jobs > MAX_JOBS:
            raise ValueError(
                f"boards is {self.boards}, which makes {jobs:,} jobs of {self.chunk} boards; "
                f"expected at most {MAX_JOBS:,}, so raise chunk"
            )
        solution = self.solution
        if solution.board >= self.boards:
            raise ValueError(
                f"solution.board is {solution.board}; expected a number below boards, {self.boards}"
            )
        for key in "nk":
            values = getattr(self.bounds, f"{key}_values")
            if getattr(solution, key) not in (None, *values):
                raise ValueError(
                    f"solution.{key} is {getattr(solution, key)}; choose from bounds.{key}_values, "
                    f"{values}"
                )
        return self


MAX_JOBS = 20_000
"""Maximum number of jobs of the study; planning takes a second per hundred jobs."""


def check(config: Any) -> None:
    """Raise `InputError` unless the solver supports the time limit."""
    wins = config.thesis.wins
    check_solvers([config.solver], wins.wall_limit, f"thesis.wins.wall_limit is {wins.wall_limit}")


STUDY = Study(
    "thesis", Thesis, "Thesis", "The thesis.", figures="figures", own_rules=True, check=check
)


def all_grid_points(thesis: Thesis) -> list[tuple[int, int]]:
    """Return the grid points of both experiments."""
    return sorted({*grid_points(thesis.bounds), *grid_points(thesis.wins)})


def minimum_items(config: Any) -> list[Item]:
    """Return an item for each chunk of boards of all grid points."""
    section = config.thesis
    return chunk_items(all_grid_points(section), section.boards, section.chunk)


@STUDY.rows(FoundMinimum, items=minimum_items, mem_mb=500)
def minima(boards: Sequence[SampledBoard], *, search: str, solver: str) -> Iterator[FoundMinimum]:
    """Find the minimum of every board with SAT, replay its solution and confirm it with A*."""
    return (find_minimum(row, search, "minimal", solver) for row in boards)


def minima_of(config: Any, grid_points: Sequence[tuple[int, int]]) -> Files:
    """Return the files with the minima of the boards of some grid points."""
    items = chunk_items(grid_points, config.thesis.boards, config.thesis.chunk)
    return Files([minima.item_path(item.name) for item in items], FoundMinimum)


def bounds_minima(config: Any) -> Files:
    """Return the files with the minima of experiment 1."""
    return minima_of(config, grid_points(config.thesis.bounds))


def time_items(config: Any) -> list[Item]:
    """Return an item for each chunk of boards of experiment 2."""
    wins = config.thesis.wins
    limits = {"repeats": wins.repeats, "wall_limit": wins.wall_limit}
    return [
        Item(item.name, {"boards": Files([minima.item_path(item.name)], FoundMinimum)}, limits)
        for item in chunk_items(grid_points(wins), config.thesis.boards, config.thesis.chunk)
    ]


@STUDY.rows(EncodingTime, items=time_items, alone=True, mem_mb=500, minutes=120)
def timings(
    boards: Sequence[FoundMinimum], *, repeats: int, wall_limit: float | None, solver: str
) -> Iterator[Record]:
    """Time both encodings of every board, interleaved."""
    return time_encodings(boards, ["minimal", "extended"], solver, repeats, wall_limit)


class GatheredMinimum(BoardKey):
    """The minimum of a board. Every other run must reproduce it."""

    minimum: int


@STUDY.table(GatheredMinimum, "minima", rows=minima, label="Minima")
def gather_minima(rows: pd.DataFrame) -> pd.DataFrame:
    """Gather the minima of all boards, in the order of (n, k, board)."""
    return rows.sort_values(["n", "k", "board"], ignore_index=True)


class MinimaBox(GridPoint):
    """The minima of a cell (n, k): Fig. 4.2 in numbers."""

    count: int = column("number of boards")
    min: int = column("smallest minimum")
    whisker_low: int = column("the smallest minimum within 1.5 interquartile ranges of the box")
    q1: float = column("25th percentile, interpolated linearly")
    median: float = column("median of the minima")
    q3: float = column("75th percentile, interpolated linearly")
    whisker_high: int = column("the largest minimum within 1.5 interquartile ranges of the box")
    max: int = column("largest minimum")
    mean: float = column("mean of the minima")
    lower: int = column("the bound n+k−5")
    upper: int = column("the bound n+k")
    q1_above_lower: bool = column("whether q1 > n+k−5")
    q3_below_upper: bool = column("whether q3 < n+k")
    q1_from_lower: bool = column("whether q1 ≥ n+k−5")
    q3_to_upper: bool = column("whether q3 ≤ n+k")
    within: float = column("share of boards with n+k−5 ≤ minimum ≤ n+k")


def in_thesis(frame: pd.DataFrame) -> pd.Series:
    """Return for each row whether its n and k are in Fig. 4.2."""
    return frame["n"].isin(THESIS_GRID["n"]) & frame["k"].isin(THESIS_GRID["k"])


def display_bounds(bounds: pd.DataFrame) -> pd.DataFrame:
    """Return the table of bounds laid out for reading."""

    def verdict(strict_column: str, weak_column: str) -> list[str]:
        pairs = zip(bounds[strict_column], bounds[weak_column], strict=True)
        return ["yes" if is_strict else "tie" if is_tie else "no" for is_strict, is_tie in pairs]

    names = {
        "n": "n",
        "k": "k",
        "count": "boards",
        "whisker_low": "lower whisker",
        "q1": "25%",
        "median": "median",
        "q3": "75%",
        "whisker_high": "upper whisker",
        "lower": "n+k-5",
        "upper": "n+k",
    }
    return (
        bounds[list(names)]
        .rename(columns=names)
        .assign(
            **{
                "25% above n+k-5": verdict("q1_above_lower", "q1_from_lower"),
                "75% below n+k": verdict("q3_below_upper", "q3_to_upper"),
                "boards within": bounds["within"].map("{:.0%}".format),
            }
        )
    )


@STUDY.table(
    MinimaBox,
    "bounds",
    minima=bounds_minima,
    display=display_bounds,
    label="Bounds on the minimum",
    title="Fig. 4.2: minima of random boards and the bounds n+k-5 and n+k",
    note="Minima in moves, for each size n and number of colours k. Percentiles are interpolated "
    "linearly. Whiskers reach the furthest minimum within 1.5 interquartile ranges of the box. A "
    "tie is a percentile equal to its bound: the claim then holds in its weak form only. Boards "
    "within: share of boards with n+k-5 ≤ minimum ≤ n+k.",
)
def bounds_table(minima: pd.DataFrame) -> pd.DataFrame:
    """Compare the quartiles of the minima with the bounds n+k-5 and n+k by (n, k) (Fig. 4.2).

    >>> import pandas as pd
    >>> minima = pd.DataFrame({"n": 4, "k": 3, "minimum": [2, 3, 4, 4, 8]})
    >>> print(bounds_table(minima)[["q1", "q3", "whisker_high", "lower", "within"]])
        q1   q3  whisker_high  lower  within
    0  3.0  4.0             4      2     0.8
    """
    return by_group(minima, ["n", "k"], _box_columns)


def _box_columns(cell: pd.DataFrame) -> Record:
    minima = cell["minimum"]
    q1, median, q3 = minima.quantile([0.25, 0.5, 0.75])
    whisker_reach = 1.5 * (q3 - q1)
    upper = int(cell["n"].iloc[0] + cell["k"].iloc[0])
    lower = upper - 5
    return {
        "count": len(minima),
        "min": minima.min(),
        "whisker_low": minima[minima >= q1 - whisker_reach].min(),
        "q1": q1,
        "median": median,
        "q3": q3,
        "whisker_high": minima[minima <= q3 + whisker_reach].max(),
        "max": minima.max(),
        "mean": minima.mean(),
        "lower": lower,
        "upper": upper,
        "q1_above_lower": bool(q1 > lower),
        "q3_below_upper": bool(q3 < upper),
        "q1_from_lower": bool(q1 >= lower),
        "q3_to_upper": bool(q3 <= upper),
        "within": minima.between(lower, upper).mean(),
    }


@STUDY.figure(
    "bounds",
    minima=bounds_minima,
    label="Fig. 4.2, minima",
    note=lambda boards: (
        "**Minimal number of moves of random boards** (the thesis's Fig. 4.2). A box spans the "
        f"quartiles of {counted(boards, 'board')}, with a bold line at the median. Whiskers reach "
        "the furthest minimum within 1.5 interquartile ranges of the box; circles are minima "
        "outside the whiskers. The lines are the thesis's heuristic bounds n+k and n+k−5."
    ),
)
def bounds_figure(minima: pd.DataFrame, law: Any = None) -> Figure:
    """Draw Fig. 4.2: box plots of the minima with the bounds n+k-5 and n+k, for each k.

    `law`, a function of n and k, is drawn as well, if given.
    """
    import seaborn as sns

    from puzzlesat_studies.core import style

    n_values, k_values = sorted(minima["n"].unique()), sorted(minima["k"].unique())
    columns = 3 if len(k_values) in (5, 6) else min(len(k_values), 4)
    titles = [f"$k = {k}$ colours" for k in k_values]
    figure, panels = style.panels(titles, columns, 2.6, 0.3, sharex=True, sharey=True)
    for axes, k in zip(panels, k_values, strict=True):
        sns.boxplot(
            minima[minima["k"] == k],
            x="n",
            y="minimum",
            ax=axes,
            color="0.88",
            linecolor="0.15",
            linewidth=0.7,
            width=0.6,
            fliersize=2,
            medianprops={"linewidth": 1.6},
            flierprops={"zorder": 4},
            native_scale=True,
        )
        axes.plot(n_values, [n + k for n in n_values], "--", color=style.PALETTE[3], zorder=3)
        axes.plot(n_values, [n + k - 5 for n in n_values], "-", color=style.PALETTE[0], zorder=3)
        if law is not None:
            expected = [law(n, k) for n in n_values]
            axes.plot(n_values, expected, ":", color=style.PALETTE[2], zorder=3)
        axes.set_xticks(n_values[:: ceil(len(n_values) / 6)])
        axes.set(xlabel="board size $n$", ylabel="minimal number of moves $p$")
        style.integer_ticks(axes.yaxis)
        style.grid_lines(axes)
        axes.label_outer()
    handles: list[dict[str, Any]] = [
        {"color": style.PALETTE[3], "ls": "--", "label": "$n + k$"},
        {"color": style.PALETTE[0], "label": "$n + k - 5$"},
    ]
    if law is not None:
        handles.append({"color": style.PALETTE[2], "ls": ":", "label": "fitted law"})
    style.legend(figure, handles, 3, "upper right")
    figure.supxlabel(_box_note(minima), size="small", color="0.35")
    return figure


def _box_note(minima: pd.DataFrame) -> str:
    """Return the number of boards per box, and the meaning of box, whiskers and circles."""
    boards = minima.groupby(["n", "k"]).size()
    low, high = boards.min(), boards.max()
    number = counted(low, "board") if low == high else f"{low} to {high} boards"
    return (
        f"{number} per box; box: quartiles, line: median, whiskers: 1.5 IQR, circles: minima beyond"
    )


class PrintedWins(GridPoint):
    """A cell of Table 4.1 as printed in the thesis."""

    minimal: int = column("boards on which the minimal encoding is faster")
    extended: int = column("boards on which the extended encoding is faster")


class EncodingWins(Row):
    """The comparison of both encodings in a cell, by one timing method: Table 4.1."""

    timed_phases: Phases = column("the timed phases: `solve`, `load_solve` or `encode_load_solve`")
    n: int
    k: int
    boards: int
    minimal: int = column("boards on which the minimal encoding is faster")
    extended: int = column("boards on which the extended encoding is faster")
    thesis_minimal: float | None = column("`minimal` as printed in the thesis")
    thesis_extended: float | None = column("`extended` as printed in the thesis")
    ambiguous: int = column("boards on which not all repeats agree")
    timeouts: int = column("boards with a timeout, which are not compared")
    ratio: float | None = column("extended over minimal time, geometric mean over boards")
    ratio_low: float | None
    ratio_high: float | None
    sign_p: float | None = column("p-value of a two-sided sign test of `both win equally often`")


def display_wins(table: pd.DataFrame, *, wins: Wins) -> pd.DataFrame:
    """Return the table of one timing method, laid out for reading like Table 4.1."""
    rows = table[table["timed_phases"] == wins.timed_phases]

    def integer_text(value: float) -> str:
        return "" if value != value else f"{value:.0f}"

    return rows[["n", "k", "boards", "minimal", "extended", "timeouts", "ambiguous"]].assign(
        **{
            "thesis: minimal": rows["thesis_minimal"].map(integer_text),
            "thesis: extended": rows["thesis_extended"].map(integer_text),
            "extended / minimal [95%]": [
                f"{row.ratio:.3f} [{row.ratio_low:.3f}, {row.ratio_high:.3f}]"
                for row in rows.itertuples()
            ],
            "sign test": [f"{p:.1e}" if p < 0.001 else f"{p:.3f}" for p in rows["sign_p"]],
        }
    )


@STUDY.table(
    EncodingWins,
    "wins",
    timings=timings,
    thesis=Files([str(TABLE_4_1)], PrintedWins),
    display=display_wins,
    label="Table 4.1, wins",
    title="Table 4.1: boards on which each encoding is solved faster",
    note=lambda wins: (
        f"Times are CPU seconds of these steps: {wins.timed_phases.replace('_', ', ')}. The "
        "encoding with the smaller median over the repeats wins a board. Boards with a timeout are "
        "not compared. Ambiguous: boards on which not all repeats agree. Extended / minimal: ratio "
        "of times, geometric mean over boards, with its 95% bootstrap interval; above 1 the "
        "minimal encoding is faster. Sign test: two-sided p-value of 'both win equally often', not "
        f"corrected over the cells. Thesis: the printed numbers, of {THESIS_BOARDS} boards."
    ),
)
def wins_table(timings: pd.DataFrame, thesis: pd.DataFrame) -> pd.DataFrame:
    """Return a row for each timing method and (n, k), with the boards that each encoding wins.

    The encoding with the smaller median over the repeats wins a board.
    """
    import pandas as pd

    rows = [
        {"timed_phases": phases, "n": n, "k": k}
        | _wins_columns(cell.assign(seconds=cell[parts].sum(axis=1)))
        for phases, parts in TIMED_PHASES.items()
        for (n, k), cell in timings.groupby(["n", "k"])
    ]
    printed = thesis.rename(columns={"minimal": "thesis_minimal", "extended": "thesis_extended"})
    return pd.DataFrame(rows).merge(printed, how="left", on=["n", "k"])


def _wins_columns(cell: pd.DataFrame) -> dict[str, float]:

    board_key = ["seed", "board"]
    is_late = (
        cell["status"].eq("timeout").groupby([cell[key] for key in board_key]).transform("any")
    )
    repeats = cell[~is_late].pivot(
        index=[*board_key, "repeat"], columns="encoding", values="seconds"
    )
    repeats = repeats.reindex(columns=["minimal", "extended"])  # even if all ran out of time
    medians = repeats.groupby(board_key).median()
    wins = int((medians["minimal"] < medians["extended"]).sum())
    losses = int((medians["minimal"] > medians["extended"]).sum())
    win_shares = (repeats["minimal"] < repeats["extended"]).groupby(board_key).mean()
    return {
        "boards": len(cell[board_key].drop_duplicates()),
        "minimal": wins,
        "extended": losses,
        "ambiguous": int(win_shares.between(0, 1, inclusive="neither").sum()),
        "timeouts": len(cell.loc[is_late, board_key].drop_duplicates()),
        **bootstrap_ratio(medians["extended"] / medians["minimal"]).columns("ratio"),
        "sign_p": sign_test(wins, losses),
    }


@STUDY.figure(
    "wins",
    wins=wins_table,
    label="Table 4.1, wins",
    note="**Minimal against extended encoding** (the thesis's Table 4.1, which does not state how "
    "the solver was timed), by three timing methods: solving; loading and solving; encoding, "
    "loading and solving. Above: of the boards without a tie or timeout, the percentage on which "
    "the minimal encoding has the smaller median of the runs; hollow markers are the thesis's "
    "numbers. Below: the time of the extended encoding divided by that of the minimal one, "
    "geometric mean over boards with its 95% bootstrap interval.",
)
def wins_figure(wins: pd.DataFrame) -> Figure:
    """Draw, for each timing method, wins of the minimal encoding, ratios, and the printed wins."""
    from puzzlesat_studies.core import style

    k_values = sorted(wins["k"].unique())
    wins = wins.assign(share=100 * wins["minimal"] / (wins["minimal"] + wins["extended"]))
    figure, panels = style.subplots(2, 3, 4.4, sharex=True, sharey="row")
    for (top, bottom), phases in zip(panels.T, TIMED_PHASES, strict=True):
        top.set_title(phases.replace("_", " + "))
        for position, k in enumerate(k_values):
            group = wins[(wins["timed_phases"] == phases) & (wins["k"] == k)].sort_values("n")
            x = group["n"] + style.offset(position, len(k_values), 0.14)
            props = style.series_props(position)
            top.plot(x, group["share"], lw=0.7, **props)
            top.plot(x, group["thesis_minimal"], lw=0, **props | {"mfc": "white", "ms": 3})
            bottom.errorbar(
                x, group["ratio"], yerr=style.error_bars(group, "ratio"), lw=0.7, **props
            )
        top.axhline(50, color="0.6", lw=0.6, zorder=0)
        bottom.axhline(1, color="0.6", lw=0.6, zorder=0)
        bottom.set(xlabel="board size $n$", xticks=sorted(wins["n"].unique()))
    panels[0, 0].set_ylim(min(40, wins["share"].min() - 3), 103)
    panels[0, 0].set_ylabel("boards on which the\nminimal encoding wins (%)")
    panels[1, 0].set_ylabel("time of the extended over\nthat of the minimal encoding")
    handles = style.series_lines((f"$k = {k}$" for k in k_values), 0.7)
    style.legend(figure, [*handles, style.hollow_marker("thesis")])
    return figure


def drawn_minima(config: Any) -> Files:
    """Return the file with the board to draw; by default, near n and k of the thesis's Fig. 2.1."""
    section = config.thesis
    n, k = (
        getattr(section.solution, key)
        or min(getattr(section.bounds, f"{key}_values"), key=lambda value: abs(value - preferred))
        for key, preferred in FIG_2_1_GRID_POINT.items()
    )
    first, boards = chunks(section.boards, section.chunk)[section.solution.board // section.chunk]
    return Files([minima.item_path(chunk_name(n, k, first, boards))], FoundMinimum)


@STUDY.figure(
    "solution",
    minima=drawn_minima,
    label="Fig. 2.1, a solution",
    note="**A shortest solution, move by move** (the thesis's Fig. 2.1). The line encloses the "
    "flooded area.",
)
def solution_figure(minima: pd.DataFrame, *, solution: Solution) -> Figure:
    """Draw a shortest solution of a board, move by move (Fig. 2.1)."""
    from puzzlesat_studies.floodit.drawing import solution_figure as draw_solution

    [row] = minima[minima["board"] == solution.board].to_dict("records")
    board = board_of(row)
    return draw_solution(board, board.colours_in(row["moves"]))


@STUDY.text(
    "summary.txt",
    bounds=bounds_table,
    comparison=wins_table,
    label="In short",
    note=lambda wins: (
        f"**Findings of the thesis and of this run.** The timing method is ``{wins.timed_phases}``."
    ),
)
def summary(bounds: pd.DataFrame, comparison: pd.DataFrame, *, wins: Wins) -> str:
    """Compare the findings of the thesis and of this run, in five lines."""
    thesis_cells = bounds[in_thesis(bounds)]
    is_compared = (comparison["timed_phases"] == wins.timed_phases) & comparison[
        "thesis_minimal"
    ].notna()
    lines = [
        f"Minima: {bounds['count'].sum()} boards in {len(bounds)} cells (n, k), every solution "
        "replayed and every minimum confirmed by A*.",
        _quartiles_sentence(
            "25th percentile above n+k-5", thesis_cells, "q1_above_lower", "q1_from_lower"
        ),
        _quartiles_sentence(
            "75th percentile below n+k", thesis_cells, "q3_below_upper", "q3_to_upper"
        ),
        *_wins_sentences(comparison[is_compared], wins.timed_phases),
    ]
    return "".join(f"{line}\n" for line in lines)


def _quartiles_sentence(
    claim: str, cells: pd.DataFrame, strict_column: str, weak_column: str
) -> str:
    if cells.empty:
        return f"{claim}: no cell of the thesis's Fig. 4.2 to compare."
    return (
        f"{claim}, in the {counted(len(cells), 'cell')} of the thesis's Fig. 4.2 that this run "
        f"has: thesis all; here {cells[strict_column].sum()}, and {cells[weak_column].sum()} with "
        "ties."
    )


def _wins_sentences(cells: pd.DataFrame, phases: str) -> list[str]:
    wins_claim, cells_claim = (
        f"Boards on which the minimal encoding is faster ({phases})",
        "Cells that it wins",
    )
    if cells.empty:
        nothing_shared = "no cell of the thesis's Table 4.1 to compare."
        return [f"{wins_claim}: {nothing_shared}", f"{cells_claim}: {nothing_shared}"]
    own_wins, thesis_wins = cells["minimal"], cells["thesis_minimal"]
    scope = f"in the {counted(len(cells), 'cell')} of Table 4.1 that this run has"
    return [
        f"{wins_claim}, {scope}: thesis {thesis_wins.sum():.0f} of {THESIS_BOARDS * len(cells)}; "
        f"here {own_wins.sum()} of {cells['boards'].sum()}.",
        f"{cells_claim}: thesis {(thesis_wins > cells['thesis_extended']).sum()} of {len(cells)}; "
        f"here {(own_wins > cells['extended']).sum()} of {len(cells)}, the extended encoding "
        f"taking {cells['ratio'].min():.2f} to {cells['ratio'].max():.2f} times as long.",
    ]


class NoSharedBoardError(InputError):
    """Two runs have no board in common."""


def compare(results: str, reference: str) -> Iterator[str]:
    """Yield sentences that compare the tables of a run with those of the reference.

    Raise `NoSharedBoardError` if the runs have no board in common, and, at the end,
    `DisagreementError` if a minimum differs.
    """
    for name in ("minima", "bounds", "wins"):
        if not Path(results, f"{name}.csv").exists():
            raise InputError(f"{results}/{name}.csv does not exist; run snakemake first")

    def read_both(name: str, row: type[Row]) -> list[pd.DataFrame]:
        return [read_frame([f"{folder}/{name}.csv"], row) for folder in (results, reference)]

    shared, differences = compare_minima(*read_both("minima", GatheredMinimum))
    if not shared:
        raise NoSharedBoardError(f"{results} and {reference} have no board in common")
    yield from differences
    minima_finding = f"{shared - len(differences)} of {shared} shared boards are identical"
    findings = [
        ("minima", f"{results}/minima.csv", minima_finding),
        ("Fig. 2.1", "figures/solution.pdf", "drawn from these minima"),
        ("Fig. 4.2", "figures/bounds.pdf", compare_bounds(*read_both("bounds", MinimaBox))),
        *(
            ("Table 4.1", "figures/wins.pdf", line)
            for line in compare_wins(*read_both("wins", EncodingWins))
        ),
    ]
    for artifact, path, sentence in findings:
        yield f"{artifact:10} {path:26} {sentence}"
    if differences:
        raise DisagreementError(f"{len(differences)} minima differ from the reference")


def compare_minima(ours: pd.DataFrame, reference: pd.DataFrame) -> tuple[int, list[str]]:
    """Return the number of boards in both runs, and a sentence for each minimum that differs."""
    joined = ours.merge(reference, on=list(BOARD_KEY), suffixes=("", "_reference"))
    differing = joined[joined["minimum"] != joined["minimum_reference"]]
    return len(joined), [
        f"board {row.board} of n = {row.n}, k = {row.k}, seed {row.seed}: minimum {row.minimum}, "
        f"but {row.minimum_reference} in the reference"
        for row in differing.itertuples()
    ]


def compare_bounds(ours: pd.DataFrame, reference: pd.DataFrame) -> str:
    """Return a sentence with the number of cells in which two runs have the same box (Fig. 4.2).

    Boxes of different numbers of boards are not compared.
    """
    box_columns = ["min", "whisker_low", "q1", "median", "q3", "whisker_high", "max"]
    joined = ours.merge(reference, on=["n", "k"], suffixes=("", "_reference"))
    same_size = joined[joined["count"] == joined["count_reference"]]
    is_identical = (
        same_size[box_columns].to_numpy()
        == same_size[[f"{column}_reference" for column in box_columns]].to_numpy()
    ).all(axis=1)
    incomparable = len(joined) - len(same_size)
    return f"{is_identical.sum()} of {len(same_size)} shared boxes are identical" + (
        f"; {incomparable} not compared: different numbers of boards" if incomparable else ""
    )


def compare_wins(ours: pd.DataFrame, reference: pd.DataFrame) -> Iterator[str]:
    """Yield a sentence for each timing method: in how many cells the two runs' ratios agree.

    Two ratios agree if their 95% intervals overlap. Times depend on the machine, so a difference is
    not an error.
    """
    joined = ours.merge(reference, on=["timed_phases", "n", "k"], suffixes=("", "_reference"))
    overlap = (joined["ratio_low"] <= joined["ratio_high_reference"]) & (
        joined["ratio_high"] >= joined["ratio_low_reference"]
    )
    for phases, agreeing in overlap.groupby(joined["timed_phases"], sort=False):
        yield f"by {phases}, {agreeing.sum()} of {len(agreeing)} ratios agree (intervals overlap)"
