"""Whether different SAT solvers respond differently to the encodings (§4.2.4).

Every solver that PySAT ships and that runs here decides every encoding at the minimum, which is
satisfiable, and at one move less, which is not.
"""

from collections.abc import Iterator
from functools import partial

import numpy as np
import pandas as pd
from scipy import stats

from puzzlesat.common.errors import InputError
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.encode.thesis import ENCODINGS, Encoder
from puzzlesat.floodit.studies.audit.boards import BOARD, CELL, NAME, minima, questions, sample
from puzzlesat.floodit.studies.thesis.rows import answered
from puzzlesat.report.claims import FAILS, HOLDS, LEVEL, LIMITS, OPEN, Verdict, by_cells
from puzzlesat.report.rows import (
    Columns,
    Row,
    Schema,
    count,
    duration,
    number,
    portion,
    positive,
)
from puzzlesat.report.statistics import bootstrap_ratio, holm, sign_test
from puzzlesat.report.tables import Table
from puzzlesat.sat.clock import counterbalanced
from puzzlesat.sat.solver import SOLVERS, WITHOUT_LIMIT

NAMES = tuple(sorted(set(SOLVERS.values())))
"""Every solver that runs here, by PySAT's long name."""

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
"""The columns of `rows`; query is sat or unsat."""

TABLE: Columns = Schema(
    {
        **{"solver": str, "encoding": str, "n": positive, "k": positive, "boards": count},
        **{"timeouts": count, "clock": str, "wins": count, "losses": count, "share": portion},
        **{"ratio": number, "ratio_low": number, "ratio_high": number, "p": number},
        **{"friedman_p": number, "minimal_milliseconds": duration},
    },
    key=["solver", "encoding", "n", "k", "clock"],
    whole={"encoding": COMPARED},
    each=["clock"],
)
"""The columns of `table`."""

CLOCKS = {"load_solve": ["load_seconds", "solve_seconds"], "solve": ["solve_seconds"]}
"""What each clock adds up."""


def rows(
    seed: int, n: int, k: int, boards: int, repeats: int, timeout: float | None
) -> Iterator[Row]:
    """Yield what every solver takes for every encoding, on both questions.

    A warm-up run goes before; encodings take turns (`counterbalanced`). A run that takes longer
    than the timeout is a row with the status timeout; `WITHOUT_LIMIT` names the solvers that cannot
    be stopped.

    Raises
    ------
    DisagreementError
        If a solver answers otherwise than A*, or its moves do not flood the board.
    """
    encodings = ("minimal", *COMPARED)
    for name, board, minimum in minima(sample(seed, n, k, boards)):
        for solver in NAMES:
            limit = None if solver in WITHOUT_LIMIT else timeout
            for p, query in questions(minimum):
                time = partial(_time, board, p, query, solver, limit)
                for encoding in encodings:
                    time(encoding)  # for warm caches
                for repeat, _, encoding in counterbalanced(encodings, repeats, name["i"]):
                    yield (
                        name
                        | {"solver": solver, "encoding": encoding, "query": query}
                        | {"repeat": repeat}
                        | time(encoding)
                    )


def _time(
    board: Board, p: int, query: str, solver: str, timeout: float | None, encoding: str
) -> Row:
    make = partial(Encoder, board, ENCODINGS[encoding])
    took = answered(board, make, p, query, encoding, solver, timeout)
    return {key: took[key] for key in COLUMNS if key in took}


def table(rows: pd.DataFrame) -> pd.DataFrame:
    """Return a row for each clock, solver, encoding and (n, k), compared with the minimal encoding.

    A board's time is that of both questions, each the median over repeats. ``wins`` counts the
    boards on which the minimal encoding is faster. ``ratio`` is the encoding's time over the
    minimal one's, as geometric mean over boards with its 95% bootstrap interval, ``p`` that of the
    two-sided sign test, corrected by Holm's procedure over all rows of a clock. ``friedman_p``
    tests whether all solvers have the same ratios on the boards of the cell (Friedman's test,
    corrected by Holm's procedure over the cells and encodings of a clock).
    ``minimal_milliseconds`` is the geometric mean of the solver's times with the minimal encoding;
    a timeout counts as the time that it took. A board on which a
    solver ran out of time with either encoding is left out for that solver (``timeouts`` counts
    them), and from Friedman's test.
    """
    parts = []
    for clock, columns in CLOCKS.items():
        timed = rows.assign(seconds=rows[columns].sum(axis=1))
        key = [*BOARD, "solver", "query", "encoding"]
        both = timed.groupby(key)["seconds"].median().groupby([*BOARD, "solver", "encoding"]).sum()
        late = timed["status"].eq("timeout").groupby([timed[x] for x in key]).any()
        late = late.groupby([*BOARD, "solver", "encoding"]).any()
        wide = both.mask(late).unstack("encoding")
        minimal = both.xs("minimal", level="encoding")
        absolute = 1000 * np.exp(np.log(minimal).groupby(["solver", *CELL]).mean())
        found = []
        for encoding in COMPARED:
            ratios = wide[encoding] / wide["minimal"]
            for cell, group in ratios.groupby(CELL):
                by_solver = group.unstack("solver")
                whole = by_solver.dropna()
                enough = whole.shape[0] > 1 and whole.shape[1] > 2
                same = stats.friedmanchisquare(*whole.T.to_numpy()).pvalue if enough else np.nan
                for solver, all_values in by_solver.items():
                    values = all_values.dropna()
                    interval = bootstrap_ratio(values)
                    wins, losses = int((values > 1).sum()), int((values < 1).sum())
                    found.append(
                        {"solver": solver, "encoding": encoding}
                        | dict(zip(CELL, cell, strict=True))
                        | {"boards": len(values), "timeouts": len(all_values) - len(values)}
                        | {"clock": clock, "wins": wins, "losses": losses}
                        | {"share": (1 + np.sign(values - 1).mean()) / 2}
                        | {"ratio": interval.estimate}
                        | {"ratio_low": interval.low, "ratio_high": interval.high}
                        | {"p": sign_test(wins, losses), "friedman_p": same}
                        | {"minimal_milliseconds": absolute.loc[(solver, *cell)]}
                    )
        frame = pd.DataFrame(found)
        tests = frame.drop_duplicates([*CELL, "encoding"])
        corrected = pd.Series(
            holm(tests["friedman_p"]), index=pd.MultiIndex.from_frame(tests[[*CELL, "encoding"]])
        )
        frame["p"] = holm(frame["p"])
        frame["friedman_p"] = corrected.loc[
            list(frame[[*CELL, "encoding"]].itertuples(index=False, name=None))
        ].to_numpy()
        parts.append(frame)
    return pd.concat(parts)[list(TABLE)]


def by_load_solve(table: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of `table` in which times are those of loading and solving.

    Raises
    ------
    InputError
        If there is none.
    """
    timed = table[table["clock"] == "load_solve"]
    if timed.empty:
        raise InputError("no row has the clock load_solve")
    return timed


MINISAT = "minisat22"
"""The thesis's solver."""

STRONG = 2.0
"""A solver counts as still strong where it takes at most so many times as long as the fastest."""


def verdicts(table: pd.DataFrame) -> list[Verdict]:
    """Judge whether solvers respond differently to the extra clauses, and MiniSat's strength."""
    timed = by_load_solve(table)
    extended = timed[timed["encoding"] == "extended"]
    return [_of_responses(extended), _of_minisat(extended)]


def _of_responses(extended: pd.DataFrame) -> Verdict:
    """Judge whether solvers differ in direction, or at least in extent."""
    clear = extended["p"] < LEVEL
    slower = int((clear & (extended["ratio_low"] > 1)).sum())
    faster = int((clear & (extended["ratio_high"] < 1)).sum())
    cells = extended.drop_duplicates(CELL)
    differing = int((cells["friedman_p"] < LEVEL).sum())
    if cells["friedman_p"].isna().all():
        verdict = OPEN
    elif slower and faster:
        verdict = HOLDS
    elif differing:
        verdict = LIMITS
    else:
        verdict = FAILS if clear.all() else OPEN
    return Verdict(
        "Different SAT solvers may respond differently to the extra clauses",
        "§4.2.4, ch. 6",
        f"{extended['solver'].nunique()} solvers, load+solve of both questions, "
        f"{int(cells['boards'].sum())} boards: the extended encoding is slower in {slower} and "
        f"faster in {faster} of {len(extended)} pairs of solver and cell (sign test, Holm, and 95% "
        f"interval off 1). The extent differs between solvers in {differing} of {len(cells)} cells "
        "(Friedman's test, Holm).",
        verdict,
        name="other-solvers",
    )


def _of_minisat(extended: pd.DataFrame) -> Verdict:
    """Judge by the fastest of all solvers whether MiniSat is still very strong.

    It can at most hold with limits: the formulas of the audit are easy.
    """
    wide = extended.pivot(index=CELL, columns="solver", values="minimal_milliseconds")
    ranks = wide.rank(axis=1).reindex(columns=[MINISAT])[MINISAT].dropna()
    times = (wide.reindex(columns=[MINISAT])[MINISAT] / wide.min(axis=1)).dropna()
    strong, weak = int((times <= STRONG).sum()), int((times > STRONG).sum())
    verdict = by_cells(strong, weak, len(times))
    return Verdict(
        "MiniSat 2.2 is still a very strong solver",
        "§2.3",
        f"Load+solve of both questions with the minimal encoding: rank "
        f"{', '.join(f'{rank:.0f}' for rank in ranks)} of {wide.shape[1]} solvers in "
        f"{len(wide)} cells, {times.min():.2f} to {times.max():.2f} times the time of the fastest; "
        f"at most {STRONG:g} times in {strong}. These formulas take milliseconds; hard ones were "
        "not measured.",
        LIMITS if verdict == HOLDS else verdict,
        name="minisat",
    )


SOLVERS_TABLE = Table(
    COLUMNS,
    table,
    help="Compare in FILES of rows the encodings under every solver.",
)
