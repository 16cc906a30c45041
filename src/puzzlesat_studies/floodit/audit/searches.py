"""The searches of Fig. 4.1 and Fig. 4.3, compared by calls, clauses and time (§4.1.1, §4.1.2).

The thesis gives no times for the searches. Here calls and their clauses are counted, and seconds
are measured; the counts are the same on every machine. The search of Fig. 4.1 starts from a greedy
solution that the thesis does not define, so this search is run with two greedy rules.

Three more searches serve for comparison: the bisection from a lower bound above 0, the search from
the lower bound upwards, and the search from a greedy solution downwards. In the upward search, all
calls except the last are unsatisfiable; in the downward search, all calls except the last are
satisfiable. All searches use the same solver with the minimal encoding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Literal

from puzzlesat.common.errors import DisagreementError
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.graph import ClusterGraph
from puzzlesat.floodit.board.greedy import greedy
from puzzlesat.floodit.board.solution import check_solution
from puzzlesat.floodit.encode.thesis import MINIMAL, Encoder
from puzzlesat.floodit.solve.astar import lower_bound
from puzzlesat.floodit.solve.minimum import SEARCHES, Decide, Minimum, Moves, bisection
from puzzlesat_studies.core.measuring import counterbalanced
from puzzlesat_studies.core.statistics import holm
from puzzlesat_studies.core.study import Record, column
from puzzlesat_studies.floodit.audit.compare import ratio_columns, sign_columns
from puzzlesat_studies.floodit.audit.study import STUDY, Repeated, items
from puzzlesat_studies.floodit.boards import BOARD, GRID_POINT, BoardKey, GridPoint
from puzzlesat_studies.floodit.measure import PHASES, boards_of, solve_timed

if TYPE_CHECKING:
    import pandas as pd


SearchName = Literal["bisection", "bounded", "most_clusters", "raised", "upwards", "downwards"]


class SearchRow(BoardKey):
    """A run of a search for the minimum of a board."""

    search: SearchName
    repeat: int
    order: int = column("the place of this search in the repeat, from 0")
    calls: int = column("number of solver calls")
    unsat: int = column("number of calls with the answer unsat")
    clauses: int = column("number of clauses of all formulas together")
    encode_seconds: float
    load_seconds: float
    solve_seconds: float


class SearchComparison(GridPoint):
    """A search compared with one of the searches of Fig. 4.1, on the boards of a grid point."""

    boards: int
    search: SearchName
    against: str = column("the search that it is compared with")
    calls: float = column("mean number of solver calls")
    unsat: float = column("mean number of calls with the answer unsat")
    clauses: float = column("mean number of clauses of all formulas together")
    calls_fewer: int = column("boards on which it makes fewer calls")
    calls_more: int = column("boards on which it makes more calls")
    calls_p_value: float | None = column("p-value of the sign test, corrected by Holm")
    clauses_fewer: int = column("boards on which it builds fewer clauses")
    clauses_more: int = column("boards on which it builds more clauses")
    clauses_p_value: float | None = column("p-value of the sign test, corrected by Holm")
    milliseconds: float = column("mean time of encoding, loading and solving together")
    ratio: float | None = column(
        "median time over repeats divided by that of the other search, geometric mean over boards, "
        "with a 95% bootstrap interval; empty if a search makes no call on some board"
    )
    ratio_low: float | None
    ratio_high: float | None
    wins: int = column("boards on which the search is faster")
    losses: int = column("boards on which the search is slower")
    p_value: float | None = column("p-value of the two-sided sign test, corrected by Holm")


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
    return bisection(board, decide, solution=greedy(graph, [1] * len(graph.sizes)))


def raised(board: Board, decide: Decide) -> Minimum:
    """Find the minimum by bisection from a lower bound instead of 0."""
    return bisection(board, decide, low=lower_bound(ClusterGraph.of(board), 1))


ALL_SEARCHES: dict[str, Callable[[Board, Decide], Minimum]] = SEARCHES | {
    "most_clusters": most_clusters,
    "raised": raised,
    "upwards": upwards,
    "downwards": downwards,
}

FIG_4_1 = ("bisection", "most_clusters")
COMPARED = [(search, "bisection") for search in ALL_SEARCHES]
COMPARED += [(search, "most_clusters") for search in ALL_SEARCHES if search not in FIG_4_1]
"""The pairs that are compared, each once, since Holm's correction depends on the number of tests.

*bisection* occurs beside itself, without a test, for its own means.
"""

COUNTS = ("calls", "clauses")
"""The counts of a search: its solver calls, and the clauses of all its formulas."""


def timed_search(
    board: Board, search: Callable[[Board, Decide], Minimum], solver: str
) -> tuple[Minimum, Record]:
    """Run a search with a new solver for each call; return its result and the totals of all calls.

    The templates of the encoding are computed once, at the first call.
    """
    encoder = cache(lambda: Encoder(board, MINIMAL))
    totals: Record = dict.fromkeys([*(f"{phase}_seconds" for phase in PHASES)], 0.0)
    totals |= {"calls": 0, "unsat": 0, "clauses": 0}

    def decide(p: int) -> Moves | None:
        moves, row = solve_timed(encoder, p, solver, None)
        for phase in PHASES:
            totals[f"{phase}_seconds"] += row[f"{phase}_seconds"]
        totals["calls"] += 1
        totals["clauses"] += row["clauses"]
        totals["unsat"] += moves is None
        return moves

    return search(board, decide), totals


@STUDY.rows(SearchRow, "searches", items=items("searches"), alone=True, mem_mb=4000)
def rows(*, n: int, seed: int, solver: str, searches: Repeated) -> Iterator[Record]:
    """Measure the solver calls and times of all searches.

    Raise `DisagreementError` if a search finds another minimum than A*, or moves that do not flood
    the board.
    """
    for key, board, minimum in boards_of(seed, n, searches):
        timed_search(board, ALL_SEARCHES["bisection"], solver)  # to warm the caches
        for repeat, order, search in counterbalanced(
            list(ALL_SEARCHES), searches.repeats, key["board"]
        ):
            result, totals = timed_search(board, ALL_SEARCHES[search], solver)
            check_solution(board, result.moves, result.p)
            if result.p != minimum:
                raise DisagreementError(
                    f"board {board.text}: {search} finds {result.p}, but A* finds {minimum}"
                )
            yield (key | {"search": search, "repeat": repeat, "order": order} | totals)


@STUDY.table(SearchComparison, "searches", rows=rows)
def table(rows: pd.DataFrame) -> pd.DataFrame:
    """Compare the searches by their calls, clauses and times."""
    import pandas as pd

    rows_with_seconds = rows.assign(
        seconds=rows[[f"{phase}_seconds" for phase in PHASES]].sum(axis=1)
    )
    records = []
    for grid_point, group in rows_with_seconds.groupby(GRID_POINT):
        medians = group.groupby([*BOARD, "search"])[["seconds", "unsat", *COUNTS]].median()
        by_search = {search: medians.xs(search, level="search") for search in ALL_SEARCHES}
        records += [
            dict(zip(GRID_POINT, grid_point, strict=True))
            | {"search": search, "against": against}
            | _comparison(by_search[search], by_search[against])
            for search, against in COMPARED
        ]
    comparison = pd.DataFrame(records)
    is_other = comparison["search"] != comparison["against"]
    for name in ("p_value", *(f"{count}_p_value" for count in COUNTS)):
        comparison[name] = holm(comparison[name].where(is_other))
    return comparison


def _comparison(own: pd.DataFrame, other: pd.DataFrame) -> Record:
    row = {"boards": len(own), "milliseconds": 1000 * own["seconds"].mean()}
    row |= {key: own[key].mean() for key in ("unsat", *COUNTS)}
    for count in COUNTS:
        names = (f"{count}_{key}" for key in ("fewer", "more", "p_value"))
        row |= sign_columns(own[count] - other[count], *names)
    return row | ratio_columns(own["seconds"] / other["seconds"], "wins", "losses")
