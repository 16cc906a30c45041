"""Comparison of encodings, or of searches, by their times and counts on the same boards."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Literal

from puzzlesat.floodit.board.board import Board
from puzzlesat.sat.solver import WITHOUT_LIMIT
from puzzlesat_studies.core.measuring import counterbalanced
from puzzlesat_studies.core.statistics import SIGNIFICANCE_LEVEL, bootstrap_ratio, sign_test
from puzzlesat_studies.core.study import Record
from puzzlesat_studies.floodit.boards import BOARD
from puzzlesat_studies.floodit.measure import time_once

if TYPE_CHECKING:
    import pandas as pd

Phases = Literal["load_solve", "solve"]


TIMED_PHASES = {"load_solve": ["load_seconds", "solve_seconds"], "solve": ["solve_seconds"]}


def queries(minimum: int) -> list[tuple[int, str]]:
    """Return the minimum and, if it is positive, one move fewer, each with the correct answer.

    >>> queries(3), queries(0)
    ([(3, 'sat'), (2, 'unsat')], [(0, 'sat')])
    """
    return [(p, answer) for p, answer in ((minimum, "sat"), (minimum - 1, "unsat")) if p >= 0]


def run_rows(
    boards: Iterable[tuple[Record, Board, int]],
    columns: Collection[str],
    label_column: str,
    encodings: Mapping[str, str],
    solvers: Sequence[str],
    repeats: int,
    wall_limit: float | None,
    warm_up: Sequence[str],
) -> Iterator[Record]:
    """Yield a row with the times of each run.

    Every solver decides the `queries` of every board with every encoding. `boards` are those of
    `boards_of`. The keys of `encodings` are labels, and the values are names that `encoder_of`
    accepts. `label_column` is the name of the column with the label. The runs of a query are
    interleaved (`counterbalanced`); before them, each encoding in `warm_up` runs once, without a
    row. `wall_limit` is the time limit of a run in seconds; solvers in `WITHOUT_LIMIT` have none.
    Raise `DisagreementError` if an answer differs from that of A*, or if the moves do not flood the
    board.
    """
    for key, board, minimum in boards:
        for solver in solvers:
            limit = None if solver in WITHOUT_LIMIT else wall_limit
            for p, query in queries(minimum):
                time_run = partial(
                    time_once, board, p, solver=solver, wall_limit=limit, expected=query
                )
                for label in warm_up:
                    time_run(encodings[label], label=label)
                for repeat, _, label in counterbalanced(list(encodings), repeats, key["board"]):
                    row = key | {
                        "solver": solver,
                        label_column: label,
                        "query": query,
                        "repeat": repeat,
                    }
                    row |= time_run(encodings[label], label=label)
                    yield {column: row[column] for column in columns}


def per_board(rows: pd.DataFrame, phases: str, label_column: str, *values: str) -> pd.DataFrame:
    """Return the seconds and the columns `values` by board, solver and the column `label_column`.

    Each number is a median over the repeats of a query, summed over both queries.
    """
    rows_with_seconds = rows.assign(seconds=rows[TIMED_PHASES[phases]].sum(axis=1))
    run_key = [*BOARD, "solver", label_column]
    medians = rows_with_seconds.groupby([*run_key, "query"])[["seconds", *values]].median()
    return medians.groupby(run_key).sum(min_count=1)  # programs have no counters


def with_phases(
    rows: pd.DataFrame, summary: Callable[[pd.DataFrame, str], pd.DataFrame]
) -> pd.DataFrame:
    """Return the summaries of rows by each timing method, one below the other."""
    import pandas as pd

    return pd.concat([summary(rows, phases) for phases in TIMED_PHASES])


def sign_columns(differences: pd.Series, below: str, above: str, name: str = "p_value") -> Record:
    """Return the numbers of differences below and above 0, and the p-value of the sign test."""
    low, high = int((differences < 0).sum()), int((differences > 0).sum())
    return {below: low, above: high, name: sign_test(low, high)}


def ratio_columns(ratios: pd.Series, below: str, above: str) -> Record:
    """Return the geometric mean of ratios with its interval, and the sign test against ratio 1."""
    return bootstrap_ratio(ratios).columns("ratio") | sign_columns(ratios - 1, below, above)


def clear(table: pd.DataFrame) -> tuple[pd.Series, pd.Series]:
    """Return for each row whether its ratio is clearly below 1, and whether it is clearly above 1.

    A ratio is clear if the corrected sign test is significant and the interval excludes 1.
    """
    significant = table["p_value"] < SIGNIFICANCE_LEVEL
    return significant & (table["ratio_high"] < 1), significant & (table["ratio_low"] > 1)
