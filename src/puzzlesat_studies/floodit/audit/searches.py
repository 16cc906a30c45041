"""The searches of Fig. 4.1 and Fig. 4.3, compared by calls, clauses and time (§4.1.1, §4.1.2).

The thesis gives no times for the searches. Here calls and their clauses are counted, and seconds
are measured; the counts are the same on every machine. The search of Fig. 4.1 starts from a greedy
solution that the thesis does not define, so this search is run with two greedy rules.

Three more searches serve for comparison: the bisection from a lower bound above 0, the search from
the lower bound upwards, and the search from a greedy solution downwards. In the upward search, all
calls except the last are unsatisfiable; in the downward search, all calls except the last are
satisfiable. All searches use the same solver with the minimal encoding.
"""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import product

import pandas as pd

from puzzlesat.common.command import repeats_option, solver_option
from puzzlesat.common.errors import DisagreementError
from puzzlesat.common.rows import Columns, Row, Schema, count, duration, number, positive
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.graph import ClusterGraph
from puzzlesat.floodit.board.solution import check_solution
from puzzlesat.floodit.encode.thesis import ENCODINGS, Encoder
from puzzlesat.floodit.solve.astar import lower_bound
from puzzlesat.floodit.solve.greedy import greedy
from puzzlesat.floodit.solve.minimum import SEARCHES, Decide, Minimum, Moves, bisection
from puzzlesat.sat.clock import counterbalanced
from puzzlesat_studies.core.statistics import holm
from puzzlesat_studies.core.tables import Table
from puzzlesat_studies.floodit.audit.boards import BOARD, CELL, NAME, minima
from puzzlesat_studies.floodit.audit.compare import ratio_columns, sign_columns
from puzzlesat_studies.floodit.cells import cell_step
from puzzlesat_studies.floodit.thesis.rows import STEPS, solve_timed


def upwards(board: Board, decide: Decide) -> Minimum:
    """Find the minimum from a lower bound upwards."""
    p = lower_bound(ClusterGraph.of(board), 1)
    queries = [p]
    while (moves := decide(p)) is None:
        p += 1
        queries.append(p)
    return Minimum(p, moves, queries)


def downwards(board: Board, decide: Decide) -> Minimum:
    """Find the minimum from a greedy solution downwards."""
    best = greedy(ClusterGraph.of(board))
    queries: list[int] = []
    while best:
        queries.append(len(best) - 1)
        moves = decide(len(best) - 1)
        if moves is None:
            break
        best = moves
    return Minimum(len(best), best, queries)


def most_clusters(board: Board, decide: Decide) -> Minimum:
    """Find the minimum by bisection; the greedy start floods the most clusters per move."""
    graph = ClusterGraph.of(board)
    return bisection(board, decide, start=greedy(graph, [1] * len(graph.sizes)))


def raised(board: Board, decide: Decide) -> Minimum:
    """Find the minimum by bisection from a lower bound instead of 0."""
    return bisection(board, decide, low=lower_bound(ClusterGraph.of(board), 1))


GREEDY_RULES = {"bisection": "most fields", "most_clusters": "most clusters"}
"""The searches of Fig. 4.1, each with its greedy rule."""

ALL: dict[str, Callable[[Board, Decide], Minimum]] = SEARCHES | {
    "most_clusters": most_clusters,
    "raised": raised,
    "upwards": upwards,
    "downwards": downwards,
}

COLUMNS: Columns = Schema(
    NAME
    | {
        **{"search": str, "repeat": count, "order": count, "calls": count, "unsat": count},
        **{"clauses": count},
        **{f"{step}_seconds": duration for step in STEPS},
        **{"conflicts": number, "propagations": number},
    },
    key=[*NAME, "search", "repeat"],
    complete={"search": ALL},
    groups=[*NAME],
)


COUNTS = {"calls": "solver calls", "clauses": "clauses"}
"""The counts of a search, its solver calls and the clauses of all its formulas, in words."""

TABLE: Columns = Schema(
    {
        **{"n": positive, "k": positive, "boards": count, "search": str, "against": str},
        **{"calls": number, "unsat": number, "clauses": number},
        **{
            f"{counted}_{key}": number if key == "p" else count
            for counted in COUNTS
            for key in ("fewer", "more", "p")
        },
        **{"milliseconds": duration, "ratio": number, "ratio_low": number, "ratio_high": number},
        **{"wins": count, "losses": count, "p": number},
    },
    key=["n", "k", "search", "against"],
    complete={"search": ALL},
    groups=["n", "k", "against"],
)


def timed_search(
    board: Board, search: Callable[[Board, Decide], Minimum], encoding: str, solver: str
) -> tuple[Minimum, Row]:
    """Run a search with a new solver for each call; return its result and the totals of all calls.

    The templates of the encoding are computed once, at the first call.
    """
    encoder = cache(lambda: Encoder(board, ENCODINGS[encoding]))
    total: Row = dict.fromkeys([*(f"{step}_seconds" for step in STEPS)], 0.0)
    total |= {"conflicts": 0, "propagations": 0, "calls": 0, "unsat": 0, "clauses": 0}

    def decide(p: int) -> Moves | None:
        moves, row = solve_timed(encoder, p, solver, None)
        for step in STEPS:
            total[f"{step}_seconds"] += row[f"{step}_seconds"]
        for counter in ("conflicts", "propagations"):
            total[counter] += row[counter] or 0
        total["calls"] += 1
        total["clauses"] += row["clauses"]
        total["unsat"] += moves is None
        return moves

    return search(board, decide), total


def rows(seed: int, n: int, k: int, boards: int, repeats: int, solver: str) -> Iterator[Row]:
    """Measure the solver calls and times of all searches.

    Raise `DisagreementError` if a search finds another minimum than A*, or moves that do not flood
    the board.
    """
    for name, board, minimum in minima(seed, n, k, boards):
        timed_search(board, ALL["bisection"], "minimal", solver)  # to warm the caches
        for repeat, order, search in counterbalanced(list(ALL), repeats, name["i"]):
            found, took = timed_search(board, ALL[search], "minimal", solver)
            check_solution(board, found.moves, found.p)
            if found.p != minimum:
                raise DisagreementError(
                    f"board {board.text}: {search} finds {found.p}, but A* finds {minimum}"
                )
            yield (
                name
                | {"search": search, "repeat": repeat, "order": order}
                | {key: took[key] for key in COLUMNS if key in took}
            )


def table(rows: pd.DataFrame) -> pd.DataFrame:
    """Compare the searches by their calls, clauses and times.

    There is a row for each (n, k), each search, and each search in `GREEDY_RULES` with which it is
    compared. ``calls``, ``unsat`` and ``clauses`` are means over boards, and ``milliseconds`` is
    the mean time of encoding, loading and solving together. ``calls_fewer`` and ``calls_more``
    count the boards on which the search makes fewer or more calls than the other search;
    ``clauses_fewer`` and ``clauses_more`` count those on which it builds fewer or more clauses.
    ``ratio`` is the median time over repeats divided by that of the other search, as a geometric
    mean over boards with its 95% bootstrap interval. It is nan if a search makes no call on some
    board. ``wins`` and ``losses`` count the boards on which the search is faster and slower. The
    p-values are those of the two-sided sign test, each corrected by Holm's procedure over all rows.
    """
    timed = rows.assign(seconds=rows[[f"{step}_seconds" for step in STEPS]].sum(axis=1))
    found = []
    for cell, group in timed.groupby(CELL):
        medians = group.groupby([*BOARD, "search"])[["seconds", "unsat", *COUNTS]].median()
        of = {search: medians.xs(search, level="search") for search in ALL}
        found += [
            dict(zip(CELL, cell, strict=True))
            | {"search": search, "against": against}
            | _against(of[search], of[against])
            for search, against in product(ALL, GREEDY_RULES)
        ]
    frame = pd.DataFrame(found)
    for p in ("p", *(f"{counted}_p" for counted in COUNTS)):
        frame[p] = holm(frame[p].where(frame["search"] != frame["against"]))
    return frame[list(TABLE)]


def _against(search: pd.DataFrame, other: pd.DataFrame) -> Row:
    row = {"boards": len(search), "milliseconds": 1000 * search["seconds"].mean()}
    row |= {key: search[key].mean() for key in ("unsat", *COUNTS)}
    for counted in COUNTS:
        columns = (f"{counted}_{key}" for key in ("fewer", "more", "p"))
        row |= sign_columns(search[counted] - other[counted], *columns)
    return row | ratio_columns(search["seconds"] / other["seconds"], "wins", "losses")


STEP = cell_step("search", rows, repeats_option(2), solver_option("minisat22"))

SEARCHES_TABLE = Table(COLUMNS, table)
