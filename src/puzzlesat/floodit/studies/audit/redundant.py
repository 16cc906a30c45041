"""Whether redundant clauses reduce solving time (§4.2.1, §4.2.4).

Each of `ADDED` is added to the minimal encoding by itself. Several solvers decide each
formula at the minimum and at one move less.
"""

from collections.abc import Iterator
from functools import partial

import numpy as np
import pandas as pd

from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.encode.redundant import ADDED, encoder_of, with_minimal
from puzzlesat.floodit.studies.audit.boards import BOARD, CELL, NAME, minima, questions, sample
from puzzlesat.floodit.studies.thesis.rows import answered
from puzzlesat.report.claims import FAILS, HOLDS, LEVEL, LIMITS, OPEN, Verdict
from puzzlesat.report.rows import Columns, Row, Schema, count, duration, number, positive
from puzzlesat.report.statistics import bootstrap_ratio, holm, sign_test
from puzzlesat.report.tables import Table
from puzzlesat.sat.clock import counterbalanced

COLUMNS: Columns = Schema(
    NAME
    | {
        **{"solver": str, "family": str, "query": str, "repeat": count},
        **{"encode_seconds": duration, "load_seconds": duration, "solve_seconds": duration},
        **{"conflicts": number, "clauses": count},
    },
    key=[*NAME, "solver", "family", "query", "repeat"],
    whole={"family": ADDED},
    each=[*NAME, "solver", "query"],
)
"""The columns of `rows`; family is a key of `ADDED`, query sat or unsat."""

CLOCKS = {"load_solve": ["load_seconds", "solve_seconds"], "solve": ["solve_seconds"]}
"""What each clock adds up."""

TABLE: Columns = Schema(
    {
        **{
            "clock": str,
            "solver": str,
            "family": str,
            "n": positive,
            "k": positive,
            "boards": count,
        },
        **{"faster": count, "slower": count, "ratio": number, "ratio_low": number},
        **{"ratio_high": number, "p": number, "conflicts": number, "clauses": number},
    },
    key=["clock", "solver", "family", "n", "k"],
    whole={"clock": ["load_solve"]},
)
"""The columns of `table`."""


def rows(
    seed: int,
    n: int,
    k: int,
    boards: int,
    repeats: int,
    solvers: tuple[str, ...],
    families: tuple[str, ...] = (),
) -> Iterator[Row]:
    """Yield what every solver takes for every family on both queries; families are interleaved.

    Families are those of `ADDED`, and Python files (`redundant.family_of`).

    Raises
    ------
    DisagreementError
        If an answer is not that of A*, or the moves do not flood the board.
    """
    for name, board, minimum in minima(sample(seed, n, k, boards)):
        for solver in solvers:
            for p, query in questions(minimum):
                time = partial(_time, board, p, query, solver)
                time("minimal")  # for warm caches
                for repeat, _, family in counterbalanced([*ADDED, *families], repeats, name["i"]):
                    yield (
                        name
                        | {"solver": solver, "family": family, "query": query}
                        | {"repeat": repeat}
                        | time(family)
                    )


def _time(board: Board, p: int, query: str, solver: str, family: str) -> Row:
    make = partial(encoder_of, board, with_minimal(family))
    took = answered(board, make, p, query, family, solver, None)
    return {key: took[key] for key in COLUMNS if key in took}


def table(rows: pd.DataFrame) -> pd.DataFrame:
    """Return a row for each clock, solver, family and (n, k), compared with the minimal encoding.

    A board's time is that of both questions, each the median over repeats; ``ratio`` is the
    family's over the minimal encoding's, as geometric mean over boards with its 95% bootstrap
    interval; ``p`` that of the two-sided sign test, corrected by Holm's procedure over all rows of
    a clock; ``conflicts`` the ratio of the sums of conflicts plus one, ``clauses`` of clauses.
    """
    key = [*BOARD, "solver", "query", "family"]
    parts = []
    for clock, columns in CLOCKS.items():
        timed = rows.assign(seconds=rows[columns].sum(axis=1))
        medians = timed.groupby(key)[["seconds", "conflicts", "clauses"]].median()
        wide = medians.groupby([*BOARD, "solver", "family"]).sum().unstack("family")
        found: list[Row] = []
        for family in rows["family"].unique():
            if family == "minimal":
                continue
            frame = pd.DataFrame(
                {
                    "ratio": wide["seconds", family] / wide["seconds", "minimal"],
                    "conflicts": np.log(wide["conflicts", family] + 1)
                    - np.log(wide["conflicts", "minimal"] + 1),
                    "clauses": wide["clauses", family] / wide["clauses", "minimal"],
                }
            )
            for (solver, *cell), group in frame.groupby(["solver", *CELL]):
                interval = bootstrap_ratio(group["ratio"])
                faster, slower = (int(x.sum()) for x in (group["ratio"] < 1, group["ratio"] > 1))
                found.append(
                    {"clock": clock, "solver": solver, "family": family}
                    | dict(zip(CELL, cell, strict=True))
                    | {"boards": len(group), "faster": faster, "slower": slower}
                    | {"ratio": interval.estimate}
                    | {"ratio_low": interval.low, "ratio_high": interval.high}
                    | {"p": sign_test(faster, slower)}
                    | {"conflicts": np.exp(group["conflicts"].mean())}
                    | {"clauses": group["clauses"].mean()}
                )
        parts.append(pd.DataFrame(found).assign(p=holm([row["p"] for row in found])))
    return pd.concat(parts)[list(TABLE)]


def verdicts(table: pd.DataFrame) -> list[Verdict]:
    """Judge whether some family makes the thesis's encoding faster."""
    timed = table[table["clock"] == "load_solve"]
    clear = timed["p"] < LEVEL
    faster = timed[clear & (timed["ratio_high"] < 1)]
    slower = timed[clear & (timed["ratio_low"] > 1)]
    unclear = len(timed) - len(faster) - len(slower)
    if len(faster):
        verdict = LIMITS if len(slower) else HOLDS
    else:
        verdict = FAILS if 2 * len(slower) > len(timed) else OPEN
    who = "; ".join(
        f"{family} ({solver}): {len(group)} of "
        f"{((timed['family'] == family) & (timed['solver'] == solver)).sum()} cells, "
        f"to {group['ratio'].min():.2f} of the time"
        for (family, solver), group in faster.groupby(["family", "solver"])
    )
    return [
        Verdict(
            "Adding more or different redundant clauses may reduce solving time",
            "§4.2.1, §4.2.4",
            f"Of {len(timed)} triples of family, solver and cell, {len(faster)} are faster, "
            f"{len(slower)} slower, {unclear} unclear (load+solve of both questions, "
            f"{timed['boards'].min()} boards in each cell; sign test, Holm, and 95% bootstrap "
            "interval off 1)." + (f" Faster: {who}." if who else ""),
            verdict,
            name="redundant",
        )
    ]


REDUNDANT_TABLE = Table(
    COLUMNS,
    table,
    help="Compare in FILES of rows each family of redundant clauses with the minimal encoding.",
)
