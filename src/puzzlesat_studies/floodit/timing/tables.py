"""The tables of the study: exact counts and instructions for minimal and extended encodings."""

from collections.abc import Iterator, Sequence
from typing import Any

import pandas as pd

from puzzlesat_studies.core.statistics import geometric_mean
from puzzlesat_studies.floodit.boards import BOARD, GRID_POINT
from puzzlesat_studies.floodit.timing.layout import NUMBERINGS
from puzzlesat_studies.floodit.timing.rows import CORE, PROGRAM_PAIRS

COUNTERS = ("conflicts", "propagations")

LAYOUT = ["numbering", "order", "tautologies", "solver"]
"""The columns that describe the layout of a formula and the solver."""

PARTS = ("parsing", "rest", "total")
"""The parts of the instructions: reading the file, simplifying and solving, and both."""

TOTALS = ("boards", "wins", "ties", "losses", "minimal", "extended")
"""The columns of the comparison of both encodings that are numbers of boards or sums."""


def by_query(rows: pd.DataFrame, key: Sequence[str], values: Sequence[str]) -> pd.DataFrame:
    """Return the values of every board for each of `QUERIES`; for the search, values are summed.

    Each of `rows` is for one p. Its column ``queries`` is the number of times that the search
    queries p. The columns `key`, the board, the encoding and p identify a row.
    """
    query_weights = {
        "minimum": rows["p"].eq(rows["minimum"]).astype(int),
        "minimum - 1": rows["p"].eq(rows["minimum"] - 1).astype(int),
        "search": rows["queries"],
    }
    parts = [
        rows[weights > 0]
        .assign(query=query, **{column: rows[column] * weights for column in values})
        .groupby(["query", *key, *BOARD, "encoding"], sort=False)[list(values)]
        .sum()
        for query, weights in query_weights.items()
    ]
    return pd.concat(parts)


def _comparison_columns(values: pd.DataFrame) -> dict[str, Any]:
    minimal, extended = values["minimal"].to_numpy(), values["extended"].to_numpy()
    return {
        "boards": len(values),
        "wins": int((minimal < extended).sum()),
        "ties": int((minimal == extended).sum()),
        "losses": int((minimal > extended).sum()),
        "minimal": int(minimal.sum()),
        "extended": int(extended.sum()),
        "ratio": float(geometric_mean((extended + 1) / (minimal + 1))),
    }


def _comparisons(
    values: pd.DataFrame, measures: Sequence[str], groups: Sequence[str]
) -> Iterator[dict[str, Any]]:
    """Yield the comparison of the encodings for each measure and group of rows."""
    for measure in measures:
        by_encoding = values[measure].unstack("encoding")
        for key, group in by_encoding.groupby(list(groups), sort=False):
            labels = dict(zip(groups, key, strict=True)) | {"measure": measure}
            yield labels | _comparison_columns(group)


def _count_comparisons(rows: pd.DataFrame, groups: Sequence[str]) -> pd.DataFrame:
    values = by_query(rows, LAYOUT, COUNTERS)
    table = pd.DataFrame(_comparisons(values, COUNTERS, groups))
    versions = rows.drop_duplicates("solver").set_index("solver")["version"]
    table["version"] = table["solver"].map(versions)
    return table.sort_values(
        [*LAYOUT, "query", "measure", *(key for key in GRID_POINT if key in groups)], kind="stable"
    )


def effects(rows: pd.DataFrame) -> pd.DataFrame:
    """Compare the encodings by MiniSat's counts for each (n, k), on all boards.

    Clauses are in the order of the text, without tautologies. For the program minisat, only the
    formula at the minimum is included.
    """
    main_effects = rows[(rows["order"] == "text") & ~rows["tautologies"]].copy()
    is_core = main_effects["solver"] == CORE
    measured_pairs = {(numbers, CORE) for numbers in NUMBERINGS} | set(PROGRAM_PAIRS)
    is_measured = pd.MultiIndex.from_frame(main_effects[["numbering", "solver"]]).isin(
        measured_pairs
    )
    main_effects.loc[~is_core, "queries"] = 0
    selected = main_effects[
        is_measured & (is_core | (main_effects["p"] == main_effects["minimum"]))
    ]
    return _count_comparisons(selected, [*LAYOUT, "query", *GRID_POINT])


def cross(rows: pd.DataFrame) -> pd.DataFrame:
    """Compare the encodings by MiniSat's counts in every layout, over the boards of the full cross.

    These are the boards that have been solved with shuffled clauses.
    """
    crossed = rows.loc[rows["order"] == "shuffled", BOARD].drop_duplicates()
    return _count_comparisons(rows.merge(crossed, on=BOARD), [*LAYOUT, "query"])


def size(rows: pd.DataFrame) -> pd.DataFrame:
    """Compare the sizes of the encodings by query and (n, k), with and without tautologies."""
    values = by_query(rows, ["tautologies"], ["clauses", "literals"])
    groups = ["tautologies", "query", *GRID_POINT]
    return pd.DataFrame(_comparisons(values, ("clauses", "literals"), groups))


def instructions(rows: pd.DataFrame) -> pd.DataFrame:
    """Compare the encodings by MiniSat's instructions, by part of the run and (n, k).

    If nothing was counted because a program is missing, the rows have 0 boards.
    """
    run_key = ["numbering", "solver"]
    completed_runs = rows.dropna(subset=["total"]).assign(rest=lambda x: x["total"] - x["parsing"])
    values = completed_runs.groupby([*run_key, *BOARD, "encoding"], sort=False)[list(PARTS)].sum()
    table = pd.DataFrame(
        _comparisons(values, PARTS, [*run_key, *GRID_POINT]) if len(completed_runs) else []
    )
    if table.empty:
        cells = (
            rows[[*run_key, *GRID_POINT]]
            .drop_duplicates()
            .merge(pd.Series(PARTS, name="measure"), "cross")
        )
        table = cells.assign(**dict.fromkeys(TOTALS, 0) | {"ratio": float("nan")})
    table["version"] = rows["version"].iloc[0]
    return table.rename(columns={"measure": "part"})


def conflicts_at_minimum(effects: pd.DataFrame) -> pd.DataFrame:
    """Return the comparison by the conflicts of MiniSat's core on the formulas at the minimum."""
    return effects.query(f"solver == '{CORE}' and query == 'minimum' and measure == 'conflicts'")


def main_instructions(instructions: pd.DataFrame) -> pd.DataFrame:
    """Return the comparison by instructions with one numbering, if any were counted."""
    return instructions.query(
        "solver == 'minisat' and numbering == 'predicates first' and boards > 0"
    )


def by_phases(wins: pd.DataFrame) -> Iterator[tuple[str, pd.DataFrame]]:
    """Yield each timing method of `thesis.EncodingWins`, with wins, ties and losses by cell.

    Boards on which a run reached the time limit are excluded.
    """
    for name, cells in wins.groupby("timed_phases", sort=False):
        renamed = cells.rename(columns={"minimal": "wins", "extended": "losses"})
        boards = renamed["boards"] - renamed["timeouts"]
        ties = boards - renamed["wins"] - renamed["losses"]
        yield str(name), renamed.assign(boards=boards, ties=ties)
