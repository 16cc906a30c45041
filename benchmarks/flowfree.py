"""Compare the cost of solving Flow Free with baselines: plain lists, and the post's method.

    python benchmarks/flowfree.py [FILE ...]

For each puzzle of the FILES, or for generated ones of growing size, it prints milliseconds of CPU
time, medians of five interleaved runs:

ours            encode, load and solve with our encoding by links, repaired in one solver
published       the published encoding, repaired in one solver
post            the published encoding, and a new solver for each round
plain           generate the published clauses as plain lists, one by one
encode          generate the same clauses with arrays, as in the columns published and post

The ratios are post / ours and plain / encode.
"""

import sys
from collections.abc import Iterator
from itertools import combinations
from statistics import median
from time import thread_time

import pandas as pd

from puzzlesat.flowfree.board.formats import Named, read_named
from puzzlesat.flowfree.board.puzzle import FREE, Puzzle
from puzzlesat.flowfree.encode.published import DIRECTION_TYPES, Published
from puzzlesat.flowfree.solve.generate import random_puzzle
from puzzlesat.flowfree.solve.search import STEPS
from puzzlesat_studies.core.measuring import gc_disabled
from puzzlesat_studies.flowfree.rows import time_once

METHODS = {"ours": "links/repair", "published": "published/repair", "post": "published/restart"}
RUNS = 5


def plain(puzzle: Puzzle) -> Iterator[list[int]]:
    """Yield the clauses of the published encoding, cell by cell and without arrays."""
    k, neighbour = puzzle.k, puzzle.grid.neighbour.tolist()
    ways: dict[tuple[int, int], int] = {}
    cells = range(len(puzzle.flow))
    for i in cells:
        for t, way in enumerate(DIRECTION_TYPES):
            if puzzle.flow[i] == FREE and all(neighbour[i][d] >= 0 for d in way):
                ways[i, t] = len(cells) * k + len(ways) + 1
    for i in cells:
        adjacent = [j for j in neighbour[i] if j >= 0]
        f = puzzle.flow[i]
        if f != FREE:
            yield from ([k * i + u + 1 if u == f else -(k * i + u + 1)] for u in range(k))
            groups = [[k * j + f + 1 for j in adjacent]]
        else:
            groups = [[k * i + u + 1 for u in range(k)], [ways[x] for x in ways if x[0] == i]]
        for group in groups:
            yield group
            yield from ([-a, -b] for a, b in combinations(group, 2))
        for t, way in enumerate(DIRECTION_TYPES):
            if (i, t) in ways:
                y = ways[i, t]
                for d, j in enumerate(neighbour[i]):
                    for u in range(k) if j >= 0 else ():
                        mine, its = k * i + u + 1, k * j + u + 1
                        if d in way:
                            yield [-y, -mine, its]
                            yield [-y, mine, -its]
                        else:
                            yield [-y, -mine, -its]


def encode_seconds(puzzle: Puzzle) -> tuple[float, float]:
    """Return the seconds that the published clauses take as plain lists, and with arrays."""
    with gc_disabled():
        started = thread_time()
        slow = list(plain(puzzle))
        between = thread_time()
        fast = list(Published(puzzle).formula)
        ended = thread_time()
    assert len(slow) == len(fast)
    return between - started, ended - between


def row_of(named: Named) -> dict[str, object]:
    """Return the medians for a puzzle."""
    name, puzzle = named
    seconds: dict[str, list[float]] = {column: [] for column in (*METHODS, "plain", "encode")}
    for run in range(RUNS + 1):
        for column, method in METHODS.items():
            timed = time_once(puzzle, method, "minisat22", None, ())
            seconds[column].append(sum(timed[f"{step}_seconds"] for step in STEPS))
        for column, taken in zip(("plain", "encode"), encode_seconds(puzzle), strict=True):
            seconds[column].append(taken)
        if run == 0:  # that was the warm-up
            seconds = {column: [] for column in seconds}
    ms = {column: 1000 * median(times) for column, times in seconds.items()}
    ratios = {f"{a} / {b}": ms[a] / ms[b] for a, b in (("post", "ours"), ("plain", "encode"))}
    return {"puzzle": name} | ms | ratios


def main() -> None:
    """Print the table and its worst rows."""
    puzzles = [named for file in sys.argv[1:] for named in read_named(file)] or [
        (f"{n}×{n}", random_puzzle(2020, n, n, round(0.8 * n), 0, "one"))
        for n in (5, 7, 9, 11, 14, 17, 20)
    ]
    table = pd.DataFrame(map(row_of, puzzles))
    print(f"Milliseconds of CPU time, medians of {RUNS}\n")
    print(table.to_string(index=False, float_format="%.2f"))
    worst = table.loc[table["ours"].idxmax()]
    print(f"\nThe slowest puzzle takes {worst['ours']:.1f} ms ({worst['puzzle']}).")


if __name__ == "__main__":
    main()
