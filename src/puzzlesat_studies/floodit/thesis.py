"""The thesis: its section of the configuration, the columns of its tables, and a comparison.

The rules of this study are in ``workflow/rules/thesis.smk``, and what they run in
``workflow/scripts``. Other studies read the tables, and `compare` compares them with the reference.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field, model_validator

from puzzlesat.common.errors import DisagreementError, InputError
from puzzlesat.floodit.formats.samples import BOARD_KEY
from puzzlesat_studies.core.params import Count, K, N, Params, Seconds, UniqueList
from puzzlesat_studies.core.study import Files, Row, Study, column, read_frame
from puzzlesat_studies.floodit.boards import BoardKey, GridPoint, grid_point_name, grid_points
from puzzlesat_studies.floodit.measure import EncodingTimes, FoundMinimum

if TYPE_CHECKING:
    import pandas as pd

Phases = Literal["solve", "load_solve", "encode_load_solve"]
"""The timing methods, by the phases whose times each sums. The thesis does not state its own."""

THESIS_GRID = {"n": range(4, 10), "k": range(3, 7)}

THESIS_BOARDS = 100
"""The thesis's number of boards in a grid point, in Fig. 4.2 and in Table 4.1."""

TABLE_4_1 = "reference/thesis_table_4_1.csv"
"""The file of the repository with Table 4.1 as printed."""


class BoundsParams(Params):
    """The grid points of Fig. 4.2."""

    n_values: UniqueList[N] = Field(
        [4, 5, 6, 7, 8, 9], description="Rows and columns of the boards."
    )
    k_values: UniqueList[K] = Field([3, 4, 5, 6], description="Numbers of colours.")


class Wins(BoundsParams):
    """The grid points of Table 4.1, and how both encodings are timed."""

    n_values: UniqueList[N] = Field(
        [4, 5, 6, 7, 8, 9, 10, 11], description="Rows and columns of the boards."
    )
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


class SolutionParams(Params):
    """The board whose solution is drawn."""

    n: N = Field(6, description="Rows and columns of the board.")
    k: K = Field(5, description="Number of colours of the board.")
    board: int = Field(0, ge=0, description="The number of the board in the sample.")


class Thesis(Params):
    """The thesis's experiments."""

    boards: Count = Field(100, description="Boards of each (n, k).")
    search: Literal["bisection", "bounded"] = Field(
        "bounded",
        description="The search for the smallest p: bisection (Fig. 4.1) or bounded (Fig. 4.3).",
    )
    bounds: BoundsParams = Field(
        BoundsParams(),
        description="Experiment 1, Fig. 4.2: minima, compared with the bounds n+k-5 and n+k.",
    )
    wins: Wins = Field(
        Wins(),
        description="Experiment 2, Table 4.1: is the minimal or the extended encoding solved "
        "faster?",
    )
    solution: SolutionParams = Field(
        SolutionParams(), description="Fig. 2.1: the board whose solution is drawn."
    )

    @model_validator(mode="after")
    def _board_exists(self) -> Thesis:
        """Check that the board to draw is in the sample."""
        if self.solution.board >= self.boards:
            raise ValueError(
                f"solution.board is {self.solution.board}; expected a number below boards, "
                f"{self.boards}"
            )
        return self


STUDY = Study("thesis", Thesis, "Thesis", "The thesis.", figures="figures")


def all_grid_points(thesis: Thesis) -> list[tuple[int, int]]:
    """Return the grid points of both experiments."""
    return sorted({*grid_points(thesis.bounds), *grid_points(thesis.wins)})


def minima_of(config: Any, grid_points: Iterable[tuple[int, int]]) -> Files:
    """Return the files with the minima of the boards of some grid points."""
    folder = f"results/thesis/minima/seed{config.seed}"
    return Files([f"{folder}/{grid_point_name(*point)}.csv" for point in grid_points], FoundMinimum)


class GatheredMinimum(BoardKey):
    """The minimum of a board. Every other run must reproduce it."""

    minimum: int


class MinimaBox(GridPoint):
    """The minima of a grid point (n, k): Fig. 4.2 in numbers."""

    count: int = column("number of boards")
    min: int = column("smallest minimum")
    whisker_low: float = column("the smallest minimum within 1.5 interquartile ranges of the box")
    q1: float = column("25th percentile, interpolated linearly")
    median: float = column("median of the minima")
    q3: float = column("75th percentile, interpolated linearly")
    whisker_high: float = column("the largest minimum within 1.5 interquartile ranges of the box")
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


class EncodingWins(Row):
    """The comparison of both encodings in a grid point, by one timing method: Table 4.1."""

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
    sign_p_value: float | None = column("two-sided sign test of `both win equally often`")


TABLES: dict[str, type[Row]] = {
    "results/thesis/minima/*/*.csv": FoundMinimum,
    "results/thesis/timings/*/*.csv": EncodingTimes,
    "results/thesis/minima.csv": GatheredMinimum,
    "results/thesis/bounds.csv": MinimaBox,
    "results/thesis/wins.csv": EncodingWins,
}
"""The columns of the tables that the scripts of the thesis write."""


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
    """Return a sentence with the number of grid points with the same box in two runs (Fig. 4.2).

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
    """Yield a sentence for each timing method: in how many grid points the two runs' ratios agree.

    Two ratios agree if their 95% intervals overlap. Times depend on the machine, so a difference is
    not an error.
    """
    joined = ours.merge(reference, on=["timed_phases", "n", "k"], suffixes=("", "_reference"))
    overlap = (joined["ratio_low"] <= joined["ratio_high_reference"]) & (
        joined["ratio_high"] >= joined["ratio_low_reference"]
    )
    for phases, agreeing in overlap.groupby(joined["timed_phases"], sort=False):
        yield f"by {phases}, {agreeing.sum()} of {len(agreeing)} ratios agree (intervals overlap)"
