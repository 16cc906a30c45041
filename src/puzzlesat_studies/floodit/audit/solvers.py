"""The responses of different SAT solvers to the encodings (§4.2.4).

Every installed solver of PySAT decides the formulas of every encoding: at the minimum, where they
are satisfiable, and at one move fewer, where they are not.
"""

from collections.abc import Iterator

import numpy as np
import pandas as pd
from scipy import stats

from puzzlesat.common.command import repeats_option, timeout_option
from puzzlesat.common.rows import Columns, Row, Schema, count, duration, number, portion, positive
from puzzlesat.sat.solver import SOLVERS
from puzzlesat_studies.core.claims import FAILS, HOLDS, LEVEL, LIMITS, OPEN, Verdict, by_cells
from puzzlesat_studies.core.statistics import holm
from puzzlesat_studies.floodit.audit import compare
from puzzlesat_studies.floodit.audit.boards import BOARD, CELL, NAME, minima
from puzzlesat_studies.floodit.audit.experiments import JudgedTable
from puzzlesat_studies.floodit.cells import cell_step
from puzzlesat_studies.floodit.timing.tables import LAID_OUT

NAMES = tuple(sorted(set(SOLVERS.values())))
"""Every installed solver, by PySAT's long name."""

COMPARED = ("extended", "reduced")
"""The encodings that are compared with the minimal one."""

COLUMNS: Columns = Schema(
    NAME
    | {
        **{"solver": str, "encoding": str, "query": str, "repeat": count, "status": str},
        **{"load_seconds": duration, "solve_seconds": duration, "conflicts": number},
    },
    key=[*NAME, "solver", "encoding", "query", "repeat"],
)

TABLE: Columns = Schema(
    {
        **{"solver": str, "encoding": str, "n": positive, "k": positive, "boards": count},
        **{"timeouts": count, "clock": str, "wins": count, "losses": count, "share": portion},
        **{"ratio": number, "ratio_low": number, "ratio_high": number, "p": number},
        **{"friedman_p": number, "minimal_milliseconds": duration},
    },
    key=["solver", "encoding", "n", "k", "clock"],
    complete={"encoding": COMPARED},
    groups=["clock"],
)


def rows(
    seed: int, n: int, k: int, boards: int, repeats: int, timeout: float | None
) -> Iterator[Row]:
    """Measure the times of the encodings under every available solver.

    The rows are those of `compare.run_rows`.
    """
    encodings = ("minimal", *COMPARED)
    return compare.run_rows(
        minima(seed, n, k, boards),
        COLUMNS,
        "encoding",
        {name: name for name in encodings},
        NAMES,
        repeats,
        timeout,
        warm_up=encodings,
    )


def table(rows: pd.DataFrame) -> pd.DataFrame:
    """Compare the encodings with the minimal one under every solver.

    There is a row for each clock, solver, encoding and (n, k). A board's time is the sum over both
    queries of the median over repeats. ``wins`` and ``losses`` count the boards on which the
    minimal encoding is faster and slower, and ``share`` is the share of wins, with half of the
    ties. ``ratio`` is the encoding's time divided by the minimal encoding's, as a geometric mean
    over boards with its 95% bootstrap interval. ``p`` is the p-value of the two-sided sign test,
    corrected by Holm's procedure over all rows of a clock. ``friedman_p`` is the p-value of
    Friedman's test of whether all solvers have the same ratios on the boards of the cell, corrected
    by Holm's procedure over the cells and encodings of a clock. A board on which a solver ran out
    of time with either of the two encodings is excluded for this solver, and from Friedman's test;
    ``timeouts`` counts these boards. ``minimal_milliseconds`` is the geometric mean of the solver's
    times with the minimal encoding; it includes all boards, and a timeout counts with its time.
    """
    return pd.concat([_of_clock(rows, clock) for clock in compare.CLOCKS])[list(TABLE)]


def _of_clock(rows: pd.DataFrame, clock: str) -> pd.DataFrame:
    seconds = compare.per_board(rows, clock, "encoding")["seconds"]
    runs = [rows[key] for key in (*BOARD, "solver", "encoding")]
    wide = seconds.mask(rows["status"].eq("timeout").groupby(runs).any()).unstack("encoding")
    minimal = np.log(seconds.xs("minimal", level="encoding"))
    milliseconds = 1000 * np.exp(minimal.groupby(["solver", *CELL]).mean())
    found = []
    for encoding in COMPARED:
        for cell, group in (wide[encoding] / wide["minimal"]).groupby(CELL):
            by_solver = group.unstack("solver")
            friedman_p = _friedman(by_solver.dropna())
            for solver, of_boards in by_solver.items():
                ratios = of_boards.dropna()
                found.append(
                    {"solver": solver, "encoding": encoding}
                    | dict(zip(CELL, cell, strict=True))
                    | {"boards": len(ratios), "timeouts": len(of_boards) - len(ratios)}
                    | {"clock": clock}
                    | compare.ratio_columns(ratios, "losses", "wins")
                    | {"share": (1 + np.sign(ratios - 1).mean()) / 2, "friedman_p": friedman_p}
                    | {"minimal_milliseconds": milliseconds.loc[(solver, *cell)]}
                )
    frame = pd.DataFrame(found)
    tests = frame.drop_duplicates([*CELL, "encoding"])[[*CELL, "encoding", "friedman_p"]]
    tests["friedman_p"] = holm(tests["friedman_p"])
    frame["p"] = holm(frame["p"])
    return frame.drop(columns="friedman_p").merge(tests, how="left")


def _friedman(ratios: pd.DataFrame) -> float:
    boards, solvers = ratios.shape
    if boards < 2 or solvers < 3:
        return np.nan
    return float(stats.friedmanchisquare(*ratios.T.to_numpy()).pvalue)


MINISAT = "minisat22"

STRONG = 2.0
"""A solver counts as still strong if its time is at most this multiple of the fastest solver's."""


def verdicts(table: pd.DataFrame) -> list[Verdict]:
    """Judge whether the effect of extra clauses differs between solvers in direction or size."""
    table = table[table["encoding"] == "extended"]
    extended = compare.by_load_solve(table)
    faster, slower = (int(rows.sum()) for rows in compare.clear(extended))
    cells = extended.drop_duplicates(CELL)
    differing = [
        f"in {(of['friedman_p'] < LEVEL).sum()} of {len(of)} cells"
        for of in (cells, table[table["clock"] == "solve"].drop_duplicates(CELL))
    ]
    if cells["friedman_p"].isna().all():
        verdict = OPEN
    elif slower and faster:
        verdict = HOLDS
    elif (cells["friedman_p"] < LEVEL).any():
        verdict = LIMITS
    else:
        verdict = FAILS if (extended["p"] < LEVEL).all() else OPEN
    return [
        Verdict(
            "Different SAT solvers may respond differently to the extra clauses",
            "§4.2.4, ch. 6",
            f"The times of {extended['solver'].nunique()} solvers for loading and solving were "
            "summed over p equal to the minimum and one less, on "
            f"{int(cells['boards'].sum()):,} boards. The extended encoding is clearly slower than "
            f"the minimal one in {slower} and clearly faster in {faster} of {len(extended)} pairs "
            "of solver and cell (n, k); a difference is clear if the sign test with Holm's "
            "correction is significant and the 95% bootstrap interval of the ratio of times "
            "excludes 1. The ratio differs significantly between solvers "
            f"{differing[0]}, and for the time of solving alone {differing[1]} (Friedman's test "
            "with Holm's correction).",
            verdict,
            name="other-solvers",
        )
    ]


def of_causes(
    table: pd.DataFrame, overlap: pd.DataFrame, redundant: pd.DataFrame, effects: pd.DataFrame
) -> Verdict:
    """Judge whether the encoding or the solver explains why the extra clauses do not help."""
    extended = compare.by_load_solve(table[table["encoding"] == "extended"])
    faster, slower = (int(rows.sum()) for rows in compare.clear(extended))
    loaded = compare.by_load_solve(redundant)
    of_12 = loaded[loaded["family"] == "12"]
    effort = (
        "leaves the number of conflicts unchanged"
        if (of_12["conflicts"] == 1).all()
        else "multiplies the number of conflicts by "
        f"{of_12['conflicts'].min():.2f} to {of_12['conflicts'].max():.2f}"
    )
    repeated, all_12 = (int(overlap[x].sum()) for x in ("in_condition_9", "condition_12"))
    counted = effects[(effects["measure"] == "conflicts") & (effects["minimal"] > 0)]
    totals = counted.groupby(list(LAID_OUT))[["minimal", "extended"]].sum()
    conflicts = totals["extended"] / totals["minimal"]
    return Verdict(
        "That the additional conditions do not help could be due to the form of the encoding or to "
        "the choice of solver",
        "ch. 6",
        f"{repeated:,} of {all_12:,} clauses of condition 12 repeat clauses of condition 9. If "
        f"condition 12 alone is added to the minimal encoding, it {effort}, and loading and "
        f"solving take {of_12['ratio'].min():.2f} to {of_12['ratio'].max():.2f} times as long "
        f"({of_12['solver'].nunique()} solvers). Condition 11 excludes no solution at the "
        "minimum, but may shorten the search: with both conditions, MiniSat needs "
        f"{conflicts.min():.2f} to {conflicts.max():.2f} times as many conflicts, in total over "
        f"all boards, in {len(conflicts)} combinations of layout, query and program. By the time "
        "of loading and solving, the extended encoding is clearly faster than the minimal one in "
        f"{faster} and clearly slower in {slower} of {len(extended)} pairs of a cell (n, k) and "
        f"one of {extended['solver'].nunique()} solvers (sign test with Holm's correction, and "
        "95% bootstrap interval without 1).",
        HOLDS if faster else LIMITS if slower else OPEN,
        name="causes",
    )


MINISAT_LIMIT = (
    "MiniSat exceeds 60 s on six of 11 formulas of 20×20 boards, and CaDiCaL solves these six in "
    "13 to 54 s"
)
"""The result of the selection of instances (docs/instances.md)."""


def of_minisat(table: pd.DataFrame, hardness: pd.DataFrame) -> Verdict:
    """Judge by comparison with the fastest solver whether MiniSat is still very strong.

    Because of `MINISAT_LIMIT`, the verdict can at most be *holds with limits*. `hardness` contains
    the median times on harder formulas.
    """
    extended = compare.by_load_solve(table[table["encoding"] == "extended"])
    wide = extended.pivot(index=CELL, columns="solver", values="minimal_milliseconds")
    peak = hardness[hardness["distance"].isin([-1, 0])]
    hard = peak.pivot(index=[*CELL, "distance"], columns="solver", values="median_seconds")
    ranks = wide.rank(axis=1).reindex(columns=[MINISAT])[MINISAT].dropna()
    times, later = (
        (x.reindex(columns=[MINISAT])[MINISAT] / x.min(axis=1)).dropna() for x in (wide, hard)
    )
    both = pd.concat([times, later])
    strong, weak = int((both <= STRONG).sum()), int((both > STRONG).sum())
    verdict = by_cells(strong, weak, len(both))
    largest = hard.reset_index().query("n == n.max()").set_index("distance").drop(columns=CELL)
    return Verdict(
        "MiniSat 2.2 is still a very strong solver",
        "§2.3",
        "By the time of loading and solving the formulas of the minimal encoding for p equal to "
        "the minimum and one less, MiniSat has rank "
        f"{', '.join(f'{rank:.0f}' for rank in ranks)} among {wide.shape[1]} solvers in "
        f"{len(wide)} cells (n, k) and takes {times.min():.2f} to {times.max():.2f} times as long "
        "as the fastest solver. On harder formulas for the same p, by the time of solving alone, "
        f"it takes {later.min():.2f} to {later.max():.2f} times as long as the fastest of "
        f"{hard.shape[1]} solvers"
        + "".join(
            f"; for n = {hardness['n'].max()} and p - minimum = {distance}, it takes "
            f"{row.get(MINISAT, np.nan):.3f} s and the fastest {row.min():.3f} s"
            for distance, row in largest.iterrows()
        )
        + f". It takes at most {STRONG:g} times as long in {strong} of {len(both)} comparisons. "
        f"However, {MINISAT_LIMIT}.",
        LIMITS if verdict == HOLDS else verdict,
        name="minisat",
    )


STEP = cell_step("run", rows, timeout_option("one solve"), repeats_option(2))

SOLVERS_TABLE = JudgedTable(COLUMNS, table, columns=TABLE, verdicts=verdicts)
