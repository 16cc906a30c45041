"""The tables of the study: exact counts and instructions for minimal and extended encodings."""

from collections.abc import Iterator, Sequence
from typing import Any

import pandas as pd

from puzzlesat.common.rows import Columns, Schema, count, number, one_of, positive, truth
from puzzlesat_studies.core.statistics import Interval, geometric_mean, share
from puzzlesat_studies.core.tables import Table
from puzzlesat_studies.floodit.audit.boards import BOARD, CELL
from puzzlesat_studies.floodit.timing.layout import NUMBERINGS
from puzzlesat_studies.floodit.timing.rows import (
    CORE,
    COUNTS,
    INSTRUCTIONS,
    LAYOUT,
    PROFILED,
    SIZES,
    SOLVERS,
)

QUERIES = ("minimum", "minimum - 1", "search")
"""The units of comparison: one formula, or all formulas of the search of Fig. 4.3."""

COUNTERS = ("conflicts", "propagations")

TOTALS: Columns = {
    **{"boards": count, "wins": count, "ties": count, "losses": count},
    **{"minimal": count, "extended": count, "ratio": number},
}
"""The number of boards, and the numbers of boards on which the minimal encoding needs less, as much
and more; the totals of both encodings; and the geometric mean of (extended + 1) / (minimal + 1)."""

CELLS: Columns = {"n": positive, "k": positive}

LAID_OUT: Columns = {**LAYOUT, "query": one_of(*QUERIES), "measure": one_of(*COUNTERS)}

EFFECTS = Schema({**LAID_OUT, **CELLS, **TOTALS, "version": str}, key=[*LAID_OUT, *CELLS])

CROSS = Schema({**LAID_OUT, **TOTALS, "version": str}, key=[*LAID_OUT])

SIZE_KEY: Columns = {
    **{"tautologies": truth, "query": one_of(*QUERIES)},
    **{"measure": one_of("clauses", "literals"), **CELLS},
}

SIZE = Schema({**SIZE_KEY, **TOTALS}, key=[*SIZE_KEY])

PARTS = ("parsing", "rest", "total")
"""The parts of the instructions: reading the file, simplifying and solving, and both."""

SPENT: Columns = Schema(
    {
        **{"numbering": one_of(*NUMBERINGS), "solver": one_of(*SOLVERS), "part": one_of(*PARTS)},
        **CELLS,
        **TOTALS,
        "version": str,
    },
    key=["numbering", "solver", "part", *CELLS],
)


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


def _counted(rows: pd.DataFrame, groups: Sequence[str], columns: Columns) -> pd.DataFrame:
    values = by_query(rows, [*LAYOUT], COUNTERS)
    found = pd.DataFrame(_compared(values, COUNTERS, groups))
    versions = rows.drop_duplicates("solver").set_index("solver")["version"]
    found["version"] = found["solver"].map(versions)
    return found.sort_values([x for x in columns if x in groups or x == "measure"], kind="stable")[
        list(columns)
    ]


def effects_table(rows: pd.DataFrame) -> pd.DataFrame:
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
    return _counted(chosen, [*LAYOUT, "query", *CELL], EFFECTS)


def cross_table(rows: pd.DataFrame) -> pd.DataFrame:
    """Compare the encodings by MiniSat's counts in every layout, over the boards of the full cross.

    These are the boards that have been solved with shuffled clauses.
    """
    crossed = rows.loc[rows["order"] == "shuffled", BOARD].drop_duplicates()
    return _counted(rows.merge(crossed, on=BOARD), [*LAYOUT, "query"], CROSS)


def size_table(rows: pd.DataFrame) -> pd.DataFrame:
    """Compare the sizes of the encodings by query and (n, k), with and without tautologies."""
    values = by_query(rows, ["tautologies"], ["clauses", "literals"])
    groups = ["tautologies", "query", *CELL]
    return pd.DataFrame(_compared(values, ("clauses", "literals"), groups))[list(SIZE)]


def instructions_table(rows: pd.DataFrame) -> pd.DataFrame:
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
    return found.rename(columns={"measure": "part"})[list(SPENT)]


def won(wins: int, ties: int, boards: int) -> Interval:
    """Return the share of wins, with half of the ties; the interval covers both roundings.

    >>> won(3, 1, 7).estimate
    0.5
    """
    low, high = (share(wins + half, boards) for half in (ties // 2, (ties + 1) // 2))
    return Interval((low.estimate + high.estimate) / 2, low.low, high.high)


def by_clock(wins: pd.DataFrame) -> Iterator[tuple[str, pd.DataFrame]]:
    """Yield each clock of a table of `WINS`, with the wins, ties and losses in each cell.

    Boards on which a run reached the time limit are excluded.
    """
    for clock, cells in wins.groupby("clock", sort=False):
        named = cells.rename(columns={"minimal": "wins", "extended": "losses"})
        boards = named["boards"] - named["timeouts"]
        ties = boards - named["wins"] - named["losses"]
        yield str(clock), named.assign(boards=boards, ties=ties)


ENCODINGS_COMPARED = (
    "Wins, ties and losses: boards on which the minimal encoding needs less, as much and more than "
    "the extended one. Minimal and extended: sums over boards. Ratio: extended over minimal, each "
    "plus one, geometric mean over boards."
)

EFFECTS_TABLE = Table(
    COUNTS,
    effects_table,
    title="Conflicts and propagations of MiniSat on both encodings, by n and k",
    note=f"{ENCODINGS_COMPARED} Query: the formula at the minimum, the one below it, or all "
    "formulas of the search of Fig. 4.3. Clauses in the order of the text, without tautologies.",
)

CROSS_TABLE = Table(
    COUNTS,
    cross_table,
    title="Conflicts and propagations of MiniSat for every numbering, order and solver",
    note=f"{ENCODINGS_COMPARED} Over the first boards of each n and k, for all combinations of the "
    "numbering of variables, the order of clauses, tautologies and the solver.",
)

SIZE_TABLE = Table(
    SIZES,
    size_table,
    title="Clauses and literals of both encodings",
    note=f"{ENCODINGS_COMPARED} Query: the formula at the minimum, the one below it, or all "
    "formulas of the search of Fig. 4.3.",
)

INSTRUCTIONS_TABLE = Table(
    INSTRUCTIONS,
    instructions_table,
    title="Instructions of the program minisat at the minimum, counted by callgrind",
    note=f"{ENCODINGS_COMPARED} Parsing: reading the file. Rest: simplifying and solving. No "
    "boards if minisat or valgrind is not installed.",
)
