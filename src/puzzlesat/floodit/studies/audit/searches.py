"""Whether the search of Fig. 4.3 is quicker than that of Fig. 4.1 (§4.1.1, §4.1.2).

Beside the thesis's two stand the two plainest ones: from a lower bound upwards, whose calls but the
last are all unsatisfiable, and from greedy play downwards, whose calls but the last are all
satisfiable. All ask the same solver with the minimal encoding.
"""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import numpy as np
import pandas as pd

from puzzlesat.common.errors import DisagreementError
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.graph import ClusterGraph
from puzzlesat.floodit.board.solution import check_solution
from puzzlesat.floodit.encode.thesis import ENCODINGS, Encoder
from puzzlesat.floodit.solve.astar import lower_bound
from puzzlesat.floodit.solve.greedy import greedy
from puzzlesat.floodit.solve.minimum import SEARCHES, Decide, Minimum, Moves
from puzzlesat.floodit.studies.audit.boards import BOARD, CELL, NAME, minima, sample
from puzzlesat.floodit.studies.reproduction.rows import STEPS, ask
from puzzlesat.report.claims import LEVEL, Verdict, by_cells
from puzzlesat.report.rows import Columns, Row, Schema, count, duration, number, positive
from puzzlesat.report.statistics import bootstrap_ratio, holm, sign_test
from puzzlesat.report.tables import Table
from puzzlesat.sat.clock import in_turns


def upwards(board: Board, decide: Decide) -> Minimum:
    """Find the minimum from a lower bound upwards.

    Examples
    --------
    >>> board = Board.of([[0, 1, 0, 2], [2, 2, 1, 1]])
    >>> upwards(board, decide=lambda p: [2, 1, 0, 2][:p] if p >= 4 else None)
    Minimum(p=4, moves=[2, 1, 0, 2], asked=[4])
    """
    p = lower_bound(ClusterGraph.of(board), 1)
    asked = [p]
    while (moves := decide(p)) is None:
        p += 1
        asked.append(p)
    return Minimum(p, moves, asked)


def downwards(board: Board, decide: Decide) -> Minimum:
    """Find the minimum from greedy play downwards.

    Examples
    --------
    >>> board = Board.of([[0, 1, 0, 2], [2, 2, 1, 1]])
    >>> downwards(board, decide=lambda p: [2, 1, 0, 2][:p] if p >= 4 else None)
    Minimum(p=4, moves=[2, 1, 0, 2], asked=[3])
    """
    best = greedy(ClusterGraph.of(board))
    asked: list[int] = []
    while best:
        asked.append(len(best) - 1)
        moves = decide(len(best) - 1)
        if moves is None:
            break
        best = moves
    return Minimum(len(best), best, asked)


ALL: dict[str, Callable[[Board, Decide], Minimum]] = SEARCHES | {
    "upwards": upwards,
    "downwards": downwards,
}
"""The searches by name."""

COLUMNS: Columns = Schema(
    NAME
    | {
        **{"search": str, "repeat": count, "order": count, "calls": count, "unsat": count},
        **{f"{step}_seconds": duration for step in STEPS},
        **{"conflicts": number, "propagations": number},
    },
    key=[*NAME, "search", "repeat"],
    whole={"search": ALL},
    each=[*NAME],
)
"""The columns of `rows`; search is a key of `ALL`."""

TABLE: Columns = Schema(
    {
        **{
            "n": positive,
            "k": positive,
            "boards": count,
            "search": str,
            "calls": number,
            "unsat": number,
        },
        **{"milliseconds": duration, "ratio": number, "ratio_low": number, "ratio_high": number},
        **{"wins": count, "losses": count, "p": number},
    },
    key=["n", "k", "search"],
    whole={"search": ALL},
    each=["n", "k"],
)
"""The columns of `table`."""


def timed_search(
    board: Board, search: Callable[[Board, Decide], Minimum], encoding: str, solver: str
) -> tuple[Minimum, Row]:
    """Run a whole search with a new solver for each call, and return what all calls took.

    What the encoding says about a single time is worked out once, at the first call.
    """
    encoder = cache(lambda: Encoder(board, ENCODINGS[encoding]))
    total: Row = dict.fromkeys([*(f"{step}_seconds" for step in STEPS)], 0.0)
    total |= {"conflicts": 0, "propagations": 0, "calls": 0, "unsat": 0}

    def decide(p: int) -> Moves | None:
        moves, row = ask(encoder, p, solver, None)
        for step in STEPS:
            total[f"{step}_seconds"] += row[f"{step}_seconds"]
        for counter in ("conflicts", "propagations"):
            total[counter] += row[counter] or 0
        total["calls"] += 1
        total["unsat"] += moves is None
        return moves

    return search(board, decide), total


def rows(seed: int, n: int, k: int, boards: int, repeats: int, solver: str) -> Iterator[Row]:
    """Yield what every search takes on every board; they take turns.

    Raises
    ------
    DisagreementError
        If a search finds another minimum than A*, or moves that do not flood the board.
    """
    for name, board, minimum in minima(sample(seed, n, k, boards)):
        timed_search(board, ALL["bisection"], "minimal", solver)  # for warm caches
        for repeat, order, search in in_turns(list(ALL), repeats, name["i"]):
            found, took = timed_search(board, ALL[search], "minimal", solver)
            check_solution(board, found.moves, found.p)
            if found.p != minimum:
                raise DisagreementError(
                    f"board {board.text}: {search} says {found.p}, A* says {minimum}"
                )
            yield (
                name
                | {"search": search, "repeat": repeat, "order": order}
                | {key: took[key] for key in COLUMNS if key in took}
            )


def table(rows: pd.DataFrame) -> pd.DataFrame:
    """Return a row for each (n, k) and search, compared with the bisection of Fig. 4.1.

    ``calls`` and ``unsat`` are means over boards, ``milliseconds`` is the mean of encoding, loading
    and solving together. ``ratio`` is the time over that of the bisection, as geometric mean over
    boards of the median over repeats, with its 95% bootstrap interval; ``p`` that of the two-sided
    sign test on wins and losses, corrected by Holm's procedure over all rows.
    """
    timed = rows.assign(seconds=rows[[f"{step}_seconds" for step in STEPS]].sum(axis=1))
    found = []
    for cell, group in timed.groupby(CELL):
        medians = group.groupby([*BOARD, "search"])["seconds"].median().unstack()
        for search in ALL:
            own = group[group["search"] == search]
            ratios = medians[search] / medians["bisection"]
            interval = bootstrap_ratio(ratios)
            wins, losses = int((ratios < 1).sum()), int((ratios > 1).sum())
            found.append(
                dict(zip(CELL, cell, strict=True))
                | {"boards": len(medians), "search": search, "calls": own["calls"].mean()}
                | {"unsat": own["unsat"].mean()}
                | {"milliseconds": 1000 * medians[search].mean(), "ratio": interval.estimate}
                | {"ratio_low": interval.low, "ratio_high": interval.high}
                | {"wins": wins, "losses": losses}
                | {"p": np.nan if search == "bisection" else sign_test(wins, losses)}
            )
    frame = pd.DataFrame(found)
    return frame.assign(p=holm(frame["p"]))[list(TABLE)]


def verdicts(table: pd.DataFrame) -> list[Verdict]:
    """Judge whether Fig. 4.3's search is quicker than Fig. 4.1's, and what is quicker still."""
    bounded = table[table["search"] == "bounded"]
    clear = (bounded["p"] < LEVEL) & ((bounded["ratio_high"] < 1) | (bounded["ratio_low"] > 1))
    quicker = int((clear & (bounded["ratio_high"] < 1)).sum())
    slower = int((clear & (bounded["ratio_low"] > 1)).sum())
    total = table.pivot(index=CELL, columns="search", values="milliseconds").sum()
    calls = table.groupby("search")["calls"].mean()
    best: Any = total.idxmin()
    boards = int(bounded["boards"].sum())
    wide = table.pivot(index=CELL, columns="search", values="calls")
    fewer = int((wide["bounded"] < wide["bisection"]).sum())
    more = int((wide["bounded"] > wide["bisection"]).sum())
    return [
        Verdict(
            "Better first estimates mean that fewer formulas are asked for",
            "§4.1.1",
            f"Fig. 4.3 asks for fewer formulas than Fig. 4.1 in {fewer} and for more in {more} of "
            f"{len(wide)} cells (means over boards, {boards} boards): {calls['bounded']:.2f} "
            f"instead of {calls['bisection']:.2f} on average.",
            by_cells(fewer, more, len(wide)),
        ),
        Verdict(
            "The search of Fig. 4.3 is quicker than that of Fig. 4.1",
            "abstract, §4.1.1, ch. 6 (the thesis gives no times)",
            f"Quicker in {quicker} and slower in {slower} of {len(bounded)} cells ({boards} boards;"
            f" sign test, Holm, and 95% interval of the ratio off 1). Over all cells it takes "
            f"{total['bounded'] / total['bisection']:.2f} of the time, with "
            f"{calls['bounded']:.1f} calls instead of {calls['bisection']:.1f}; the quickest of "
            f"four is {best} ({total[best] / total['bisection']:.2f} of the time, "
            f"{calls[best]:.1f} calls).",
            by_cells(quicker, slower, len(bounded)),
        ),
    ]


SEARCHES_TABLE = Table(COLUMNS, table)
"""Compare in FILES of rows what the searches take."""
