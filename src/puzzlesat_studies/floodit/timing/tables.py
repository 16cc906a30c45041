"""The tables of the study: exact counts and instructions for minimal and extended encodings."""

from collections.abc import Iterator, Sequence
from typing import Any

import pandas as pd

from puzzlesat_studies.core.statistics import geometric_mean
from puzzlesat_studies.floodit.boards import BOARD, CELL
from puzzlesat_studies.floodit.timing.layout import NUMBERINGS
from puzzlesat_studies.floodit.timing.rows import CORE, PROFILED

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
    chosen = {
        "minimum": rows["p"].eq(rows["minimum"]).astype(int),
        "minimum - 1": rows["p"].eq(rows["minimum"] - 1).astype(int),
        "search": rows["queries"],
    }
    parts = [
        rows[times > 0]
        .assign(query=query, **{x: rows[x] * times for x in values})
        .groupby(["query", *key, *BOARD, "encoding"], sort=False)[list(values)]
        .sum()
        for query, times in chosen.items()
    ]
    return pd.concat(parts)


def _totals(values: pd.DataFrame) -> dict[str, Any]:
    ours, other = values["minimal"].to_numpy(), values["extended"].to_numpy()
    return {
        "boards": len(values),
        "wins": int((ours < other).sum()),
        "ties": int((ours == other).sum()),
        "losses": int((ours > other).sum()),
        "minimal": int(ours.sum()),
        "extended": int(other.sum()),
        "ratio": float(geometric_mean((other + 1) / (ours + 1))),
    }


def _compared(
    values: pd.DataFrame, measures: Sequence[str], groups: Sequence[str]
) -> Iterator[dict[str, Any]]:
    """Yield the comparison of the encodings for each measure and group of rows."""
    for measure in measures:
        wide = values[measure].unstack("encoding")
        for key, group in wide.groupby(list(groups), sort=False):
            name = dict(zip(groups, key, strict=True)) | {"measure": measure}
            yield name | _totals(group)


def _counted(rows: pd.DataFrame, groups: Sequence[str]) -> pd.DataFrame:
    values = by_query(rows, LAYOUT, COUNTERS)
    found = pd.DataFrame(_compared(values, COUNTERS, groups))
    versions = rows.drop_duplicates("solver").set_index("solver")["version"]
    found["version"] = found["solver"].map(versions)
    return found.sort_values(
        [*LAYOUT, "query", "measure", *(key for key in CELL if key in groups)], kind="stable"
    )


def effects(rows: pd.DataFrame) -> pd.DataFrame:
    """Compare the encodings by MiniSat's counts for each (n, k), on all boards.

    Clauses are in the order of the text, without tautologies. For the program minisat, only the
    formula at the minimum is included.
    """
    main = rows[(rows["order"] == "text") & ~rows["tautologies"]].copy()
    by_core = main["solver"] == CORE
    everywhere = {(numbers, CORE) for numbers in NUMBERINGS} | set(PROFILED)
    laid_out = pd.MultiIndex.from_frame(main[["numbering", "solver"]]).isin(everywhere)
    main.loc[~by_core, "queries"] = 0
    chosen = main[laid_out & (by_core | (main["p"] == main["minimum"]))]
    return _counted(chosen, [*LAYOUT, "query", *CELL])


def cross(rows: pd.DataFrame) -> pd.DataFrame:
    """Compare the encodings by MiniSat's counts in every layout, over the boards of the full cross.

    These are the boards that have been solved with shuffled clauses.
    """
    crossed = rows.loc[rows["order"] == "shuffled", BOARD].drop_duplicates()
    return _counted(rows.merge(crossed, on=BOARD), [*LAYOUT, "query"])


def size(rows: pd.DataFrame) -> pd.DataFrame:
    """Compare the sizes of the encodings by query and (n, k), with and without tautologies."""
    values = by_query(rows, ["tautologies"], ["clauses", "literals"])
    groups = ["tautologies", "query", *CELL]
    return pd.DataFrame(_compared(values, ("clauses", "literals"), groups))


def instructions(rows: pd.DataFrame) -> pd.DataFrame:
    """Compare the encodings by MiniSat's instructions, by part of the run and (n, k).

    If nothing was counted because a program is missing, the rows have 0 boards.
    """
    key = ["numbering", "solver"]
    counted = rows.dropna(subset=["total"]).assign(rest=lambda x: x["total"] - x["parsing"])
    values = counted.groupby([*key, *BOARD, "encoding"], sort=False)[list(PARTS)].sum()
    found = pd.DataFrame(_compared(values, PARTS, [*key, *CELL]) if len(counted) else [])
    if found.empty:
        cells = (
            rows[[*key, *CELL]].drop_duplicates().merge(pd.Series(PARTS, name="measure"), "cross")
        )
        found = cells.assign(**dict.fromkeys(TOTALS, 0) | {"ratio": float("nan")})
    found["version"] = rows["version"].iloc[0]
    return found.rename(columns={"measure": "part"})


def by_phases(wins: pd.DataFrame) -> Iterator[tuple[str, pd.DataFrame]]:
    """Yield each timing method of a table of `thesis.Win`, with wins, ties and losses by cell.

    Boards on which a run reached the time limit are excluded.
    """
    for name, cells in wins.groupby("timed_phases", sort=False):
        named = cells.rename(columns={"minimal": "wins", "extended": "losses"})
        boards = named["boards"] - named["timeouts"]
        ties = boards - named["wins"] - named["losses"]
        yield str(name), named.assign(boards=boards, ties=ties)
