"""Speedup from solving Flow Free puzzles by propagation before a solver is called.

    python benchmarks/propagation.py [--external "PROGRAM {puzzle}"] [FILE ...]

For each FILE, or for generated puzzles of growing size, it prints the number of puzzles that need
no solver, and the CPU time of all puzzles together in milliseconds: with propagation first, and by
the solver alone. Each time is the sum of the medians of five runs, which include the search for a
second solution; the two methods are interleaved on each puzzle. The ratios are solver /
propagation: of the sums, and the lowest and the highest ratio of a puzzle. Times exclude reading,
drawing and the start of the process.

An external program is run once on each puzzle; its times include the start of the program.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from time import thread_time

import pandas as pd

from puzzlesat.flowfree.board.formats import read_puzzles
from puzzlesat.flowfree.board.puzzle import Puzzle
from puzzlesat.flowfree.solve import external
from puzzlesat.flowfree.solve.answer import solve_puzzle
from puzzlesat.flowfree.solve.generate import random_puzzle
from puzzlesat.sat.clock import counterbalanced, gc_disabled

RUNS = 5
SHAPES = ((8, 8), (14, 14), (20, 20), (20, 40), (50, 50))
EACH = 5


def seconds(puzzle: Puzzle, number: int) -> tuple[dict[bool, float], bool]:
    """Return the medians with and without propagation, and whether no solver was needed."""
    taken: dict[bool, list[float]] = {True: [], False: []}
    alone = False
    for name in taken:
        solve_puzzle(puzzle, unique=True, direct=name)
    for _, _, name in counterbalanced((True, False), RUNS, number):
        with gc_disabled():
            started = thread_time()
            answer = solve_puzzle(puzzle, unique=True, direct=name)
            taken[name].append(thread_time() - started)
        alone = alone or not answer.variables
    return {name: median(times) for name, times in taken.items()}, alone


def row_of(name: str, puzzles: Sequence[Puzzle], command: Sequence[str]) -> dict[str, object]:
    """Return the row of a set of puzzles."""
    found = [seconds(puzzle, number) for number, puzzle in enumerate(puzzles)]
    direct, solver = (sum(taken[way] for taken, _ in found) for way in (True, False))
    ratios = [taken[False] / taken[True] for taken, _ in found]
    row = {
        **{"puzzles": name, "number": len(puzzles), "no solver": sum(alone for _, alone in found)},
        **{"propagation": 1000 * direct, "solver": 1000 * solver, "ratio": solver / direct},
        **{"lowest": min(ratios), "highest": max(ratios)},
    }
    if command:
        ran = [external.run(command, puzzle, None) for puzzle in puzzles]
        row["external"] = 1000 * sum(outcome.seconds for outcome in ran)
        row["its solved"] = sum(outcome.status == "solved" for outcome in ran)
    return row


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--external", default="", help="{puzzle} is the file's path")
    parser.add_argument("files", nargs="*")
    given = parser.parse_args()
    command = external.words_of(given.external)
    if command:
        external.check_command(command)
    sets = {Path(file).stem: [puzzle for _, puzzle in read_puzzles(file)] for file in given.files}
    sets = sets or {
        f"{rows}×{cols}": [
            random_puzzle(2020, rows, cols, round(0.8 * (rows * cols) ** 0.5), i, "one")
            for i in range(EACH)
        ]
        for rows, cols in SHAPES
    }
    table = pd.DataFrame(row_of(name, puzzles, command) for name, puzzles in sets.items())
    print(f"Milliseconds of CPU time, sums of medians of {RUNS}\n")
    print(table.to_string(index=False, float_format="%.2f"))


if __name__ == "__main__":
    main()
