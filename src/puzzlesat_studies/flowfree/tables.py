"""The tables of the study: by puzzle and by size."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from puzzlesat.sat.solver import COUNTERS
from puzzlesat_studies.core.tables import size_names
from puzzlesat_studies.flowfree.timings import ENDED, SAT, TREE

if TYPE_CHECKING:
    import pandas as pd

SECONDS = ["encode_seconds", "load_seconds", "solve_seconds"]


def medians(times: pd.DataFrame) -> pd.DataFrame:
    """Return a row of medians over the repeats for each puzzle and method.

    The columns are ``puzzle, rows, cols, k, method, status`` and the medians of the other columns;
    the status is that of the run with the median time.
    ``spent`` is the median of the total time to encode, load and solve. ``seconds`` is the same
    median, but runs that did not end count as infinite.
    """
    keys = ["puzzle", "rows", "cols", "k", "method"]
    spent_seconds = times[SECONDS].sum(axis=1)
    runs = times.assign(spent=spent_seconds, seconds=spent_seconds)
    runs.loc[~runs["status"].isin(ENDED), "seconds"] = np.inf
    grouped = runs.groupby(keys, sort=False)
    puzzle_medians = grouped.median(numeric_only=True)
    status = runs.sort_values("seconds").groupby(keys)["status"]
    puzzle_medians.insert(0, "status", status.agg(lambda x: x.iloc[len(x) // 2]))
    return puzzle_medians.reset_index()


def puzzles_table(times: pd.DataFrame, published_numbers: pd.DataFrame) -> pd.DataFrame:
    """Return one row for each puzzle and SAT method, with published numbers.

    ``tree_seconds`` is empty if tree search did not end.
    """
    puzzle_medians = medians(times)
    table = puzzle_medians[puzzle_medians["method"].isin(SAT)].copy()
    table["size"] = size_names(table)
    tree = puzzle_medians[puzzle_medians["method"] == TREE].set_index("puzzle")["seconds"]
    table["tree_seconds"] = table["puzzle"].map(tree.replace(np.inf, np.nan))
    published = published_numbers.rename(columns={"sat_variables": "variables"})
    published = published.set_index("puzzle").add_prefix("published_")
    table = table.rename(columns={"k": "flows"}).join(published, on="puzzle")
    integer_columns = ["variables", "clauses", "repairs", "cuts", *COUNTERS]
    integer_columns += ["published_variables", "published_clauses"]
    table[integer_columns] = table[integer_columns].round().astype("Int64")
    return table


def display_puzzles(table: pd.DataFrame, methods: Sequence[str]) -> pd.DataFrame:
    """Return the rows of some methods of a `puzzles_table`, laid out for readers.

    Columns of numbers that are not published are left out.
    """
    names = {
        column: column.replace("_seconds", " (s)").replace("_", " ") for column in table.columns
    }
    published = [name for name in table if name.startswith("published")]
    empty = [name for name in published if table[name].isna().all()]
    return table[table["method"].isin(methods)].drop(columns=empty).rename(columns=names)


def sizes_table(times: pd.DataFrame) -> pd.DataFrame:
    """Summarize times by size and method, with a row for each.

    ``ended`` is the number of puzzles on which the method ended in time. ``seconds`` is the median
    over all puzzles; it is empty if the method ended on at most half of them.
    """
    import pandas as pd

    groups = medians(times).groupby(["rows", "cols", "method"], sort=False)
    seconds = groups["seconds"]
    table = pd.DataFrame(
        {
            "fewest_flows": groups["k"].min(),
            "most_flows": groups["k"].max(),
            "puzzles": seconds.size(),
            "ended": seconds.agg(lambda values: int(np.isfinite(values).sum())),
            "seconds": seconds.median().replace(np.inf, np.nan),
        }
    )
    return table.reset_index().sort_values(["rows", "cols"], kind="stable", ignore_index=True)


def display_sizes(table: pd.DataFrame) -> pd.DataFrame:
    """Return a `sizes_table` for printing: a row for each shape, a column for each method.

    A cell contains the median in milliseconds and, if some puzzles were not solved in time, the
    number of solved puzzles.
    """
    import pandas as pd

    def cell(row: Any) -> str:
        ended_of_all = "" if row.ended == row.puzzles else f"{row.ended} of {row.puzzles}"
        if np.isnan(row.seconds):
            return ended_of_all
        digits = f"{1000 * row.seconds:.3g}" if row.seconds < 1 else f"{1000 * row.seconds:.0f}"
        return f"{digits} ({ended_of_all})" if ended_of_all else digits

    cells = pd.Series(map(cell, table.itertuples()), table.index, dtype=str)
    fewest, most = (table[f"{end}_flows"].astype(str) for end in ("fewest", "most"))
    flows = fewest.where(fewest == most, fewest + "–" + most)
    labelled = table.assign(size=size_names(table), flows=flows, cell=cells).drop(
        columns=["rows", "cols"]
    )
    methods, shapes = table["method"].unique(), labelled["size"].unique()
    wide = labelled.pivot(index=["size", "flows"], columns="method", values="cell")
    wide = wide.loc[shapes, methods].fillna("").rename(columns=lambda name: f"{name} (ms)")
    return wide.rename_axis(columns=None).reset_index()
