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

import numpy as np
import pandas as pd

from puzzlesat.common.command import repeats_option, solver_option
from puzzlesat.common.errors import DisagreementError
from puzzlesat.common.rows import Columns, Row, Schema, count, duration, number, positive
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.graph import ClusterGraph
from puzzlesat.floodit.board.greedy import greedy
from puzzlesat.floodit.board.solution import check_solution
from puzzlesat.floodit.encode.thesis import ENCODINGS, Encoder
from puzzlesat.floodit.solve.astar import lower_bound
from puzzlesat.floodit.solve.minimum import SEARCHES, Decide, Minimum, Moves, bisection
from puzzlesat.sat.clock import counterbalanced
from puzzlesat_studies.core.claims import LEVEL, LIMITS, Verdict, by_cells, over_readings
from puzzlesat_studies.core.statistics import geometric_mean, holm
from puzzlesat_studies.floodit.audit.boards import BOARD, CELL, NAME, minima
from puzzlesat_studies.floodit.audit.compare import clear, ratio_columns, sign_columns
from puzzlesat_studies.floodit.audit.experiments import JudgedTable
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

IN_WORDS = {
    "bisection": "Fig. 4.1 (most fields)",
    "bounded": "Fig. 4.3",
    "most_clusters": "Fig. 4.1 (most clusters)",
    "raised": "the bisection from the lower bound of A*",
    "upwards": "the search upwards from the lower bound of A*",
    "downwards": "the search downwards from a greedy solution",
}
"""The searches in the texts of verdicts."""

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


def _by_count(cells: pd.DataFrame, counted: str) -> tuple[str, str]:
    """Return the verdict on "a search needs fewer than the other", and the counts in words."""
    clear = cells[f"{counted}_p"] < LEVEL
    fewer = int((clear & (cells[f"{counted}_fewer"] > cells[f"{counted}_more"])).sum())
    more = int((clear & (cells[f"{counted}_fewer"] < cells[f"{counted}_more"])).sum())
    return (
        by_cells(fewer, more, len(cells)),
        f"significantly fewer {COUNTS[counted]} in {fewer} and significantly more in {more} of "
        f"{len(cells)} cells",
    )


def verdicts(table: pd.DataFrame) -> list[Verdict]:
    """Judge by counts whether Fig. 4.3 needs less work than Fig. 4.1, and why Fig. 4.1 is slow."""
    of = dict(list(table.groupby(["search", "against"])))
    bounded = {rule: of["bounded", search] for search, rule in GREEDY_RULES.items()}
    boards = int(table[["n", "k", "boards"]].drop_duplicates()["boards"].sum())
    means = {search: of[search, "bisection"][["calls", "clauses"]].mean() for search in ALL}
    seconds = {search: of[search, "bisection"]["milliseconds"].sum() for search in ALL}
    best = min(seconds, key=seconds.__getitem__)
    ratios = {pair: geometric_mean(cells["ratio"].to_numpy()) for pair, cells in of.items()}
    by_time = ", and ".join(
        f"{ratios['bounded', search]:.2f} times as long as Fig. 4.1 with the {nth} rule, clearly "
        f"faster in {faster} and clearly slower in {slower} cells"
        for nth, (search, rule) in zip(("first", "second"), GREEDY_RULES.items(), strict=True)
        for faster, slower in [[int(x.sum()) for x in clear(bounded[rule])]]
    )
    typical = min(ALL, key=lambda search: np.nan_to_num(ratios[search, "bisection"], nan=np.inf))
    judged = {
        counted: {rule: _by_count(cells, counted) for rule, cells in bounded.items()}
        for counted in COUNTS
    }

    def compared(counted: str) -> str:
        found = ", and ".join(
            f"{words} if the greedy moves flood the {rule} ({verdict})"
            for rule, (verdict, words) in judged[counted].items()
        )
        return (
            f"Compared with Fig. 4.1, Fig. 4.3 needs {found}. Significance is judged by the sign "
            "test with Holm's correction."
        )

    greedy_rules = (
        "Fig. 4.1 starts from a greedy solution, for which two rules were tested: each move "
        f"floods the {' or the '.join(GREEDY_RULES.values())}."
    )
    calls = "; ".join(
        f"{IN_WORDS[search].removeprefix('the ')} {mean['calls']:.2f}"
        for search, mean in means.items()
    )
    from_0 = [_by_count(of["raised", "bisection"], counted) for counted in COUNTS]
    return [
        Verdict(
            "Better initial estimates mean that fewer encodings have to be computed",
            "§4.1.1",
            f"The searches were compared by their solver calls on {boards:,} boards. "
            f"{greedy_rules} {compared('calls')} The mean numbers of solver calls over the cells "
            f"(n, k) are: {calls}.",
            over_readings(verdict for verdict, _ in judged["calls"].values()),
            name="estimates",
        ),
        Verdict(
            "The search of Fig. 4.1 is slow because its lower bound starts at 0",
            "§4.1.1",
            "If the bisection of Fig. 4.1 starts from the lower bound of A* instead of 0, it needs "
            f"{', and '.join(words for _, words in from_0)} (sign test with Holm's correction). It "
            "then builds "
            f"{means['raised']['clauses'] / means['bisection']['clauses']:.2f} times as many "
            "clauses as from 0; a search that increases p from this bound in steps of one builds "
            f"{means['upwards']['clauses'] / means['bisection']['clauses']:.2f} times as many. The "
            "cost of the lower bound is not counted. A bisection from a higher valid lower bound "
            "can hardly need more solver calls.",
            over_readings(verdict for verdict, _ in from_0),
            name="slow-from-0",
        ),
        Verdict(
            "The search of Fig. 4.3 is quicker than that of Fig. 4.1",
            "abstract, §4.1.1, ch. 6 (the thesis gives no times)",
            "Judged by the number of clauses that have to be built, loaded and solved, on "
            f"{boards:,} boards. {greedy_rules} {compared('clauses')} In the total time of all "
            "cells, which the largest cells dominate, Fig. 4.3 takes "
            f"{seconds['bounded'] / seconds['bisection']:.2f} times as long as Fig. 4.1 with the "
            f"first rule and {seconds['bounded'] / seconds['most_clusters']:.2f} times as long as "
            f"with the second; the fastest of all searches is {IN_WORDS[best]} "
            f"({seconds[best] / seconds['bisection']:.2f} times as long as Fig. 4.1 with the "
            "first rule). In the geometric mean of the cells' ratios of times, Fig. 4.3 takes "
            f"{by_time} (sign test with Holm's correction significant, and 95% bootstrap interval "
            "of the ratio without 1). By this mean, the fastest of the searches that call the "
            f"solver on every board is {IN_WORDS[typical]} "
            f"({ratios[typical, 'bisection']:.2f} times as long as Fig. 4.1 with the first rule). "
            "Times are those of encoding, loading and solving; the computation of lower bounds and "
            "greedy solutions is not included.",
            over_readings(verdict for verdict, _ in judged["clauses"].values()),
            name="bounds-quicker",
        ),
        Verdict(
            "The algorithm of Fig. 4.3 finds the minimum of a given puzzle",
            "Fig. 4.3, ch. 6",
            f"On {boards:,} boards, the algorithm found the same minimum as A*; the run would "
            "have stopped with an error at the first difference. As printed, the loop can "
            "continue with fewer than 0 moves, and if n+k < 5, the lower bound itself is "
            "negative. In this study, the algorithm is corrected to stop at 0.",
            LIMITS,
            name="finds-minimum",
        ),
    ]


STEP = cell_step("search", rows, repeats_option(2), solver_option("minisat22"))

SEARCHES_TABLE = JudgedTable(COLUMNS, table, columns=TABLE, verdicts=verdicts)
